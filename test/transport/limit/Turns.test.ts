/**
 * What the limiter makes of a limit it does not know, over LIMIT_SEEDS seeds (ten unless said otherwise);
 * `bench/limiter.ts` shows the same as a table, and over real sockets.
 */
import { assert, describe, it } from "@effect/vitest"
import { Turns } from "../../../src/transport/limit/Turns.ts"
import { drawnService, isWithin, type LimitedService, simulateLimit } from "../limitedService.ts"

const seeds = Array.from({ length: Number(process.env["LIMIT_SEEDS"] ?? 10) }, (_, seed) => seed)

/** Every seed within ±10 % of the limit and below 2 % 429s, before the limit is halved and after. */
const isFound = (service: Omit<LimitedService, "seed">) => {
  for (const seed of seeds) {
    for (const [when, { rate, refused }] of Object.entries(simulateLimit({ ...service, seed }))) {
      assert.isAbove(rate, 0.9, `seed ${seed}, ${when}: rate`)
      assert.isBelow(rate, 1.1, `seed ${seed}, ${when}: rate`)
      assert.isBelow(refused, 0.02, `seed ${seed}, ${when}: 429s`)
    }
  }
}

const buckets = [60, 600, 1500].flatMap((perMinute) =>
  [2, 5, 10, 30, perMinute].flatMap((burst) => [true, false].map((retryAfter) => ({ perMinute, burst, retryAfter })))
)

/** Turns that are taken as soon as they come, so many, each so late; gives when each came. */
const timesOf = (turns: Turns, count: number, late = 0, from = 0) => {
  let now = from
  return Array.from({ length: count }, () => {
    now += turns.wait(now) + late
    turns.taken(turns.take(now))
    return now
  })
}

describe("Turns", () => {
  it.each(buckets)(
    "finds a limit of $perMinute a minute, and its half when that comes (burst $burst, Retry-After $retryAfter)",
    isFound
  )

  it.each([60, 600, 1500])("finds a fifth of %s a minute for two callers far away", (perMinute) => {
    isFound({ perMinute: perMinute / 5, burst: 10, retryAfter: true, callers: 2, latencyMillis: 400 })
  })

  it.each([60, 600, 1500])(
    "finds a limit of %s a minute whatever callers, bucket and network are like",
    (perMinute) => {
      const runs = seeds.map((seed) => simulateLimit(drawnService(perMinute, seed)))
      const outside = runs.flatMap(({ after, before }) => [before, after]).filter((stretch) => !isWithin(stretch))
      // Of a thousand stretches about one is outside.
      assert.isAtMost(outside.length, seeds.length / 50)
    }
  )

  it.each([60, 600, 1500])("finds a limit of %s a minute though connections take their time at first", (perMinute) => {
    isFound({ perMinute, burst: 10, retryAfter: true, connectMillis: 300 })
  })

  it.each([60, 600, 1500])("finds a limit of %s a minute though timers are late", (perMinute) => {
    isFound({ perMinute, burst: 10, retryAfter: true, lateMillis: 100 })
  })

  it.each([60, 600, 1500])("finds half of %s a minute when the bucket is full again, of ten", (perMinute) => {
    for (const seed of seeds) {
      const { after } = simulateLimit({ perMinute, burst: 10, retryAfter: true, refilled: true, seed })
      assert.isAbove(after.rate, 0.9, `seed ${seed}`)
      assert.isBelow(after.rate, 1.1, `seed ${seed}`)
      // At 60 a minute the first 429 comes when the time to learn is over: the bucket has had enough until then.
      assert.isBelow(after.refused, perMinute === 60 ? 0.05 : 0.02, `seed ${seed}`)
    }
  })

  it.each(["fixed-window", "sliding-window"] as const)("goes on when the service counts by the minute: %s", (habit) => {
    for (const retryAfter of [true, false]) {
      const service = { perMinute: 600, burst: 1, retryAfter, habit, stretchMillis: 600_000 }
      for (const seed of seeds.slice(0, 2)) {
        const { after, before } = simulateLimit({ ...service, seed })
        assert.isAbove(before.rate, retryAfter ? 0.7 : 0.2, `seed ${seed}`)
        assert.isAbove(after.rate, retryAfter ? 0.9 : 0.45, `seed ${seed}`)
      }
    }
  })

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

  it("sends nothing before a pause is over", () => {
    const turns = new Turns(undefined)
    turns.refused(turns.take(0), 5, 3000)
    turns.close(3005)
    assert.strictEqual(turns.wait(5), 3000)
    assert.strictEqual(turns.wait(3005), 0)
  })

  it("gives a turn back that was not used", () => {
    const turns = new Turns(60)
    turns.unsent(turns.take(0))
    assert.strictEqual(turns.wait(0), 0)
  })

  it("does not fall for one refusal after hours in which hardly anybody asked", () => {
    const turns = new Turns(undefined)
    let now = 0
    const limited = (millis: number, until: number) => {
      let free = now
      while (now < until) {
        now += turns.wait(now)
        const sent = turns.take(now)
        if (now >= free) {
          turns.taken(sent)
          free += millis
          if (free < now) free = now
        } else turns.refused(sent, now, 0)
        now += 1
      }
    }
    limited(100, 60_000)
    for (let count = 0; count < 200; count++) {
      now += 60_000
      turns.taken(turns.take(now))
    }
    turns.refused(turns.take(now + 200), now + 201, 0)
    turns.take(now + 1000)
    assert.isBelow(turns.wait(now + 1000), 150)
  })

  it("catches up with a turn that a timer brought late, but not with one that came later", () => {
    const on = timesOf(new Turns(600), 4, 25)
    assert.deepStrictEqual(on, [25, 150, 250, 350])
    assert.deepStrictEqual(timesOf(new Turns(600), 4, 26), [26, 152, 278, 404])
    assert.deepStrictEqual(timesOf(new Turns(6000), 4, 5), [5, 20, 30, 40])
    assert.deepStrictEqual(timesOf(new Turns(6000), 4, 6), [6, 22, 38, 54])
  })

  it("goes as fast as the service says until then, and no faster than the settings say", () => {
    const turns = new Turns(600)
    turns.advise(1 / 200, 1000)
    assert.deepStrictEqual(timesOf(turns, 9), [0, 200, 400, 600, 800, 1000, 1100, 1200, 1300])
    turns.advise(1, 9000)
    assert.deepStrictEqual(timesOf(turns, 3, 0, 1400), [1400, 1500, 1600])
  })

  it("gives back as much time as the turn took", () => {
    const turns = new Turns(600)
    const times = timesOf(turns, 3)
    turns.unsent(turns.take(300))
    turns.unsent(turns.take(300))
    assert.deepStrictEqual([...times, ...timesOf(turns, 2, 0, 300)], [0, 100, 200, 300, 400])
  })

  it("learns nothing from requests that were not sent after all, though somebody waited for their turns", () => {
    const paces = [0, 3].map((unsent) => {
      const turns = new Turns(undefined)
      let now = 0
      const waits: Array<number> = []
      for (let count = 0; count < 400; count++) {
        const wait = turns.wait(now)
        waits.push(wait)
        now += wait
        const sent = turns.take(now)
        for (let again = 0; again < unsent; again++) turns.unsent(turns.take(now))
        if (count % 40 === 39) turns.refused(sent, now, 0)
        else turns.taken(sent)
        now += 5
      }
      return waits
    })
    const [plain = [], others = []] = paces
    assert.isAbove(Math.max(...plain), 5)
    plain.forEach((wait, index) => assert.closeTo(others[index] ?? -1, wait, 1e-6, `turn ${index}`))
  })
})
