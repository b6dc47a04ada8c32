/**
 * The stage that asks the balances: is the window whole, and in which order do its rows stand.
 */
import { Stream } from "effect"
import type { ChainCheck } from "../continuity/Continuity.ts"
import * as WalletContinuity from "../continuity/WalletContinuity.ts"
import type { Money } from "../domain/Money.ts"
import { add, zero } from "../domain/Money.ts"
import type { CheckedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import type { Stage } from "./Pipeline.ts"

/** Checks each window by itself. */
export const checkWindows: Stage<NormalisedWindow, CheckedWindow> = (input) => Stream.map(input, checkWindow)

/** Checks one window; pure. */
export const checkWindow = (window: NormalisedWindow): CheckedWindow => {
  const { days: period, rows } = window
  const { check: continuity, places } = WalletContinuity.examineWindow({ period, rows, truncated: !window.complete })
  const { chains } = continuity
  const [only] = chains.length === 1 ? chains : []
  return {
    ...window,
    continuity,
    check: {
      verdict: WalletContinuity.joinWindows([continuity]).verdict.kind,
      openingBalance: only?.opening ?? null,
      closingBalance: only?.closing ?? null,
      debitTotal: total(chains, (chain) => chain.debit),
      creditTotal: total(chains, (chain) => chain.credit),
      positions: places
    }
  }
}

const total = (chains: ReadonlyArray<ChainCheck>, part: (chain: ChainCheck) => Money): Money =>
  chains.map(part).reduce(add, zero)
