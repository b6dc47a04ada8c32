/**
 * The settings that decide what a row is, in one place: they are part of how an answer is known again, of how a run says
 * by which rules it went, and of what a wallet's windows declare.
 */
import { Duration, Option, Schema } from "effect"
import { type ZoneClock, zoneClock } from "../domain/ServiceTime.ts"
import { Currency, type WalletNo } from "../domain/Wallet.ts"
import type { PullSettings } from "../settings/PullSettings.ts"

type Settings = PullSettings["Service"]

/** The currency that settings give to all rows of a wallet; null where descriptions tell it. */
export const currencyGiven = ({ wallets }: Settings, walletNo: WalletNo): Currency | null =>
  wallets.find((wallet) => wallet.walletNo === walletNo)?.currency ?? null

/** What decides how a record of a wallet is read. Zones change with the runtime. */
export const recordRules = (settings: Settings, walletNo: WalletNo): ReadonlyArray<string | null> => [
  process.versions["tz"] ?? process.version,
  settings.clock.zone,
  settings.markerPolicy,
  currencyGiven(settings, walletNo),
  String(Duration.toSeconds(settings.clockJitter))
]

/** The settings that decide what the rows of a wallet are, as text for people; the same text for the same settings. */
export const settingsText = (settings: Settings, walletNo: WalletNo): string =>
  JSON.stringify({
    timeZone: settings.clock.zone,
    markerPolicy: settings.markerPolicy,
    dateBounds: settings.dateBounds,
    currency: currencyGiven(settings, walletNo),
    clockJitterSeconds: Duration.toSeconds(settings.clockJitter) || undefined
  })

const decodeDeclared = Schema.decodeOption(
  Schema.fromJsonString(
    Schema.Struct({
      clockJitterSeconds: Schema.optionalKey(Schema.Finite),
      currency: Schema.optionalKey(Schema.NullOr(Currency)),
      timeZone: Schema.optionalKey(Schema.String)
    })
  )
)

/** By how many seconds the times of a wallet may be wrong by the settings that were declared: 0 unless they say so. */
export const declaredJitter = (text: Option.Option<string>): number =>
  Option.getOrUndefined(Option.flatMap(text, decodeDeclared))?.clockJitterSeconds ?? 0

/** The currency of a wallet by the settings that were declared; null where they leave it to the descriptions. */
export const declaredCurrency = (text: Option.Option<string>): Currency | null =>
  Option.getOrUndefined(Option.flatMap(text, decodeDeclared))?.currency ?? null

/** The clock by which a wallet's times are written, by the settings that were declared; undefined where they name none. */
export const declaredClock = (text: Option.Option<string>): ZoneClock | undefined => {
  const zone = Option.getOrUndefined(Option.flatMap(text, decodeDeclared))?.timeZone
  return zone === undefined ? undefined : zoneClock(zone)
}
