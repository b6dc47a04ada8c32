/**
 * Secrets and payload in the library's own hands: every service, exit, cause, log entry and span that a pull leaves is
 * written in every way a program might, and searched. The program itself is searched in e2e/canary.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Exit, Layer, Logger, References, Tracer } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { Auth } from "../src/auth/Auth.ts"
import { LoginMalformed } from "../src/auth/AuthError.ts"
import { WalletNo } from "../src/domain/Wallet.ts"
import * as Pull from "../src/pipeline/Pull.ts"
import { DatabaseSettings } from "../src/settings/DatabaseSettings.ts"
import { settingsProvider } from "../src/settings/provider.ts"
import { PullSettings } from "../src/settings/PullSettings.ts"
import { ServiceSettings } from "../src/settings/ServiceSettings.ts"
import * as Settings from "../src/settings/Settings.ts"
import { SigningSettings } from "../src/settings/SigningSettings.ts"
import { TransportSettings } from "../src/settings/TransportSettings.ts"
import { Signer } from "../src/signer/Signer.ts"
import { Sink, type SinkError } from "../src/sink/Sink.ts"
import { Statement } from "../src/statement/Statement.ts"
import { Transport } from "../src/transport/Transport.ts"
import * as canaries from "./kit/canaries.ts"
import { disguises } from "./kit/canary.ts"
import { layerFile } from "./kit/emptyFile.ts"
import { ofSettings } from "./kit/ofSettings.ts"
import { type Arrived, fakeClient, onClock, type Reply } from "./transport/fakeService.ts"

const { errorBody, loggedIn, page, statementCalls, toldBy } = canaries

const environment = {
  WALLET_STATEMENT_BASE_URL: "https://wallet.test",
  WALLET_STATEMENT_CONSUMER_KEY: canaries.consumerKey,
  WALLET_STATEMENT_CONSUMER_SECRET: canaries.consumerSecret,
  WALLET_STATEMENT_PRIVATE_KEY: canaries.encryptedPem,
  WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: canaries.passphrase,
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: "254700000001",
  WALLET_STATEMENT_FROM: "2024-03-01",
  WALLET_STATEMENT_TO: "2024-03-01",
  WALLET_STATEMENT_MAX_ATTEMPTS: "2",
  HTTPS_PROXY: `http://proxy:${canaries.proxyPassword}@127.0.0.1:3128`
}

/** All the ways in which a program might write a value. */
const written = (value: unknown): ReadonlyArray<string> => {
  const shallow = value instanceof Error ? [value.message, value.stack ?? ""] : []
  return [
    ...shallow,
    inspect(value, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    inspect(value, { depth: 30, getters: true }),
    String(value),
    `${json(value)}`
  ]
}

const json = (value: unknown): string | undefined => {
  const seen = new WeakSet<object>()
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "bigint") return String(part)
    if (typeof part !== "object" || part === null) return part
    if (seen.has(part)) return "seen"
    seen.add(part)
    return part
  })
}

/** What a run left to be searched. */
class Shown {
  readonly texts: Array<readonly [where: string, text: string]> = []

  add(where: string, value: unknown): void {
    for (const text of written(value)) this.texts.push([where, text])
  }

  readonly logger = Logger.make((entry) => {
    this.texts.push(["a log line of JSON", Logger.formatJson.log(entry)])
    this.texts.push(["a log line of text", Logger.formatLogFmt.log(entry)])
    this.add("a log entry", [entry.message, entry.cause, Logger.formatStructured.log(entry)])
  })

  readonly tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      this.spans.push(span)
      return span
    }
  })
  readonly spans: Array<Tracer.NativeSpan> = []

  addExit<A, E>(exit: Exit.Exit<A, E>): void {
    this.add("an exit", exit)
    if (Exit.isSuccess(exit)) return
    this.add("a cause", exit.cause)
    this.texts.push(["a pretty cause", Cause.pretty(exit.cause)])
    for (const reason of exit.cause.reasons) this.add("a reason", reason)
    this.add("an error", Cause.squash(exit.cause))
    for (const error of Cause.prettyErrors(exit.cause)) this.add("a pretty error", error)
  }

  /** Where something is found, and what. */
  leaks(requests: ReadonlyArray<Arrived> = []): ReadonlyArray<string> {
    const searches = [canaries.secretSearch, canaries.payloadSearch, canaries.signatureSearch(requests)]
    const spans = this.spans.flatMap(({ attributes, events, links, name, status }) =>
      written([name, [...attributes], events, links, status]).map((text) => [`span ${name}`, text] as const)
    )
    const found = [...this.texts, ...spans].flatMap(([where, text]) =>
      searches.flatMap((search) => search.in(text).map((leak) => `${leak} in ${where}`))
    )
    return [...new Set(found)]
  }
}

/** A command that says something on stdout and stderr, and fails. */
const saying = (text: string): string => `sh -c 'echo "$0"; echo "$0" >&2; exit 3' ${text}`

const settingsFrom = (changes: Readonly<Record<string, string>> = {}) =>
  Settings.layer.pipe(
    Layer.provide(ConfigProvider.layer(settingsProvider({ flags: {}, environment: { ...environment, ...changes } })))
  )

const stack = (
  service: ReturnType<typeof fakeClient>,
  sink: Layer.Layer<Sink, SinkError> = Sink.layerMemory,
  changes = {}
) =>
  Layer.mergeAll(
    ofSettings((account, transport) =>
      Statement.layer().pipe(
        Layer.provideMerge(Layer.merge(Auth.layer(account), Signer.layerConfig)),
        Layer.provideMerge(Transport.layer(account, transport)),
        Layer.provide(service.layer)
      )
    ),
    sink
  ).pipe(Layer.provideMerge(settingsFrom(changes)))

const lookedAt = Effect.gen(function*() {
  const auth = yield* Auth
  return {
    auth,
    token: yield* Effect.exit(auth.token),
    signer: yield* Signer,
    statement: yield* Statement,
    transport: yield* Transport,
    sink: yield* Sink,
    service: yield* ServiceSettings,
    signing: yield* SigningSettings,
    transportSettings: yield* TransportSettings,
    pull: yield* PullSettings,
    database: yield* DatabaseSettings
  }
})

/** A pull in a span, with every service looked at before and after, and all that is shown of it. */
const pulled = Effect.fnUntraced(
  function*(
    answer: (arrived: Arrived, count: number) => Reply,
    sink: Layer.Layer<Sink, SinkError> = Sink.layerMemory,
    changes: Readonly<Record<string, string>> = {}
  ) {
    const service = fakeClient(answer)
    const shown = new Shown()
    const look = Effect.map(lookedAt, (found) => {
      for (const [name, value] of Object.entries(found)) shown.add(`service ${name}`, value)
    })
    const pull = Effect.gen(function*() {
      yield* look
      const result = yield* Pull.run
      yield* Effect.logInfo("pulled", result)
      for (const { error } of result.failures) {
        shown.addExit(Exit.fail(error))
      }
      yield* look
      return result
    })
    const exit = yield* onClock(
      pull.pipe(
        Effect.provide(stack(service, sink, changes)),
        Effect.tapCause((cause) => Effect.logError("failed", cause)),
        Effect.withSpan("program", { attributes: { job: "pull" } }),
        Effect.exit
      ),
      2000
    ).pipe(
      Effect.provideService(Tracer.Tracer, shown.tracer),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.provide(Logger.layer([shown.logger]))
    )
    shown.addExit(exit)
    return { shown, requests: service.requests, exit }
  }
)

const assertNoLeak = (shown: Shown, requests: ReadonlyArray<Arrived>): void => {
  assert.isNotEmpty(shown.spans)
  assert.deepStrictEqual(shown.leaks(requests), [])
}

const says = (status: number) => (arrived: Arrived): Reply => ({ status, body: errorBody(toldBy(arrived)) })

const failures: Readonly<Record<string, (arrived: Arrived, count: number) => Reply>> = {
  "a pull that works": statementCalls(() => page),
  "a refused login": says(401),
  "a refused login with status 200": says(200),
  "a refused signature": statementCalls((arrived) => ({
    status: 400,
    body: errorBody(`signature ${toldBy(arrived)}`)
  })),
  "a refused token": statementCalls(says(401)),
  "status 403": statementCalls(says(403)),
  "status 429": statementCalls(says(429)),
  "status 500": statementCalls(says(500)),
  "a gateway's page": statementCalls((arrived) => ({ status: 502, body: `<html>${toldBy(arrived)}${canaries.body}` })),
  "an HTML page": statementCalls((arrived) => ({ body: `<html>${toldBy(arrived)}${canaries.body}` })),
  "broken JSON": statementCalls((arrived) => ({ body: `{"success":true "${toldBy(arrived)}${canaries.body}" }` })),
  "a truncated body": statementCalls(() => ({ body: `{"success":true,"data":["${canaries.body}` })),
  "too many keys": statementCalls(() => ({
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [canaries.body + index, 1])))
  })),
  "a broken body": statementCalls(() => "broken-body"),
  "no answer": statementCalls(() => "never"),
  "a redirect": statementCalls(() => ({ status: 302, headers: { location: `https://x/?${canaries.token}` } })),
  "a connection refused": statementCalls(() => ({ code: "ECONNREFUSED" })),
  "a certificate that has expired": statementCalls(() => ({ code: "CERT_HAS_EXPIRED" })),
  "a token that no header holds": () => ({
    body: JSON.stringify({ success: true, data: { access_token: `${canaries.token}\n`, expires_in: 3600 } })
  })
}

describe("what a pull leaves in memory, in logs and in spans", () => {
  it.effect.each(Object.entries(failures))("has no secret and no payload: %s", ([, answer]) =>
    Effect.gen(function*() {
      const { requests, shown } = yield* pulled(answer)
      assertNoLeak(shown, requests)
      assert.isNotEmpty(requests)
    }))

  it.effect("has none with a DuckDB file, whose data alone holds the payload", () =>
    Effect.acquireUseRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "canaries-"))),
      (folder) =>
        Effect.gen(function*() {
          const path = join(folder, "a.duckdb")
          const { exit, requests, shown } = yield* pulled(statementCalls(() => page), layerFile(path))
          assert.isTrue(Exit.isSuccess(exit))
          assertNoLeak(shown, requests)
          const file = readFileSync(path)
          assert.deepStrictEqual(canaries.secretSearch.in(file), [])
          assert.deepStrictEqual(canaries.signatureSearch(requests).in(file), [])
          assert.isNotEmpty(canaries.payloadSearch.in(file))
        }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ))

  it.effect("has none when a setting is wrong", () =>
    Effect.gen(function*() {
      const changes = [
        { WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: `${canaries.passphrase}!` },
        { WALLET_STATEMENT_PRIVATE_KEY: canaries.privatePem.slice(0, 800) },
        { WALLET_STATEMENT_PRIVATE_KEY: canaries.consumerSecret },
        { WALLET_STATEMENT_TIME_ZONE: canaries.consumerSecret },
        { WALLET_STATEMENT_PRIVATE_KEY: "", WALLET_STATEMENT_PRIVATE_KEY_FILE: canaries.privateJwk },
        { HTTPS_PROXY: `ftp://x:${canaries.proxyPassword}@host` },
        ...["CONSUMER_KEY", "CONSUMER_SECRET", "PRIVATE_KEY", "PRIVATE_KEY_PASSPHRASE"].flatMap((name) => [
          { [`WALLET_STATEMENT_${name}_FILE`]: "key.pem" },
          { [`WALLET_STATEMENT_${name}`]: "", [`WALLET_STATEMENT_${name}_FILE`]: canaries.consumerSecret },
          { [`WALLET_STATEMENT_${name}`]: "", [`WALLET_STATEMENT_${name}_COMMAND`]: canaries.consumerSecret },
          { [`WALLET_STATEMENT_${name}`]: "", [`WALLET_STATEMENT_${name}_COMMAND`]: `sh -c '${canaries.token}` },
          { [`WALLET_STATEMENT_${name}`]: "", [`WALLET_STATEMENT_${name}_COMMAND`]: saying(canaries.consumerSecret) }
        ]),
        { WALLET_STATEMENT_SIGNER_COMMAND: "true" },
        { WALLET_STATEMENT_PRIVATE_KEY: "", WALLET_STATEMENT_PRIVATE_KEY_COMMAND: `echo ${canaries.token}` }
      ]
      for (const change of changes) {
        const shown = new Shown()
        const exit = yield* Effect.exit(
          Effect.provide(Pull.run, stack(fakeClient(() => loggedIn), Sink.layerMemory, change))
        )
        assert.isTrue(Exit.isFailure(exit))
        shown.addExit(exit)
        assert.deepStrictEqual(shown.leaks(), [])
      }
    }))
})

describe("a pull whose secrets come from files", () => {
  it.effect("leaves none of them in memory, in logs and in spans, whether it is let in or not", () =>
    Effect.acquireUseRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "canaries-"))),
      (folder) =>
        Effect.gen(function*() {
          const fromFiles = Object.fromEntries(
            Object.entries(environment)
              .filter(([name]) => /CONSUMER|PRIVATE_KEY/.test(name))
              .flatMap(([name, value]) => {
                const path = join(folder, name)
                writeFileSync(path, `${value}\n`, { mode: 0o600 })
                return [[name, ""], [`${name}_FILE`, path]]
              })
          )
          for (const answer of [statementCalls(() => page), says(401)]) {
            const { exit, requests, shown } = yield* pulled(answer, Sink.layerMemory, fromFiles)
            assert.isTrue(Exit.isSuccess(exit))
            assertNoLeak(shown, requests)
            assert.include(requests[0]?.body, canaries.consumerSecret)
          }
        }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ))
})

const places: Readonly<Record<string, (message: (arrived: Arrived) => string) => (arrived: Arrived) => Reply>> = {
  "a refused login": (message) => (arrived) => ({ status: 400, body: errorBody(message(arrived)) }),
  "a failing login": (message) => (arrived) => ({ status: 500, body: errorBody(message(arrived)) }),
  "a refused statement": (message) => statementCalls((arrived) => ({ status: 400, body: errorBody(message(arrived)) })),
  "a limited statement": (message) => statementCalls((arrived) => ({ status: 429, body: errorBody(message(arrived)) })),
  "a refusal with status 200": (message) => statementCalls((arrived) => ({ body: errorBody(message(arrived)) })),
  // The token of before is what a login after it may be told of.
  "a refused renewal": (message) => {
    let logins = 0
    return (arrived) =>
      arrived.url.endsWith("/login")
        ? ++logins === 1 ? loggedIn : { status: 401, body: errorBody(message(arrived)) }
        : { status: 401 }
  }
}

/** One statement request, and all that is shown of its end. */
const fetched = Effect.fnUntraced(function*(answer: (arrived: Arrived) => Reply) {
  const service = fakeClient(answer)
  const shown = new Shown()
  const fetch = Effect.flatMap(Statement, (statement) => statement.fetch(request)).pipe(
    Effect.asVoid,
    Effect.tapCause((cause) => Effect.logError("failed", cause)),
    Effect.provide(stack(service, Sink.layerMemory, { WALLET_STATEMENT_PRIVATE_KEY: canaries.privatePem })),
    Effect.withSpan("program"),
    Effect.exit
  )
  shown.addExit(
    yield* onClock(fetch, 2000).pipe(
      Effect.provideService(Tracer.Tracer, shown.tracer),
      Effect.provide(Logger.layer([shown.logger]))
    )
  )
  return { shown, requests: service.requests }
})

const request = { walletNo: WalletNo.make("254700000001"), fromDate: "2024-03-01", toDate: "2024-03-01", limit: 5000 }
const credentials = [() => canaries.consumerKey, () => canaries.consumerSecret]
const allTold = [...credentials, () => canaries.token, ({ headers }: Arrived) => headers["signature"] ?? canaries.token]

describe("a service that repeats our secrets", () => {
  it.effect.each(Object.entries(places))(
    "gets none of them shown, however it writes them: %s",
    ([where, place]) =>
      Effect.gen(function*() {
        for (const [name, disguise] of Object.entries(disguises)) {
          // A token is known from the first login on.
          for (const told of where.endsWith("login") ? credentials : allTold) {
            const { requests, shown } = yield* fetched(place((arrived) => `No: ${disguise(told(arrived))}. Sorry`))
            assert.deepStrictEqual(shown.leaks(requests), [], name)
            assert.isTrue(shown.texts.some(([, text]) => text.includes("<redacted>")), name)
          }
        }
      }),
    120_000
  )
})

describe("a leak", () => {
  const planted = {
    "a log line": (shown: Shown, text: string) =>
      Effect.logInfo(`sending ${text}`).pipe(Effect.provide(Logger.layer([shown.logger]))),
    "an annotation of a log line": (shown: Shown, text: string) =>
      Effect.logInfo("sending").pipe(
        Effect.annotateLogs({ header: text }),
        Effect.provide(Logger.layer([shown.logger]))
      ),
    "an attribute of a span": (shown: Shown, text: string) =>
      Effect.withSpan(Effect.void, "post", { attributes: { header: text } }).pipe(
        Effect.provideService(Tracer.Tracer, shown.tracer)
      ),
    "a span's name": (shown: Shown, text: string) =>
      Effect.withSpan(Effect.void, text).pipe(Effect.provideService(Tracer.Tracer, shown.tracer)),
    "a span's end": (shown: Shown, text: string) =>
      Effect.withSpan(Effect.succeed({ header: text }), "post").pipe(
        Effect.provideService(Tracer.Tracer, shown.tracer)
      ),
    "an error": (shown: Shown, text: string) =>
      Effect.sync(() => shown.addExit(Exit.fail(new LoginMalformed({ status: 200, expected: "", said: text })))),
    "a defect": (shown: Shown, text: string) =>
      Effect.sync(() => shown.addExit(Exit.die(new Error("wrong", { cause: { text } })))),
    "a service": (shown: Shown, text: string) =>
      Effect.sync(() => shown.add("service", { settings: { headers: [text] } }))
  }

  it.effect.each(Object.entries(planted))("is found in every form in %s", ([where, leak]) =>
    Effect.gen(function*() {
      const signature = "c2lnbmF0dXJl/3x9+Q0vJk8s1Zr2Wm5Yt7Ub=="
      const signed = [{ headers: { signature }, atMillis: 0, url: "", body: "" }]
      for (const secret of [canaries.token, canaries.consumerSecret, canaries.description, signature]) {
        for (const [name, disguise] of Object.entries(disguises)) {
          const shown = new Shown()
          yield* leak(shown, disguise(secret))
          assert.isNotEmpty(shown.leaks(signed), `${name} in ${where}`)
        }
      }
      const clean = new Shown()
      yield* leak(clean, "nothing of ours")
      assert.deepStrictEqual(clean.leaks(), [])
    }))

  it("of a private key is found as PEM, DER, JWK, hexadecimal and in lines", () => {
    const forms = [
      canaries.privatePem,
      JSON.stringify(canaries.privatePem),
      inspect({ key: canaries.privatePem }),
      canaries.privateJwk,
      canaries.encryptedPem,
      Buffer.from(canaries.privateDer).toString("base64"),
      Buffer.from(canaries.privateDer).toString("hex"),
      inspect(Buffer.from(canaries.privateDer.subarray(400))),
      canaries.privatePem.split("\n")[12] ?? "",
      canaries.privatePem.split("\n").at(-4) ?? ""
    ]
    for (const form of forms) assert.isNotEmpty(canaries.secretSearch.in(form), form)
    assert.isNotEmpty(canaries.secretSearch.in(canaries.privateDer))
  })
})
