/**
 * The held rows that a pull of a wallet may withdraw because somebody accepted the finding about them. What is accepted when the
 * pull begins is what counts: windows of the pull that withdraw some of them leave fewer to be told.
 */
import { Context, Effect } from "effect"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { decided } from "./decided.ts"
import { heldFindings } from "./heldFindings.ts"

/** For the number of each such row, by which finding and why; none by default. */
export const AcceptedHolds = Context.Reference<ReadonlyMap<number, string>>("wallet-statement/pipeline/AcceptedHolds", {
  defaultValue: () => new Map()
})

/** Those of a wallet, as it stands. */
export const acceptedHoldsOf = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyMap<number, string>, SinkError, Sink> {
    const sink = yield* Sink
    const held = yield* sink.heldRows(walletNo)
    if (held.length === 0) return new Map()
    const findings = decided(walletNo, heldFindings(held), yield* sink.decisions(walletNo))
    const runs = [...Map.groupBy(held, ({ runId }) => runId).values()]
    return new Map(findings.flatMap(({ accepted, id }, index) =>
      accepted === null
        ? []
        : (runs[index] ?? []).map((row) => [row.id, `finding ${id}, ${accepted.by}: ${accepted.reason}`] as const)
    ))
  }
)
