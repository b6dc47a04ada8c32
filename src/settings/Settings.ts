/**
 * Every setting there is, read through Effect's Config from whatever provider is in force, in parts: a program that
 * only signs needs no database, one that only queries needs no credentials.
 */
import { Duration, Effect, Layer, Option } from "effect"
import { DatabaseSettings } from "./DatabaseSettings.ts"
import { readDays } from "./days.ts"
import * as files from "./describedFiles.ts"
import * as requests from "./describedRequests.ts"
import * as service from "./describedService.ts"
import * as statement from "./describedStatement.ts"
import { readProxy } from "./proxy.ts"
import { readPublish, readPublished } from "./publish.ts"
import { PublishSettings } from "./PublishSettings.ts"
import { PullSettings } from "./PullSettings.ts"
import { QuerySettings, usualQueryBytes } from "./QuerySettings.ts"
import { requiredSecret } from "./secretSetting.ts"
import { ServiceSettings } from "./ServiceSettings.ts"
import {
  foreign,
  gather,
  missing,
  optional,
  orDefault,
  otherwise,
  placeOf,
  required,
  SettingsError
} from "./setting.ts"
import { baseUrl } from "./shapes.ts"
import { readSigning } from "./signing.ts"
import { SigningSettings } from "./SigningSettings.ts"
import { type ClientCertificate, TransportSettings } from "./TransportSettings.ts"
import { readWitness } from "./witness.ts"
import { WitnessSettings } from "./WitnessSettings.ts"

export { readPassphrase } from "./signing.ts"

const readService: Effect.Effect<ServiceSettings["Service"], SettingsError> = Effect.gen(function*() {
  const allowHttpLoopback = yield* orDefault(service.ALLOW_HTTP_LOOPBACK)
  return yield* gather({
    baseUrl: required({ ...service.BASE_URL, shape: baseUrl(allowHttpLoopback) }),
    consumerKey: requiredSecret(service.CONSUMER_KEY),
    consumerSecret: requiredSecret(service.CONSUMER_SECRET)
  })
})

const readClientCertificate: Effect.Effect<ClientCertificate | undefined, SettingsError> = Effect.gen(function*() {
  const { CLIENT_CERT_FILE: cert, CLIENT_KEY_FILE: key } = requests
  const certFile = yield* optional(cert)
  const keyFile = yield* optional(key)
  if (Option.isNone(certFile) && Option.isNone(keyFile)) return undefined
  if (Option.isNone(certFile)) {
    return yield* missing(cert.name, `${cert.shape.expected}, which ${yield* placeOf(key.name)} needs`)
  }
  if (Option.isNone(keyFile)) {
    return yield* missing(key.name, `${key.shape.expected}, which ${yield* placeOf(cert.name)} needs`)
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
  depth: orDefault(requests.MAX_RESPONSE_DEPTH),
  elements: orDefault(requests.MAX_RECORDS),
  keys: orDefault(requests.MAX_KEYS),
  stringLength: orDefault(requests.MAX_FIELD_LENGTH),
  values: orDefault(requests.MAX_VALUES)
})

const readTransport: Effect.Effect<TransportSettings["Service"], SettingsError> = gather({
  requestTimeout: orDefault(requests.REQUEST_TIMEOUT),
  retryTimeout: orDefault(requests.RETRY_TIMEOUT),
  maxAttempts: orDefault(requests.MAX_ATTEMPTS),
  maxResponseBytes: orDefault(requests.MAX_RESPONSE_BYTES),
  requestsPerMinute: optional(requests.REQUESTS_PER_MINUTE),
  caFile: optional(requests.CA_FILE),
  clientCertificate: readClientCertificate,
  proxy: readProxy,
  bounds: Effect.andThen(refuseUncheckedTls, readBounds)
})

const readPull: Effect.Effect<PullSettings["Service"], SettingsError> = Effect.map(
  gather({
    days: readDays,
    lookbackDays: orDefault(statement.LOOKBACK),
    clock: required(statement.TIME_ZONE),
    markerPolicy: orDefault(statement.MARKER_POLICY),
    clockJitter: otherwise(statement.CLOCK_JITTER, Duration.zero),
    dateBounds: orDefault(statement.DATE_BOUNDS),
    dayStart: optional(statement.DAY_START),
    limit: orDefault(statement.LIMIT),
    maxWithdrawals: orDefault(statement.MAX_WITHDRAWALS),
    concurrency: orDefault(statement.CONCURRENCY),
    runTimeout: orDefault(statement.RUN_TIMEOUT),
    maxRunBytes: orDefault(statement.MAX_RUN_BYTES)
  }),
  ({ days, ...others }) => ({ ...days, ...others })
)

const readDatabase: Effect.Effect<DatabaseSettings["Service"], SettingsError> = gather({
  path: orDefault(files.DB),
  allowGroup: orDefault(files.ALLOW_DB_GROUP),
  wait: Effect.map(optional(files.WAIT), Option.getOrUndefined)
})

const readQuery: Effect.Effect<QuerySettings["Service"], SettingsError> = gather({
  timeout: orDefault(files.QUERY_TIMEOUT),
  bytes: otherwise(files.QUERY_MEMORY, usualQueryBytes()),
  rows: orDefault(files.QUERY_ROWS)
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

/** Where copies for readers go: `PUBLISH`, `PUBLISH_MODE`, `PUBLISH_KEEP`. */
export const layerPublish: Layer.Layer<PublishSettings, SettingsError> = Layer.fresh(
  Layer.effect(PublishSettings, readPublish)
)

/** Where copies are that may be read in the place of a file that is being written. */
export const layerCopies: Layer.Layer<PublishSettings, SettingsError> = Layer.fresh(
  Layer.effect(PublishSettings, readPublished)
)

/** The bounds of a question: `QUERY_TIMEOUT`, `QUERY_MEMORY`, `QUERY_ROWS`. */
export const layerQuery: Layer.Layer<QuerySettings, SettingsError> = Layer.fresh(Layer.effect(QuerySettings, readQuery))

/** Where the head of the audit chain is told: `WITNESS_FILE`, `WITNESS_COMMAND`. */
export const layerWitness: Layer.Layer<WitnessSettings, SettingsError> = Layer.fresh(
  Layer.effect(WitnessSettings, readWitness)
)

/** All settings; what is wrong with any of them is told at once. */
export const layer: Layer.Layer<
  | ServiceSettings
  | SigningSettings
  | TransportSettings
  | PullSettings
  | DatabaseSettings
  | PublishSettings
  | WitnessSettings,
  SettingsError
> = Layer.fresh(Layer.unwrap(
  Effect.map(
    gather({
      service: readService,
      signing: readSigning,
      transport: readTransport,
      pull: readPull,
      database: readDatabase,
      publish: readPublish,
      witness: readWitness
    }),
    (read) =>
      Layer.mergeAll(
        Layer.succeed(ServiceSettings, read.service),
        Layer.succeed(SigningSettings, read.signing),
        Layer.succeed(TransportSettings, read.transport),
        Layer.succeed(PullSettings, read.pull),
        Layer.succeed(DatabaseSettings, read.database),
        Layer.succeed(PublishSettings, read.publish),
        Layer.succeed(WitnessSettings, read.witness)
      )
  )
))
