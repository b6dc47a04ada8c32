/**
 * How many requests a pull of three years takes, against a planner that knows every day beforehand:
 * `node bench/requests.ts [seeds] [bounds]`.
 *
 * For each traffic, row order and knowledge of the bounds: the mean over the seeds (5) of the requests of a first pull
 * and of a second pull of the same period, and the worst ratio of a seed. "known" is a service that counts both bounds
 * as inside and settings that say so; the others have to be found out.
 */
import { type Day, dayFromNumber, type Period } from "../src/domain/Period.ts"
import * as Density from "../src/plan/Density.ts"
import { noClaims } from "../src/plan/Habit.ts"
import * as Service from "../test/plan/service.ts"

const seeds = Number(process.argv[2] ?? 5)
const only = process.argv[3]
const limit = 5000
const period: Period = { from: dayFromNumber(19_358), to: dayFromNumber(19_358 + 1095) }
const days = period.to - period.from + 1

type Weight = (index: number, next: () => number) => number

/** Between 85 and 115 %. */
const near = (next: () => number): number => 0.85 + 0.3 * next()

const gauss = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

const dayOfMonth = (index: number): number => new Date((period.from + index) * 86_400_000).getUTCDate()

interface Traffic {
  readonly rows: number
  readonly weight: (next: () => number) => Weight
  /** What is asked for: the worst ratio on a first pull. */
  readonly atMost?: number
}

const burstFrom = (next: () => number): number => Math.floor(next() * (days - 30))

const traffics: Record<string, Traffic> = {
  "even": { rows: 1_000_000, atMost: 1.15, weight: () => (_, next) => near(next) },
  "even, as chance has it": { rows: 1_000_000, atMost: 1.15, weight: () => (_, next) => 1 + gauss(next) / 30 },
  "even, all alike": { rows: 1_000_000, atMost: 1.15, weight: () => () => 1 },
  "weekly, 10x peak": { rows: 1_000_000, atMost: 1.3, weight: () => (i, next) => (i % 7 === 4 ? 10 : 1) * near(next) },
  "weekly, 10x peak, exact": { rows: 1_000_000, atMost: 1.3, weight: () => (i) => i % 7 === 4 ? 10 : 1 },
  "weekly, two 10x peaks": {
    rows: 1_000_000,
    atMost: 1.3,
    weight: () => (i, next) => (i % 7 === 4 || i % 7 === 5 ? 10 : 1) * near(next)
  },
  "burst month": {
    rows: 1_000_000,
    atMost: 1.3,
    weight: (next) => {
      const from = burstFrom(next)
      return (i, next) => (i >= from && i < from + 30 ? 10 : 1) * near(next)
    }
  },
  "burst month, 4x": {
    rows: 1_000_000,
    atMost: 1.3,
    weight: (next) => {
      const from = burstFrom(next)
      return (i, next) => (i >= from && i < from + 30 ? 4 : 1) * near(next)
    }
  },
  "even, half as many": { rows: 500_000, weight: () => (_, next) => near(next) },
  "even, a tenth": { rows: 100_000, weight: () => (_, next) => near(next) },
  "quiet": { rows: 3_000, weight: () => (_, next) => near(next) },
  "salary days": { rows: 400_000, weight: () => (i, next) => (dayOfMonth(i) === 25 ? 10 : 1) * near(next) },
  "growth 10x": { rows: 1_000_000, weight: () => (i, next) => 10 ** (i / days) * near(next) },
  "weekends zero": { rows: 1_000_000, weight: () => (i, next) => (i % 7 > 4 ? 0 : 1) * near(next) },
  "4,999 once a week": { rows: 1_000_000, weight: () => (i, next) => (i % 7 === 2 ? 1e9 : near(next)) },
  "wild": { rows: 700_000, weight: () => (_, next) => Math.exp(0.7 * gauss(next)) },
  "rare": { rows: 100_000, weight: () => (_, next) => (next() < 0.1 ? Math.exp(gauss(next)) : 0) }
}

/** Spreads the rows by weight, none of the days above 4,999; what a busy day can't take goes to the others. */
const countsOf = ({ rows, weight }: Traffic, next: () => number): ReadonlyArray<number> => {
  const of = weight(next)
  const weights = Array.from({ length: days }, (_, index) => Math.min(of(index, next), 1e9))
  const counts = Array.from({ length: days }, () => 0)
  let open = weights.map((_, index) => index)
  for (let left = rows; left > 0;) {
    const sum = open.reduce((total, index) => total + (weights[index] ?? 0), 0)
    if (sum === 0) break
    const full = open.filter((index) => (weights[index] ?? 0) * left / sum > 4999)
    for (const index of full) counts[index] = 4999
    if (full.length === 0) {
      for (const index of open) counts[index] = Math.floor((weights[index] ?? 0) * left / sum)
      break
    }
    left -= full.length * 4999
    open = open.filter((index) => !full.includes(index))
  }
  return counts
}

const knowledges = {
  "known": { habit: "inclusive", claims: { dateBounds: "inclusive", dayStart: 0 } },
  "inclusive": { habit: "inclusive", claims: noClaims },
  "exclusive-end": { habit: "exclusive-end", claims: noClaims },
  "exclusive": { habit: "exclusive", claims: noClaims }
} as const

const say = (cells: ReadonlyArray<string | number>): void => {
  process.stdout.write(
    cells.map((cell, index) => index < 2 ? `${cell}`.padEnd(26 - 12 * index) : `${cell}`.padStart(14)).join("") + "\n"
  )
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length
const ratio = (values: ReadonlyArray<number>, best: ReadonlyArray<number>): number =>
  Math.max(...values.map((value, index) => value / (best[index] ?? 1)))

const before = performance.now()
let missed = 0
for (const [knowledge, { claims, habit }] of Object.entries(knowledges)) {
  if (only !== undefined && knowledge !== only) continue
  process.stdout.write(`\nbounds: ${knowledge}\n`)
  say(["traffic", "rows", "clairvoyant", "first", "worst ratio", "second", "worst ratio"])
  for (const [name, traffic] of Object.entries(traffics)) {
    for (const order of Service.orders) {
      const best: Array<number> = []
      const first: Array<number> = []
      const second: Array<number> = []
      for (let seed = 1; seed <= seeds; seed++) {
        const counts = countsOf(traffic, Service.random(seed))
        const rowsOn = (day: Day): number => counts[day - period.from] ?? 0
        const pull = { period, rowsOn, habit, order, limit, claims, seed }
        best.push(Service.clairvoyant(pull))
        const { loaded, requests } = Service.fetchAll(pull)
        first.push(requests)
        second.push(Service.fetchAll({ ...pull, density: Density.fromStored(loaded, period) }).requests)
      }
      const ratios = [ratio(first, best), ratio(second, best)] as const
      const bad = knowledge === "known" && traffic.atMost !== undefined &&
        (ratios[0] > traffic.atMost || ratios[1] > 1.05)
      if (bad) missed++
      say([
        name,
        order,
        mean(best).toFixed(1),
        mean(first).toFixed(1),
        ratios[0].toFixed(3),
        mean(second).toFixed(1),
        ratios[1].toFixed(3) + (bad ? " !" : "")
      ])
    }
  }
}
process.stdout.write(`\n${missed} above what is asked for; ${Math.round(performance.now() - before)} ms\n`)
if (missed > 0) process.exitCode = 1
