/**
 * What a seed is about: the service's habits, the settings, the traffic and the faults, all drawn before anything runs.
 */
import { type Zone, zones } from "./calendar.ts"
import { Chance } from "./Chance.ts"
import type { MarkerPolicy } from "./Entry.ts"
import { drawUnusual, type Habit, type Unusual } from "./ServiceDays.ts"

const habits = [
  { name: "inclusive", after: 0, before: 0 },
  { name: "exclusive-end", after: 0, before: 1 },
  { name: "exclusive-start", after: 1, before: 0 },
  { name: "exclusive", after: 1, before: 1 }
] as const satisfies ReadonlyArray<Habit>

/** How often a service goes wrong in which way, as rates of its replies. */
export interface Weather {
  readonly fault: number
  readonly revocation: number
  readonly refusal: number
  readonly omission: number
  readonly repeat: number
  /** Answers that are empty, or know nothing of the last hours or days. */
  readonly poor?: number
}

/** How long things take and how often they are tried. */
export interface Patience {
  readonly requestTimeoutMillis: number
  readonly retryTimeoutMillis: number
  readonly runTimeoutMillis: number
  readonly maxAttempts: number
  readonly requestsPerMinute: number | null
}

/** One seed's circumstances. */
export interface Scenario extends Unusual {
  readonly seed: number
  readonly zone: Zone
  readonly policy: MarkerPolicy
  readonly habit: Habit
  readonly dateBounds: "unknown" | "inclusive" | "exclusive-end"
  readonly order: "newest" | "oldest" | "shuffled"
  readonly limit: number
  /** Records that the service gives at most, when that is fewer than it may be asked for. */
  readonly cap?: number
  readonly maxWithdrawals?: number
  /** One record in so many is shown by answers to requests for more than two days only. */
  readonly shyOneIn?: number
  readonly wallets: number
  readonly concurrency: number
  /** The service's day on which the simulation begins. */
  readonly today: number
  readonly hour: number
  readonly historyDays: number
  readonly style: "quiet" | "steady" | "busy" | "bursts" | "edge"
  /** How balances go: wide apart, back to where they began every evening, or up and down between a few. */
  readonly shape?: "wide" | "swept" | "toggling"
  readonly oddities: boolean
  readonly tokenLifeSeconds: number
  readonly latencyMillis: number
  readonly weather: Weather
  readonly patience: Patience
  readonly rounds: number
}

/** Days around which something is special: summer time begins or ends, a leap day, the turn of a year. */
const starts = ["2025-03-31", "2025-10-27", "2024-03-02", "2026-01-02", "2025-06-15", "2025-11-01"] as const

const calm: Weather = { fault: 0, revocation: 0, refusal: 0, omission: 0, repeat: 0 }

/** Draws how many records a service gives at most; most give as many as they are asked for. */
const drawCap = (seed: number, limit: number): Pick<Scenario, "cap"> => {
  const chance = Chance.named(seed, "cap")
  return limit > leastCap && chance.happens(0.3) ? { cap: chance.between(leastCap, limit - 1) } : {}
}

const leastCap = 10

/** Draws how many records answers to small requests leave out; most leave out none. */
const drawShy = (seed: number): Pick<Scenario, "shyOneIn"> => {
  const chance = Chance.named(seed, "pieces")
  return chance.happens(0.06) ? { shyOneIn: chance.pick([3, 10, 30]) } : {}
}

/** Draws a seed's circumstances. */
export const drawScenario = (seed: number, chance: Chance): Scenario => {
  const habit = chance.pick(habits)
  const known = habit.name === "inclusive" || habit.name === "exclusive-end" ? habit.name : "unknown"
  const isRough = chance.happens(0.6)
  const weather: Weather = isRough
    ? {
      fault: chance.pick([0, 0.02, 0.1, 0.3]),
      revocation: chance.pick([0, 0, 0.05]),
      refusal: chance.pick([0, 0, 0.02]),
      omission: chance.pick([0, 0.02, 0.1]),
      repeat: chance.pick([0, 0.05, 0.3])
    }
    : calm
  const scenario: Scenario = {
    seed,
    zone: chance.pick([...zones]),
    policy: chance.pick(["trust-24h", "trust-24h", "trust-marker", "reject"]),
    habit,
    dateBounds: chance.happens(0.5) ? known : "unknown",
    order: chance.pick(["newest", "oldest", "shuffled"]),
    limit: chance.pick([3, 4, 5, 7, 10, 15, 25, 50]),
    wallets: chance.pick([1, 1, 1, 2, 3]),
    concurrency: chance.between(1, 3),
    today: Date.parse(`${chance.pick(starts)}T00:00:00Z`) / 86_400_000 + chance.between(-1, 2),
    hour: chance.between(0, 23),
    historyDays: chance.pick([1, 3, 5, 8, 12, 20]),
    style: chance.pick(["quiet", "steady", "busy", "bursts", "edge"]),
    oddities: chance.happens(0.6),
    tokenLifeSeconds: chance.pick([3600, 3600, 600, 60, 10]),
    latencyMillis: chance.pick([10, 100, 1000, 4000]),
    maxWithdrawals: Chance.named(seed, "max withdrawals").pick([100, 100, 100, 5, 0]),
    shape: Chance.named(seed, "shape").pick(["wide", "wide", "wide", "wide", "swept", "toggling"]),
    weather: { ...weather, poor: Chance.named(seed, "poor weather").pick([0, 0, 0, 0.05, 0.3]) },
    patience: {
      requestTimeoutMillis: chance.pick([5000, 30_000]),
      retryTimeoutMillis: chance.pick([20_000, 120_000, 600_000]),
      runTimeoutMillis: chance.pick([60_000, 600_000, 21_600_000, 21_600_000, 21_600_000]),
      maxAttempts: chance.between(1, 6),
      requestsPerMinute: chance.pick([null, null, null, 120, 30])
    },
    rounds: chance.between(1, 4)
  }
  return { ...scenario, ...drawUnusual(seed, habit), ...drawCap(seed, scenario.limit), ...drawShy(seed) }
}
