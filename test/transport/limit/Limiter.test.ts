import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Limiter, type Patience, type Turn } from "../../../src/transport/limit/Limiter.ts"
import { monotonicMillis } from "../../../src/transport/limit/RunDeadline.ts"

const never = Number.POSITIVE_INFINITY
const patience = (more: Partial<Patience> = {}): Patience => ({
  turnUntil: never,
  pauseUntil: never,
  onWait: () => Effect.void,
  ...more
})

/** A limiter of so many requests a minute, and the clock's reading; deadlines are told from there on. */
const limiterAt = (perMinute?: number) =>
  Effect.map(monotonicMillis, (start) => ({ limiter: new Limiter(Option.fromUndefinedOr(perMinute)), start }))

/** What comes of a wait for a turn, and after how long. */
const awaited = (turn: Effect.Effect<Turn>) =>
  Effect.gen(function*() {
    const from = yield* monotonicMillis
    const fiber = yield* Effect.forkChild(Effect.all([turn, monotonicMillis]))
    for (let step = 0; step < 1000 && fiber.pollUnsafe() === undefined; step++) yield* TestClock.adjust(100 * step)
    const [told, at] = yield* Fiber.join(fiber)
    return { told: told._tag === "Now" ? "now" as const : told, millis: at - from }
  })

const tooLate = (waitMillis: number, asked: boolean) => ({ _tag: "TooLate" as const, waitMillis, asked })

describe("Limiter", () => {
  it.effect("lets the next one go when its turn has come", () =>
    Effect.gen(function*() {
      const { limiter } = yield* limiterAt(60)
      assert.deepStrictEqual(yield* awaited(limiter.first(patience())), { told: "now", millis: 0 })
      assert.deepStrictEqual(yield* awaited(limiter.first(patience())), { told: "now", millis: 1000 })
      assert.deepStrictEqual(yield* awaited(limiter.again(patience())), { told: "now", millis: 1000 })
    }))

  it.effect("says at once that a turn would come too late, but not of one that comes in time", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt(60)
      yield* limiter.first(patience())
      const until = (millis: number) => awaited(limiter.again(patience({ turnUntil: start + millis })))
      assert.deepStrictEqual(yield* until(999), { told: tooLate(1000, false), millis: 0 })
      assert.deepStrictEqual(yield* until(1000), { told: tooLate(1000, false), millis: 0 })
      assert.deepStrictEqual(yield* until(1001), { told: "now", millis: 1000 })
    }))

  it.effect("gives no turn behind the end, though it would be now", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt()
      const until = (millis: number) => awaited(limiter.again(patience({ turnUntil: start + millis })))
      assert.deepStrictEqual(yield* until(0), { told: tooLate(0, false), millis: 0 })
      assert.deepStrictEqual(yield* until(-5), { told: tooLate(0, false), millis: 0 })
      assert.deepStrictEqual(yield* until(1), { told: "now", millis: 0 })
    }))

  it.effect("lets a first one wait in the queue until its end and no longer", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt(6)
      yield* limiter.first(patience())
      const before = yield* Effect.forkChild(limiter.first(patience()))
      yield* TestClock.adjust(1)
      const queued = yield* awaited(limiter.first(patience({ turnUntil: start + 4001 })))
      assert.deepStrictEqual(queued, { told: tooLate(0, false), millis: 4000 })
      assert.deepStrictEqual((yield* awaited(limiter.first(patience({ turnUntil: start - 1 })))).millis, 0)
      yield* TestClock.adjust(6000)
      assert.strictEqual((yield* Fiber.join(before))._tag, "Now")
    }))

  it.effect("waits for the end of a pause that is short enough, and says at once of another that it was asked for", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt()
      limiter.pause(start, 3000)
      const until = (more: Partial<Patience>) => awaited(limiter.again(patience(more)))
      assert.deepStrictEqual(yield* until({ pauseUntil: start + 2999 }), { told: tooLate(3000, true), millis: 0 })
      assert.deepStrictEqual(yield* until({ pauseUntil: start + 3000 }), { told: tooLate(3000, true), millis: 0 })
      assert.deepStrictEqual(yield* until({ turnUntil: start + 3000 }), { told: tooLate(3000, true), millis: 0 })
      assert.deepStrictEqual(yield* until({ pauseUntil: start + 3001 }), { told: "now", millis: 3000 })
    }))

  it.effect("asks for no pause where its turn is what comes too late", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt(6)
      yield* limiter.first(patience())
      limiter.pause(start, 2000)
      const late = yield* awaited(limiter.again(patience({ turnUntil: start + 5000, pauseUntil: start + 5000 })))
      assert.deepStrictEqual(late, { told: tooLate(10_000, false), millis: 0 })
      const unpaused = yield* limiterAt(6)
      yield* unpaused.limiter.first(patience())
      assert.deepStrictEqual(
        yield* awaited(unpaused.limiter.again(patience({ pauseUntil: unpaused.start - 1 }))),
        { told: "now", millis: 10_000 }
      )
    }))

  it.effect("tells of waits that a person notices, with how long", () =>
    Effect.gen(function*() {
      const told: Array<number> = []
      const onWait = (millis: number) => Effect.sync(() => void told.push(millis))
      for (const millis of [999, 1000, 1500]) {
        const { limiter, start } = yield* limiterAt()
        limiter.pause(start, millis)
        yield* awaited(limiter.again(patience({ onWait })))
      }
      assert.deepStrictEqual(told, [1000, 1500])
    }))

  it.effect("gives back the turn of a request that was not sent", () =>
    Effect.gen(function*() {
      const { limiter } = yield* limiterAt(60)
      const turn = yield* limiter.first(patience())
      if (turn._tag === "Now") limiter.unsent(turn.sent)
      assert.deepStrictEqual(yield* awaited(limiter.again(patience())), { told: "now", millis: 0 })
    }))

  it.effect("goes as fast as the service says, until then, and no longer than a minute without any", () =>
    Effect.gen(function*() {
      const { limiter, start } = yield* limiterAt()
      limiter.advise(start, { perMillis: 1 / 500, forMillis: 700, limitPerMillis: null })
      const turn = awaited(limiter.again(patience()))
      const times: Array<number> = []
      for (let count = 0; count < 3; count++) {
        yield* turn
        times.push((yield* monotonicMillis) - start)
      }
      assert.deepStrictEqual(times.map((time) => Math.floor(time / 500)), [0, 1, 2])
      assert.strictEqual((yield* turn).millis, 0)
      const now = yield* monotonicMillis
      limiter.advise(now, { perMillis: 0, forMillis: 1200, limitPerMillis: null })
      assert.strictEqual((yield* turn).millis, 1200)
      limiter.advise(yield* monotonicMillis, { perMillis: 0, forMillis: 3_000_000, limitPerMillis: null })
      assert.strictEqual((yield* turn).millis, 60_000)
    }))

  it.effect("slows down when the service refuses, and knows what it takes", () =>
    Effect.gen(function*() {
      const { limiter } = yield* limiterAt()
      const take = Effect.map(limiter.again(patience()), (turn) => turn._tag === "Now" ? turn.sent : assert.fail())
      for (let count = 0; count < 40; count++) limiter.taken(yield* take)
      assert.strictEqual((yield* awaited(limiter.again(patience()))).millis, 0)
      limiter.refused(yield* take, yield* monotonicMillis, 0)
      yield* take
      assert.isAbove((yield* awaited(limiter.again(patience()))).millis, 1)
    }))
})
