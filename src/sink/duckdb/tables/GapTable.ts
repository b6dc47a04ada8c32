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
import type { OpenGap } from "../../plan/gapPlan.ts"
import type { SinkError } from "../../SinkError.ts"
import type { GapChange } from "../../store/Change.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { instant, localTime } from "./commitSql.ts"

/** The open gaps of a wallet, in the order of their ids. */
export const readOpenGaps = (connection: DuckDBConnection, walletNo: WalletNo): Promise<ReadonlyArray<OpenGap>> =>
  askRows(
    connection,
    `SELECT id, currency, after_txn_id, before_txn_id, from_time, to_time, missing FROM continuity_gaps
       WHERE wallet_no = ${quoteText(walletNo)} AND state = 'open' ORDER BY id`
  )
    .then((rows) =>
      rows
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
    )

/** When something was found. */
type FoundAt = Pick<CommitStamp, "committedAt">

type OfRun = Pick<StatementWindow, "runId" | "walletNo">

/** Writes which gaps of a wallet are there no longer, and which are new. */
export const writeGaps = Effect.fnUntraced(
  function*(
    session: Session,
    of: OfRun,
    { closed, opened }: GapChange,
    stamp: FoundAt
  ): Effect.fn.Return<void, SinkError> {
    if (closed.length > 0) yield* session.expectRows(closed.length, closeGaps(of, closed, stamp))
    for (const { gap, id } of opened) {
      yield* session.run(insertGap(of, gap, stamp, id), [gap.currency, gap.afterTxnId, gap.beforeTxnId])
    }
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
