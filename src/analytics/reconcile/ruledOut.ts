/**
 * Rows of the books whose id or reference no row of the statement has in their wallet and currency, though others are found by theirs: they are
 * other payments, whatever their amounts and days.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { MissingDays } from "./missingDays.ts"

/** Such rows of the period, by what rules them out. */
export interface RuledOut {
  readonly field: "id" | "reference"
  readonly rows: number
}

/** Reads them, when all is matched and what is outside of the period is put aside. */
export const readRuledOut = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<ReadonlyArray<RuledOut>, SinkError> {
    const found = yield* ask(
      "SELECT field, count(*)::INTEGER FROM ruled_out JOIN b_only USING (bid) GROUP BY field ORDER BY field"
    )
    return found.map(([field, rows]) => ({ field: field === "id" ? "id" : "reference", rows: Number(rows) }))
  }
)

/** What is said of them below the totals, a sentence or two each; on days that no complete answer covers the statement may have them some day. */
export const ruledOutTexts = (
  { missingDays, ruledOut }: {
    readonly missingDays: ReadonlyArray<MissingDays>
    readonly ruledOut: ReadonlyArray<RuledOut>
  }
): ReadonlyArray<string> =>
  ruledOut.map(({ field, rows }) =>
    `${rows.toLocaleString("en-US")} ${rows === 1 ? "row of the books has" : "rows of the books have"} ${
      field === "id" ? "an id" : "a reference"
    } that no row of the statement has in the same wallet and currency. As others are found by theirs, these are other payments, whatever their amounts and days${
      missingDays.length === 0 ? "" : ", or stand on days that no complete answer covers"
    }; where ${field === "id" ? "an id is not the statement's" : "a payer may not have given it"}, leave the cell empty`
  )
