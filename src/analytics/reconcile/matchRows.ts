/**
 * Matching in passes, from the strongest evidence to the weakest. What a pass decides no later one takes up again; what it
 * finds to be doubtful is so.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { decisionPass } from "./decisionPass.ts"
import type { FeeRule } from "./feeRules.ts"
import { idPass } from "./idPass.ts"
import { openRows, type Scoping } from "./matchTables.ts"
import { referencePass } from "./referencePass.ts"
import { timePass } from "./timePass.ts"
import { typedIds, typedReferences } from "./typingPass.ts"

/**
 * Fills `found` from the rows of `statement` and `books`. `days` is how far apart two times of one payment may be,
 * `fees` what may have been kept of a payment of the books.
 *
 * Where the books have the statement's ids, a row whose id is another one is another payment, whatever its amount and day; so are
 * references. Such a row is matched only by what was typed wrongly, and stands in `ruled_out` else. Ids and references of a shape that
 * is hardly ever found are the books' own, and rule nothing out.
 */
export const matchRows = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    days: number,
    scoping: Scoping,
    fees: ReadonlyArray<FeeRule>
  ): Effect.fn.Return<void, SinkError> {
    const { run } = workspace
    yield* run([...openRows(scoping, fees), ...decisionPass])
    const isOfIds = yield* idPass(workspace, days)
    const withoutId = isOfIds ? "(id IS NULL OR bid IN (FROM quiet_ids))" : "true"
    if (isOfIds) yield* run(typedIds(days, "id IS NOT NULL"))
    const isOfReferences = yield* referencePass(workspace, days, withoutId)
    if (isOfReferences) yield* run(typedReferences(days, `${withoutId} AND ref IS NOT NULL`))
    const withoutReference = isOfReferences ? "(ref IS NULL OR bid IN (FROM quiet_references))" : "true"
    yield* run(timePass(days, `${withoutId} AND ${withoutReference}`))
    yield* run([
      `CREATE TABLE ruled_out AS SELECT bid, CASE WHEN NOT ${withoutId} THEN 'id' ELSE 'reference' END AS field
        FROM b_open WHERE NOT (${withoutId} AND ${withoutReference})`
    ])
  }
)
