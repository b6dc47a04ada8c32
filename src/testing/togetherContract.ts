/**
 * What every sink does with windows that are given to it at the same time: they leave what they leave one by one.
 */
import { assert } from "@effect/vitest"
import { Effect, Exit, type Scope } from "effect"
import { addDays, formatDay } from "../domain/Period.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { StatementWindow } from "../domain/Window.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { day, entry, rejection, row, window } from "./windows.ts"

const rounds = 6

/** The same numbers below a bound for the same seed. */
const drawing = (seed: number) => {
  let state = seed
  return (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

/** Windows whose days and ids overlap, some cut off, some with records that can't be read, and some that nothing can keep. */
const windowsOf = (seed: number): ReadonlyArray<StatementWindow> => {
  const draw = drawing(seed)
  return Array.from({ length: 24 }, (_, number) => {
    const from = addDays(day("2024-01-01"), draw(20))
    const to = addDays(from, draw(3))
    const ids = new Set(Array.from({ length: draw(8) }, () => draw(15)))
    const rows = [...ids].map((id): Transaction =>
      // An id has the same amount and balance wherever it stands, so that it may have moved from another day.
      row(
        `TX${id}`,
        `${formatDay(addDays(from, draw(to - from + 1)))} 10:00:${10 + id}`,
        `${id + 1}.00`,
        `${100 + id}.00`
      )
    )
    const refused = { origin: "quarantine" as const, complete: false, resolves: rows.map((_, index) => 9000 + index) }
    return window(formatDay(from), formatDay(to), rows, {
      // Each is of a run of its own: what follows one that fails in its run is refused with it.
      runId: `run-${number}`,
      continuity: [entry(formatDay(from), formatDay(to), `${number}`)],
      ...(draw(6) === 0 && rows.length > 0
        ? { ...refused, continuity: [] }
        : {
          complete: draw(4) > 0,
          rejections: draw(3) === 0 ? [rejection(`{"n":${draw(3)}}`, draw(2) === 0 ? null : formatDay(from))] : []
        })
    })
  })
}

/** Defines the tests. */
export const togetherContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  test(`keeps windows given at the same time as one by one, some failing among them (seeds 1 to ${rounds})`, () =>
    Effect.gen(function*() {
      for (let seed = 1; seed <= rounds; seed++) {
        const windows = windowsOf(seed)
        const left = yield* Effect.forEach([1, windows.length], (concurrency) =>
          Effect.gen(function*() {
            const { layer, snapshot } = yield* subject()
            const commits = Effect.gen(function*() {
              const sink = yield* Sink
              const exits = yield* Effect.forEach(windows, (each) => Effect.exit(sink.commit(each)), { concurrency })
              return exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : undefined))
            })
            const outcomes = yield* commits.pipe(Effect.provide(yield* layer))
            return { outcomes, ...(yield* snapshot), hashes: [] }
          }))
        assert.deepStrictEqual(left[1], left[0], `seed ${seed}`)
        assert.isTrue(left[0]?.outcomes.includes(undefined))
      }
    }))
}
