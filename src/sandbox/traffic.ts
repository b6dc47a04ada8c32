/**
 * How a wallet's records spread over its days.
 */
import { dayNumber, dayText, weekday } from "./calendar.ts"
import type { Random } from "./random.ts"
import type { WalletOptions } from "./SandboxOptions.ts"

/** The counts of a wallet's days, from its first day on. */
export interface DailyCounts {
  readonly firstDay: number
  readonly counts: Int32Array
}

const peak = 10

const weightOf = (wallet: WalletOptions, day: number, index: number, burstMonth: number): number => {
  switch (wallet.traffic) {
    case "even":
      return 1
    case "weekly":
      return weekday(day) === 4 ? peak : 1
    case "burst":
      return Math.floor(index / 30) === burstMonth ? peak : 1
  }
}

/** Spreads the records; a text says why the numbers do not fit one another. */
export const dailyCounts = (wallet: WalletOptions, random: Random): DailyCounts | string => {
  const firstDay = dayNumber(wallet.from) ?? 0
  const days = (dayNumber(wallet.to) ?? 0) - firstDay + 1
  if (days < 1) return `wallet ${wallet.walletNo}: its first day ${wallet.from} is after its last, ${wallet.to}`
  const counts = new Int32Array(days)
  const fixed = new Uint8Array(days)
  let left = wallet.records
  for (const busy of wallet.busyDays) {
    const index = (dayNumber(busy.day) ?? 0) - firstDay
    if (index < 0 || index >= days) return `wallet ${wallet.walletNo}: the busy day ${busy.day} lies outside its days`
    if (fixed[index] === 1) return `wallet ${wallet.walletNo}: the busy day ${busy.day} is given twice`
    counts[index] = busy.records
    fixed[index] = 1
    left -= busy.records
  }
  if (left < 0) return `wallet ${wallet.walletNo}: its busy days hold more than its ${wallet.records} records`
  const open = Array.from(counts.keys()).filter((index) => fixed[index] === 0)
  if (left > open.length * wallet.maxPerDay) {
    return `wallet ${wallet.walletNo}: ${left} records do not fit ${open.length} days of at most ${wallet.maxPerDay}; ` +
      `widen ${dayText(firstDay)}..${wallet.to} or raise maxPerDay`
  }
  share(counts, open, left, wallet, firstDay, random)
  return { firstDay, counts }
}

const share = (
  counts: Int32Array,
  open: ReadonlyArray<number>,
  total: number,
  wallet: WalletOptions,
  firstDay: number,
  random: Random
): void => {
  const burstMonth = random.below(Math.max(Math.floor(counts.length / 30), 1))
  const weights = open.map((index) =>
    weightOf(wallet, firstDay + index, index, burstMonth) * (0.85 + 0.3 * random.next())
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let left = total
  for (const [place, index] of open.entries()) {
    const share = Math.min(Math.floor((total * (weights[place] ?? 0)) / sum), wallet.maxPerDay)
    counts[index] = share
    left -= share
  }
  let room = open.filter((index) => (counts[index] ?? 0) < wallet.maxPerDay)
  while (left > 0) {
    const each = Math.max(Math.floor(left / room.length), 1)
    const start = random.below(room.length)
    for (let step = 0; step < room.length && left > 0; step++) {
      const index = room[(start + step) % room.length] ?? 0
      const more = Math.min(each, left, wallet.maxPerDay - (counts[index] ?? 0))
      counts[index] = (counts[index] ?? 0) + more
      left -= more
    }
    room = room.filter((index) => (counts[index] ?? 0) < wallet.maxPerDay)
  }
}
