/**
 * Settings of a pull of one wallet, January 2024 in Nairobi.
 */
import { Duration, Option } from "effect"
import * as Money from "../../src/domain/Money.ts"
import { parseDay } from "../../src/domain/Period.ts"
import { type ZoneClock, zoneClock } from "../../src/domain/ServiceTime.ts"
import { type Currency, WalletNo } from "../../src/domain/Wallet.ts"
import type { PullSettings } from "../../src/settings/PullSettings.ts"
import type { WalletSetting } from "../../src/settings/shapes.ts"

/** The wallet. */
export const wallet = WalletNo.make("W-1")

const clocks = new Map<string, ZoneClock>()

/** The clock of a zone that this runtime knows, made once: to ask the calendar takes long. */
export const clockOf = (zone: string): ZoneClock => {
  const clock = clocks.get(zone) ?? zoneClock(zone)
  if (clock === undefined) throw new Error(`no zone ${zone}`)
  clocks.set(zone, clock)
  return clock
}

/** The settings, with some changes. */
export const pullSettings = (changes: Partial<PullSettings["Service"]> = {}): PullSettings["Service"] => ({
  wallets: [{ walletNo: wallet, currency: null, balances: [] }],
  from: Option.fromUndefinedOr(parseDay("2024-01-01")),
  to: Option.fromUndefinedOr(parseDay("2024-01-31")),
  lookbackDays: 3,
  clock: clockOf("Africa/Nairobi"),
  markerPolicy: "trust-24h",
  clockJitter: Duration.zero,
  dateBounds: "inclusive",
  dayStart: Option.none(),
  limit: 50,
  maxWithdrawals: 100,
  maxRunBytes: 2 ** 40,
  concurrency: 1,
  runTimeout: Duration.hours(1),
  ...changes
})

/** A balance of a day, as settings give it. */
export const balanceOf = (
  end: "opening" | "closing",
  day: string,
  amount: string | null,
  currency: Currency | null = null
): WalletSetting["balances"][number] => {
  const [parsedDay, balance] = [parseDay(day), amount === null ? null : Money.parse(amount)]
  if (parsedDay === undefined || typeof balance === "string") throw new Error(`${day} ${amount}`)
  return { currency, day: parsedDay, end, balance, source: "the test" }
}
