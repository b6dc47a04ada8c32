/**
 * A sink on a file that is opened for reading alone: the file stays as it is to the last byte, none is made, and a run
 * that never ended stays as it was left. Its reading members answer; its writing members fail.
 */
import { Effect, Layer, Semaphore } from "effect"
import type { WalletNo } from "../../domain/Wallet.ts"
import { Sink } from "../Sink.ts"
import { DatabaseFailed, type SinkError, sinkError } from "../SinkError.ts"
import { readingsOn } from "../store/readings.ts"
import type { StoredWallet } from "../store/WalletState.ts"
import type { DuckDbOptions } from "./DuckDbSink.ts"
import { type OpenDatabase, openDatabase } from "./file/DatabaseFile.ts"
import { Session } from "./file/Session.ts"
import { readerOn } from "./tables/readerOn.ts"

/** Reads what a DuckDB file holds. Fails with Inaccessible when it is missing, or with Locked, Damaged or TooNew. */
export const layerDuckDbReadOnly = (options: Pick<DuckDbOptions, "path">): Layer.Layer<Sink, SinkError> =>
  Layer.effect(Sink, Effect.flatMap(openDatabase(options.path, "read"), readOnlySinkOn))

/** The same for a check of a whole file, in little memory: who opens a file first in a process decides. */
export const layerDuckDbToCheck = (options: Pick<DuckDbOptions, "path">): Layer.Layer<Sink, SinkError> =>
  Layer.effect(Sink, Effect.flatMap(openDatabase(options.path, "check"), readOnlySinkOn))

/** The same on a database that is open, for writing by somebody else or for reading. */
export const readOnlySinkOn = Effect.fnUntraced(function*(database: OpenDatabase) {
  const session = new Session(database, yield* database.connect)
  const turn = yield* Semaphore.make(1)
  const refuse = () =>
    Effect.fail(sinkError(
      new DatabaseFailed(),
      `${database.path} is open for reading only, so nothing is written to it: open it with layerDuckDb to write.`
    ))
  const reader = readerOn((question) => session.ask(question), database.written)
  // A file that nobody writes stays what it was when it was read; wallets are looked at one after the other.
  let last: { readonly walletNo: WalletNo; readonly wallet: StoredWallet } | undefined
  const walletOf = Effect.fnUntraced(
    function*(walletNo: WalletNo): Effect.fn.Return<StoredWallet, SinkError> {
      if (last?.walletNo === walletNo) return last.wallet
      const wallet = yield* reader.wallet(walletNo)
      last = database.written ? undefined : { walletNo, wallet }
      return wallet
    }
  )
  return Sink.of({
    ...readingsOn({
      store: reader,
      walletOf,
      head: reader.heads,
      inTurn: (question) => turn.withPermit(Effect.uninterruptible(question))
    }),
    beginRun: refuse,
    commit: refuse,
    endRun: refuse,
    recordContinuity: refuse,
    recordConclusions: refuse
  })
})
