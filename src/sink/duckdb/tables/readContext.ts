/**
 * What is stored that the rows of a window may be, or may have to stand beside: the rows of its days, those of its ids on
 * other days, and the legs that its ids have free.
 */
import { Effect } from "effect"
import { isBlankId } from "../../../domain/duplicates.ts"
import { txnIdAt } from "../../../domain/Rows.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import { nothingStored, type StoredContext } from "../../plan/commitPlan.ts"
import type { RunCoverage } from "../../plan/RunCoverage.ts"
import { unmatchedIds } from "../../plan/windowDiff.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { fetchedIdColumns } from "../vectors/rowColumns.ts"
import type { Appenders } from "./Appenders.ts"
import { freeLegs, rowsElsewhere, rowsOfDays } from "./storedRows.ts"
import { mayHaveRows, type WalletState } from "./WalletState.ts"

/** What reads it: a connection, and what is known of the days that runs have seen. */
export interface ContextReader {
  readonly session: Session
  readonly appenders: Pick<Appenders, "fetchedIds">
  readonly coverage: RunCoverage
}

/** Reads it; ids that are known to be stored nowhere else are not looked for, and nothing where nothing is to be compared. */
export const readContext = Effect.fnUntraced(
  function*(
    { appenders, coverage, session }: ContextReader,
    window: StatementWindow,
    wallet: WalletState
  ): Effect.fn.Return<StoredContext, SinkError> {
    const { rows } = window
    if (rows.count === 0 && !window.complete) return nothingStored
    const inside = mayHaveRows(wallet, window.days)
      ? yield* session.ask((open) => rowsOfDays(open, window.walletNo, window.days))
      : []
    const { knownIds } = wallet
    const wanted = new Set<string>()
    for (const txnId of unmatchedIds(rows, inside)) {
      if (knownIds?.add(txnId) !== true) wanted.add(txnId)
    }
    if (wanted.size === 0) return { inside, elsewhere: [], freeLegs: new Map() }
    const sought = Int32Array.from({ length: rows.count }, (_, index) => index)
      .filter((index) => wanted.has(txnIdAt(rows, index)))
    yield* session.load(() => appenders.fetchedIds.append(sought.length, fetchedIdColumns(rows, sought)))
    const legs = yield* session.ask((open) => freeLegs(open, window.walletNo))
    const elsewhere = legs.size === 0
      ? []
      : yield* session.ask((open) => rowsElsewhere(open, window.walletNo, window.days))
    yield* session.run("DELETE FROM temp.fetched_ids")
    const named = elsewhere.filter((row) => !isBlankId(row.transaction.txnId))
    return { inside, elsewhere: coverage.movable(window, named, wallet.held), freeLegs: legs }
  }
)
