/**
 * The stage that reads records: exact rows of the window's own days, the rest counted.
 */
import { Effect, Stream } from "effect"
import { dropDuplicates } from "../domain/duplicates.ts"
import { contains, formatDay } from "../domain/Period.ts"
import { dayOf } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { normalisePage, type NormaliseRules } from "../normalise/normalise.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import type { FetchedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import type { Stage } from "./Pipeline.ts"

/** How a wallet's records are to be read, by the settings. */
export const rulesOf = (settings: PullSettings["Service"], walletNo: WalletNo): NormaliseRules => ({
  clock: settings.clock,
  markerPolicy: settings.markerPolicy,
  currency: settings.wallets.find((wallet) => wallet.walletNo === walletNo)?.currency ?? null
})

/** Normalises windows by the settings' zone, marker policy and currencies. */
export const normaliseWindows: Stage<FetchedWindow, NormalisedWindow, never, PullSettings> = (input) =>
  Stream.unwrap(
    Effect.map(PullSettings, (settings) =>
      Stream.map(input, (window) => normaliseWindow(window, rulesOf(settings, window.walletNo))))
  )

/** Normalises one window; pure. */
export const normaliseWindow = (window: FetchedWindow, rules: NormaliseRules): NormalisedWindow => {
  const { page, ...rest } = window
  const normalised = normalisePage(page, rules)
  const inside = normalised.rows.filter((row) => contains(window.days, dayOf(row)))
  const asked = { from: page.request.fromDate, to: page.request.toDate }
  const rejections = normalised.rejections.filter(({ day }) => {
    if (day === null || contains(window.days, day)) return true
    const text = formatDay(day)
    // Another window keeps what lies within the days asked for; what lies beyond them no other window may ever see.
    return text < asked.from || text > asked.to
  })
  const { duplicates, rows } = dropDuplicates(inside)
  return {
    ...rest,
    rows,
    rejections,
    origin: "service",
    resolves: [],
    receipt: {
      request: page.request,
      received: page.records.length,
      outside: page.records.length - inside.length - rejections.length,
      duplicates,
      bytes: page.bytes,
      sha256: page.sha256,
      attempts: page.attempts,
      requestedAt: page.requestedAt,
      durationMillis: page.durationMillis
    }
  }
}
