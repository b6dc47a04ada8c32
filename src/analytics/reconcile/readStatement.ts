/**
 * The statement's rows of a period, from the file beside the books; and the balances that they have to lead to.
 */
import { Effect, Stream } from "effect"
import * as Period from "../../domain/Period.ts"
import type { DecidedRow } from "../../domain/RowDecision.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import { quoteText, textOrNull } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"

/** Which rows are read. */
export interface StatementPart {
  readonly period: Period.Period
  /** Rows so many days around the period are read too: they may be those that its own belong to. */
  readonly days: number
  readonly wallet: string | null
  /** Rows that are read wherever they are. */
  readonly also: ReadonlyArray<DecidedRow>
}

const ofWallet = (wallet: string | null): string => (wallet === null ? "" : `AND wallet_no = ${quoteText(wallet)}`)

const orThese = (rows: ReadonlyArray<DecidedRow>): string =>
  rows.length === 0
    ? ""
    : `OR (wallet_no, txn_id, leg) IN (${
      rows.map(({ id, leg, wallet }) => `(${textOrNull(wallet)}, ${textOrNull(id)}, ${leg ?? "NULL"})`).join(", ")
    })`

/** Fills `statement`. */
export const readStatement = Effect.fnUntraced(
  function*(
    { attempt, connection }: Workspace,
    reader: DatabaseReader,
    { also, days, period, wallet }: StatementPart
  ): Effect.fn.Return<void, SinkError> {
    const { from, to } = Period.widen(period, days, days)
    const appender = yield* attempt(() => connection.createAppender("statement"))
    yield* reader.chunks(
      `SELECT row_number() OVER () AS sid, wallet_no, currency, txn_id, leg, local_time, signed_amount, description
      FROM current_transactions WHERE (local_time >= DATE '${Period.formatDay(from)}'
        AND local_time < DATE '${Period.formatDay(to)}' + 1 ${ofWallet(wallet)}) ${orThese(also)}`,
      "singly"
    ).pipe(
      Stream.runForEach((chunk) => Effect.sync(() => appender.appendDataChunk(chunk))),
      Effect.ensuring(Effect.sync(() => appender.closeSync()))
    )
  }
)

/** A wallet's balances at the ends of a period, NULL where they are not known. */
export interface Balances {
  readonly wallet: string | null
  readonly currency: string | null
  readonly opening: string | null
  readonly closing: string | null
}

/** The balances of each wallet and currency that have days in the period. */
export const readBalances = (
  { query }: DatabaseReader,
  { period, wallet }: Pick<StatementPart, "period" | "wallet">
): Effect.Effect<ReadonlyArray<Balances>, SinkError> =>
  query(
    `SELECT wallet_no, currency, first(opening_balance ORDER BY day), last(closing_balance ORDER BY day)
    FROM daily_balance WHERE day BETWEEN DATE '${Period.formatDay(period.from)}' AND DATE '${
      Period.formatDay(period.to)
    }'
      ${ofWallet(wallet)} GROUP BY wallet_no, currency ORDER BY wallet_no, currency`
  ).pipe(
    Effect.map(({ rows }) =>
      rows.map(([wallet = null, currency = null, opening = null, closing = null]) => ({
        wallet,
        currency,
        opening,
        closing
      }))
    )
  )
