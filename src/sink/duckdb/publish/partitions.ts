/**
 * Which rows stand in which file, and which files may have changed.
 */
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { type Lake, quoted } from "./Lake.ts"
import type { ManifestFile } from "./Manifest.ts"
import type { Partition, smallTables } from "./names.ts"

/** What is selected for a table beside `transactions`: what is small, and what one has to know to judge sums. */
export const smallSelects: Readonly<Record<(typeof smallTables)[number], string>> = {
  watermarks: "SELECT * FROM watermarks",
  proven: "SELECT * FROM proven",
  continuity_gaps: "SELECT * FROM continuity_gaps",
  runs:
    "SELECT run_id, status, program_version, wallets, asked_from, asked_to, started_at, ended_at, duration_ms FROM runs",
  wallet_summary: "SELECT * FROM wallet_summary"
}

/** The rows of a partition: all columns of `transactions`, withdrawn rows too. */
export const rowsOfPartition = ({ month, wallet }: Partition): string => {
  const first = `DATE ${quoted(`${month}-01`)}`
  return `SELECT * FROM transactions WHERE wallet_no = ${quoted(wallet)} AND local_time >= ${first} ` +
    `AND local_time < ${first} + INTERVAL 1 MONTH`
}

/** The sums of a statement's rows that are not withdrawn, by currency. */
export const sumsOf = Effect.fnUntraced(
  function*(lake: Lake, select: string): Effect.fn.Return<Pick<ManifestFile, "rows" | "sums">, SinkError> {
    const rows = yield* lake.ask(
      `SELECT currency, count(*), count(*) FILTER (withdrawn_at IS NULL),
         coalesce(sum(amount) FILTER (withdrawn_at IS NULL AND type = 'Debit'), 0)::DECIMAL(38,4)::VARCHAR,
         coalesce(sum(amount) FILTER (withdrawn_at IS NULL AND type = 'Credit'), 0)::DECIMAL(38,4)::VARCHAR,
         coalesce(sum(signed_amount) FILTER (withdrawn_at IS NULL), 0)::DECIMAL(38,4)::VARCHAR
       FROM (${select}) GROUP BY currency ORDER BY currency`
    )
    return {
      rows: rows.reduce((sum, [, count]) => sum + Number(count), 0),
      sums: rows.map(([currency = null, , live, debits, credits, net]) => ({
        currency: currency === null ? null : String(currency),
        rows: Number(live),
        debits: String(debits),
        credits: String(credits),
        net: String(net)
      }))
    }
  }
)

/** The month of an expression, as the file's folder writes it. */
const monthOf = (time: string): string => `strftime(${time}, '%Y-%m')`

const partitionsIn = (lake: Lake, sql: string): Effect.Effect<ReadonlyArray<Partition>, SinkError> =>
  Effect.map(
    lake.ask(`SELECT wallet_no, month FROM (${sql}) WHERE month IS NOT NULL GROUP BY ALL ORDER BY ALL`),
    (rows) => rows.map(([wallet, month]) => ({ wallet: String(wallet), month: String(month) }))
  )

/** All that there are. */
export const allPartitions = (lake: Lake): Effect.Effect<ReadonlyArray<Partition>, SinkError> =>
  partitionsIn(
    lake,
    `SELECT wallet_no, ${monthOf("month")} AS month FROM
       (SELECT wallet_no, date_trunc('month', local_time) AS month FROM transactions GROUP BY ALL)`
  )

/**
 * Those whose rows may be others than behind an earlier window: all that a window may touch are rows of its days and those whose
 * change it tells.
 */
export const partitionsSince = (lake: Lake, sequence: number): Effect.Effect<ReadonlyArray<Partition>, SinkError> =>
  partitionsIn(
    lake,
    `SELECT wallet_no, ${monthOf("month")} AS month FROM (
       SELECT wallet_no, unnest(generate_series(date_trunc('month', from_day::TIMESTAMP), to_day::TIMESTAMP, INTERVAL 1 MONTH)) AS month
       FROM statement_windows WHERE sequence > ${sequence}
       UNION ALL SELECT wallet_no, "before".local_time FROM row_changes WHERE sequence > ${sequence}
       UNION ALL SELECT wallet_no, "after".local_time FROM row_changes WHERE sequence > ${sequence}
       UNION ALL SELECT wallet_no, local_time FROM transactions WHERE window_sequence > ${sequence}
     )`
  )
