/**
 * Which rows of some days are otherwise than they were when a window was committed, as `plan/changedSince.ts` has it: one question
 * for all days. Windows tell which rows came, and the times of changes which of these count, so that whole rows are read of the very days
 * alone.
 */
import { type DuckDBConnection, DuckDBDecimalValue, type DuckDBValue } from "@duckdb/node-api"
import * as Money from "../../../domain/Money.ts"
import { dayFromNumber } from "../../../domain/Period.ts"
import { Currency, type WalletNo } from "../../../domain/Wallet.ts"
import { type ChangedRows, type DaysSince, mostNamed, toldColumns } from "../../plan/changedSince.ts"
import { contentBefore } from "../schema/laterTables.ts"
import { contentOf } from "../schema/tables.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { dayLiteral } from "./commitSql.ts"

/** Asks for all of some days, which are at least one. */
export const changedSince = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  asked: ReadonlyArray<DaysSince>
): Promise<ReadonlyArray<ChangedRows>> =>
  askRows(connection, mayBeAny(walletNo, asked)).then(([first]) =>
    first?.[0] === true ? ask(connection, walletNo, asked) : []
  )

const ask = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  asked: ReadonlyArray<DaysSince>
): Promise<ReadonlyArray<ChangedRows>> =>
  askRows(connection, question(walletNo, asked)).then((rows) =>
    rows.map((
      [
        place,
        currency,
        count,
        merelyConfirmed,
        merelyCarried,
        unconfirmed,
        changes,
        moved,
        pending,
        pendingMoved,
        from,
        to,
        ...named
      ]
    ) => ({
      place: Number(place),
      currency: typeof currency === "string" ? Currency.make(currency) : null,
      rows: Number(count),
      merelyConfirmed: Number(merelyConfirmed),
      merelyCarried: Number(merelyCarried),
      unconfirmed: Number(unconfirmed),
      changes: Number(changes),
      moved: money(moved),
      pending: Number(pending),
      pendingMoved: money(pendingMoved),
      days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
      named: named.filter((id: DuckDBValue) => typeof id === "string")
    }))
  )

const money = (value: DuckDBValue | undefined): Money.Money =>
  value instanceof DuckDBDecimalValue ? Money.fromTenThousandths(value.value) : Money.zero

const told = (row: string): string =>
  `struct_pack(${toldColumns.map((name) => `"${name}" := ${row}."${name}"`).join(", ")})`

/** The ways in which a row is otherwise, in the order of `plan/changedSince.ts`. */
const [other, unconfirmed, carried, confirmed, same] = [0, 1, 2, 3, 4]

const within = (row: string): string => `(${row}.local_time >= a.from_day AND ${row}.local_time < a.to_day + 1)`

const signed = (row: string): string => `CASE ${row}.type WHEN 'Credit' THEN ${row}.amount ELSE -${row}.amount END`

const askedTable = (asked: ReadonlyArray<DaysSince>): string =>
  `asked(place, from_day, to_day, since) AS (VALUES ${
    asked.map(({ days, sequence }, place) =>
      `(${place}, ${dayLiteral(days.from)}, ${dayLiteral(days.to)}, ${sequence})`
    ).join(", ")
  })`

/** Whether windows since did anything that may concern these days, which most nights they did not: asked far sooner than what. */
const mayBeAny = (walletNo: WalletNo, asked: ReadonlyArray<DaysSince>): string =>
  `WITH ${askedTable(asked)} SELECT EXISTS (
  FROM statement_windows w JOIN asked a ON w.sequence > a.since
  WHERE w.wallet_no = ${quoteText(walletNo)} AND (w.changed + w.withdrawn + w.returned > 0
    OR (w.inserted > 0 AND w.from_day <= a.to_day AND w.to_day >= a.from_day)))`

const question = (walletNo: WalletNo, asked: ReadonlyArray<DaysSince>): string => {
  const wallet = quoteText(walletNo)
  const earliest = asked.reduce((first, { sequence }) => Math.min(first, sequence), Infinity)
  return `WITH ${askedTable(asked)}, times AS MATERIALIZED (
  SELECT rowid AS number, sequence, "before".local_time AS was_at, "after".local_time AS is_at FROM row_changes
  WHERE wallet_no = ${wallet} AND sequence > ${earliest}
), touched AS (
  SELECT a.place, t.number FROM times t JOIN asked a
    ON t.sequence > a.since AND t.was_at >= a.from_day AND t.was_at < a.to_day + 1
  UNION
  SELECT a.place, t.number FROM times t JOIN asked a
    ON t.sequence > a.since AND t.is_at >= a.from_day AND t.is_at < a.to_day + 1
), changed AS (
  SELECT t.place, c.sequence, c.kind, c.txn_id, c.leg, ${contentBefore} AS was, "after" AS "is"
  FROM touched t JOIN row_changes c ON c.rowid = t.number
  WHERE c.kind <> 'changed' OR ${told(`"before"`)} IS DISTINCT FROM ${told(`"after"`)}
    OR "before".balance IS DISTINCT FROM "after".balance OR "before".confirmed IS DISTINCT FROM "after".confirmed
), touching AS (
  SELECT a.place, a.since, c.txn_id, c.leg, c.sequence, {
      'kind': c.kind, 'was': CASE WHEN ${within("c.was")} THEN c.was END, 'is': CASE WHEN ${
    within(`c."is"`)
  } THEN c."is" END
    } AS event
  FROM changed c JOIN asked a ON a.place = c.place
), edges AS MATERIALIZED (
  SELECT place, since, txn_id, leg, count(*) AS changes, arg_min(event, sequence) AS first, arg_max(event, sequence) AS last
  FROM touching GROUP BY ALL
), sides AS MATERIALIZED (
  SELECT e.place, e.txn_id, e.leg, e.changes + (t.window_sequence > e.since AND e.first.was IS NOT NULL)::INTEGER AS changes,
    CASE WHEN t.window_sequence <= e.since AND e.first.kind <> 'returned' THEN e.first.was END AS was,
    CASE WHEN e.last.kind <> 'withdrawn' THEN e.last."is" END AS "is", coalesce(e.last.was, e.last."is") AS seen
  FROM edges e JOIN transactions t ON t.txn_id = e.txn_id AND t.leg = e.leg WHERE t.wallet_no = ${wallet}
  UNION ALL
  SELECT a.place, t.txn_id, t.leg, 1, NULL, ${contentOf("t")}, NULL
  FROM asked a JOIN statement_windows w ON w.sequence > a.since AND w.from_day <= a.to_day AND w.to_day >= a.from_day
  JOIN transactions t ON t.window_sequence = w.sequence AND ${within("t")}
  ANTI JOIN edges e ON e.place = a.place AND e.txn_id = t.txn_id AND e.leg = t.leg
  WHERE w.wallet_no = ${wallet} AND w.inserted > 0 AND t.wallet_no = ${wallet} AND t.withdrawn_at IS NULL
), alone AS (
  SELECT place, txn_id FROM sides WHERE (was IS NULL) <> ("is" IS NULL)
  GROUP BY ALL HAVING count(was) > 0 AND count("is") > 0
), replaced AS (
  SELECT place, txn_id, leg FROM (
    SELECT place, txn_id, leg, row_number() OVER (PARTITION BY place, txn_id, side, contents ORDER BY leg) AS nth,
      count(*) FILTER (side) OVER alike AS gone, count(*) FILTER (NOT side) OVER alike AS come
    FROM (
      SELECT place, txn_id, leg, side, struct_pack(told := ${
    told("c")
  }, balance := c.balance, confirmed := c.confirmed) AS contents
      FROM (
        SELECT place, txn_id, leg, was IS NOT NULL AS side, coalesce("is", was) AS c
        FROM sides SEMI JOIN alone USING (place, txn_id) WHERE (was IS NULL) <> ("is" IS NULL)
      )
    ) WINDOW alike AS (PARTITION BY place, txn_id, contents)
  ) WHERE nth <= least(gone, come)
), settled AS (
  SELECT s.place, s.txn_id, s.leg, s.changes, CASE WHEN r.leg IS NULL THEN s.was END AS was,
    CASE WHEN r.leg IS NULL THEN s."is" END AS "is", CASE WHEN r.leg IS NULL THEN s.seen ELSE coalesce(s."is", s.was) END AS seen
  FROM sides s LEFT JOIN replaced r ON r.place = s.place AND r.txn_id = s.txn_id AND r.leg = s.leg
), compared AS (
  SELECT *, was IS NOT NULL AND ("is" IS NULL OR was.currency IS NOT DISTINCT FROM "is".currency) AS is_one,
    NOT coalesce("is".confirmed, false) AND NOT (is_one AND was.confirmed) AS is_pending,
    is_one AND "is" IS NOT NULL AND was.confirmed <> "is".confirmed AS is_flipped,
    (was.balance IS NULL) <> ("is".balance IS NULL) AS tells_otherwise
  FROM settled
), parts AS (
  SELECT place, txn_id, leg, changes, coalesce("is", was, seen) AS of, is_one, was IS NOT NULL AS was_there, was, is_pending,
    CASE WHEN is_flipped AND tells_otherwise AND "is".confirmed = ("is".balance IS NOT NULL)
      THEN CASE WHEN "is".confirmed THEN ${signed(`"is"`)} ELSE -(${signed("was")}) END
      ELSE coalesce(${signed(`"is"`)}, 0) - if(is_one, ${signed("was")}, 0) END AS moved,
    CASE WHEN was IS NULL AND "is" IS NULL THEN ${same}
      WHEN was IS NULL OR "is" IS NULL OR ${told("was")} IS DISTINCT FROM ${told(`"is"`)}
        THEN if(is_pending AND "is".balance IS NULL AND (NOT is_one OR was.balance IS NULL), ${unconfirmed}, ${other})
      WHEN was.balance IS DISTINCT FROM "is".balance
        THEN if(tells_otherwise AND (is_flipped OR is_pending), ${other}, ${carried})
      WHEN is_flipped THEN ${confirmed} ELSE ${same} END AS way
  FROM compared
), all_parts AS (
  SELECT place, txn_id, leg, changes, of.currency AS currency, of.local_time::DATE AS day, moved, is_pending, way FROM parts
  UNION ALL
  SELECT place, txn_id, leg, changes, was.currency, was.local_time::DATE, -(${signed("was")}), NOT was.confirmed,
    if(was.confirmed OR was.balance IS NOT NULL, ${other}, ${unconfirmed})
  FROM parts WHERE was_there AND NOT is_one
), ranked AS (
  SELECT *, greatest(min(way) OVER (PARTITION BY place, currency), ${unconfirmed}) AS last_way FROM all_parts
), summed AS (
  SELECT place, currency, count(*) FILTER (way < ${same}) AS "rows", count(*) FILTER (way = ${confirmed}) AS confirmed,
    count(*) FILTER (way = ${carried}) AS carried, count(*) FILTER (way = ${unconfirmed}) AS unconfirmed, sum(changes) AS changes, sum(moved) FILTER (NOT is_pending) AS moved,
    count(*) FILTER (is_pending AND moved <> 0) AS pending, sum(moved) FILTER (is_pending) AS pending_moved,
    min(day) FILTER (way <= last_way) AS first, max(day) FILTER (way <= last_way) AS last,
    array_agg(txn_id ORDER BY way, day, txn_id, leg) FILTER (way < ${same}) AS ids
  FROM ranked GROUP BY place, currency
)
SELECT place, currency, "rows", confirmed, carried, unconfirmed, changes::BIGINT, moved, pending, pending_moved, first - DATE '1970-01-01', last - DATE '1970-01-01', ${
    Array.from({ length: mostNamed }, (_, index) => `ids[${index + 1}]`).join(", ")
  }
FROM summed WHERE "rows" > 0 ORDER BY place, currency NULLS FIRST`
}
