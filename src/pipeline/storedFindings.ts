/**
 * The findings that follow from what a sink holds of a wallet, with what was decided about them: those that `verify` tells, and all
 * that can be decided about.
 */
import { Effect, Option } from "effect"
import type { Finding } from "../domain/Finding.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { changeFindings } from "./changeFindings.ts"
import { findingsOf } from "./findingsOf.ts"
import type { WalletVerification } from "./verifyContinuity.ts"
import { walletFindings } from "./walletFindings.ts"

/** The findings of a wallet whose rows were checked. */
export const storedFindings = Effect.fnUntraced(
  function*(checked: WalletVerification): Effect.fn.Return<ReadonlyArray<Finding>, SinkError, Sink> {
    const { truncatedDays, walletNo } = checked
    const sink = yield* Sink
    const held = yield* sink.heldRows(walletNo)
    const quarantined = yield* sink.quarantined(Option.some(walletNo))
    return yield* walletFindings(
      walletNo,
      findingsOf({
        walletNo,
        judgement: checked,
        truncatedDays,
        quarantined,
        held,
        changes: yield* changeFindings(walletNo)
      })
    )
  }
)
