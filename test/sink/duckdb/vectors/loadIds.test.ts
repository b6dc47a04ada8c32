import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { ask, folder } from "../files.ts"

const ids = ["A", "TXN012345678", "TXN0123456789", "a much longer id than others", "é", "東京", "", "x".repeat(300)]

const pull = (path: string, days: ReadonlyArray<string>, asked: readonly [string, string]) =>
  Effect.flatMap(Sink, (sink) =>
    Effect.forEach(days, (date) =>
      sink.commit(
        window(date, date, ids.map((id, index) => row(id, `${date} 10:00:0${index}`, "1.00", null)), { asked })
      ))).pipe(Effect.provide(layerOpen(path)))

const legs = (path: string) =>
  ask(path, "SELECT local_time::DATE, min(leg), max(leg), count(*) FROM transactions GROUP BY 1 ORDER BY 1")

// A short pull looks for its ids in the file, a long one reads all of them first.
for (const [name, last] of [["a short pull", "2024-01-03"], ["a long pull", "2024-03-31"]] as const) {
  it.effect(`${name} into a file that was opened again knows the ids that are there`, () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "ids.duckdb")
      yield* pull(path, ["2024-01-01"], ["2024-01-01", "2024-01-01"])
      yield* pull(path, ["2024-01-02", "2024-01-03"], ["2024-01-02", last])
      assert.deepStrictEqual(yield* legs(path), [
        ["2024-01-01", "0", "0", "8"],
        ["2024-01-02", "1", "1", "8"],
        ["2024-01-03", "2", "2", "8"]
      ])
    }).pipe(Effect.scoped))
}
