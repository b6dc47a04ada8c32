/**
 * Matches in which a fee was taken by a rule: what the difference of matched rows comes from.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { plain } from "./called.ts"

/** Such matches of a currency. */
export interface TakenFees {
  readonly currency: string | null
  readonly matches: number
  /** What the fees sum to: a decimal with two decimals at least. */
  readonly total: string
}

/** Reads them, when all is matched and what is outside of the period is put aside. */
export const readTakenFees = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<ReadonlyArray<TakenFees>, SinkError> {
    const found = yield* ask(
      `SELECT currency, count(*)::INTEGER, ${plain("sum(fee)")} FROM (
        SELECT any_value(t.currency) AS currency, -any_value(difference) AS fee FROM found f LEFT JOIN statement t USING (sid)
        WHERE list = 'matched' AND how <> 'decision' AND difference IS NOT NULL GROUP BY gid
      ) GROUP BY currency ORDER BY currency`
    )
    return found.map(([currency, matches, total]) => ({
      currency: currency === null || currency === undefined ? null : String(currency),
      matches: Number(matches),
      total: String(total)
    }))
  }
)

/** What is said of them below the totals of a currency. */
export const takenFeesTexts = (
  taken: ReadonlyArray<TakenFees>,
  currency: string | null
): ReadonlyArray<string> =>
  taken.filter((each) => each.currency === currency).map(({ matches, total }) =>
    `${matches.toLocaleString("en-US")} ${
      matches === 1 ? "match is" : "matches are"
    } exact when fees are taken by the rules you gave: ${total} together`
  )
