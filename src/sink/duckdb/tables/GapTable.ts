/**
 * The table `continuity_gaps`: reads a wallet's open gaps, and writes what a window does to them. Ids of rows are bound
 * as values, for they may hold any text.
 */
import { type DuckDBConnection, DuckDBDecimalValue, DuckDBTimestampValue, type DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import * as Money from "../../../domain/Money.ts"
import type { Gap } from "../../../domain/Verdict.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import { decimalText } from "../../plan/decimalText.ts"
import { byTimes, type GapPlan, type OpenGap, planGaps } from "../../plan/gapPlan.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { instant, localTime } from "./commitSql.ts"

/** The open gaps of a wallet, in the order of their times. */
export const readOpenGaps = (connection: DuckDBConnection, walletNo: WalletNo): Promise<ReadonlyArray<OpenGap>> =>
  connection
    .runAndReadAll(
      `SELECT id, currency, after_txn_id, before_txn_id, from_time, to_time, missing FROM continuity_gaps
       WHERE wallet_no = ${quoteText(walletNo)} AND state = 'open'`
    )
    .then((reader) =>
      reader.getRows()
        .map(([id, currency, after, before, from, to, missing]) => ({
          id: Number(id),
          gap: {
            afterTxnId: text(after),
            beforeTxnId: text(before),
            from: millis(from),
            to: millis(to),
            missing: missing instanceof DuckDBDecimalValue ? Money.fromTenThousandths(missing.value) : Money.zero,
            currency: text(currency) as Currency | null
          }
        }))
        .sort(byTimes)
    )

/** When something was found. */
type FoundAt = Pick<CommitStamp, "committedAt">

/** The gaps of a wallet that are open, and how many of them are new. */
export interface GapsAfter {
  readonly open: ReadonlyArray<OpenGap>
  readonly opened: number
}

/** Writes what a window does to the open gaps of its wallet; new ones get ids from `firstId` on. */
export const writeGaps = (
  session: Session,
  window: StatementWindow,
  stamp: FoundAt,
  firstId: number,
  open: ReadonlyArray<OpenGap>
): Effect.Effect<GapsAfter, SinkError> =>
  window.continuity.length === 0 && window.gaps.length === 0
    ? Effect.succeed({ open, opened: 0 })
    : writeGapPlan(session, window, planGaps(window, open), stamp, firstId, open)

type OfRun = Pick<StatementWindow, "runId" | "walletNo">

/** Writes what a plan does to the open gaps of a wallet; new ones get ids from `firstId` on. */
export const writeGapPlan = Effect.fnUntraced(
  function*(
    session: Session,
    of: OfRun,
    { closed, opened }: GapPlan,
    stamp: FoundAt,
    firstId: number,
    open: ReadonlyArray<OpenGap>
  ): Effect.fn.Return<GapsAfter, SinkError> {
    if (closed.length > 0) yield* session.expectRows(closed.length, closeGaps(of, closed, stamp))
    for (const [index, gap] of opened.entries()) {
      yield* session.run(insertGap(of, gap, stamp, firstId + index), [
        gap.currency,
        gap.afterTxnId,
        gap.beforeTxnId
      ])
    }
    const gone = new Set(closed)
    const fresh = opened.map((gap, index) => ({ id: firstId + index, gap }))
    return { open: [...open.filter(({ id }) => !gone.has(id)), ...fresh], opened: fresh.length }
  }
)

const closeGaps = ({ runId }: OfRun, ids: ReadonlyArray<number>, stamp: FoundAt): string =>
  `UPDATE continuity_gaps SET state = 'closed', closed_at = ${instant(stamp.committedAt)},
     closed_run_id = ${quoteText(runId)} WHERE id IN (${ids.join(", ")})`

const insertGap = ({ runId, walletNo }: OfRun, gap: Gap, stamp: FoundAt, id: number): string =>
  `INSERT INTO continuity_gaps VALUES (${id}, ${quoteText(walletNo)}, $1, $2, $3, ${timeLiteral(gap.from)}, ${
    timeLiteral(gap.to)
  }, ${decimalText(gap.missing)}, 'open', ${instant(stamp.committedAt)}, ${quoteText(runId)}, NULL, NULL)`

const timeLiteral = (millis: number | null): string => (millis === null ? "NULL" : localTime(millis))

const text = (value: DuckDBValue | undefined): string | null => (typeof value === "string" ? value : null)

const millis = (value: DuckDBValue | undefined): number | null =>
  value instanceof DuckDBTimestampValue ? Number(value.micros) / 1000 : null
