import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { join } from "node:path"
import * as Money from "../../src/domain/Money.ts"
import { addDays, dayFromNumber, formatDay, type Period, startOfDay } from "../../src/domain/Period.ts"
import type { Gap } from "../../src/domain/Verdict.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, wallet, window } from "../../src/testing/windows.ts"
import { cases } from "../kit/cases.ts"
import { layerOpen } from "../kit/openFile.ts"
import { folder } from "./duckdb/files.ts"

const seed = Number(process.env["SEED"] ?? 20_261_120)

const small = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

/** Numbers that make a window of a few days in a month, and gaps that touch it; few of each, so that they recur. */
const Windows = Schema.Array(Schema.Struct({
  first: small(9),
  length: small(3),
  gaps: Schema.Array(Schema.Struct({ before: small(3), after: small(3), missing: small(1), open: small(5) }))
    .check(Schema.isMaxLength(3))
})).check(Schema.isMaxLength(12))
type Windows = typeof Windows.Type

const hour = 3_600_000

interface Told {
  readonly days: Period
  readonly gaps: ReadonlyArray<Gap>
}

const told = (windows: Windows): ReadonlyArray<Told> =>
  windows.map(({ first, gaps, length }) => {
    const from = addDays(day("2024-01-01"), first)
    const days = { from, to: addDays(from, length) }
    return {
      days,
      gaps: gaps.map(({ after, before, missing, open }) => ({
        afterTxnId: open === 1 ? null : `${missing}`,
        beforeTxnId: "B",
        from: open === 1 ? null : startOfDay(days.to) + hour - before * 24 * hour,
        to: open === 2 ? null : startOfDay(dayFromNumber(days.to + after)) + hour,
        missing: Money.fromTenThousandths(BigInt(missing)),
        currency: null
      }))
    }
  })

/** What is open after the windows: the gaps of each instead of those that reach into its days. */
const lastState = (windows: ReadonlyArray<Told>): ReadonlyArray<Gap> =>
  windows.reduce<ReadonlyArray<Gap>>((open, { days, gaps }) => {
    const begin = startOfDay(days.from)
    const end = startOfDay(addDays(days.to, 1))
    return [...open.filter((gap) => (gap.to ?? Infinity) < begin || (gap.from ?? -Infinity) >= end), ...gaps]
  }, [])

const texts = (gaps: ReadonlyArray<Gap>): ReadonlyArray<string> =>
  gaps.map((gap) => [gap.from, gap.to, gap.afterTxnId, gap.missing].join(" ")).sort()

const commitAll = Effect.fnUntraced(function*(windows: ReadonlyArray<Told>) {
  const sink = yield* Sink
  for (const { days, gaps } of windows) {
    const entries = [{ days, truncated: false, record: null, answer: null }]
    yield* sink.commit(window(formatDay(days.from), formatDay(days.to), [], { continuity: entries, gaps }))
  }
  return yield* sink.openGaps(wallet)
})

const inFile = (windows: ReadonlyArray<Told>) =>
  Effect.flatMap(
    folder,
    (inside) => Effect.provide(commitAll(windows), layerOpen(join(inside, "x.duckdb")))
  )

describe("the open gaps of a wallet", () => {
  it.effect.prop(
    "are what the last windows of their days told, in memory",
    [Windows],
    ([drawn]) =>
      Effect.gen(function*() {
        const windows = told(drawn)
        const open = yield* commitAll(windows).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
        assert.deepStrictEqual(texts(open), texts(lastState(windows)), `seed ${seed}`)
      }),
    { arbitrary: { seed, runs: cases(500) } }
  )

  it.effect.prop(
    "are what the last windows of their days told, in a file",
    [Windows],
    ([drawn]) =>
      Effect.gen(function*() {
        const windows = told(drawn)
        assert.deepStrictEqual(texts(yield* inFile(windows)), texts(lastState(windows)), `seed ${seed}`)
      }),
    { arbitrary: { seed, runs: cases(15) }, timeout: 60_000 }
  )
})
