/**
 * What people decided comes first: no later pass takes up such a row again.
 *
 * An id of the books that is a decided row's of the statement is no other payment, and says as before that the books have the statement's ids.
 */
import { Effect } from "effect"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { FittingDecision } from "./fitDecisions.ts"
import { keepOpen } from "./matchTables.ts"

/** Notes decisions in the tables that `sides` makes; groups of decisions have numbers below zero. */
export const noteDecisions = Effect.fnUntraced(
  function*({ run }: Workspace, fitting: ReadonlyArray<FittingDecision>): Effect.fn.Return<void, SinkError> {
    if (fitting.length === 0) return
    const decisions = fitting.map(({ decision: { by, id, kind, reason } }, place) =>
      `(${[-1 - place, ...[id, kind, by, reason].map(quoteText)].join(", ")})`
    )
    const rows = fitting.flatMap(({ bids, sids }, place) => [
      ...sids.map((sid) => `(${-1 - place}, ${sid}, NULL)`),
      ...bids.map((bid) => `(${-1 - place}, NULL, ${bid})`)
    ])
    yield* run([
      `INSERT INTO decisions VALUES ${decisions.join(", ")}`,
      `INSERT INTO decided_rows VALUES ${rows.join(", ")}`
    ])
  }
)

/** Puts decided rows into `found`. */
export const decisionPass: ReadonlyArray<string> = [
  `INSERT INTO found SELECT gid, CASE kind WHEN 'alone' THEN 'accepted' ELSE 'matched' END, 'decision', r.sid, r.bid, difference
    FROM decided_rows r JOIN decisions USING (gid) JOIN (
      SELECT gid, nullif(coalesce(sum(t.amount), 0) - coalesce(sum(b.amount), 0), 0) AS difference
      FROM decided_rows r LEFT JOIN statement t ON t.sid = r.sid LEFT JOIN books b ON b.bid = r.bid GROUP BY gid
    ) USING (gid)`,
  `CREATE TABLE decided_ids AS SELECT DISTINCT scope, id FROM s_open WHERE id <> '' AND sid IN (SELECT sid FROM decided_rows)`,
  `CREATE TABLE decided_books AS SELECT EXISTS (FROM s_open s WHERE s.scope = b.scope AND s.id = b.id) AS known
    FROM b_open b WHERE id IS NOT NULL AND bid IN (SELECT bid FROM decided_rows)`,
  keepOpen("s"),
  keepOpen("b")
]
