/**
 * How soon and how well the limit is found: `node bench/limiter.ts [--seeds N] [--habits] [--loopback]`.
 *
 * Callers without a pause against a token bucket at 60, 600 and 1,500 requests a minute with several bursts; the limit
 * is halved in mid-run. Told of each, before and after the change, when 15 s or 20 requests are over, whichever takes
 * longer: the rate as a share of the limit and the share of 429s, each as the least, the median and the most of the
 * seeds; and the 429s in the time before that. By default in virtual time; `--habits` adds services that count by the
 * minute; `--loopback` measures instead over real sockets with the sandbox's bucket, which takes four minutes.
 */
import { Effect } from "effect"
import { parseArgs } from "node:util"
import { measureLimit } from "../test/transport/limitedServer.ts"
import {
  drawnService,
  isWithin,
  type LimitedService,
  type Measured,
  simulateLimit
} from "../test/transport/limitedService.ts"

const { values: { habits, loopback, seeds } } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    habits: { type: "boolean", default: false },
    loopback: { type: "boolean", default: false }
  }
})

const write = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const percent = (value: number): string => (value * 100).toFixed(1)

const spread = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (index: number) => percent(sorted[index] ?? Number.NaN).padStart(5)
  return `${at(0)} ${at(sorted.length >> 1)} ${at(sorted.length - 1)}`
}

const row = (name: string, runs: ReadonlyArray<Measured>): void => {
  const cells = (["before", "after"] as const).map((when) => {
    const parts = runs.map((run) => run[when])
    const learning = Math.max(...parts.map((part) => part.learning))
    return `${spread(parts.map(({ rate }) => rate))} | ${spread(parts.map(({ refused }) => refused))} | ${
      String(learning).padStart(3)
    }`
  })
  write(`${name.padEnd(40)} | ${cells.join(" | ")}`)
}

const simulated = (name: string, service: Omit<LimitedService, "seed">, count: number): void =>
  row(name, Array.from({ length: count }, (_, seed) => simulateLimit({ ...service, seed })))

const simulateAll = (count: number): void => {
  for (const perMinute of [60, 600, 1500]) {
    for (const burst of [1, 2, 5, 10, 30, perMinute]) {
      for (const retryAfter of [true, false]) {
        const name = `${perMinute}/min, burst ${burst}${retryAfter ? "" : ", no Retry-After"}`
        simulated(name, { perMinute, burst, retryAfter }, count)
      }
    }
    const service = { perMinute, burst: 10, retryAfter: true }
    simulated(`${perMinute}/min, burst 10, refilled at the change`, { ...service, refilled: true }, count)
    simulated(`${perMinute}/min, burst 10, jitter of 40 ms`, { ...service, jitterMillis: 40 }, count)
  }
  for (const perMinute of [60, 600, 1500]) {
    const runs = Array.from({ length: count }, (_, seed) => simulateLimit(drawnService(perMinute, seed)))
    row(`${perMinute}/min, callers, bucket, network drawn`, runs)
    const outside = runs.flatMap(({ after, before }) => [before, after]).filter((stretch) => !isWithin(stretch))
    write(`  beyond 10 % or with 2 % 429s and more: ${outside.length} of ${2 * count}`)
  }
  if (!habits) return
  for (const perMinute of [60, 600]) {
    for (const habit of ["fixed-window", "sliding-window"] as const) {
      for (const retryAfter of [true, false]) {
        const name = `${perMinute}/min, ${habit}${retryAfter ? "" : ", no Retry-After"}, 10 min`
        simulated(name, { perMinute, burst: 1, retryAfter, habit, stretchMillis: 600_000 }, Math.min(count, 5))
      }
    }
  }
}

const measureAll = Effect.gen(function*() {
  const times = [
    { perMinute: 60, speed: 5, stretchMillis: 125_000, halvedStretchMillis: 250_000 },
    { perMinute: 600, speed: 2, stretchMillis: 75_000, halvedStretchMillis: 90_000 },
    { perMinute: 1500, speed: 1, stretchMillis: 40_000, halvedStretchMillis: 45_000 }
  ]
  for (const time of times) {
    const run = yield* measureLimit({ ...time, burst: 10, callers: 16 })
    row(`${time.perMinute}/min, burst 10, ${time.speed} times as fast`, [run])
  }
})

write("rate % of the limit: least, median, most | 429s % | 429s before, at most; the same for half the limit")
if (loopback) await Effect.runPromise(measureAll)
else simulateAll(Number(seeds))
