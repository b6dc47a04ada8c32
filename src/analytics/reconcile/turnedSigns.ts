/**
 * Books that call what comes in negative, or whose columns of what comes in and what goes out are exchanged: then next to nothing matches, and
 * all rows would with the other sign.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { Scoping } from "./matchTables.ts"

/** Fewer rows have the amount of another payment's with the other sign by chance. */
const fewest = 3

const open = (side: "s" | "b", rows: string, { byCurrency, byWallet }: Scoping): string =>
  `SELECT amount, moment::DATE AS day, ${byWallet ? "wallet" : "NULL"} AS w, ${
    byCurrency ? "currency" : "NULL"
  } AS c, count(*) AS n
  FROM ${side}_only JOIN ${rows} USING (${side}id) GROUP BY ALL`

/**
 * Counts rows of the books that the statement has with the other sign, and on the same day or with the same id, one row of each for one of the
 * other; 0 where as many match.
 */
export const readTurnedSigns = Effect.fnUntraced(
  function*({ ask }: Workspace, scoping: Scoping): Effect.fn.Return<number, SinkError> {
    const [[alone, different, matched] = []] = yield* ask(`SELECT
  (SELECT coalesce(sum(least(b.n, s.n)), 0)::INTEGER FROM (${open("b", "books", scoping)}) b
    JOIN (${open("s", "statement", scoping)}) s ON s.amount = -b.amount AND s.day = b.day
      AND s.w IS NOT DISTINCT FROM b.w AND s.c IS NOT DISTINCT FROM b.c),
  (SELECT count(DISTINCT b.bid)::INTEGER FROM found fb JOIN books b ON b.bid = fb.bid JOIN found fs ON fs.gid = fb.gid
    JOIN statement s ON s.sid = fs.sid WHERE fb.list = 'different' AND fs.list = 'different' AND s.amount = -b.amount),
  (SELECT count(DISTINCT bid)::INTEGER FROM found WHERE list = 'matched')`)
    const turned = Number(alone) + Number(different)
    return turned >= fewest && turned > Number(matched) ? turned : 0
  }
)

/** What is said of them below the totals. */
export const turnedSignsTexts = (rows: number): ReadonlyArray<string> =>
  rows === 0
    ? []
    : [
      `${
        rows.toLocaleString("en-US")
      } rows of the books have the amount of a row of the statement with the other sign. What comes in is ` +
      "positive here: where the books have it the other way round, exchange `in` and `out` with --column, or turn the sign of their amount"
    ]
