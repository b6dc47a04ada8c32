/**
 * The work of `status`: what the file holds, how far each wallet is complete and how far it is proven, and what is open.
 */
import { Effect, Option, Schema } from "effect"
import { Finding } from "../../../domain/Finding.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../../settings/Settings.ts"
import { Database } from "../../../sink/duckdb/index.ts"
import { findingLines } from "../../output/findingLines.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { toObjects } from "../../output/rowFormats.ts"
import { renderTable, type TextTable } from "../../output/table.ts"

/** A file that an earlier version wrote does not tell what is proven before the next pull. */
const wallets = (tellsProven: boolean): string => `
SELECT s.wallet_no AS wallet, s.currency, s.rows, s.first_at, s.last_at, s.closing_balance, s.complete_from, s.complete_to,
  ${
  tellsProven
    ? "p.proven_from, p.proven_to, p.quiet_since"
    : "NULL::DATE AS proven_from, NULL::DATE AS proven_to, NULL::DATE AS quiet_since"
}, s.gaps, s.quarantined
FROM wallet_summary s ${
  tellsProven ? "LEFT JOIN proven p ON p.wallet_no = s.wallet_no AND p.currency IS NOT DISTINCT FROM s.currency" : ""
} ORDER BY ALL`

const proofsThere = "SELECT count(*) FROM migrations WHERE name = 'proofs'"

const runs = `
SELECT run_id AS run, status, started_at, duration_ms, len(wallets) AS wallets FROM runs ORDER BY started_at DESC LIMIT 5`

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

const reports = `
SELECT wallet, arg_max(report, place) FROM (
  SELECT unnest(wallets) AS wallet, report, rowid AS place FROM runs WHERE report IS NOT NULL
) GROUP BY wallet ORDER BY wallet`

const decodeReport = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  wallets: Schema.Array(Schema.Struct({ wallet: Schema.String, findings: Schema.Array(Finding) }))
})))

/** What the last run of each wallet that came to its end found. */
const lastFindings = ({ rows }: TextTable): ReadonlyArray<LastFindings> =>
  rows.flatMap(([wallet, report]) =>
    Option.match(decodeReport(report), {
      onNone: () => [],
      onSome: ({ wallets }) => wallets.filter((each) => each.wallet === wallet)
    })
  )

interface LastFindings {
  readonly wallet: string
  readonly findings: ReadonlyArray<Finding>
}

const section = (title: string, table: TextTable, whenEmpty: string): string =>
  `${title}\n${
    table.rows.length === 0
      ? whenEmpty
      : renderTable(table, dataColumns())
  }\n`

const findingsText = (found: ReadonlyArray<LastFindings>): string => {
  const lines = found.flatMap(({ findings, wallet }) => findingLines(findings).map((line) => `${wallet}: ${line}`))
  return `What the last pull of each wallet found\n${lines.length === 0 ? "nothing" : lines.join("\n")}\n`
}

/** Reads and prints. */
export const status = Effect.fnUntraced(
  function*(json: boolean) {
    const { path } = yield* DatabaseSettings
    const database = yield* Database.openReadOnly(path)
    const { rows: [there] } = yield* database.query(proofsThere)
    const found = {
      wallets: yield* database.query(wallets(there?.[0] !== "0")),
      runs: yield* database.query(runs),
      gaps: yield* database.query(gaps),
      cutOffDays: yield* database.query(cutOff),
      held: yield* database.query(held),
      quarantine: yield* database.query(quarantine),
      findings: lastFindings(yield* database.query(reports))
    }
    if (json) {
      return yield* printJson({
        database: path,
        wallets: toObjects(found.wallets),
        runs: toObjects(found.runs),
        gaps: toObjects(found.gaps),
        cutOffDays: toObjects(found.cutOffDays),
        held: toObjects(found.held),
        quarantine: toObjects(found.quarantine),
        findings: found.findings.flatMap(({ findings, wallet }) => findings.map((finding) => ({ wallet, ...finding })))
      })
    }
    yield* printData(
      [
        section(`Wallets in ${path}`, found.wallets, "none yet: run `wallet-statement pull`"),
        section("Last runs", found.runs, "none"),
        section("Open gaps", found.gaps, "none"),
        section("Days that may be cut off", found.cutOffDays, "none"),
        section("Rows that the service no longer shows and that are held", found.held, "none"),
        section("Open quarantine", found.quarantine, "none"),
        findingsText(found.findings)
      ].join("\n")
    )
  },
  Effect.scoped,
  Effect.provide(layerDatabase)
)
