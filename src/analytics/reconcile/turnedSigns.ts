/**
 * Books that call what comes in negative, or whose columns of what comes in and what goes out are exchanged: then next to nothing matches, and
 * all rows would with the other sign.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"

/** Fewer rows have the amount of another payment's with the other sign by chance. */
const fewest = 3

/** Counts rows of the books that the statement has with the other sign, and on the same day or with the same id; 0 where more rows match. */
export const readTurnedSigns = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<number, SinkError> {
    const [[alone, different, matched] = []] = yield* ask(`WITH open_statement AS (
  SELECT DISTINCT amount, moment::DATE AS day FROM s_only JOIN statement USING (sid)
)
SELECT (SELECT count(*)::INTEGER FROM b_only JOIN books b USING (bid)
    WHERE EXISTS (FROM open_statement s WHERE s.amount = -b.amount AND s.day = b.moment::DATE)),
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
