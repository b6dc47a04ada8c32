/**
 * Writes stored rows again: those that change, with their events, and those that only change place.
 */
import { Effect } from "effect"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { CommitPlan } from "../../plan/commitPlan.ts"
import type { Session } from "../file/Session.ts"
import { stagedColumns, type StagedRow } from "../vectors/rowColumns.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import * as Sql from "./commitSql.ts"

/** Does so through a temporary table, whose appender is given, and sees that each row was found once. */
export const rewriteRows = Effect.fnUntraced(function*(
  session: Session,
  staging: TableAppender,
  window: StatementWindow,
  stamp: CommitStamp,
  staged: ReadonlyArray<StagedRow>,
  plan: CommitPlan
) {
  if (staged.length === 0) return
  yield* session.load(() => staging.append(staged.length, stagedColumns(staged)))
  const range = Sql.storedTimes(plan)
  const changed = staged.length - plan.placements.length
  if (changed > 0) {
    yield* session.expectRows(changed, Sql.insertEvents(window, stamp, range))
    yield* session.expectRows(changed, Sql.updateRows(window, stamp, range))
  }
  if (plan.placements.length > 0) yield* session.expectRows(plan.placements.length, Sql.placeRows(window, range))
  yield* session.run("DELETE FROM temp.staged_rows")
})
