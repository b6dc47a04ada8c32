/**
 * Every setting there is, read through Effect's Config from whatever provider is in force, in parts: a program that
 * only signs needs no database, one that only queries needs no credentials.
 */
import { Duration, Effect, Layer, Option } from "effect"
import { DateBounds } from "../domain/DateBounds.ts"
import { MarkerPolicy } from "../domain/ServiceTime.ts"
import { readBalances } from "./balances.ts"
import { DatabaseSettings } from "./DatabaseSettings.ts"
import { path } from "./path.ts"
import { readProxy } from "./proxy.ts"
import { PullSettings, usualMaxRunBytes, usualMaxWithdrawals } from "./PullSettings.ts"
import { QuerySettings, usualQueryBytes } from "./QuerySettings.ts"
import { requiredSecret } from "./secretSetting.ts"
import { ServiceSettings } from "./ServiceSettings.ts"
import { foreign, gather, optional, problemWith, required, SettingsError, withDefault } from "./setting.ts"
import * as shapes from "./shapes.ts"
import { readSigning } from "./signing.ts"
import { SigningSettings } from "./SigningSettings.ts"
import { type ClientCertificate, pageBounds, TransportSettings, usualTransport } from "./TransportSettings.ts"
import { readWitness } from "./witness.ts"
import { WitnessSettings } from "./WitnessSettings.ts"

/** The names of all settings, without the prefix; in the configuration file they are written in lower case. */
export const settingNames = [
  "BASE_URL",
  "ALLOW_HTTP_LOOPBACK",
  "CONSUMER_KEY",
  "CONSUMER_KEY_FILE",
  "CONSUMER_KEY_COMMAND",
  "CONSUMER_SECRET",
  "CONSUMER_SECRET_FILE",
  "CONSUMER_SECRET_COMMAND",
  "PRIVATE_KEY",
  "PRIVATE_KEY_FILE",
  "PRIVATE_KEY_COMMAND",
  "PRIVATE_KEY_PASSPHRASE",
  "PRIVATE_KEY_PASSPHRASE_FILE",
  "PRIVATE_KEY_PASSPHRASE_COMMAND",
  "SIGNER_COMMAND",
  "SIGNATURE_ALGORITHM",
  "SIGNATURE_SEPARATOR",
  "TIME_ZONE",
  "MARKER_POLICY",
  "CLOCK_JITTER",
  "DATE_BOUNDS",
  "DAY_START",
  "DB",
  "ALLOW_DB_GROUP",
  "WAIT",
  "MAX_AGE",
  "WALLETS",
  "FROM",
  "TO",
  "LOOKBACK",
  "OPENING_BALANCES",
  "CLOSING_BALANCES",
  "OPENING_BALANCE",
  "CLOSING_BALANCE",
  "LIMIT",
  "MAX_WITHDRAWALS",
  "CONCURRENCY",
  "REQUESTS_PER_MINUTE",
  "REQUEST_TIMEOUT",
  "RETRY_TIMEOUT",
  "RUN_TIMEOUT",
  "MAX_RUN_BYTES",
  "MAX_ATTEMPTS",
  "MAX_RESPONSE_BYTES",
  "MAX_RESPONSE_DEPTH",
  "MAX_RECORDS",
  "MAX_KEYS",
  "MAX_FIELD_LENGTH",
  "MAX_VALUES",
  "QUERY_TIMEOUT",
  "QUERY_MEMORY",
  "QUERY_ROWS",
  "WITNESS_FILE",
  "WITNESS_COMMAND",
  "CA_FILE",
  "CLIENT_CERT_FILE",
  "CLIENT_KEY_FILE",
  "CONFIG"
] as const

/** The settings that hold secrets. */
export const secretNames: ReadonlyArray<string> = [
  "CONSUMER_KEY",
  "CONSUMER_SECRET",
  "PRIVATE_KEY",
  "PRIVATE_KEY_PASSPHRASE"
]

export { readPassphrase } from "./signing.ts"

const readService: Effect.Effect<ServiceSettings["Service"], SettingsError> = Effect.gen(function*() {
  const allowHttpLoopback = yield* withDefault("ALLOW_HTTP_LOOPBACK", shapes.yesOrNo, false)
  return yield* gather({
    baseUrl: required("BASE_URL", shapes.baseUrl(allowHttpLoopback)),
    consumerKey: requiredSecret("CONSUMER_KEY", "the consumer key of your developer account"),
    consumerSecret: requiredSecret("CONSUMER_SECRET", "the consumer secret of your developer account")
  })
})

const readClientCertificate: Effect.Effect<ClientCertificate | undefined, SettingsError> = Effect.gen(function*() {
  const certFile = yield* optional("CLIENT_CERT_FILE", path("the path of a PEM file with a certificate"))
  const keyFile = yield* optional("CLIENT_KEY_FILE", path("the path of the PEM file with its private key"))
  if (Option.isNone(certFile) && Option.isNone(keyFile)) return undefined
  if (Option.isNone(certFile)) {
    return yield* problemWith("CLIENT_CERT_FILE", "is missing: WALLET_STATEMENT_CLIENT_KEY_FILE needs it")
  }
  if (Option.isNone(keyFile)) {
    return yield* problemWith("CLIENT_KEY_FILE", "is missing: WALLET_STATEMENT_CLIENT_CERT_FILE needs it")
  }
  return { certFile: certFile.value, keyFile: keyFile.value }
})

const refuseUncheckedTls: Effect.Effect<void, SettingsError> = Effect.gen(function*() {
  const value = yield* foreign("NODE_TLS_REJECT_UNAUTHORIZED")
  if (Option.isNone(value) || value.value.trim() !== "0") return
  return yield* new SettingsError({
    problems: [
      "NODE_TLS_REJECT_UNAUTHORIZED=0 is set: it asks to trust anybody who answers in the service's place, who could " +
      "then read the credentials. Unset it; if the service has a certificate authority of its own, name its PEM file " +
      "in WALLET_STATEMENT_CA_FILE"
    ]
  })
})

const readBounds = gather({
  depth: withDefault("MAX_RESPONSE_DEPTH", shapes.wholeNumber(3, 512), pageBounds.depth),
  elements: withDefault("MAX_RECORDS", shapes.wholeNumber(1, 1_000_000), pageBounds.elements),
  keys: withDefault("MAX_KEYS", shapes.wholeNumber(10, 100_000), pageBounds.keys),
  stringLength: withDefault("MAX_FIELD_LENGTH", shapes.wholeNumber(64, 2 ** 26), pageBounds.stringLength),
  values: withDefault("MAX_VALUES", shapes.wholeNumber(100, 2 ** 26), pageBounds.values)
})

const readTransport: Effect.Effect<TransportSettings["Service"], SettingsError> = gather({
  requestTimeout: withDefault("REQUEST_TIMEOUT", shapes.duration, usualTransport.requestTimeout),
  retryTimeout: withDefault("RETRY_TIMEOUT", shapes.duration, usualTransport.retryTimeout),
  maxAttempts: withDefault("MAX_ATTEMPTS", shapes.wholeNumber(1, 100), usualTransport.maxAttempts),
  maxResponseBytes: withDefault(
    "MAX_RESPONSE_BYTES",
    shapes.wholeNumber(1024, 2 ** 30),
    usualTransport.maxResponseBytes
  ),
  requestsPerMinute: optional("REQUESTS_PER_MINUTE", shapes.wholeNumber(1, 1_000_000)),
  caFile: optional("CA_FILE", path("the path of a PEM file of certificate authorities")),
  clientCertificate: readClientCertificate,
  proxy: readProxy,
  bounds: Effect.andThen(refuseUncheckedTls, readBounds)
})

const readWallets: Effect.Effect<ReadonlyArray<shapes.WalletSetting>, SettingsError> = Effect.gen(function*() {
  const wallets = yield* required("WALLETS", shapes.wallets)
  const balances = yield* readBalances(wallets)
  return wallets.map((wallet) => ({ ...wallet, balances: balances.get(wallet.walletNo) ?? [] }))
})

const readPull: Effect.Effect<PullSettings["Service"], SettingsError> = gather({
  wallets: readWallets,
  from: optional("FROM", shapes.day),
  to: optional("TO", shapes.day),
  lookbackDays: withDefault("LOOKBACK", shapes.days, 3),
  clock: required("TIME_ZONE", shapes.timeZone),
  markerPolicy: withDefault("MARKER_POLICY", shapes.oneOf(MarkerPolicy.literals), "trust-24h"),
  clockJitter: withDefault("CLOCK_JITTER", shapes.duration, Duration.zero),
  dateBounds: withDefault("DATE_BOUNDS", shapes.oneOf(DateBounds.literals), "unknown"),
  dayStart: optional("DAY_START", shapes.dayStart),
  limit: withDefault("LIMIT", shapes.wholeNumber(1, 5000), 5000),
  maxWithdrawals: withDefault("MAX_WITHDRAWALS", shapes.wholeNumber(0, 1_000_000), usualMaxWithdrawals),
  concurrency: withDefault("CONCURRENCY", shapes.wholeNumber(1, 64), 4),
  runTimeout: withDefault("RUN_TIMEOUT", shapes.duration, Duration.hours(24)),
  maxRunBytes: withDefault("MAX_RUN_BYTES", shapes.wholeNumber(1024, 2 ** 49), usualMaxRunBytes)
})

const readDatabase: Effect.Effect<DatabaseSettings["Service"], SettingsError> = gather({
  path: withDefault("DB", path("the path of a DuckDB file"), "wallet-statement.duckdb"),
  allowGroup: withDefault("ALLOW_DB_GROUP", shapes.yesOrNo, false),
  wait: Effect.map(optional("WAIT", shapes.duration), Option.getOrUndefined)
})

const readQuery: Effect.Effect<QuerySettings["Service"], SettingsError> = gather({
  timeout: withDefault("QUERY_TIMEOUT", shapes.duration, Duration.minutes(5)),
  bytes: withDefault("QUERY_MEMORY", shapes.bytes, usualQueryBytes()),
  rows: withDefault("QUERY_ROWS", shapes.wholeNumber(1, 1_000_000), 1000)
})

/** The settings for speaking to the service: `BASE_URL`, `CONSUMER_KEY`, … */
export const layerService: Layer.Layer<ServiceSettings, SettingsError> = Layer.fresh(
  Layer.effect(ServiceSettings, readService)
)

/** The settings for signing: `PRIVATE_KEY_FILE`, `SIGNATURE_ALGORITHM`, … */
export const layerSigning: Layer.Layer<SigningSettings, SettingsError> = Layer.fresh(
  Layer.effect(SigningSettings, readSigning)
)

/** The settings for requests: `REQUEST_TIMEOUT`, `MAX_RESPONSE_BYTES`, … */
export const layerTransport: Layer.Layer<TransportSettings, SettingsError> = Layer.fresh(
  Layer.effect(TransportSettings, readTransport)
)

/** The settings for the statement: `WALLETS`, `TIME_ZONE`, … */
export const layerPull: Layer.Layer<PullSettings, SettingsError> = Layer.fresh(Layer.effect(PullSettings, readPull))

/** The settings for the file: `DB`. */
export const layerDatabase: Layer.Layer<DatabaseSettings, SettingsError> = Layer.fresh(
  Layer.effect(DatabaseSettings, readDatabase)
)

/** The bounds of a question: `QUERY_TIMEOUT`, `QUERY_MEMORY`, `QUERY_ROWS`. */
export const layerQuery: Layer.Layer<QuerySettings, SettingsError> = Layer.fresh(Layer.effect(QuerySettings, readQuery))

/** Where the head of the audit chain is told: `WITNESS_FILE`, `WITNESS_COMMAND`. */
export const layerWitness: Layer.Layer<WitnessSettings, SettingsError> = Layer.fresh(
  Layer.effect(WitnessSettings, readWitness)
)

/** All settings; what is wrong with any of them is told at once. */
export const layer: Layer.Layer<
  ServiceSettings | SigningSettings | TransportSettings | PullSettings | DatabaseSettings | WitnessSettings,
  SettingsError
> = Layer.fresh(Layer.unwrap(
  Effect.map(
    gather({
      service: readService,
      signing: readSigning,
      transport: readTransport,
      pull: readPull,
      database: readDatabase,
      witness: readWitness
    }),
    (read) =>
      Layer.mergeAll(
        Layer.succeed(ServiceSettings, read.service),
        Layer.succeed(SigningSettings, read.signing),
        Layer.succeed(TransportSettings, read.transport),
        Layer.succeed(PullSettings, read.pull),
        Layer.succeed(DatabaseSettings, read.database),
        Layer.succeed(WitnessSettings, read.witness)
      )
  )
))
