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
import { toObjects } from "../../output/rowFormats.ts"
import { renderTable, type TextTable } from "../../output/table.ts"
import { type Copy, readFileOrCopy } from "../fileOrCopy.ts"
import { type AskedWallet, healthOf } from "./health.ts"
import { healthText } from "./healthText.ts"
import { prometheusText } from "./prometheus.ts"
import { isEmpty, type WalletHealth } from "./WalletHealth.ts"

const wallets = `
SELECT s.wallet_no AS wallet, s.currency, s.rows, s.first_at, s.last_at, s.closing_balance, s.complete_from, s.complete_to,
  p.proven_from, p.proven_to, p.quiet_since, s.gaps, s.quarantined
FROM wallet_summary s LEFT JOIN proven p ON p.wallet_no = s.wallet_no AND p.currency IS NOT DISTINCT FROM s.currency
ORDER BY ALL`

/** Of each what the table above it does not say. */
const currencies = `
SELECT wallet, currency, "rows", last_at AS last_row, closing_balance, proven_to, quiet_since FROM (${wallets})`

const runs = `
SELECT run_id AS run, status, started_at, duration_ms, len(wallets) AS wallets FROM runs ORDER BY started_at DESC LIMIT 5`

const runsInShort = `
SELECT run, status, left(started_at::VARCHAR, 19) AS started_at, duration_ms, wallets FROM (${runs})`

const gaps = `
SELECT wallet_no AS wallet, currency, missing, after_txn_id AS after, before_txn_id AS before, from_time, to_time
FROM continuity_gaps WHERE state = 'open' ORDER BY wallet_no, from_time LIMIT 20`

const quarantine = `
SELECT wallet_no AS wallet, reason, count(*) AS records FROM quarantine WHERE state = 'open' GROUP BY ALL ORDER BY ALL`

const held = `
SELECT wallet_no AS wallet, count(*) AS rows, min(day) AS first_day, max(day) AS last_day, min(held_at) AS since
FROM held_rows WHERE state = 'held' GROUP BY ALL ORDER BY ALL`

const cutOff = `
SELECT DISTINCT wallet_no AS wallet, from_day AS day FROM statement_windows w
WHERE status = 'cut-off' AND NOT EXISTS (
  FROM statement_windows later WHERE later.wallet_no = w.wallet_no AND later.sequence > w.sequence
    AND later.status IN ('complete', 'doubted') AND later.from_day <= w.from_day AND later.to_day >= w.to_day
) ORDER BY ALL LIMIT 20`

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
    const message = `Complete to a day that ended more than ${Duration.format(maxAge)} ago: ${
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

const showDocument = Effect.fnUntraced(function*({ copy, database: { query }, health, path }: Found) {
  yield* printJson({
    database: path,
    copy: copy && { path: copy.path, at: copy.at === null ? null : isoText(copy.at) },
    health,
    wallets: toObjects(yield* query(wallets)),
    runs: toObjects(yield* query(runs)),
    gaps: toObjects(yield* query(gaps)),
    cutOffDays: toObjects(yield* query(cutOff)),
    held: toObjects(yield* query(held)),
    quarantine: toObjects(yield* query(quarantine)),
    findings: health.flatMap(({ findings, wallet }) => findings.map((finding) => ({ wallet, ...finding })))
  })
})

const showText = Effect.fnUntraced(function*({ database: { query }, health, now, path }: Found) {
  if (health.length === 0) return yield* printData(`${path} holds no wallet yet: run \`wallet-statement pull\`.`)
  const tables = [
    ["Currencies", yield* query(currencies)],
    ["Last runs, times in UTC", yield* query(runsInShort)],
    ["Open gaps", yield* query(gaps)],
    ["Days that may be cut off", yield* query(cutOff)],
    ["Rows that the service no longer shows and that are held", yield* query(held)],
    ["Records in quarantine", yield* query(quarantine)]
  ] as const
  yield* printData(
    [
      `${path}: ${healthText(health, now, dataColumns())}\n`,
      ...tables.flatMap(([title, table]) => (table.rows.length === 0 ? [] : [section(title, table)]))
    ].join("\n")
  )
})

const section = (title: string, table: TextTable): string => `${title}\n${renderTable(table, dataColumns())}\n`
