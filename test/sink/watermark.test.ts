import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { join } from "node:path"
import { addDays, type Day, formatDay } from "../../src/domain/Period.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, row, wallet, window } from "../../src/testing/windows.ts"
import { cases } from "../kit/cases.ts"
import { layerOpen } from "../kit/openFile.ts"
import { folder } from "./duckdb/files.ts"

const seed = 20241120

const first = day("2024-01-01")
const days = Array.from({ length: 14 }, (_, index) => addDays(first, index))

const Drawn = Schema.Struct({
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 13 })),
  length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })),
  settled: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  kind: Schema.Literals(["complete", "complete", "complete", "cut-off", "quarantine"]),
  reopened: Schema.Boolean
})
const Windows = Schema.Array(Drawn).check(Schema.isMaxLength(16))

const lastOf = ({ from, length }: typeof Drawn.Type): number => Math.min(from + length - 1, days.length - 1)

const committed = (drawn: typeof Drawn.Type, index: number) => {
  const [from, to] = [days[drawn.from] ?? first, days[lastOf(drawn)] ?? first]
  const lastSettledDay = formatDay(addDays(first, drawn.settled))
  const read = row(`Q${index}`, `${formatDay(from)} 10:00:00`, "1.00", null)
  const options = { complete: drawn.kind === "complete", lastSettledDay }
  return window(formatDay(from), formatDay(to), drawn.kind === "quarantine" ? [read] : [], options)
}

/** Day by day: is it complete, and what of the days around those that the watermark held. */
const oracle = () => {
  const complete = new Set<number>()
  let held: Array<number> = []
  return {
    add: (drawn: typeof Drawn.Type) => {
      if (drawn.kind !== "quarantine") {
        for (const place of complete) if (place > drawn.settled) complete.delete(place)
      }
      for (let place = drawn.from; place <= lastOf(drawn); place++) {
        if (drawn.kind === "cut-off") complete.delete(place)
        if (drawn.kind === "complete" && place <= drawn.settled) complete.add(place)
      }
      const start = held.find((place) => complete.has(place)) ?? days.findIndex((_, place) => complete.has(place))
      held = []
      let place = start
      while (complete.has(place - 1)) place--
      for (; complete.has(place); place++) held.push(place)
    },
    watermark: (): { readonly from: Day; readonly to: Day } | null =>
      held.length === 0 ? null : { from: addDays(first, held[0] ?? 0), to: addDays(first, held.at(-1) ?? 0) }
  }
}

const follow = (drawn: ReadonlyArray<typeof Drawn.Type>, reopen: Effect.Effect<Layer.Layer<Sink, unknown>>) =>
  Effect.gen(function*() {
    const truth = oracle()
    const rest = [...drawn.entries()]
    while (rest.length > 0) {
      const end = rest.findIndex(([index, { reopened }]) => reopened && index > (rest[0]?.[0] ?? 0))
      const part = rest.splice(0, end < 0 ? rest.length : end)
      yield* Effect.gen(function*() {
        const sink = yield* Sink
        for (const [index, each] of part) {
          const toCommit = committed(each, index)
          if (each.kind === "quarantine") {
            const rejections = [{ reason: "money-too-large", detail: "", rawText: `${index}`, day: null }] as const
            yield* sink.commit({ ...window("2023-01-01", "2023-01-01", [], { complete: false, rejections }) })
            const open = yield* sink.quarantined(Option.some(wallet))
            const resolves = open.flatMap(({ id, rawText }) => (rawText === `${index}` ? [id] : []))
            yield* sink.commit({ ...toCommit, origin: "quarantine", resolves })
          } else yield* sink.commit(toCommit)
          truth.add(each)
          const mark = Option.getOrNull(yield* sink.watermark(wallet))
          assert.deepStrictEqual(mark, truth.watermark(), `seed ${seed}, window ${index} of ${JSON.stringify(drawn)}`)
        }
      }).pipe(Effect.provide(yield* reopen))
    }
  })

describe("the watermark of a wallet", () => {
  it.effect.prop("is the complete days around those that it held, in memory", [Windows], ([drawn]) =>
    follow(
      drawn.map((each) => ({ ...each, reopened: false })),
      Effect.sync(() => Layer.fresh(Sink.layerMemory))
    ), { arbitrary: { seed, runs: cases(500) } })

  it.effect.prop("is the complete days around those that it held, in a file that is closed and opened", [Windows], (
    [drawn]
  ) =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* follow(drawn, Effect.sync(() => Layer.fresh(layerOpen(path))))
    }), { arbitrary: { seed, runs: cases(12) }, timeout: 60_000 })
})
