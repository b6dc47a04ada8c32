/**
 * Reads what of other days concerns a window's rows: the rows of some ids, and the legs that these have free.
 */
import { Effect } from "effect"
import { txnIdAt } from "../../../domain/Rows.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Beside } from "../../store/Store.ts"
import type { Session } from "../file/Session.ts"
import { fetchedIdColumns } from "../vectors/rowColumns.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { freeLegs, rowsElsewhere } from "./storedRows.ts"

/** Reads it through a temporary table, whose appender is given. */
export const readBeside = Effect.fnUntraced(
  function*(
    session: Session,
    fetchedIds: TableAppender,
    { days, rows, walletNo }: StatementWindow,
    ids: ReadonlySet<string>
  ): Effect.fn.Return<Beside, SinkError> {
    if (ids.size === 0) return { elsewhere: [], freeLegs: new Map() }
    const sought = Int32Array.from({ length: rows.count }, (_, index) => index)
      .filter((index) => ids.has(txnIdAt(rows, index)))
    yield* session.load(() => fetchedIds.append(sought.length, fetchedIdColumns(rows, sought)))
    const legs = yield* session.ask((open) => freeLegs(open, walletNo))
    const elsewhere = legs.size === 0 ? [] : yield* session.ask((open) => rowsElsewhere(open, walletNo, days))
    yield* session.run("DELETE FROM temp.fetched_ids")
    return { elsewhere, freeLegs: legs }
  }
)
