/**
 * The settings that decide what a row is, in one place: they are part of how an answer is known again, of how a run says
 * by which rules it went, and of what a wallet's windows declare.
 */
import { Duration } from "effect"
import type { WalletNo } from "../domain/Wallet.ts"
import type { PullSettings } from "../settings/PullSettings.ts"

type Settings = PullSettings["Service"]

const currencyOf = ({ wallets }: Settings, walletNo: WalletNo): string | null =>
  wallets.find((wallet) => wallet.walletNo === walletNo)?.currency ?? null

const jitterText = ({ clockJitter }: Settings): string | undefined =>
  Duration.toMillis(clockJitter) === 0 ? undefined : Duration.format(clockJitter)

/** What decides how a record of a wallet is read. Zones change with the runtime. */
export const recordRules = (settings: Settings, walletNo: WalletNo): ReadonlyArray<string | null> => [
  process.versions["tz"] ?? process.version,
  settings.clock.zone,
  settings.markerPolicy,
  currencyOf(settings, walletNo),
  jitterText(settings) ?? null
]

/** The settings that decide what the rows of a wallet are, as text for people; the same text for the same settings. */
export const settingsText = (settings: Settings, walletNo: WalletNo): string =>
  JSON.stringify({
    timeZone: settings.clock.zone,
    markerPolicy: settings.markerPolicy,
    dateBounds: settings.dateBounds,
    currency: currencyOf(settings, walletNo),
    clockJitter: jitterText(settings)
  })
