/**
 * The truth: what the service's ledgers hold, and what they show at any instant.
 */
import { dayMillis, resolve } from "./calendar.ts"
import type { Chance } from "./Chance.ts"
import { type Entry, localTime, malformations, type Reading, signed } from "./Entry.ts"
import type { Scenario } from "./Scenario.ts"

/** A chain of balances: a wallet's entries in one currency. */
export interface Chain {
  readonly currency: string
  readonly opening: bigint
}

/** A wallet's ledger. */
export interface Ledger {
  readonly walletNo: string
  readonly chains: ReadonlyArray<Chain>
  reading: Reading
  /** In the order in which they moved the balances. */
  entries: Array<Entry>
}

/** Days behind today for which there is traffic already; it shows when its time has come. */
const futureDays = 8

/** All ledgers of a service. */
export class World {
  readonly ledgers: ReadonlyArray<Ledger>
  readonly firstDay: number
  private keys = 0
  private readonly scenario: Scenario
  private readonly chance: Chance

  /** A world of some ledgers; they and their traffic are drawn when none are given. */
  constructor(scenario: Scenario, chance: Chance, ledgers?: ReadonlyArray<Ledger>) {
    this.scenario = scenario
    this.chance = chance
    this.firstDay = scenario.today - scenario.historyDays
    this.ledgers = ledgers ??
      Array.from({ length: scenario.wallets }, (_, index) => this.drawLedger(`W${index + 1}`))
    if (ledgers === undefined) { for (const ledger of this.ledgers) this.drawTraffic(ledger) }
  }

  /** What a service that leaves nothing out shows of some days. */
  visible(ledger: Ledger, from: number, to: number, now: number): ReadonlyArray<Entry> {
    return ledger.entries.filter((entry) =>
      entry.day >= from && entry.day <= to && entry.visibleFrom <= now && now < entry.visibleTo
    )
  }

  /** Numbers the entries and works their balances out again. */
  settle(ledger: Ledger): void {
    for (const chain of ledger.chains) {
      let balance = chain.opening
      for (const entry of ledger.entries) {
        if (entry.chain !== chain.currency) continue
        entry.balance = balance + signed(entry)
        if (entry.moved) balance = entry.balance
      }
    }
    ledger.entries.forEach((entry, place) => {
      entry.place = place
    })
  }

  /** A new entry of a ledger, not yet in it. */
  drawEntry(ledger: Ledger, day: number, second: number): Entry {
    const { chance, scenario } = this
    const odd = (rate: number): boolean => scenario.oddities && chance.happens(rate)
    const isFaint = odd(0.04)
    const key = ++this.keys
    const known = chance.some(ledger.entries)
    const twin = known !== undefined && odd(0.12) ? known : undefined
    const entry: Entry = {
      key,
      place: 0,
      chain: chance.some(ledger.chains)?.currency ?? "KES",
      id: twin?.id ?? (odd(0.04) ? chance.pick(["", " ", "R1", "R2", "R1"]) : `T${key}`),
      type: twin === undefined
        ? chance.pick(["Debit", "Credit", "Credit"])
        : twin.type === "Debit" && odd(0.7)
        ? "Credit"
        : "Debit",
      amount: twin !== undefined && odd(0.6) ? twin.amount : this.drawAmount(odd(0.03)),
      balance: 0n,
      tellsBalance: !odd(0.02),
      namesCurrency: ledger.reading.currency !== null || scenario.seed % 3 > 0 || chance.happens(0.9),
      remark: odd(0.04) ? chance.pick(["fee", "KES 5.00", "naïve ☕ \u202e", "a\tb\n\\N", "\ud800 half"]) : "to a shop",
      confirmed: !isFaint,
      moved: !isFaint || chance.happens(0.5),
      day,
      second,
      conflict: odd(0.05),
      ...(scenario.twelveHours === true ? { isByTwelve: true } : {}),
      malformed: odd(0.02) ? chance.pick([...malformations]) : null,
      visibleFrom: 0,
      visibleTo: Number.POSITIVE_INFINITY,
      omitted: "never"
    }
    entry.visibleFrom = resolve(ledger.reading.zone, localTime(entry)).instant
    return entry
  }

  private drawAmount(isNothing: boolean): bigint {
    const { chance } = this
    if (isNothing) return 0n
    return chance.happens(0.5)
      ? chance.pick([50_000n, 100_000n, 100_000n, 125_000n])
      : BigInt(chance.between(1, 2_000_000)) * (chance.happens(0.1) ? 1n : 100n)
  }

  private drawLedger(walletNo: string): Ledger {
    const { chance, scenario } = this
    const currencies = chance.pick([["KES"], ["KES"], ["KES"], ["USD", "KES"]])
    const opening = (): bigint => chance.pick([0n, 1_000_000n, 12_345_678_900n, 899_999_999_999_999_900n])
    return {
      walletNo,
      chains: currencies.map((currency) => ({ currency, opening: opening() })),
      reading: {
        zone: scenario.zone,
        policy: scenario.policy,
        currency: currencies.length === 1 && chance.happens(0.4) ? "KES" : null
      },
      entries: []
    }
  }

  private drawTraffic(ledger: Ledger): void {
    const { chance, scenario } = this
    for (let day = this.firstDay - 2; day <= scenario.today + futureDays; day++) {
      const seconds = Array.from({ length: this.rowsOfDay() }, () => this.drawSecond()).sort((left, right) =>
        left - right
      )
      for (const second of seconds) {
        const entry = this.drawEntry(ledger, day, second)
        if (scenario.shape === "toggling") toggle(ledger, entry)
        ledger.entries.push(entry)
        if (day <= scenario.today && chance.happens(scenario.weather.omission)) {
          entry.omitted = chance.pick(["once", "once", "always"])
        }
        if (day < scenario.today && scenario.oddities && chance.happens(0.02)) {
          entry.visibleFrom = scenario.today * dayMillis + chance.between(0, 3 * dayMillis)
        }
      }
      if (scenario.shape === "swept") this.sweep(ledger, day)
    }
    this.settle(ledger)
  }

  /** Takes away in the evening what the day left of each balance. */
  private sweep(ledger: Ledger, day: number): void {
    for (const { currency } of ledger.chains) {
      const left = levelOf(ledger, currency)
      if (left === 0n) continue
      const entry = this.drawEntry(ledger, day, 86_399)
      ledger.entries.push({
        ...entry,
        chain: currency,
        id: `S${entry.key}`,
        type: left > 0n ? "Debit" : "Credit",
        amount: left > 0n ? left : -left,
        confirmed: true,
        moved: true,
        malformed: null
      })
    }
  }

  private drawSecond(): number {
    const { chance } = this
    return chance.happens(0.2) ? chance.pick([0, 7200, 9000, 43_200, 86_399]) : chance.below(86_400)
  }

  private rowsOfDay(): number {
    const { chance, scenario: { limit, style } } = this
    switch (style) {
      case "quiet":
        return chance.happens(0.4) ? 1 : 0
      case "steady":
        return chance.between(0, Math.min(4, limit - 1))
      case "busy":
        return chance.between(0, Math.min(limit - 1, 12))
      case "bursts":
        return chance.happens(0.15) ? chance.between(1, Math.min(limit * 2, 40)) : chance.between(0, 1)
      case "edge":
        return chance.happens(0.3) ? limit + chance.between(-1, 1) : chance.between(0, Math.min(2, limit))
    }
  }
}

/** By how much the entries have moved a chain's balance so far. */
const levelOf = ({ entries }: Ledger, currency: string): bigint =>
  entries.reduce((level, entry) => (entry.moved && entry.chain === currency ? level + signed(entry) : level), 0n)

const stroke = 100_000n

/** Makes an entry one that moves its balance up or down between three. */
const toggle = (ledger: Ledger, entry: Entry): void => {
  const level = levelOf(ledger, entry.chain)
  entry.amount = stroke
  if (level <= 0n) entry.type = "Credit"
  else if (level >= 2n * stroke) entry.type = "Debit"
}
