/**
 * Texts that break programs, as ids, descriptions and raw records: what is stored is what came. CONFORMANCE_VECTORS adds
 * a long list of them to the few that stand here.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Sink } from "../../../src/sink/Sink.ts"
import { rejection, row, window } from "../../../src/testing/windows.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { ask, folder } from "./files.ts"

const list = join(process.env["CONFORMANCE_VECTORS"] ?? "", "naughty-strings.json")
const more: ReadonlyArray<string> = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []
const texts = [
  ...new Set([
    ...more,
    "'; DROP TABLE transactions; --",
    "''",
    "\\",
    "$1",
    "${x}",
    "a\u0000b",
    "\u0000",
    "line\r\nline\u2028line",
    "\u202eright to left",
    "T1",
    "\ufeffT1",
    "\ufeff\ufeffT1",
    "\ufeffa longer text than a vector holds",
    "\ufffd",
    "e\u0301 \u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
    "\u{10ffff}",
    "NULL",
    "1e5",
    "x".repeat(65_536)
  ])
].filter((text) => text.trim() !== "")

describe(`hostile texts (${texts.length} of them)`, () => {
  it.effect("are stored as they came, and change nothing when they come again", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "a.duckdb")
      const rows = texts.map((text, index) =>
        row(text, `2024-01-05 10:00:${String(index % 60).padStart(2, "0")}`, `${index + 1}.00`, null, {
          description: text
        })
      )
      const commit = Effect.flatMap(Sink, (sink) =>
        sink.commit(window("2024-01-01", "2024-01-31", rows, {
          rejections: texts.map((text) => rejection(text, null))
        })))
      const first = yield* Effect.provide(commit, layerOpen(path))
      assert.strictEqual(first.inserted, texts.length)
      const again = yield* Effect.provide(commit, layerOpen(path))
      assert.deepStrictEqual([again.inserted, again.changed, again.withdrawn], [0, 0, 0])
      const stored = yield* ask(path, "SELECT txn_id, description FROM transactions ORDER BY amount")
      assert.deepStrictEqual(stored, texts.map((text) => [text, text]))
      const raw = yield* ask(path, "SELECT raw_text FROM quarantine")
      assert.deepStrictEqual(raw.map(([text]) => text ?? "").sort(), texts.toSorted())
    }))
})
