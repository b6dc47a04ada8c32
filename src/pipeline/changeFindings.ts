/**
 * What is found of rows that somebody relied on and that are otherwise since: of exports, and of proven months.
 */
import { Effect } from "effect"
import type { Doubt, FindingKind } from "../domain/Finding.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { Sink, SinkError } from "../sink/Sink.ts"
import { changedExports } from "./changedExports.ts"
import { changedMonths } from "./changedMonths.ts"
import { exportFindings } from "./exportFindings.ts"
import { monthFindings } from "./monthFindings.ts"

/** Those of a wallet as it stands. */
export const changeFindings = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<Doubt>, SinkError, Sink> {
    return [
      ...exportFindings(walletNo, yield* changedExports(walletNo)),
      ...monthFindings(yield* changedMonths(walletNo))
    ]
  }
)

/** Whether a kind is one of these: they end when days are exported again, which no run has to find. */
export const isOfChange = (kind: FindingKind): boolean =>
  kind === "changed-after-export" || kind === "changed-after-proof"
