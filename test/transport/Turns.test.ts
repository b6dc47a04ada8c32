/**
 * What the limiter makes of a limit it does not know; `bench/limiter.ts` does the same for more services and seeds.
 */
import { assert, describe, it } from "@effect/vitest"
import { Turns } from "../../src/transport/Turns.ts"
import { simulateLimit } from "./limitedService.ts"

const middle = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe("Turns", () => {
  it.each([60, 600, 1500])(
    "finds a limit of %s a minute, and its half when that comes, within a tenth",
    (perMinute) => {
      const seeds = [1, 2, 3]
      const runs = seeds.map((seed) => simulateLimit({ perMinute, burst: 10, retryAfter: true, seed }))
      const parts = runs.flatMap(({ after, before }) => [before, after])
      const rate = middle(parts.map(({ limit, rate }) => rate / limit))
      assert.isAbove(rate, 0.9)
      assert.isBelow(rate, 1.1)
      // At 60 a minute the stretch that is looked at has some hundred requests, so each 429 counts one in a hundred.
      assert.isBelow(middle(parts.map(({ refused, sent }) => refused / sent)), perMinute === 60 ? 0.04 : 0.02)
    }
  )

  it("holds nothing back before the service refuses", () => {
    const turns = new Turns(undefined)
    for (let count = 0; count < 1000; count++) {
      assert.strictEqual(turns.wait(count / 100), 0)
      turns.taken(turns.take(count / 100))
    }
  })

  it("does not exceed the rate of the settings, however much the service takes", () => {
    const turns = new Turns(600)
    let now = 0
    for (let count = 0; count < 50; count++) {
      now += turns.wait(now)
      turns.taken(turns.take(now))
    }
    assert.isAtLeast(now, 4900)
  })

  it("gives a turn back that was not used", () => {
    const turns = new Turns(60)
    turns.unsent(turns.take(0))
    assert.strictEqual(turns.wait(0), 0)
  })
})
