/**
 * Laying cases side by side, and what came of it, as places in their lists.
 */
import { DuckDBDecimalValue, DuckDBTimestampValue } from "@duckdb/node-api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { FeeRule } from "../../../src/analytics/reconcile/feeRules.ts"
import { matchRows } from "../../../src/analytics/reconcile/matchRows.ts"
import { sides } from "../../../src/analytics/reconcile/matchTables.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import type { BooksRow, StatementRow } from "./books.ts"

export interface Found {
  readonly list: string
  readonly by: string | null
  readonly statement: ReadonlyArray<number>
  readonly books: ReadonlyArray<number>
  readonly difference: string | null
}

const instant = (text: string) => new DuckDBTimestampValue(BigInt(Date.parse(`${text.replace(" ", "T")}Z`)) * 1000n)
const decimal = (hundredths: number) => new DuckDBDecimalValue(BigInt(hundredths) * 100n, 18, 4)

/** Matches rows that are given in some order; answers with places in that order. */
export const matched = Effect.fnUntraced(
  function*(
    statement: ReadonlyArray<StatementRow>,
    books: ReadonlyArray<BooksRow>,
    days: number,
    fees: ReadonlyArray<FeeRule> = []
  ) {
    const workspace = yield* openWorkspace
    yield* workspace.run(sides)
    const theirs = yield* workspace.attempt(() => workspace.connection.createAppender("statement"))
    for (const [index, row] of statement.entries()) {
      theirs.appendBigInt(BigInt(index + 1))
      theirs.appendVarchar("W-1")
      theirs.appendVarchar("KES")
      theirs.appendVarchar(row.txnId)
      theirs.appendInteger(row.leg)
      theirs.appendTimestamp(instant(row.at))
      theirs.appendDecimal(decimal(row.amount))
      theirs.appendVarchar(row.description)
      theirs.endRow()
    }
    theirs.closeSync()
    const ours = yield* workspace.attempt(() => workspace.connection.createAppender("books"))
    const text = (value: string | null) => value === null ? ours.appendNull() : ours.appendVarchar(value)
    for (const [index, row] of books.entries()) {
      ours.appendBigInt(BigInt(index + 1))
      ours.appendBigInt(BigInt(index + 2))
      text(row.id)
      ours.appendTimestamp(instant(row.day.length > 10 ? row.day : `${row.day} 00:00:00`))
      ours.appendBoolean(row.day.length > 10)
      ours.appendDecimal(decimal(row.amount))
      text(row.reference)
      ours.appendNull()
      ours.appendNull()
      ours.appendNull()
      ours.endRow()
    }
    ours.closeSync()
    yield* workspace.allowFor(statement.length + books.length)
    yield* matchRows(workspace, days, { byWallet: false, byCurrency: false }, fees)
    const rows = yield* workspace.ask(
      "SELECT gid::INTEGER, list, how, sid::INTEGER, bid::INTEGER, difference::VARCHAR FROM found ORDER BY gid, sid, bid"
    )
    const halved = yield* workspace.ask(
      `SELECT gid FROM found WHERE list IN ('matched', 'different') GROUP BY gid, list
      HAVING count(sid) = 1 AND count(bid) = 1 AND count(*) > 1`
    )
    assert.deepStrictEqual(
      halved,
      [],
      "a row of each side is one row of what was found: a million groups need no putting together"
    )
    const groups = new Map<
      number,
      { -readonly [key in keyof Found]: Found[key] } & { statement: Array<number>; books: Array<number> }
    >()
    for (const [gid, list, by, sid, bid, difference] of rows) {
      const group = groups.get(Number(gid)) ??
        {
          list: String(list),
          by: by === null || by === undefined ? null : String(by),
          statement: [],
          books: [],
          difference: difference === null || difference === undefined ? null : String(difference)
        }
      if (typeof sid === "number") group.statement.push(sid - 1)
      if (typeof bid === "number") group.books.push(bid - 1)
      groups.set(Number(gid), group)
    }
    return [...groups.values()] as ReadonlyArray<Found>
  },
  Effect.scoped
)
