/**
 * Writes what a window changes, but for its audit record and its wallet's reach, which go with the commit.
 */
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import type { WindowChange } from "../../store/Change.ts"
import type { Session } from "../file/Session.ts"
import { insertedRows, placedColumns, stagedRows, transactionColumns } from "../vectors/rowColumns.ts"
import type { Appenders } from "./Appenders.ts"
import { writeEntries } from "./ContinuityTable.ts"
import { writeDeclarations } from "./DeclarationTable.ts"
import { writeGaps } from "./GapTable.ts"
import { writeHeld } from "./HeldTable.ts"
import { writeProofs } from "./ProofTable.ts"
import { writeQuarantine } from "./QuarantineTable.ts"
import { rewriteRows } from "./rewriteRows.ts"

/** Writes it through a connection that is in a transaction. */
export const writeWindow = Effect.fnUntraced(
  function*(
    session: Session,
    appenders: Appenders,
    { declared, entries, gaps, held, plan, proofs, quarantine, stamp, window }: WindowChange
  ): Effect.fn.Return<void, SinkError> {
    const { rows, runId, walletNo } = window
    yield* writeQuarantine(session, appenders.quarantine, window, quarantine, stamp)
    yield* session.load(() =>
      appenders.transactions.append(
        plan.diff.inserts.length,
        transactionColumns(placedColumns(insertedRows(plan, rows)), window, stamp)
      )
    )
    yield* rewriteRows(session, appenders.staged, window, stamp, stagedRows(plan, rows), plan)
    yield* writeEntries(session, appenders.continuity, walletNo, entries)
    yield* writeGaps(session, window, gaps, stamp)
    yield* writeDeclarations(session, window, declared, stamp)
    if (proofs !== undefined) yield* writeProofs(session, { proofs, runId, walletNo }, stamp)
    yield* writeHeld(session, appenders.held, window, held, stamp)
  }
)
