// @effect-diagnostics multipleEffectProvide:off -- providing one layer after the other is among the ways that are tested
/**
 * Two accounts in one program are two accounts: each way in which Effect lets one be used beside or inside the other gives each
 * its own token, key, limit and file. The service tells by what it was sent.
 */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Fiber, Layer, LayerMap, ManagedRuntime, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingHttpHeaders } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { RunReport } from "../src/domain/RunReport.ts"
import * as Pull from "../src/pipeline/Pull.ts"
import type { DatabaseSettings } from "../src/settings/DatabaseSettings.ts"
import { settingsProvider } from "../src/settings/provider.ts"
import type { PullSettings } from "../src/settings/PullSettings.ts"
import { ServiceSettings } from "../src/settings/ServiceSettings.ts"
import * as Settings from "../src/settings/Settings.ts"
import { SigningSettings } from "../src/settings/SigningSettings.ts"
import { TransportSettings } from "../src/settings/TransportSettings.ts"
import { Signer } from "../src/signer/Signer.ts"
import { SignerError, SigningFailed } from "../src/signer/SignerError.ts"
import { signingText } from "../src/signer/signingText.ts"
import { Database, layerDuckDb, layerDuckDbConfig } from "../src/sink/duckdb/index.ts"
import type { Sink } from "../src/sink/Sink.ts"
import { Statement } from "../src/statement/Statement.ts"
import { isThorough } from "./kit/cases.ts"
import { putEmptyFile } from "./kit/emptyFile.ts"
import { recordsOf } from "./kit/fakeStatement.ts"
import { serveReplies } from "./kit/serveReplies.ts"
import { folder } from "./sink/duckdb/files.ts"

const wallet = "254700000001"

/** An account of the service, and where what it shows is kept. */
interface Account {
  readonly name: string
  readonly key: KeyObject
  readonly limit: number
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
}

const Asked = Schema.fromJsonString(
  Schema.Struct({ wallet_no: Schema.String, to_date: Schema.String, limit: Schema.Int })
)
const LoggedIn = Schema.fromJsonString(Schema.Struct({ consumer_key: Schema.String, consumer_secret: Schema.String }))

const success = (data: unknown) => ({ body: JSON.stringify({ success: true, message: "ok", data }) })

/** A service that knows accounts by the tokens that it gave them, and shows each rows of its own. */
const service = Effect.acquireRelease(
  Effect.promise(() =>
    serveReplies(({ body, headers, url }) => {
      if (url.endsWith("/auth/login")) {
        const { consumer_key: key, consumer_secret: secret } = Schema.decodeSync(LoggedIn)(body)
        const isRight = secret === `secret of ${key}`
        return isRight
          ? success({ access_token: `token-of-${key}`, token_type: "bearer", expires_in: 3600 })
          : { status: 401 }
      }
      const owner = headers["authorization"]?.replace("Bearer token-of-", "") ?? ""
      return success(recordsOf([{ id: `${owner}1`, at: "2024-01-02 10:00:00", amount: "5.00" }]))
    })
  ),
  ({ stop }) => Effect.promise(stop)
)

const keys = new Map(["A", "B"].map((name) => [name, generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey]))

const accountOf = (
  name: string,
  limit: number,
  url: string,
  place: string,
  more: Readonly<Record<string, string>> = {}
): Account => {
  const privateKey = keys.get(name) ?? assert.fail()
  const path = join(place, `${name}.duckdb`)
  const settings = {
    BASE_URL: url,
    ALLOW_HTTP_LOOPBACK: "true",
    CONSUMER_KEY: name,
    CONSUMER_SECRET: `secret of ${name}`,
    PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    WALLETS: wallet,
    TIME_ZONE: "Africa/Nairobi",
    DATE_BOUNDS: "inclusive",
    FROM: "2024-01-01",
    TO: "2024-01-31",
    LIMIT: String(limit),
    DB: path,
    ...more
  }
  const environment = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`WALLET_STATEMENT_${key}`, value])
  )
  return { name, key: privateKey, limit, path, environment }
}

const configOf = ({ environment }: Account) => ConfigProvider.layer(settingsProvider({ flags: {}, environment }))

type Needs = Statement | Sink | PullSettings

/**
 * What a pull needs, as a library's user writes it once, for whatever settings are in force. Effect builds a layer once wherever
 * it is used inside itself; what a program puts together for several accounts has to be fresh, as its parts are.
 */
const configured: Layer.Layer<Needs, unknown> = Layer.merge(Statement.layerConfig, layerDuckDbConfig).pipe(
  Layer.provide(Signer.layerConfig),
  Layer.provideMerge(Settings.layer),
  Layer.fresh
)

const plain = (account: Account): Layer.Layer<Needs, unknown> =>
  Layer.unwrap(
    Effect.gen(function*() {
      const statement = Statement.layerNode(yield* ServiceSettings, yield* TransportSettings).pipe(
        Layer.provide(Signer.layer(yield* SigningSettings))
      )
      return Layer.mergeAll(statement, layerDuckDb({ path: account.path }), Settings.layerPull)
    })
  ).pipe(Layer.provide(Settings.layer), Layer.provide(configOf(account)))

type Pulled = Effect.Effect<RunReport, unknown>

const report = Effect.map(Pull.run, ({ report }) => report)

const ways: ReadonlyArray<
  readonly [string, (one: Account, other: Account) => Effect.Effect<ReadonlyArray<RunReport>, unknown>]
> = [
  [
    "one after the other, by the same layers",
    (one, other) =>
      Effect.forEach(
        [one, other],
        (account) => report.pipe(Effect.provide(configured), Effect.provide(configOf(account)))
      )
  ],
  ["side by side, by the same layers", (one, other) =>
    Effect.forEach(
      [one, other],
      (account) => report.pipe(Effect.provide(configured), Effect.provide(configOf(account))),
      { concurrency: 2 }
    )],
  ["one inside the other, by the same layers", (one, other) =>
    Effect.gen(function*() {
      const inner: Pulled = report.pipe(Effect.provide(configured), Effect.provide(configOf(other)))
      return [yield* report, yield* inner]
    }).pipe(Effect.provide(configured), Effect.provide(configOf(one)))],
  ["one inside the other, before the outer one has asked anything", (one, other) =>
    Effect.gen(function*() {
      const inner = yield* report.pipe(Effect.provide(configured), Effect.provide(configOf(other)))
      return [yield* report, inner]
    }).pipe(Effect.provide(configured), Effect.provide(configOf(one)))],
  ["one inside the other, with a part of the settings taken over", (one, other) =>
    Effect.gen(function*() {
      const parts = Layer.merge(Statement.layerConfig, layerDuckDbConfig).pipe(Layer.provide(Signer.layerConfig))
      const inner = report.pipe(Effect.provide(parts), Effect.provide(Settings.layer), Effect.provide(configOf(other)))
      return [yield* report.pipe(Effect.provide(parts)), yield* inner]
    }).pipe(Effect.provide(Settings.layer), Effect.provide(configOf(one)))],
  ["made of plain values, one inside the other", (one, other) =>
    Effect.gen(function*() {
      return [yield* report, yield* report.pipe(Effect.provide(plain(other)))]
    }).pipe(Effect.provide(plain(one)))],
  [
    "made of plain values, side by side",
    (one, other) =>
      Effect.all([one, other].map((account) => Effect.provide(report, plain(account))), { concurrency: 2 })
  ],
  ["from a map of layers", (one, other) =>
    Effect.gen(function*() {
      const layers = yield* LayerMap.make((name: string) =>
        configured.pipe(Layer.provide(configOf(name === one.name ? one : other)))
      )
      return yield* Effect.forEach([one, other], ({ name }) => Effect.provide(report, layers.get(name)), {
        concurrency: 2
      })
    }).pipe(Effect.scoped)],
  ["in runtimes that share what they remember of layers", (one, other) => {
    const memoMap = Layer.makeMemoMapUnsafe()
    const runtimes = [one, other].map((account) =>
      ManagedRuntime.make(configured.pipe(Layer.provide(configOf(account))), { memoMap })
    )
    return Clock.clockWith((clock) =>
      Effect.forEach(
        runtimes,
        (runtime) => Effect.promise(() => runtime.runPromise(Effect.provideService(report, Clock.Clock, clock))),
        { concurrency: 2 }
      )
    ).pipe(Effect.ensuring(Effect.forEach(runtimes, (runtime) => runtime.disposeEffect)))
  }]
]

describe("two accounts in one program", () => {
  it.live.each(ways)("are two accounts: %s", ([, pullBoth]) =>
    Effect.gen(function*() {
      const { requests, url } = yield* service
      const place = yield* folder
      const [one, other] = [accountOf("A", 100, url, place), accountOf("B", 200, url, place)]
      for (const { path } of [one, other]) yield* putEmptyFile(path)
      const reports = yield* pullBoth(one, other)
      assert.deepStrictEqual(reports.map(({ wallets }) => wallets.map(({ error, rows }) => [error, rows.inserted])), [
        [[null, 1]],
        [[null, 1]]
      ])
      const logins = requests.filter((each) => each.url.endsWith("/auth/login"))
      assert.deepStrictEqual(
        logins.map(({ body }) => Schema.decodeSync(LoggedIn)(body).consumer_key).sort(),
        ["A", "B"]
      )
      for (const { key, limit, name, path } of [one, other]) {
        const own = requests.filter(({ headers }) => headers["authorization"] === `Bearer token-of-${name}`)
        assert.isAbove(own.length, 0)
        for (const { body, headers } of own) {
          const asked = Schema.decodeSync(Asked)(body)
          assert.strictEqual(asked.limit, limit)
          const text = signingText({ walletNo: asked.wallet_no, toDate: asked.to_date, limit: String(asked.limit) }, "")
          assert.isTrue(verify("sha256", Buffer.from(text), key, Buffer.from(headers["signature"] ?? "", "base64")))
        }
        const database = yield* Database.openReadOnly(path)
        assert.deepStrictEqual((yield* database.query("SELECT txn_id FROM transactions")).rows, [[`${name}1`]])
      }
    }))
})

/** Who sent a request. */
const senderOf = ({ body, headers }: { readonly body: string; readonly headers: IncomingHttpHeaders }): string =>
  headers["authorization"]?.replace("Bearer token-of-", "") ?? Schema.decodeSync(LoggedIn)(body).consumer_key

describe("two accounts of which one may send a request a minute", () => {
  it.effect.each(ways.filter((_, index) => isThorough || index % 3 === 0))(
    "keep to a limit each: %s",
    ([, pullBoth]) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.parse("2026-01-01T00:00:00Z"))
        const { requests, url } = yield* service
        const place = yield* folder
        const free = accountOf("A", 100, url, place)
        const slow = accountOf("B", 100, url, place, { REQUESTS_PER_MINUTE: "1" })
        const running = yield* Effect.forkChild(pullBoth(free, slow))
        const minutes: Array<ReadonlyArray<string>> = []
        let told = 0
        while (running.pollUnsafe() === undefined) {
          const before = requests.length
          // Opening a file takes a while, in which nothing is asked.
          yield* Effect.promise(() => sleep(400))
          if (requests.length > before) continue
          minutes.push(requests.slice(told).map(senderOf))
          told = requests.length
          yield* TestClock.adjust("1 minute")
        }
        minutes.push(requests.slice(told).map(senderOf))
        yield* Fiber.join(running)
        const mostOf = (name: string) =>
          Math.max(...minutes.map((senders) => senders.filter((sender) => sender === name).length))
        assert.isAbove(mostOf(free.name), 1, "was kept waiting by the other's limit")
        assert.strictEqual(mostOf(slow.name), 1, "did not keep to its own limit")
      }),
    30_000
  )
})

describe("a signer of one's own", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const mine = Layer.succeed(
    Signer,
    Signer.of({
      algorithm: "rsa-pkcs1-sha256",
      separator: "",
      publicKey: Effect.fail(new SignerError({ reason: new SigningFailed({ detail: "it is elsewhere" }) })),
      sign: (values) =>
        Effect.sync(() =>
          Redacted.make(sign("sha256", Buffer.from(signingText(values, "")), privateKey).toString("base64"))
        )
    })
  )

  it.live.each(
    [
      ["by the settings in force", Statement.layerConfig.pipe(Layer.provide(mine))],
      [
        "of plain values",
        Layer.unwrap(
          Effect.gen(function*() {
            return Statement.layerNode(yield* ServiceSettings, yield* TransportSettings)
          })
        ).pipe(Layer.provide(mine))
      ]
    ] as const
  )("is the one that signs: %s", ([, statement]) =>
    Effect.gen(function*() {
      const { requests, url } = yield* service
      const account = accountOf("A", 100, url, yield* folder)
      yield* report.pipe(
        Effect.provide(Layer.merge(statement, layerDuckDbConfig).pipe(Layer.provideMerge(Settings.layer))),
        Effect.provide(configOf(account))
      )
      const signatures = requests.flatMap(({ body, headers }) =>
        headers["signature"] === undefined
          ? []
          : [[Schema.decodeSync(Asked)(body), headers["signature"]] as const]
      )
      assert.isAbove(signatures.length, 0)
      for (const [asked, signature] of signatures) {
        const text = signingText({ walletNo: asked.wallet_no, toDate: asked.to_date, limit: String(asked.limit) }, "")
        assert.isTrue(verify("sha256", Buffer.from(text), privateKey, Buffer.from(signature, "base64")))
      }
    }))

  it("is put together here in the very words of docs/library.md, and in those of the jobs", () => {
    const composition = /Layer\.merge\(Statement\.layerConfig,[^;]*?Layer\.fresh\s*\)/
    const wordsOf = (path: string) => {
      const [found = path] = composition.exec(readFileSync(new URL(`../${path}`, import.meta.url), "utf8")) ?? []
      return found.replace(
        /layerDuckDb\(.*?\)|layerDuckDbConfig|Layer\.provide\(settings\),|layerBounded|Settings\.layer|\s/g,
        ""
      )
        .replaceAll("Layer.provideMerge(),Layer.provideMerge(),", "Layer.provideMerge(),")
    }
    const here = wordsOf("test/accounts.test.ts")
    assert.include(here, "Layer.fresh")
    for (const path of ["docs/library.md", "pipelines/daily.ts", "pipelines/backfill.ts", "pipelines/custom.ts"]) {
      assert.strictEqual(wordsOf(path), here, path)
    }
  })

  it("is asked for by the compiler", () => {
    expectTypeOf<Layer.Services<ReturnType<typeof Statement.layerNode>>>().toEqualTypeOf<Signer>()
    expectTypeOf<Layer.Services<typeof Statement.layerConfig>>()
      .toEqualTypeOf<Signer | ServiceSettings | TransportSettings | DatabaseSettings>()
  })
})
