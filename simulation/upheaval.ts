/**
 * What happens to a service's ledgers between two runs.
 */
import { dayMillis } from "./calendar.ts"
import type { Chance } from "./Chance.ts"
import type { Entry } from "./Entry.ts"
import type { Story } from "./Story.ts"
import type { Ledger, World } from "./World.ts"

const kinds = [
  "confirmed",
  "remark changed",
  "amount changed",
  "withdrawn",
  "withdrawn and returned later",
  "moved to another day",
  "inserted in the past",
  "dated back",
  "shown at last",
  "no more left out"
] as const

/** Changes a few things of what a ledger showed until now. */
export const upset = (world: World, ledger: Ledger, now: number, chance: Chance, story: Story): void => {
  for (let times = chance.pick([0, 0, 1, 2, 4]); times > 0; times--) {
    const past = ledger.entries.filter((entry) => entry.visibleFrom <= now)
    const entry = chance.some(past)
    const kind = chance.pick([...kinds])
    if (entry === undefined || !apply(kind, entry, world, ledger, now, chance)) continue
    story.count(`row ${kind}`)
    story.tell(() => `${ledger.walletNo}: record ${entry.key} (${entry.id}, day ${entry.day}): ${kind}`)
    world.settle(ledger)
  }
}

const apply = (
  kind: (typeof kinds)[number],
  entry: Entry,
  world: World,
  ledger: Ledger,
  now: number,
  chance: Chance
): boolean => {
  switch (kind) {
    case "confirmed":
      if (entry.confirmed) return false
      entry.confirmed = true
      entry.moved = true
      return true
    case "remark changed":
      entry.remark = `corrected ${chance.below(100)}`
      return true
    case "amount changed":
      entry.amount += 100n
      return true
    case "withdrawn":
      // Either its place in the chain closes, or the balances still tell of it.
      if (chance.happens(0.5)) ledger.entries = ledger.entries.filter((other) => other !== entry)
      else entry.visibleTo = now
      return true
    case "withdrawn and returned later":
      entry.visibleFrom = now + chance.between(1, 3 * dayMillis)
      return true
    case "moved to another day":
      entry.day += chance.pick([-3, -1, 1, 2])
      return true
    case "inserted in the past":
    case "dated back": {
      const fresh = world.drawEntry(ledger, entry.day, entry.second)
      fresh.visibleFrom = now
      const place = kind === "dated back"
        ? ledger.entries.filter((other) => other.visibleFrom <= now).length
        : entry.place
      ledger.entries.splice(place, 0, fresh)
      return true
    }
    case "shown at last":
      if (entry.omitted === "never") return false
      entry.omitted = "never"
      return true
    case "no more left out":
      for (const other of ledger.entries) other.omitted = "never"
      return true
  }
}
