// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Runs the real program with secrets made to be looked for, against services that repeat all they were told, through
 * every kind of failure, and looks for them in everything it leaves: stdout, stderr with all its logs, and every file.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as canaries from "../kit/canaries.ts"
import { canaryOf, CanarySearch, disguises } from "../kit/canary.ts"
import { serveReplies, type Serving } from "../kit/serveReplies.ts"
import type { Arrived, Reply } from "../transport/fakeService.ts"
import { type Environment, program, run, withFolder } from "./program.ts"

interface Scenario {
  readonly name: string
  readonly code: number
  readonly answer?: (arrived: Arrived) => Reply
  readonly env?: (place: Place) => Environment
  readonly args?: ReadonlyArray<string>
  readonly before?: (place: Place) => Promise<() => void> | Promise<void>
  /** What stderr must hold, so that the failure is the one that is meant. */
  readonly says?: RegExp
}

interface Place {
  readonly folder: string
  readonly url: string
  readonly db: string
}

const { errorBody, page, statementCalls, toldBy } = canaries
const pulling = ["pull", "--json", "--from", "2024-03-01", "--to", "2024-03-01", "--log-level", "trace"]
const probing = ["probe", "--from", "2024-03-01", "--to", "2024-03-02", "--log-level", "trace"]
const good = statementCalls(() => page)
const echo = (status: number, headers: Record<string, string> = {}) => (arrived: Arrived): Reply => ({
  status,
  headers,
  body: errorBody(toldBy(arrived))
})
const login = (answer: (arrived: Arrived) => Reply) => answer
const gateway = (arrived: Arrived): string => `<html><body><pre>${toldBy(arrived)}</pre>${canaries.body}</body></html>`

const environmentAt = ({ folder, url }: Place): Environment => ({
  WALLET_STATEMENT_BASE_URL: url,
  WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
  WALLET_STATEMENT_CONSUMER_KEY: canaries.consumerKey,
  WALLET_STATEMENT_CONSUMER_SECRET: canaries.consumerSecret,
  WALLET_STATEMENT_PRIVATE_KEY_FILE: join(folder, "key.pem"),
  WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: canaries.passphrase,
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: "254700000001",
  WALLET_STATEMENT_MAX_ATTEMPTS: "2",
  WALLET_STATEMENT_REQUEST_TIMEOUT: "30s",
  WALLET_STATEMENT_LOG_FORMAT: "json"
})

const keyFiles = ["key.pem", "plain.pem", "bundle.toml", "client.pem"]

/** A module that makes the program crash in its own way. */
const crash = (source: string) => async ({ folder }: Place): Promise<void> =>
  writeFileSync(join(folder, "crash.mjs"), source)
const crashing = ({ folder }: Place): Environment => ({ NODE_OPTIONS: `--import ${join(folder, "crash.mjs")}` })
const thrown =
  "new Error(`${process.env.WALLET_STATEMENT_CONSUMER_SECRET}\\n    at ${process.env.WALLET_STATEMENT_CONSUMER_KEY}`)"

/** A file of the folder that is searched for nothing: it holds what it is about. */
const given = ({ folder }: Place, name: string): string => join(folder, `given-${name}`)

const sources = {
  CONSUMER_KEY: canaries.consumerKey,
  CONSUMER_SECRET: canaries.consumerSecret,
  PRIVATE_KEY_PASSPHRASE: canaries.passphrase
}

const giveSecrets = async (place: Place): Promise<void> => {
  for (const [name, value] of Object.entries(sources)) writeFileSync(given(place, name), `${value}\n`, { mode: 0o600 })
  writeFileSync(given(place, "plain"), canaries.privatePem, { mode: 0o600 })
  writeFileSync(
    given(place, "kms"),
    `import { readFileSync } from "node:fs"
     import { constants, createPrivateKey, privateEncrypt } from "node:crypto"
     const key = createPrivateKey(readFileSync("${given(place, "plain")}"))
     process.stderr.write(key.export({ type: "pkcs8", format: "pem" }))
     const info = Buffer.from("3031300d060960864801650304020105000420", "hex")
     const digest = Buffer.concat([info, readFileSync(0)])
     process.stdout.write(privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digest).toString("base64"))`
  )
}

/** Every secret from another source, and nothing from the setting itself. */
const from = (source: "FILE" | "COMMAND", how: (file: string) => string) => (place: Place): Environment =>
  Object.fromEntries(
    Object.keys(sources).flatMap((name) => [
      [`WALLET_STATEMENT_${name}`, ""],
      [`WALLET_STATEMENT_${name}_${source}`, how(given(place, name))]
    ])
  )

const fromFiles = from("FILE", (file) => file)
const fromCommands = from("COMMAND", (file) => `sh -c 'cat "$0"; cat "$0" >&2' ${file}`)
const signing = (command: (place: Place) => string) => (place: Place): Environment => ({
  WALLET_STATEMENT_PRIVATE_KEY_FILE: "",
  WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: "",
  WALLET_STATEMENT_SIGNER_COMMAND: command(place)
})
const kms = signing((place) =>
  `'${process.execPath}' --input-type=module -e 'await import(process.argv[1])' ${given(place, "kms")}`
)

const misplaced = (name: string, value: string, code = 2): Scenario => ({
  name: `a secret in ${name}`,
  code,
  env: () => ({ [name]: value })
})

const scenarios: ReadonlyArray<Scenario> = [
  { name: "nothing fails but records", code: 3, answer: good },
  { name: "secrets from files", code: 3, answer: good, before: giveSecrets, env: fromFiles },
  { name: "secrets from files, refused", code: 4, answer: login(echo(401)), before: giveSecrets, env: fromFiles },
  { name: "secrets from commands that repeat them", code: 3, answer: good, before: giveSecrets, env: fromCommands },
  { name: "secrets from commands, refused", code: 4, answer: login(echo(401)), before: giveSecrets, env: fromCommands },
  { name: "a command that signs", code: 3, answer: good, before: giveSecrets, env: kms },
  {
    name: "a command that signs, and a refused signature",
    code: 4,
    answer: statementCalls(echo(401)),
    before: giveSecrets,
    env: kms
  },
  {
    name: "a command that signs nothing and shows its key",
    code: 1,
    answer: good,
    before: giveSecrets,
    env: signing((place) => `cat ${given(place, "plain")}`),
    says: /SIGNER_COMMAND gave no signature/
  },
  {
    name: "a command that prints its key in Base64 for a signature",
    code: 1,
    answer: good,
    before: giveSecrets,
    env: signing((place) =>
      `'${process.execPath}' -p 'require("fs").readFileSync("${given(place, "plain")}", "base64")'`
    ),
    says: /SIGNER_COMMAND gave no signature: it printed a key or a text/
  },
  {
    name: "a command that signs nothing and fails with its key",
    code: 1,
    answer: good,
    before: giveSecrets,
    env: signing((place) => `sh -c 'cat "$0" >&2; exit 7' ${given(place, "plain")}`),
    says: /SIGNER_COMMAND ended with code 7; what it said on stderr/
  },
  { name: "check with a command that signs", code: 0, answer: good, before: giveSecrets, env: kms, args: ["check"] },
  {
    name: "commands that fail with the secrets",
    code: 2,
    before: giveSecrets,
    env: from("COMMAND", (file) => `sh -c 'cat "$0"; cat "$0" >&2; exit 5' ${file}`),
    says: /CONSUMER_SECRET_COMMAND ended with code 5; what it said on stderr/
  },
  {
    name: "secrets in files that others can read",
    code: 2,
    before: async (place) => {
      await giveSecrets(place)
      for (const name of Object.keys(sources)) chmodSync(given(place, name), 0o644)
    },
    env: fromFiles,
    says: /CONSUMER_SECRET_FILE has mode 0644.*chmod 600/
  },
  {
    name: "secrets from two places",
    code: 2,
    before: giveSecrets,
    env: (place) => ({ WALLET_STATEMENT_CONSUMER_SECRET_FILE: given(place, "CONSUMER_SECRET") }),
    says: /CONSUMER_SECRET and WALLET_STATEMENT_CONSUMER_SECRET_FILE are both set/
  },
  ...["CONSUMER_SECRET_FILE", "CONSUMER_SECRET_COMMAND", "PRIVATE_KEY_PASSPHRASE_COMMAND", "SIGNER_COMMAND"].map((
    name
  ): Scenario => ({
    name: `a secret in WALLET_STATEMENT_${name}`,
    code: name === "SIGNER_COMMAND" ? 1 : 2,
    answer: good,
    env: () => ({
      [`WALLET_STATEMENT_${name.replace(/_(FILE|COMMAND)$/, "")}`]: "",
      WALLET_STATEMENT_PRIVATE_KEY_FILE: "",
      ...(name === "SIGNER_COMMAND" ? {} : { WALLET_STATEMENT_PRIVATE_KEY: canaries.encryptedPem }),
      [`WALLET_STATEMENT_${name}`]: canaries.consumerSecret
    })
  })),
  { name: "text logs", code: 3, answer: good, env: () => ({ WALLET_STATEMENT_LOG_FORMAT: "text" }) },
  { name: "a refused secret, repeated", code: 4, answer: login(echo(401)), says: /refused the login/ },
  { name: "a login refused with status 200", code: 4, answer: login(echo(200)), says: /refused the login/ },
  { name: "a login answer without a token", code: 1, answer: login((arrived) => ({ body: JSON.stringify(arrived) })) },
  {
    name: "a token that no header holds",
    code: 1,
    answer: () => ({ body: loggedInWith(`${canaries.token}\r\nx: 1`) }),
    says: /printable characters/
  },
  { name: "a refused signature, repeated", code: 4, answer: statementCalls(echo(401)) },
  {
    name: "a refused signature, told so",
    code: 4,
    answer: statementCalls((arrived) => ({ status: 400, body: errorBody(`Bad signature: ${toldBy(arrived)}`) })),
    says: /refused the signature/
  },
  { name: "a request refused with status 200", code: 1, answer: statementCalls(echo(200)) },
  { name: "status 429", code: 1, answer: statementCalls(echo(429, { "retry-after": "0" })), says: /status 429/ },
  { name: "status 429 at the login", code: 1, answer: login(echo(429)), says: /status 429/ },
  { name: "status 500", code: 1, answer: statementCalls(echo(500)), says: /status 500/ },
  { name: "status 500 at the login", code: 1, answer: login(echo(500)), says: /status 500/ },
  {
    name: "an HTML page",
    code: 1,
    answer: statementCalls((arrived) => ({ body: gateway(arrived), headers: { "content-type": "text/html" } })),
    says: /HTML/
  },
  {
    name: "an HTML page with status 502",
    code: 1,
    answer: login((arrived) => ({ status: 502, body: gateway(arrived) })),
    says: /status 502/
  },
  {
    name: "broken JSON",
    code: 1,
    answer: statementCalls((arrived) => ({ body: `{"success":true,"data":[${toldBy(arrived)} ${canaries.body}]}` })),
    says: /expected/
  },
  {
    name: "a key that stands there twice",
    code: 1,
    answer: statementCalls((arrived) => {
      const key = JSON.stringify(toldBy(arrived) + canaries.body)
      return { body: `{"success":true,"data":[],${key}:1,${key}:2}` }
    })
  },
  {
    name: "a truncated body",
    code: 1,
    answer: statementCalls((arrived) => ({ body: `{"success":true,"data":["${toldBy(arrived)} ${canaries.body}` })),
    says: /cut off/
  },
  { name: "a connection that breaks", code: 1, answer: statementCalls(() => "broken-body"), says: /cut off/ },
  { name: "a connection that is closed", code: 1, answer: statementCalls(() => ({ code: "ECONNRESET" })) },
  {
    name: "no answer",
    code: 1,
    answer: statementCalls(() => "never"),
    env: () => ({ WALLET_STATEMENT_REQUEST_TIMEOUT: "1s" }),
    says: /no complete answer/
  },
  {
    name: "a redirect with the token in its address",
    code: 1,
    answer: statementCalls((arrived) => ({
      status: 307,
      headers: { location: `https://127.0.0.1/?token=${canaries.token}&told=${encodeURIComponent(toldBy(arrived))}` }
    })),
    says: /redirects/
  },
  {
    name: "a service without TLS",
    code: 1,
    answer: good,
    env: ({ url }) => ({ WALLET_STATEMENT_BASE_URL: url.replace("http:", "https:") }),
    says: /TLS/
  },
  {
    name: "nobody listens",
    code: 1,
    env: () => ({ WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:1" }),
    says: /ECONNREFUSED/
  },
  {
    name: "a proxy that refuses, and repeats the password",
    code: 1,
    answer: echo(407),
    env: ({ url }) => ({
      WALLET_STATEMENT_BASE_URL: "https://wallet.invalid",
      HTTPS_PROXY: url.replace("http://", `http://proxy:${canaries.proxyPassword}@`)
    }),
    says: /[Pp]roxy/
  },
  {
    name: "a collector that nobody is",
    code: 3,
    answer: good,
    env: () => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://collector:${canaries.collectorKey}@127.0.0.1:1`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${canaries.collectorKey}`
    })
  },
  misplaced("OTEL_EXPORTER_OTLP_HEADERS", canaries.collectorKey, 3),
  misplaced("OTEL_EXPORTER_OTLP_ENDPOINT", canaries.collectorKey, 3),
  { name: "a proxy's address that is none", code: 2, env: () => ({ HTTPS_PROXY: `://x:${canaries.proxyPassword}@[` }) },
  {
    name: "a wrong passphrase",
    code: 2,
    env: () => ({ WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: `${canaries.passphrase}x` }),
    says: /PASSPHRASE/
  },
  {
    name: "a key that is cut off",
    code: 2,
    env: () => ({
      WALLET_STATEMENT_PRIVATE_KEY_FILE: "",
      WALLET_STATEMENT_PRIVATE_KEY: canaries.privatePem.slice(0, 900)
    })
  },
  {
    name: "a damaged JWK",
    code: 2,
    env: () => ({
      WALLET_STATEMENT_PRIVATE_KEY_FILE: "",
      WALLET_STATEMENT_PRIVATE_KEY: canaries.privateJwk.replace("\"n\"", "\"m\"")
    })
  },
  {
    name: "key and key file at once",
    code: 2,
    env: () => ({ WALLET_STATEMENT_PRIVATE_KEY: canaries.privatePem })
  },
  {
    name: "a client key with a passphrase",
    code: 2,
    env: ({ folder }) => ({
      WALLET_STATEMENT_CLIENT_CERT_FILE: join(folder, "key.pem"),
      WALLET_STATEMENT_CLIENT_KEY_FILE: join(folder, "key.pem")
    })
  },
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", canaries.privatePem),
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", canaries.privatePem.replaceAll("\n", "\\n")),
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", canaries.privateJwk),
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", Buffer.from(canaries.privateDer).toString("base64")),
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", canaries.passphrase),
  misplaced("WALLET_STATEMENT_PRIVATE_KEY_FILE", canaries.consumerSecret),
  misplaced("WALLET_STATEMENT_CA_FILE", canaries.privatePem),
  misplaced("WALLET_STATEMENT_CONFIG", canaries.privatePem),
  misplaced("WALLET_STATEMENT_CONFIG", canaries.consumerSecret),
  misplaced("WALLET_STATEMENT_DB", canaries.privatePem),
  misplaced("WALLET_STATEMENT_CLIENT_CERT_FILE", canaries.privatePem),
  {
    name: "a secret in WALLET_STATEMENT_CLIENT_KEY_FILE",
    code: 2,
    env: ({ folder }) => ({
      WALLET_STATEMENT_CLIENT_CERT_FILE: join(folder, "key.pem"),
      WALLET_STATEMENT_CLIENT_KEY_FILE: canaries.passphrase
    })
  },
  misplaced("WALLET_STATEMENT_BASE_URL", canaries.consumerSecret),
  misplaced("WALLET_STATEMENT_BASE_URL", `https://merchant:${encodeURIComponent(canaries.consumerSecret)}@127.0.0.1`),
  ...["TIME_ZONE", "LIMIT", "DATE_BOUNDS", "SIGNATURE_ALGORITHM", "OPENING_BALANCE", "RUN_TIMEOUT"].map((name) =>
    misplaced(`WALLET_STATEMENT_${name}`, canaries.consumerSecret)
  ),
  {
    name: "a secret with a line break",
    code: 4,
    answer: login(echo(401)),
    env: () => ({ WALLET_STATEMENT_CONSUMER_SECRET: `${canaries.consumerSecret}\n` })
  },
  {
    name: "a configuration file that is broken, secrets and all",
    code: 2,
    before: async ({ folder }) =>
      writeFileSync(
        join(folder, "bundle.toml"),
        `consumer_secret = "${canaries.consumerSecret}\n${canaries.privatePem}`
      ),
    env: ({ folder }) => ({ WALLET_STATEMENT_CONFIG: join(folder, "bundle.toml") }),
    says: /TOML/
  },
  {
    name: "a configuration file with a secret for a name",
    code: 2,
    before: async ({ folder }) => writeFileSync(join(folder, "bundle.toml"), `${canaries.consumerKey} = "key"\n`),
    env: ({ folder }) => ({ WALLET_STATEMENT_CONFIG: join(folder, "bundle.toml") }),
    says: /knows no setting/
  },
  {
    name: "a file that another process has open",
    code: 5,
    answer: good,
    before: async ({ db }) => {
      const instance = await DuckDBInstance.create(db)
      chmodSync(db, 0o600)
      return () => instance.closeSync()
    },
    says: /open in/
  },
  {
    name: "a file that is damaged",
    code: 5,
    answer: good,
    before: async (place) => {
      await pullAt(place, {})
      const bytes = readFileSync(place.db)
      writeFileSync(place.db, bytes.fill(7, 4096, Math.min(bytes.length, 40_960)))
    },
    says: /damaged/
  },
  {
    name: "a file with data where a folder should be",
    code: 1,
    answer: good,
    env: ({ folder }) => ({ WALLET_STATEMENT_DB: join(folder, "nowhere", "a.duckdb") })
  },
  {
    name: "a defect while a page is read",
    code: 1,
    answer: good,
    before: crash(
      `import crypto from "node:crypto"; import { syncBuiltinESMExports } from "node:module";` +
        `crypto.createHash = () => { throw ${thrown} }; syncBuiltinESMExports()`
    ),
    env: crashing,
    says: /mistake of the program/
  },
  {
    name: "an error that nobody catches",
    code: 1,
    answer: statementCalls(() => "never"),
    before: crash(`setTimeout(() => { throw ${thrown} }, 800)`),
    env: crashing,
    says: /mistake of the program/
  },
  {
    name: "a promise that nobody waits for",
    code: 1,
    answer: statementCalls(() => "never"),
    before: crash(`setTimeout(() => { Promise.reject(${thrown}) }, 800)`),
    env: crashing,
    says: /mistake of the program/
  },
  { name: "check with everything repeated", code: 4, answer: echo(401), args: ["check", "--json"] },
  { name: "check with a refused signature", code: 4, answer: statementCalls(echo(401)), args: ["check"] },
  { name: "probe with everything repeated", code: 4, answer: echo(401), args: probing, says: /refused the login/ },
  {
    name: "probe with status 429, repeated",
    code: 1,
    answer: statementCalls(echo(429, { "retry-after": "0" })),
    args: [...probing, "--json"],
    says: /status 429/
  },
  { name: "a query that is wrong", code: 1, args: ["query", "SELECT"] },
  {
    name: "a key made with a passphrase",
    code: 0,
    args: ["keygen", "--out", "client", "--algorithm", "ecdsa-p256-sha256-der", "--log-level", "trace"]
  }
]

const loggedInWith = (token: string): string =>
  JSON.stringify({ success: true, message: token, data: { access_token: token, expires_in: 3600 } })

const pullAt = (place: Place, env: Environment, args: ReadonlyArray<string> = pulling) =>
  run(args, {
    env: { WALLET_STATEMENT_DB: place.db, ...environmentAt(place), ...env },
    cwd: place.folder
  })

/** Every file of a folder and those in it, but for the keys that were put there. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !keyFiles.includes(entry.name) && !entry.name.startsWith("given-"))
    .map((entry) => join(entry.parentPath, entry.name))

/** Every value of a table as text; what the file's compression would hide from a search of its bytes. */
const rowsOf = async (db: string, tables: (name: string) => boolean): Promise<string> => {
  const instance = await DuckDBInstance.create(db, { access_mode: "READ_ONLY" })
  const connection = await instance.connect()
  try {
    const names = (await connection.runAndReadAll("SELECT table_name FROM duckdb_tables()")).getRows().map(String)
    const texts: Array<string> = []
    for (const name of names.filter(tables)) {
      const rows = await connection.runAndReadAll(`SELECT t::VARCHAR FROM ${name} t`)
      texts.push(...rows.getRows().map(String))
    }
    return texts.join("\n")
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const inPlace = (
  answer: ((arrived: Arrived) => Reply) | undefined,
  use: (place: Place, service: Serving) => Promise<void>
) =>
  withFolder(async (folder) => {
    const service = await serveReplies(answer ?? good)
    writeFileSync(join(folder, "key.pem"), canaries.encryptedPem, { mode: 0o600 })
    try {
      await use({ folder, url: service.url, db: join(folder, "a.duckdb") }, service)
    } finally {
      await service.stop()
    }
  })

/** What not even the service is told. */
const keySearch = new CanarySearch([
  canaryOf("passphrase", canaries.passphrase),
  ...canaries.privateParts(canaries.privateKey)
])

/** What a run left, and where something of it was found. */
const assertClean = async (
  shown: Readonly<Record<string, string | Uint8Array>>,
  { db, folder }: Place,
  { requests }: Serving
): Promise<void> => {
  const signatures = canaries.signatureSearch(requests)
  const secretsIn = (text: string | Uint8Array) => [...canaries.secretSearch.in(text), ...signatures.in(text)]
  const all: Record<string, string | Uint8Array> = {}
  for (const file of filesIn(folder)) all[file] = readFileSync(file)
  const leaks: Array<string> = []
  for (const [name, text] of Object.entries({ ...shown, ...all })) {
    leaks.push(...secretsIn(name), ...secretsIn(text).map((leak) => `${leak} in ${name}`))
  }
  leaks.push(...keySearch.in(JSON.stringify(requests)).map((leak) => `${leak} in a request`))
  for (const [name, text] of Object.entries(shown)) {
    leaks.push(...canaries.payloadSearch.in(text).map((leak) => `${leak} in ${name}`))
  }
  if (existsSync(db) && statSync(db).size > 0) {
    leaks.push(...secretsIn(await rowsOf(db, () => true)).map((leak) => `${leak} in a table`))
    leaks.push(
      ...canaries.payloadSearch.in(await rowsOf(db, (name) => name === "runs")).map((leak) =>
        `${leak} in the run report`
      )
    )
  }
  assert.strictEqual([...new Set(leaks)].join("\n"), "", [...new Set(leaks)].join("\n"))
}

describe.concurrent("secrets", { timeout: 600_000 }, () => {
  it.each(scenarios.map((scenario, index) => [`${index + 1} ${scenario.name}`, scenario] as const))(
    "are nowhere after %s",
    (_, { answer, args, before, code, env, says }) =>
      inPlace(answer, async (place, service) => {
        const after = await before?.(place)
        const ended = await pullAt(place, env?.(place) ?? {}, args).finally(() => after?.())
        const shown = { stdout: ended.stdout, stderr: ended.stderr }
        await assertClean(shown, place, service)
        assert.strictEqual(ended.code, code, ended.stderr + ended.stdout)
        if (says !== undefined) assert.match(ended.stderr + ended.stdout, says)
      })
  )

  for (
    const [name, answer] of [["works", good], ["is refused", statementCalls(echo(401))], [
      "fails",
      statementCalls(echo(500))
    ]] as const
  ) {
    it(`are not in what a collector gets of a pull that ${name}`, () =>
      inPlace(answer, async (place, service) => {
        const collector = await serveReplies(() => ({}))
        const ended = await pullAt(place, {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${canaries.collectorKey}`
        }).finally(collector.stop)
        assert.isTrue(collector.requests.some(({ body }) => body.includes("Statement.fetch")), ended.stderr)
        const exported = collector.requests.map(({ body, url }) => `${url} ${body}`).join("\n")
        await assertClean({ stdout: ended.stdout, stderr: ended.stderr, exported }, place, service)
      }))
  }

  it("are not in the log of a file whose run was killed", () =>
    inPlace(
      statementCalls((arrived) => (arrived.body.includes("254700000001") ? page : "never")),
      async (place, service) => {
        const env = { ...environmentAt(place), WALLET_STATEMENT_DB: place.db }
        const stderr = await new Promise<string>((done) => {
          const child = spawn(
            process.execPath,
            [program, ...pulling, "--wallet", "254700000001", "--wallet", "254700000002"],
            { env: { PATH: process.env["PATH"] ?? "", ...env } }
          )
          let text = ""
          child.stderr.on("data", (chunk: Buffer) => {
            text += chunk.toString()
            if (text.includes("window committed")) child.kill("SIGKILL")
          })
          child.once("close", () => done(text))
        })
        assert.include(stderr, "window committed")
        const log = readFileSync(`${place.db}.wal`)
        assert.isNotEmpty(canaries.payloadSearch.in(log), "the log holds the data")
        await assertClean({ stderr }, place, service)
      }
    ))

  it("are found in whatever form they leak, on stdout, on stderr and in a file", () =>
    inPlace(good, async (place, service) => {
      const leaks = Object.entries(disguises).map(([name, disguise]) => [name, disguise(canaries.token)] as const)
      const source = `import { writeFileSync } from "node:fs";
        for (const [name, text] of ${JSON.stringify(leaks)}) {
          process.stderr.write(JSON.stringify({ level: "DEBUG", message: text }) + "\\n\\n\\n")
          process.stdout.write(text + "\\n\\n\\n")
          writeFileSync(name.replaceAll(" ", "-") + ".leak", text)
        }`
      await crash(source)(place)
      const ended = await pullAt(place, crashing(place), ["status"])
      for (const stream of [ended.stdout, ended.stderr]) {
        assert.isAtLeast(stream.split("\n\n\n").length, leaks.length)
        const parts = stream.split("\n\n\n").slice(0, leaks.length)
        const found = parts.map((part) => canaries.secretSearch.in(part))
        for (const [index, [name]] of leaks.entries()) assert.isNotEmpty(found[index], name)
      }
      const told = await problemOf(assertClean({}, place, service))
      for (const [name] of leaks) assert.include(told, `${name.replaceAll(" ", "-")}.leak`)
    }))

  it("are found when they leak into a table", () =>
    inPlace(good, async (place, service) => {
      assert.strictEqual((await pullAt(place, {})).code, 3)
      const instance = await DuckDBInstance.create(place.db)
      const connection = await instance.connect()
      await connection.run(`UPDATE runs SET report = '${canaries.description} ${canaries.token}'`)
      connection.closeSync()
      instance.closeSync()
      const told = await problemOf(assertClean({}, place, service))
      assert.include(told, "token (raw) in a table")
      assert.include(told, "description (raw) in the run report")
    }))
})

const problemOf = (check: Promise<void>): Promise<string> =>
  check.then(() => "nothing was found", (error: unknown) => String(error))
