/**
 * Rows of one id. With the same amount they belong together; the amounts of several may sum to one's, as of a payment and its fee; else
 * the amount is different.
 *
 * Of several with the same id and amount on a side nothing says which is which: they are doubtful. A row of the books whose id is in the
 * statement is no other payment, so no later pass takes it.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { keepOpen } from "./matchTables.ts"
import { isQuiet, shapeOf } from "./shapes.ts"

const statements = (days: number): ReadonlyArray<string> => [
  `CREATE TABLE id_rows AS
    SELECT scope, id, amount, NULL::DECIMAL(18,4) AS net, sid, NULL::BIGINT AS bid FROM s_open s
    WHERE id <> '' AND EXISTS (FROM b_open b WHERE b.scope = s.scope AND b.id = s.id)
    UNION ALL SELECT scope, id, amount, net, NULL, bid FROM b_open b
    WHERE id IS NOT NULL AND EXISTS (FROM s_open s WHERE s.scope = b.scope AND s.id = b.id)`,
  // Rows that fit as a whole when fees are taken come first: a payment alone would leave its fee over.
  `CREATE TABLE id_net AS SELECT scope, id, count(sid) AS ns, count(bid) AS nb, min(sid) AS sid, min(bid) AS gid,
      sum(amount) FILTER (sid IS NOT NULL) - sum(amount) FILTER (bid IS NOT NULL) AS fee
    FROM id_rows WHERE (scope, id) IN (SELECT (scope, id) FROM b_open WHERE net IS NOT NULL) GROUP BY ALL
    HAVING (count(sid) = 1 OR count(bid) = 1) AND fee <> 0
      AND sum(amount) FILTER (sid IS NOT NULL) = sum(coalesce(net, amount)) FILTER (bid IS NOT NULL)`,
  // Where the books have a row that may be the fee's, it is not the payment's.
  `DELETE FROM id_net WHERE ns > 1 AND EXISTS (
    FROM id_rows r JOIN s_open s USING (sid) JOIN b_open b ON b.scope = s.scope AND b.amount = s.amount AND b.id IS NULL
    WHERE r.scope = id_net.scope AND r.id = id_net.id AND r.amount = id_net.fee AND abs(b.day - s.day) <= ${days})`,
  `INSERT INTO found SELECT gid, 'matched', 'id', sid, gid, fee FROM id_net WHERE ns = nb
    UNION ALL SELECT gid, 'matched', CASE WHEN ns = 1 THEN 'one-to-many' ELSE 'many-to-one' END, r.sid, r.bid, fee
    FROM id_net n JOIN id_rows r USING (scope, id) WHERE ns <> nb`,
  `CREATE TABLE id_rest AS FROM id_rows r WHERE NOT EXISTS (FROM id_net n WHERE n.scope = r.scope AND n.id = r.id)`,
  `CREATE TABLE id_exact AS SELECT scope, id, amount, count(sid) AS ns, count(bid) AS nb, min(sid) AS sid, min(bid) AS bid
    FROM id_rest GROUP BY ALL HAVING count(sid) > 0 AND count(bid) > 0`,
  `INSERT INTO found SELECT bid, 'matched', 'id', sid, bid, NULL FROM id_exact WHERE ns = 1 AND nb = 1`,
  `INSERT INTO found SELECT e.bid, 'doubtful', NULL, r.sid, r.bid, NULL
    FROM id_exact e JOIN id_rest r USING (scope, id, amount) WHERE e.ns > 1 OR e.nb > 1`,
  `CREATE TABLE id_other AS FROM id_rest r
    WHERE NOT EXISTS (FROM id_exact e WHERE e.scope = r.scope AND e.id = r.id AND e.amount = r.amount)`,
  // A row of the statement from which the fee is kept, beside others of its id that are no part of it, such as a reversal.
  `CREATE TABLE id_kept AS SELECT scope, id, what AS amount, count(sid) AS ns, count(bid) AS nb, min(sid) AS sid, min(bid) AS bid,
      what - any_value(gross) FILTER (bid IS NOT NULL) AS fee
    FROM (SELECT *, coalesce(net, amount) AS what, amount AS gross FROM id_other WHERE sid IS NOT NULL OR net IS NOT NULL)
    WHERE (scope, id) IN (SELECT (scope, id) FROM id_other GROUP BY scope, id HAVING count(net) > 0
      AND sum(amount) FILTER (sid IS NOT NULL) <> sum(amount) FILTER (bid IS NOT NULL))
    GROUP BY scope, id, what HAVING count(sid) > 0 AND count(bid) > 0`,
  `INSERT INTO found SELECT bid, 'matched', 'id', sid, bid, fee FROM id_kept WHERE ns = 1 AND nb = 1`,
  `INSERT INTO found SELECT k.bid, 'doubtful', NULL, o.sid, o.bid, NULL FROM id_kept k JOIN id_other o
      ON o.scope = k.scope AND o.id = k.id AND coalesce(o.net, o.amount) = k.amount WHERE k.ns > 1 OR k.nb > 1`,
  `CREATE TABLE id_left AS FROM id_other o WHERE NOT EXISTS (FROM id_kept k
    WHERE k.scope = o.scope AND k.id = o.id AND k.amount = coalesce(o.net, o.amount))`,
  `CREATE TABLE id_sums AS SELECT scope, id, count(sid) AS ns, count(bid) AS nb, min(sid) AS sid, min(bid) AS gid,
      sum(amount) FILTER (sid IS NOT NULL) AS ts, sum(amount) FILTER (bid IS NOT NULL) AS tb,
      min(amount) FILTER (bid IS NOT NULL) AS least, max(amount) FILTER (bid IS NOT NULL) AS most
    FROM id_left GROUP BY ALL HAVING count(sid) > 0 AND count(bid) > 0`,
  // Several rows of the books for one row of the statement beside which its fee stands.
  `CREATE TABLE id_split AS SELECT scope, id, gid, min(l.sid) AS sid FROM id_sums JOIN id_left l USING (scope, id)
    WHERE ns > 1 AND nb > 1 AND ts <> tb AND l.sid IS NOT NULL AND l.amount = tb GROUP BY ALL HAVING count(*) = 1`,
  `INSERT INTO found SELECT gid, 'matched', 'one-to-many', sid, NULL, NULL FROM id_split
    UNION ALL SELECT p.gid, 'matched', 'one-to-many', NULL, l.bid, NULL FROM id_split p JOIN id_left l USING (scope, id)
    WHERE l.bid IS NOT NULL`,
  "INSERT INTO found SELECT gid, 'different', NULL, sid, gid, ts - tb FROM id_sums WHERE ns = 1 AND nb = 1",
  `INSERT INTO found SELECT gid, list,
      CASE WHEN list = 'matched' THEN CASE WHEN ns = 1 THEN 'one-to-many' ELSE 'many-to-one' END END, l.sid, bid,
      CASE WHEN list = 'different' THEN ts - tb END
    FROM (SELECT *, CASE
        WHEN ts = tb AND (ns = 1 OR nb = 1) THEN 'matched'
        WHEN ts = tb OR (nb > 1 AND least = ts AND most = ts) THEN 'doubtful'
        ELSE 'different' END AS list FROM id_sums u
      WHERE (ns > 1 OR nb > 1) AND NOT EXISTS (FROM id_split p WHERE p.scope = u.scope AND p.id = u.id))
    JOIN id_left l USING (scope, id)`
]

const isKnown = `(bid IN (SELECT bid FROM id_rows WHERE bid IS NOT NULL) OR ${ofDecided("b")})`

/** Whether as many of the books' ids are the statement's that one which is not is known to be another payment's. */
const speaking = `SELECT count(*) > 0 AND 10 * count(*) FILTER (known) >= count(*) FROM (
    SELECT ${isKnown} AS known FROM b_open b WHERE id IS NOT NULL
    UNION ALL FROM decided_books)`

/** Rows whose id is that of a row of the statement that somebody decided about. */
function ofDecided(row: string): string {
  return `EXISTS (FROM decided_ids d WHERE d.scope = ${row}.scope AND d.id = ${row}.id)`
}

/** Matches by id; tells whether the books have the statement's ids. */
export const idPass = Effect.fnUntraced(
  function*({ ask, run }: Workspace, days: number): Effect.fn.Return<boolean, SinkError> {
    yield* run(statements(days))
    const [[isSpeaking] = []] = yield* ask(speaking)
    yield* run([
      `CREATE TABLE quiet_ids AS SELECT bid FROM b_open WHERE ${shapeOf("id")} IN (
        SELECT shape FROM (SELECT ${shapeOf("id")} AS shape, ${isKnown} AS known FROM b_open b WHERE id IS NOT NULL)
        GROUP BY shape HAVING ${isQuiet("count(*)", "count(*) FILTER (known)")})`,
      `CREATE OR REPLACE TABLE b_open AS FROM b_open b WHERE NOT EXISTS (FROM id_rows r WHERE r.bid = b.bid)
        AND NOT ${ofDecided("b")}`,
      keepOpen("s"),
      ...["rows", "net", "rest", "exact", "other", "kept", "left", "sums", "split"].map((name) =>
        `DROP TABLE id_${name}`
      )
    ])
    return isSpeaking === true
  }
)
