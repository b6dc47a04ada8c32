/**
 * The settings that say what to pull and how to read it.
 */
import { DateBounds } from "../domain/DateBounds.ts"
import { MarkerPolicy } from "../domain/ServiceTime.ts"
import { balances } from "./balanceShape.ts"
import { defaulted, setting } from "./described.ts"
import { usualMaxRunBytes, usualMaxWithdrawals } from "./PullSettings.ts"
import { day, days, dayStart, duration, oneOf, timeZone, wallets, wholeNumber } from "./shapes.ts"

export const TIME_ZONE = setting("TIME_ZONE", timeZone, "IANA zone whose wall clock the service writes")
export const MARKER_POLICY = defaulted(
  "MARKER_POLICY",
  oneOf(MarkerPolicy.literals),
  "trust-24h",
  "when hour and AM/PM contradict: `trust-24h`, `trust-marker`, `reject`"
)
export const CLOCK_JITTER = setting(
  "CLOCK_JITTER",
  duration,
  "by how much the service's times may be wrong, such as `5s`: an order within it is nothing to report",
  { otherwise: "none" }
)
export const DATE_BOUNDS = defaulted(
  "DATE_BOUNDS",
  oneOf(DateBounds.literals),
  "unknown",
  "whether the days asked for are inside: `unknown`, `inclusive`, `exclusive-end`"
)
export const DAY_START = setting(
  "DAY_START",
  dayStart,
  "when the days asked for begin by the timestamps' clock, as `probe` finds it: `03:00`, `-05:00` (19:00 of the day before)",
  { otherwise: "found out" }
)
export const WALLETS = setting(
  "WALLETS",
  wallets,
  "wallet numbers with commas between, each alone or as `NUMBER=CUR@DAY`: its currency, in capitals, and its first day, " +
    "either of which may be left out; in the file a list, `{ number = \"…\", currency = \"KES\", from = \"2024-03-01\" }`",
  { flag: "--wallet" }
)
export const FROM = setting(
  "FROM",
  day,
  "first day of wallets that have none of their own; what is loaded is not asked for again, but with `--reload`. " +
    "The flag asks again for all days from there on",
  { flag: "--from", otherwise: "found by asking" }
)
export const TO = setting("TO", day, "last day, included", { flag: "--to", otherwise: "today at the service" })
export const LOOKBACK = defaulted("LOOKBACK", days, "3d", "days read once more when going on", { flag: "--lookback" })
export const OPENING_BALANCES = setting(
  "OPENING_BALANCES",
  balances,
  "balances that somebody knows of the beginning of days: `NUMBER:CUR:AMOUNT@DAY` with commas between; kept in the database, " +
    "and held against the rows from then on; the amount `none` takes one back",
  { otherwise: "none" }
)
export const CLOSING_BALANCES = setting("CLOSING_BALANCES", balances, "the same of the end of days", {
  otherwise: "none"
})
export const OPENING_BALANCE = setting(
  "OPENING_BALANCE",
  balances,
  "the same of one run's first day: `[NUMBER:][CUR:]AMOUNT[@DAY]`, as the flag takes it",
  { flag: "--opening-balance", otherwise: "none" }
)
export const CLOSING_BALANCE = setting("CLOSING_BALANCE", balances, "the same of its last day", {
  flag: "--closing-balance",
  otherwise: "none"
})
export const LIMIT = defaulted("LIMIT", wholeNumber(1, 5000), "5000", "records asked for at once", { flag: "--limit" })
export const MAX_WITHDRAWALS = defaulted(
  "MAX_WITHDRAWALS",
  wholeNumber(0, 1_000_000),
  String(usualMaxWithdrawals),
  "stored rows that one answer may take away without being doubted"
)
export const CONCURRENCY = defaulted("CONCURRENCY", wholeNumber(1, 64), "4", "wallets at the same time", {
  flag: "--concurrency"
})
export const RUN_TIMEOUT = defaulted(
  "RUN_TIMEOUT",
  duration,
  "24h",
  "longest time of a run: no request is begun or waited for behind it, and days that are whole by then are committed"
)
export const MAX_RUN_BYTES = defaulted(
  "MAX_RUN_BYTES",
  wholeNumber(1024, 2 ** 49),
  String(usualMaxRunBytes),
  "that one run may add to what is stored, in bytes of its records as answers have them, new ones once, changed and withdrawn " +
    "ones four times; then it ends with 1, and the next one goes on"
)

/** All of these, in the order in which they are listed. */
export const statementSettings = [
  TIME_ZONE,
  MARKER_POLICY,
  CLOCK_JITTER,
  DATE_BOUNDS,
  DAY_START,
  WALLETS,
  FROM,
  TO,
  LOOKBACK,
  OPENING_BALANCES,
  CLOSING_BALANCES,
  OPENING_BALANCE,
  CLOSING_BALANCE,
  LIMIT,
  MAX_WITHDRAWALS,
  CONCURRENCY,
  RUN_TIMEOUT,
  MAX_RUN_BYTES
]
