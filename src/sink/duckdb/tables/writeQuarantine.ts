/**
 * What a window does to the quarantine of its wallet.
 */
import { Effect } from "effect"
import * as Period from "../../../domain/Period.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp, QuarantineRecord } from "../../audit/WindowRecord.ts"
import { planQuarantine, resolveProblem } from "../../plan/quarantine.ts"
import { notKept, type SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { awaitOthers, closeRecords, quarantineColumns, readOpen, seeAgain } from "./QuarantineTable.ts"
import type { WalletState } from "./WalletState.ts"

/** Where the quarantine of a wallet stands. */
export interface QuarantineTarget {
  readonly session: Session
  readonly appender: TableAppender
  readonly wallet: Pick<WalletState, "mayHaveQuarantine">
  /** The id given out last. */
  readonly lastId: number
}

/** Writes it, and says what changed and how many records count as quarantined by the window. */
export const writeQuarantine = Effect.fnUntraced(
  function*(
    { appender, lastId, session, wallet }: QuarantineTarget,
    window: StatementWindow,
    stamp: CommitStamp
  ): Effect.fn.Return<QuarantineRecord & { readonly counted: number }, SinkError> {
    const records = wallet.mayHaveQuarantine
      ? yield* session.ask((open) => readOpen(open, window.walletNo))
      : []
    const problem = resolveProblem(window, records)
    if (problem !== undefined) return yield* notKept(Period.format(window.days), problem)
    const { awaiting, closed, counted, fresh, seenAgain } = planQuarantine(window, records)
    const firstId = lastId + 1
    if (seenAgain.length > 0) yield* session.run(seeAgain(window, seenAgain, stamp))
    if (awaiting.length > 0) yield* session.run(awaitOthers(awaiting))
    if (closed.length > 0) yield* session.expectRows(closed.length, closeRecords(window, closed, stamp))
    if (fresh.length > 0) {
      const columns = quarantineColumns(fresh, window, stamp, firstId)
      yield* session.load(() => appender.append(fresh.length, columns))
    }
    return { added: fresh.map((record, index) => ({ ...record, id: firstId + index })), closed, counted }
  }
)
