/**
 * What people decided about rows, as the statement's file keeps it.
 */
import { Effect } from "effect"
import * as Money from "../../domain/Money.ts"
import * as Period from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { DecidedRow, RowDecision } from "../../domain/RowDecision.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"

const columns =
  `decision, kind, side, wallet_no, row_id, leg, strftime(local_time, '%Y-%m-%d %H:%M:%S'), amount::VARCHAR,
  currency, reference, found_by, alike, epoch_ms(decided_at), decided_by, reason, epoch_ms(reopened_at), reopened_by,
  reopened_reason, profile`

/** The decisions of a file in the order in which they were made; those that are in force, or all that there ever were. */
export const readDecisions = Effect.fnUntraced(
  function*(
    { query }: DatabaseReader,
    which: "in force" | "all"
  ): Effect.fn.Return<ReadonlyArray<RowDecision>, SinkError> {
    const { rows } = yield* query(
      `SELECT ${columns} FROM row_decisions ${
        which === "all" ? "" : "WHERE reopened_at IS NULL"
      } ORDER BY decided_at, decision, number`
    )
    const found = new Map<string, RowDecision & { readonly rows: Array<DecidedRow> }>()
    for (
      const [
        id,
        kind,
        side,
        wallet,
        rowId,
        leg,
        time,
        amount,
        currency,
        reference,
        foundBy,
        alike,
        at,
        by,
        reason,
        endedAt,
        endedBy,
        endedReason,
        profile
      ] of rows
    ) {
      const decision = found.get(id ?? "") ?? {
        id: id ?? "",
        kind: kind === "alone" ? "alone" : "together",
        rows: [],
        profile: profile ?? null,
        by: by ?? "",
        reason: reason ?? "",
        at: Number(at),
        reopened: endedAt === null || endedAt === undefined
          ? null
          : { by: endedBy ?? "", reason: endedReason ?? null, at: Number(endedAt) }
      }
      decision.rows.push({
        side: side === "books" ? "books" : "statement",
        wallet: wallet ?? null,
        id: rowId ?? null,
        leg: leg === null || leg === undefined ? null : Number(leg),
        time: time ?? "",
        amount: amount ?? "",
        currency: currency ?? null,
        reference: reference ?? null,
        foundBy: foundBy === "id" ? "id" : "contents",
        alike: Number(alike)
      })
      found.set(decision.id, decision)
    }
    return [...found.values()]
  }
)

/** The part of the rows that is looked at: days, and one wallet or all. */
export interface Part {
  readonly period: Period.Period
  readonly wallet: string | null
}

/** Whether a decision has a row in a part. */
export const concerns = ({ rows }: RowDecision, { period, wallet }: Part): boolean => {
  const [from, to] = [Period.formatDay(period.from), Period.formatDay(period.to)]
  return rows.some(({ time }) => time.slice(0, 10) >= from && time.slice(0, 10) <= to) &&
    (wallet === null || rows.every((row) => row.wallet === null) || rows.some((row) => row.wallet === wallet))
}

/** Whether a decision is about the books of a profile, or without one: a decision that was made without a profile is about any books. */
export const isAbout = (decision: RowDecision, profile: string | null): boolean =>
  decision.profile === null || decision.profile === profile

/** An amount of the database with two decimals at least. */
export const shortAmount = (decimal: string): string => {
  const amount = Money.parse(decimal)
  return typeof amount === "bigint" ? Money.format(amount) : decimal
}

/** What a row is called: by its id, `ID#1` for one whose leg is not 0, or by what stands in it. */
export const nameOfRow = ({ amount, id, leg, reference, time }: DecidedRow): string => {
  if (id !== null) return `${printable(id, 60)}${leg === null || leg === 0 ? "" : `#${leg}`}`
  return `the row of ${time.replace(" 00:00:00", "")} over ${shortAmount(amount)}${
    reference === null ? "" : ` with the reference ${printable(reference, 60)}`
  }`
}
