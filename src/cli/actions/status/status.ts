/**
 * The work of `status`: how each wallet is and what to do next, what the file holds, and what is open.
 */
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { MAX_AGE } from "../../../settings/describedFiles.ts"
import { FROM, TIME_ZONE, WALLETS } from "../../../settings/describedStatement.ts"
import { optional } from "../../../settings/setting.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { walletText } from "../../../settings/shapes.ts"
import { Database, type DatabaseReader, layerDuckDbReadOnly } from "../../../sink/duckdb/index.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { isoText } from "../../output/instantText.ts"
import { dataColumns, printData, printJson, printPart } from "../../output/output.ts"
import { wrapped } from "../../output/wrapped.ts"
import { type Copy, readFileOrCopy } from "../fileOrCopy.ts"
import { documentTables, textTables, titledText } from "./fileTables.ts"
import { type AskedWallet, healthOf } from "./health.ts"
import { healthText } from "./healthText.ts"
import { prometheusText } from "./prometheus.ts"
import { timesIn } from "./timesIn.ts"
import { isEmpty, type WalletHealth } from "./WalletHealth.ts"

/** How the file is shown. */
export interface StatusInput {
  readonly json: boolean
  /** As metrics for a collector. */
  readonly prometheus: boolean
}

/** Reads and prints; ends with 3 where a wallet is older than it may be. */
export const status = Effect.fnUntraced(
  function*({ json, prometheus }: StatusInput) {
    const { path } = yield* DatabaseSettings
    const maxAge = Option.getOrUndefined(yield* optional(MAX_AGE))
    const asked = yield* readAsked
    const clock = Option.getOrUndefined(yield* optional(TIME_ZONE))
    const { copy, database, sink } = yield* readFileOrCopy((place, copy) =>
      Effect.gen(function*() {
        const database = yield* Database.openReadOnly(place)
        return { copy, database, sink: yield* Layer.build(layerDuckDbReadOnly({ path: place })) }
      })
    )
    const now = yield* Clock.currentTimeMillis
    const limits = { asked, clock, maxAgeMillis: maxAge && Duration.toMillis(maxAge) }
    const health = yield* Effect.provideContext(healthOf(database, now, limits), sink)
    const show = prometheus ? showMetrics : json ? showDocument : showText
    yield* show({ copy, database, health, now, path })
    const old = health.filter(({ isOld }) => isOld)
    if (maxAge === undefined || old.length === 0) return
    const message = `Not complete to a day that ended in the last ${Duration.format(maxAge)}: ${
      old.map((each) => `${each.wallet} (${each.completeTo ?? (isEmpty(each) ? "nothing loaded" : "no complete day")})`)
        .join(", ")
    }.`
    return yield* new CommandEnd({ code: exitCode.incomplete, message: json ? "" : message })
  },
  Effect.scoped,
  Effect.provide([layerCopies, layerDatabase])
)

/** The wallets of the settings; undefined where they name none, as where somebody only reads a file. */
const readAsked = Effect.gen(function*() {
  const from = Option.getOrUndefined(yield* optional(FROM))
  return Option.getOrUndefined(yield* optional(WALLETS))?.map((wallet): AskedWallet => ({
    walletNo: wallet.walletNo,
    begins: wallet.from ?? from,
    argument: walletText(wallet)
  }))
})

interface Found {
  /** The copy that was read in the file's place. */
  readonly copy: Copy | null
  readonly database: DatabaseReader
  readonly health: ReadonlyArray<WalletHealth>
  readonly now: number
  readonly path: string
}

const showMetrics = ({ health }: Found) => printPart(prometheusText(health))

const showDocument = Effect.fnUntraced(function*({ copy, database, health, path }: Found) {
  yield* printJson({
    database: path,
    copy: copy && { path: copy.path, at: copy.at === null ? null : isoText(copy.at) },
    health,
    ...(yield* documentTables(database)),
    findings: health.flatMap(({ findings, wallet }) => findings.map((finding) => ({ wallet, ...finding })))
  })
})

const showText = Effect.fnUntraced(function*({ database, health, now, path }: Found) {
  if (health.length === 0) return yield* printData(`${path} holds no wallet yet: run \`wallet-statement pull\`.`)
  const times = timesIn(health)
  const tables = yield* textTables(database, times.clock)
  yield* printData(
    [
      `${path}: ${healthText(health, now, dataColumns())}\n`,
      ...(tables.length === 0 ? [] : [`${wrapped(times.text, dataColumns())}\n`]),
      ...tables.map((table) => `${titledText(table, dataColumns())}\n`)
    ].join("\n")
  )
})
