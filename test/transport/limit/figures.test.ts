/**
 * What the limiter made of some services when its numbers were chosen, to the last digit: `isFound` in Turns.test.ts asks for no more
 * than a tenth. Whoever changes how it looks for a limit measures with bench/limiter.ts that it is no worse, and puts the new
 * figures here.
 */
import { assert, it } from "@effect/vitest"
import { drawnService, type LimitedService, simulateLimit, type Stretch } from "../limitedService.ts"

/** The rate of requests that were taken as a share of the limit, the share of refusals, and refusals while it was learnt. */
type Figures = readonly [rate: number, refused: number, learning: number]

const figures: ReadonlyArray<readonly [LimitedService, before: Figures, after: Figures]> = [
  [{ ...drawnService(600, 1), stretchMillis: 60_000 }, [0.993333, 0.002232, 6], [0.997394, 0.003802, 4]],
  [{ ...drawnService(600, 2), stretchMillis: 60_000 }, [1.002222, 0.002212, 6], [0.99619, 0.00381, 3]],
  [{ ...drawnService(600, 3), stretchMillis: 60_000 }, [1.002222, 0.002212, 7], [0.997472, 0.003802, 4]],
  [{ ...drawnService(600, 4), stretchMillis: 60_000 }, [1.004444, 0.004405, 5], [1, 0.005682, 5]],
  [{ ...drawnService(1500, 5), stretchMillis: 60_000 }, [0.982762, 0.000903, 10], [0.997721, 0.001524, 5]],
  [{ ...drawnService(1500, 6), stretchMillis: 60_000 }, [0.999623, 0.005305, 5], [0.99901, 0.005307, 6]],
  [{ ...drawnService(60, 7), stretchMillis: 240_000 }, [0.999578, 0.004425, 4], [0.998509, 0.004444, 5]],
  [{ ...drawnService(60, 8), stretchMillis: 240_000 }, [1, 0.008811, 12], [0.990134, 0.004484, 4]],
  [{ perMinute: 600, burst: 1, retryAfter: true, seed: 9, habit: "fixed-window", stretchMillis: 120_000 }, [
    0.571429,
    0.006623,
    11
  ], [0.8, 0.012075, 3]],
  [
    { perMinute: 600, burst: 1, retryAfter: false, seed: 10, habit: "fixed-window", stretchMillis: 120_000 },
    [0.243765, 0.187302, 36],
    [0.817778, 0.030558, 0]
  ],
  [
    {
      perMinute: 600,
      burst: 1,
      retryAfter: true,
      seed: 11,
      habit: "sliding-window",
      stretchMillis: 120_000
    },
    [0.571429, 0.001664, 5],
    [0.975061, 0.00724, 3]
  ],
  [
    {
      perMinute: 600,
      burst: 1,
      retryAfter: false,
      seed: 12,
      habit: "sliding-window",
      stretchMillis: 120_000
    },
    [0.20381, 0.238434, 36],
    [0.942222, 0.003759, 0]
  ],
  [{ perMinute: 600, burst: 10, retryAfter: true, seed: 13, lateMillis: 100, stretchMillis: 60_000 }, [
    0.981468,
    0.002257,
    15
  ], [0.99619, 0.00381, 5]],
  [{ perMinute: 600, burst: 10, retryAfter: true, seed: 14, refilled: true, stretchMillis: 60_000 }, [
    0.982222,
    0.002257,
    12
  ], [0.99619, 0.00381, 4]],
  [{ perMinute: 600, burst: 1, retryAfter: false, seed: 15, connectMillis: 300, stretchMillis: 60_000 }, [
    0.775556,
    0.002857,
    26
  ], [0.767619, 0.002475, 4]],
  [
    {
      perMinute: 120,
      burst: 10,
      retryAfter: true,
      seed: 16,
      callers: 2,
      latencyMillis: 400,
      stretchMillis: 120_000
    },
    [0.995238, 0.004762, 4],
    [0.995556, 0.00885, 4]
  ],
  [{ perMinute: 12, burst: 3, retryAfter: true, seed: 17, stretchMillis: 600_000 }, [0.992653, 0.016949, 15], [
    0.994235,
    0.018868,
    4
  ]]
]

const rounded = ({ learning, rate, refused }: Stretch): Figures => [
  Number(rate.toFixed(6)),
  Number(refused.toFixed(6)),
  learning
]

it.each(figures)("the limiter has the figures that were measured with %j", (service, before, after) => {
  const measured = simulateLimit(service)
  assert.deepStrictEqual([rounded(measured.before), rounded(measured.after)], [before, after])
})
