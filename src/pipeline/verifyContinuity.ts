/**
 * Works out again, from the stored rows, what the balances say, and compares it with what the windows wrote down.
 */
import { Effect } from "effect"
import { checkWindow, joinWindows, type WindowCheck } from "../continuity/WalletContinuity.ts"
import type { Period } from "../domain/Period.ts"
import { nothingAssumed, type Verdict } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import { fromEntry } from "./continuityRecord.ts"

/** What is found of one wallet. */
export interface WalletVerification {
  readonly walletNo: WalletNo
  /** The verdict on all its days, from the stored rows alone. */
  readonly verdict: Verdict
  /** Days whose stored rows say something else than was written down when they were committed. */
  readonly differing: ReadonlyArray<Period>
}

/** Checks a wallet's rows, some days at a time. */
export const verifyContinuity = Effect.fn("verifyContinuity")(function*(walletNo: WalletNo) {
  const sink = yield* Sink
  const checks: Array<WindowCheck> = []
  const differing: Array<Period> = []
  for (const entry of yield* sink.continuity(walletNo)) {
    const { days, truncated } = entry
    const known = fromEntry(entry)
    const check = checkWindow({ period: days, rows: yield* sink.rowsOf(walletNo, days), truncated })
    if (known._tag === "Some" && balancesOf(known.value) !== balancesOf(check)) differing.push(days)
    checks.push(check)
  }
  const result: WalletVerification = {
    walletNo,
    verdict: checks.length === 0
      ? { kind: "unanchored", modulo: nothingAssumed, gaps: [], rows: [] }
      : joinWindows(checks).verdict,
    differing
  }
  return result
})

/** What a check comes to, apart from how it was worded. */
const balancesOf = (check: WindowCheck): string =>
  check.chains.map(({ closing, credit, currency, debit, opening, rows, verdict }) =>
    [currency, verdict.kind, opening, closing, debit, credit, rows, verdict.gaps.length].join(" ")
  ).join("\n")
