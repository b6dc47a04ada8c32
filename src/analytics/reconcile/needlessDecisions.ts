/**
 * Decisions that no longer fit and are needed no more: a pass matches their rows without them, as where a row that was entered twice was
 * taken out of the books.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { UnfitDecision } from "./fitDecisions.ts"

/** The ids of the decisions whose rows, as far as there are such, are all matched; the rows are matched by now. */
export const needlessAmong = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    unfit: ReadonlyArray<UnfitDecision>
  ): Effect.fn.Return<ReadonlySet<string>, SinkError> {
    const needless = new Set<string>()
    for (const { bids, decision: { id }, sids } of unfit) {
      const rows = [
        ...sids.map((sid) => `SELECT EXISTS (FROM found WHERE list = 'matched' AND sid = ${sid}) AS matched`),
        ...bids.map((bid) => `SELECT EXISTS (FROM found WHERE list = 'matched' AND bid = ${bid}) AS matched`)
      ]
      if (rows.length === 0) continue
      const [[all] = []] = yield* ask(`SELECT bool_and(matched) FROM (${rows.join(" UNION ALL ")})`)
      if (all === true) needless.add(id)
    }
    return needless
  }
)
