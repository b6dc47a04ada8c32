import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer, type Server, type ServerOptions } from "node:https"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { findings } from "../../src/cli/actions/check/check.ts"
import { codeOfFindings, type Finding, findingText } from "../../src/cli/actions/check/Finding.ts"
import { Sandbox, type SandboxInput } from "../../src/sandbox/index.ts"
import { canCloseFolder, closeFolder } from "../kit/closedFolder.ts"
import { Authority, hasOpenssl } from "../transport/certificates.ts"
import { type Environment, environmentOf, folder, withEnvironment } from "./settings.ts"

/** What `check` finds, its exit code, and the order in which it told the steps. */
const checked = Effect.fnUntraced(function*(environment: Environment) {
  const told: Array<string> = []
  const found = yield* findings(({ name }) => Effect.sync(() => void told.push(name))).pipe(
    withEnvironment(environment)
  )
  assert.deepStrictEqual(found.map(({ name }) => name), told)
  return { found, code: codeOfFindings(found), text: found.map((finding) => findingText(finding)).join("\n") }
})

const against = Effect.fnUntraced(function*(input: SandboxInput, changes: Environment = {}) {
  const sandbox = yield* Sandbox.serve({ wallets: [{ walletNo: "W1", records: 20 }], ...input })
  const environment = { ...(yield* environmentOf(sandbox)), ...changes }
  return { ...(yield* checked(environment)), stats: yield* sandbox.stats, environment }
})

const statesOf = (found: ReadonlyArray<Finding>) => found.map(({ name, state }) => `${name} ${state}`)
const failed = (found: ReadonlyArray<Finding>) =>
  found.filter(({ state }) => state === "failed").map(({ name }) => name)

const reached = ["settings ok", "database ok", "private key ok", "resolve ok", "connect ok", "TLS skipped"]

describe("check", () => {
  it.live("goes through all steps when everything is right, with one login and one request a wallet", () =>
    Effect.gen(function*() {
      const { code, found, stats } = yield* against({
        wallets: [{ walletNo: "W1", records: 5 }, { walletNo: "W2", records: 5 }]
      })
      assert.deepStrictEqual(statesOf(found), [
        ...reached,
        "login ok",
        "clock ok",
        "signature ok",
        "statement ok",
        "signature ok",
        "statement ok"
      ])
      assert.strictEqual(code, 0)
      assert.deepStrictEqual([stats.logins, stats.statements], [1, 2])
    }))

  it.live("tells all settings that are missing", () =>
    Effect.gen(function*() {
      const { code, found } = yield* checked({})
      assert.strictEqual(code, 2)
      assert.isAbove(found.length, 4)
      assert.deepStrictEqual(new Set(found.map(({ name, state }) => `${name} ${state}`)), new Set(["settings failed"]))
    }))

  it.live.skipIf(!canCloseFolder)(
    "says when the database's folder can't be written, or is not there",
    () =>
      Effect.gen(function*() {
        const WALLET_STATEMENT_DB = join(yield* folder, "x.duckdb")
        yield* closeFolder(dirname(WALLET_STATEMENT_DB))
        const closed = yield* against({}, { WALLET_STATEMENT_DB })
        assert.deepStrictEqual(failed(closed.found), ["database"])
        assert.include(closed.text, `the folder ${dirname(WALLET_STATEMENT_DB)} can't be written by this user`)
        assert.strictEqual(closed.code, 1)
        const missing = yield* against({}, {
          WALLET_STATEMENT_DB: join(dirname(WALLET_STATEMENT_DB), "no", "x.duckdb")
        })
        assert.deepStrictEqual(failed(missing.found), ["database"])
        assert.include(missing.text, ": make it, or keep the database in another one")
      })
  )

  it.live("looks at each place that copies go to, and puts nothing there", () =>
    Effect.gen(function*() {
      const home = yield* folder
      const [mine, notes, other] = ["readers.duckdb", "notes.duckdb", "other"].map((name) => join(home, name))
      writeFileSync(notes ?? "", "notes")
      mkdirSync(other ?? "")
      writeFileSync(join(other ?? "", "a.txt"), "")
      const WALLET_STATEMENT_PUBLISH = [mine, `${mine}-lake/`, notes, `${other}/`, join(home, "no", "x.duckdb")].join(
        ","
      )
      const { code, found } = yield* against({}, { WALLET_STATEMENT_PUBLISH })
      const told = found.filter(({ name }) => name === "publish")
      assert.deepStrictEqual(told.map(({ state }) => state), ["ok", "ok", "failed", "failed", "failed"])
      assert.include(told[2]?.text, "is there and is no DuckDB file")
      assert.include(told[3]?.text, `${other}`)
      assert.include(told[4]?.text, `there is no folder ${join(home, "no")}: make it, or publish to another place`)
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(readdirSync(home).filter((name) => name.startsWith("readers")), [])
    }))

  it.live.skipIf(!canCloseFolder)("says when a place for copies can't be written", () =>
    Effect.gen(function*() {
      const place = join(yield* folder, "readers.duckdb")
      yield* closeFolder(dirname(place))
      const { found, text } = yield* against({}, { WALLET_STATEMENT_PUBLISH: place })
      assert.deepStrictEqual(failed(found), ["publish"])
      assert.include(text, `the folder ${dirname(place)} can't be written by this user`)
    }))

  it.live("says when the name does not resolve", () =>
    Effect.gen(function*() {
      const { code, found, stats, text } = yield* against({}, {
        WALLET_STATEMENT_BASE_URL: "https://wallet.service.invalid"
      })
      assert.deepStrictEqual(failed(found), ["resolve"])
      assert.match(text, /wallet\.service\.invalid: the service's name (does not resolve|could not be looked up)/)
      assert.include(text, "the host in WALLET_STATEMENT_BASE_URL")
      assert.match(text, /skip {2}login +not tried/)
      assert.strictEqual(code, 1)
      assert.strictEqual(stats.requests, 0)
    }), 30_000)

  it.live("says when nothing listens", () =>
    Effect.gen(function*() {
      const { url } = yield* Effect.scoped(Sandbox.serve())
      const { code, found, text } = yield* against({}, { WALLET_STATEMENT_BASE_URL: url })
      assert.deepStrictEqual(failed(found), ["connect"])
      assert.include(
        text,
        `127.0.0.1, port ${new URL(url).port}: nothing listens at the service's address (ECONNREFUSED)`
      )
      assert.include(text, "Check the host and port in WALLET_STATEMENT_BASE_URL")
      assert.strictEqual(code, 1)
    }))

  it.live("says when the address is not on the service's list, at the login or at the statement", () =>
    Effect.gen(function*() {
      const atLogin = yield* against({ faults: [{ on: "login", kind: "address-refused" }] })
      assert.deepStrictEqual(statesOf(atLogin.found), [...reached, "login failed", "clock ok", "statement skipped"])
      assert.include(atLogin.text, "does not let this machine log in (status 403)")
      const atStatement = yield* against({ faults: [{ on: "statement", kind: "address-refused" }] })
      assert.deepStrictEqual(failed(atStatement.found), ["statement"])
      assert.include(atStatement.text, "refused access (status 403)")
      assert.notInclude(atStatement.text, "openssl")
      for (const { code, text } of [atLogin, atStatement]) {
        assert.include(text, "the service said \"IP address not allowed.\"")
        assert.include(text, "This machine calls its own address 127.0.0.1")
        assert.strictEqual(code, 4)
      }
      assert.deepStrictEqual([atLogin.stats.requests, atStatement.stats.requests], [1, 2])
    }))

  it.live("says when key or secret are wrong, asks once, and sees a blank that was copied along", () =>
    Effect.gen(function*() {
      const { code, found, stats, text } = yield* against({}, {
        WALLET_STATEMENT_CONSUMER_SECRET: "sandbox-secret "
      })
      assert.deepStrictEqual(failed(found), ["login"])
      assert.include(text, "Check WALLET_STATEMENT_CONSUMER_KEY and WALLET_STATEMENT_CONSUMER_SECRET.")
      assert.include(text, "WALLET_STATEMENT_CONSUMER_SECRET begins or ends with a blank")
      assert.notInclude(text, "WALLET_STATEMENT_CONSUMER_KEY begins")
      assert.notInclude(text, "sandbox-secret")
      assert.strictEqual(code, 4)
      assert.strictEqual(stats.requests, 1)
    }))

  it.live("says in which lines key and secret were given that are wrong, also where these name files", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [config, secret] = [join(place, "books.toml"), join(place, "secret")]
      writeFileSync(secret, "canary ", { mode: 0o600 })
      writeFileSync(config, `consumer_key = "sandbox-key"\n\nconsumer_secret_file = "secret"\n`, { mode: 0o600 })
      const sandbox = yield* Sandbox.serve({ wallets: [{ walletNo: "W1", records: 5 }] })
      const { WALLET_STATEMENT_CONSUMER_KEY: _key, WALLET_STATEMENT_CONSUMER_SECRET: _secret, ...others } =
        yield* environmentOf(sandbox)
      const { text } = yield* checked({ ...others, WALLET_STATEMENT_CONFIG: config })
      const secretPlace = `${config}, line 3: consumer_secret_file`
      assert.include(text, `Check ${config}, line 1: consumer_key and ${secretPlace}.`)
      assert.include(text, `${secretPlace} begins or ends with a blank`)
      assert.notInclude(text, "canary")
    }))

  it.live("says what to compare when the signature is refused, and asks for no other wallet", () =>
    Effect.gen(function*() {
      const wallets = [{ walletNo: "W1", records: 5 }, { walletNo: "W2", records: 5 }, { walletNo: "W3", records: 5 }]
      const { code, environment, found, stats, text } = yield* against({ wallets }, {
        WALLET_STATEMENT_SIGNATURE_SEPARATOR: "|"
      })
      assert.deepStrictEqual(failed(found), ["statement"])
      assert.include(text, "The service refused the signature (status 403)")
      assert.match(text, /signing text +"W1\|\d{4}-\d\d-\d\d\|1" +\(wallet_no, to_date and limit, "\|" between them\)/)
      assert.match(text, /statement +2 more wallets, not tried/)
      assert.strictEqual(code, 4)
      assert.strictEqual(stats.statements, 1)
      if (hasOpenssl) {
        const [digest, print] = text.split("\n").filter((line) => /^ +(printf|openssl pkey -in)/.test(line))
          .map((line) => execFileSync("sh", ["-c", line]).toString().trim().split(" ").at(-1))
        assert.include(text, `its SHA-256         ${digest}`)
        assert.include(text, `public key SHA-256  ${print}`)
      }
      const file = String(environment["WALLET_STATEMENT_PRIVATE_KEY_FILE"])
      assert.include(text, `registered there belongs to ${file} (WALLET_STATEMENT_PRIVATE_KEY_FILE), then`)
      const inText = yield* against({ wallets }, {
        WALLET_STATEMENT_SIGNATURE_SEPARATOR: "|",
        WALLET_STATEMENT_PRIVATE_KEY_FILE: "",
        WALLET_STATEMENT_PRIVATE_KEY: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
          .export({ type: "pkcs8", format: "pem" }).toString()
      })
      assert.include(inText.text, "registered there belongs to WALLET_STATEMENT_PRIVATE_KEY, then")
    }))

  it.live("thinks of the signature when a fresh token is refused, or access without a word", () =>
    Effect.gen(function*() {
      const token = yield* against({ faults: [{ on: "statement", kind: "unauthorized" }] })
      const access = yield* against({ faults: [{ on: "statement", kind: "html", status: 403 }] })
      for (const { code, text } of [token, access]) {
        assert.include(text, "Some services answer like this when it is the signature that they refuse.")
        assert.include(text, "openssl dgst -sha256")
        assert.strictEqual(code, 4)
      }
      assert.deepStrictEqual([token.stats.statements, token.stats.logins], [2, 2])
    }))

  it.live("goes on to other wallets when only one is unknown", () =>
    Effect.gen(function*() {
      const { code, found, stats, text } = yield* against({ wallets: [{ walletNo: "W1", records: 5 }] }, {
        WALLET_STATEMENT_WALLETS: "W0,W1"
      })
      assert.deepStrictEqual(failed(found), ["statement"])
      assert.include(text, "wallet W0: The service does not know the wallet (status 404)")
      assert.include(text, "wallet W1: signature accepted")
      assert.strictEqual(code, 1)
      assert.strictEqual(stats.statements, 2)
    }))

  for (const [seconds, words] of [[-900, "90[01] s ahead of"], [900, "(900|899) s behind"]] as const) {
    it.live(`says by how much the clock is off, also when the login is refused: ${-seconds} s`, () =>
      Effect.gen(function*() {
        const fault = { on: "login", kind: "clock", seconds } as const
        const { code, found, text } = yield* against({ faults: [fault] })
        assert.deepStrictEqual(failed(found), ["clock"])
        assert.match(text, new RegExp(`this machine's clock is ${words} the service's \\(its Date header\\)\\. Set it`))
        assert.strictEqual(code, 1)
        const refused = yield* against({ faults: [fault] }, { WALLET_STATEMENT_CONSUMER_KEY: "wrong" })
        assert.deepStrictEqual(failed(refused.found), ["login", "clock"])
        assert.strictEqual(refused.code, 4)
      }))
  }

  it.live("says when the request limit is reached and how long to wait, and tries once", () =>
    Effect.gen(function*() {
      const limited = { on: "login", kind: "status", status: 429, retryAfter: "77" } as const
      const atLogin = yield* against({ faults: [limited] })
      assert.deepStrictEqual(failed(atLogin.found), ["login"])
      assert.include(atLogin.text, "login: the service's request limit is reached (status 429)")
      assert.strictEqual(atLogin.stats.requests, 1)
      const wallets = [{ walletNo: "W1", records: 5 }, { walletNo: "W2", records: 5 }]
      const atStatement = yield* against({ wallets, faults: [{ ...limited, on: "statement" }] })
      assert.deepStrictEqual(failed(atStatement.found), ["statement"])
      assert.strictEqual(atStatement.stats.requests, 2)
      for (const { code, text } of [atLogin, atStatement]) {
        assert.include(text, "Lower WALLET_STATEMENT_REQUESTS_PER_MINUTE or try later. It asks to wait 77 s.")
        assert.strictEqual(code, 1)
      }
    }))

  it.live("leaves the way to the proxy where there is one, and lets the login show it", () =>
    Effect.gen(function*() {
      const { code, found, text } = yield* against({}, {
        WALLET_STATEMENT_BASE_URL: "https://wallet.service.invalid",
        HTTPS_PROXY: "http://127.0.0.1:1"
      })
      assert.deepStrictEqual(statesOf(found).slice(3), [
        "resolve skipped",
        "login failed",
        "clock skipped",
        "statement skipped"
      ])
      assert.include(text, "HTTPS_PROXY or ALL_PROXY is set: the proxy looks the name up and connects")
      assert.strictEqual(code, 1)
    }))

  it.live("tries the login and says what is wrong with the key", () =>
    Effect.gen(function*() {
      const { code, found, text } = yield* against({}, { WALLET_STATEMENT_PRIVATE_KEY_FILE: "/nowhere/key.pem" })
      assert.deepStrictEqual(failed(found), ["private key"])
      assert.include(text, "There is no private key file at /nowhere/key.pem (nothing of its name is in /).")
      assert.match(text, /ok +login/)
      assert.match(text, /skip +statement +not tried: it needs the private key/)
      assert.strictEqual(code, 2)
    }))

  it("breaks lines at a terminal's width, but no command", () => {
    const text = findingText({
      name: "login",
      state: "failed",
      text: "one two three four five six seven eight nine ten",
      details: ["  openssl pkey -in a-file-with-a-long-name.pem -pubout -outform DER | openssl dgst -sha256"],
      code: 4
    }, 60)
    assert.deepStrictEqual(text.split("\n").map((line) => line.length < 60), [true, true, false])
    assert.match(text, /^FAIL {2}login {8}one two three four five six seven eight\n {19}nine ten\n {21}openssl pkey/)
  })
})

/** A server on a free port, and the requests it read. */
const serving = (make: () => Server | ReturnType<typeof createHttpServer>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void; requests: number }>((resume) => {
      const server = make()
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      const seen = { port: 0, requests: 0, close }
      server.on("request", (_request, response) => {
        seen.requests++
        response.end("{}")
      })
      server.on("tlsClientError", () => undefined)
      server.listen(0, "127.0.0.1", () => {
        seen.port = (server.address() as AddressInfo).port
        resume(Effect.succeed(seen))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

describe.skipIf(!hasOpenssl)("check of TLS (skipped where there is no openssl command)", () => {
  let authority: Authority
  let other: Authority

  beforeAll(() => {
    authority = new Authority()
    other = new Authority("another authority")
  })
  afterAll(() => {
    authority.remove()
    other.remove()
  })

  const overTls = Effect.fnUntraced(function*(make: () => Server | ReturnType<typeof createHttpServer>) {
    const seen = yield* serving(make)
    const checkedTls = yield* against({}, {
      WALLET_STATEMENT_BASE_URL: `https://127.0.0.1:${seen.port}`,
      WALLET_STATEMENT_CA_FILE: authority.caFile
    })
    return { ...checkedTls, requests: seen.requests }
  })

  const cases: ReadonlyArray<readonly [name: string, options: () => ServerOptions, says: ReadonlyArray<RegExp>]> = [
    ["expired", () => authority.issue({ fromDays: -9, toDays: -2 }), [
      /has expired \(CERT_HAS_EXPIRED\)\. Nothing was sent\. That is the service's to put right/,
      /good +from \S+Z to \S+Z\n.*it is now/
    ]],
    ["not valid yet", () => authority.issue({ fromDays: 2 }), [/is not valid yet/, /Set it, for instance by NTP/]],
    ["for another host", () => authority.issue({ host: "DNS:elsewhere.test" }), [
      /is for another host name/,
      /Correct the host in WALLET_STATEMENT_BASE_URL/,
      /for +DNS:elsewhere\.test/
    ]],
    ["of an authority that is not trusted", () => other.issue(), [
      /an authority that is not trusted here/,
      /WALLET_STATEMENT_CA_FILE/,
      /signed by +another authority/
    ]],
    ["self-signed", () => authority.selfSigned(), [/is self-signed/, /WALLET_STATEMENT_CA_FILE/]]
  ]

  it.live.each(cases)(
    "tells a certificate that is %s, and sends no request",
    ([, options, says]) =>
      Effect.gen(function*() {
        const { code, found, requests, text } = yield* overTls(() => createServer(options()))
        assert.deepStrictEqual(failed(found), ["TLS"])
        for (const pattern of says) assert.match(text, pattern)
        assert.strictEqual(code, 1)
        assert.strictEqual(requests, 0)
      }),
    30_000
  )

  it.live("tells a service that speaks plain http", () =>
    Effect.gen(function*() {
      const { code, found, requests, text } = yield* overTls(() => createHttpServer())
      assert.deepStrictEqual(failed(found), ["TLS"])
      assert.match(text, /does not speak TLS.*Check the scheme and port/)
      assert.deepStrictEqual([code, requests], [1, 0])
    }), 30_000)

  it.live("shows a right certificate and goes on", () =>
    Effect.gen(function*() {
      const { found, requests, text } = yield* overTls(() => createServer(authority.issue()))
      assert.deepStrictEqual(failed(found), ["login"])
      assert.match(
        text,
        /ok +TLS +TLSv1\.3, certificate for IP Address:127\.0\.0\.1 by test authority, good for 9 days/
      )
      assert.strictEqual(requests, 1)
    }), 30_000)

  it.live(
    "names the line of the authorities that did not sign the service's certificate",
    () =>
      Effect.gen(function*() {
        const config = join(yield* folder, "books.toml")
        writeFileSync(config, `\nca_file = ${JSON.stringify(other.caFile)}\n`)
        const seen = yield* serving(() => createServer(authority.issue()))
        const { text } = yield* against({}, {
          WALLET_STATEMENT_BASE_URL: `https://127.0.0.1:${seen.port}`,
          WALLET_STATEMENT_CONFIG: config
        })
        assert.include(text, `name its PEM file in ${config}, line 2: ca_file`)
      }),
    30_000
  )

  it.live("says what is wrong with the file of authorities, as a matter of settings", () =>
    Effect.gen(function*() {
      const { code, found } = yield* against({}, {
        WALLET_STATEMENT_BASE_URL: "https://127.0.0.1:1",
        WALLET_STATEMENT_CA_FILE: "/nowhere/ca.pem"
      })
      // The port is closed, so TLS is not reached.
      assert.deepStrictEqual([failed(found), code], [["connect"], 1])
      const seen = yield* serving(() => createServer(authority.issue()))
      const open = yield* against({}, {
        WALLET_STATEMENT_BASE_URL: `https://127.0.0.1:${seen.port}`,
        WALLET_STATEMENT_CA_FILE: "/nowhere/ca.pem"
      })
      assert.deepStrictEqual([failed(open.found), open.code], [["TLS"], 2])
      assert.include(
        open.text,
        "WALLET_STATEMENT_CA_FILE can't be read: /nowhere/ca.pem does not exist. Put the file there"
      )
    }), 30_000)
})
