/**
 * How soon and how well the limit is found: `node bench/limiter.ts [seeds]`, in virtual time.
 *
 * Callers without a pause, answers after 5 to 60 ms, a token bucket at 60, 600 and 1,500 requests a minute with several
 * bursts; the limit is halved in mid-run. Told for each: the rate and the share of 429s after the time to learn, before
 * and after the change, as the worst and the median of the seeds.
 */
import { simulateLimit } from "../test/transport/limitedService.ts"

const seeds = Number(process.argv[2] ?? 20)

const sorted = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.toSorted((a, b) => a - b)
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

for (const perMinute of [60, 600, 1500]) {
  for (const burst of [1, 5, 10, 30]) {
    for (const retryAfter of [true, false]) {
      const runs = Array.from({ length: seeds }, (_, seed) => simulateLimit({ perMinute, burst, retryAfter, seed }))
      const parts = runs.flatMap(({ before, after }) => [before, after])
      const rates = sorted(parts.map(({ rate, limit }) => rate / limit))
      const refusals = sorted(parts.map(({ refused, sent }) => refused / sent))
      const learning = sorted(runs.map(({ learningRefused }) => learningRefused))
      process.stdout.write(
        `${perMinute}/min, burst ${burst}, Retry-After ${retryAfter ? "seconds" : "none"}: rate ${
          percent(rates[0] ?? 0)
        } to ${percent(rates.at(-1) ?? 0)}, median ${
          percent(rates[rates.length >> 1] ?? 0)
        } of the limit; 429s at most ${percent(refusals.at(-1) ?? 0)}, median ${
          percent(refusals[refusals.length >> 1] ?? 0)
        }; while learning at most ${learning.at(-1)}\n`
      )
    }
  }
}
