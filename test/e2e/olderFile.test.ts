// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { currentVersion, layerDuckDb } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { row, window } from "../../src/testing/windows.ts"
import { tamper } from "../kit/tamper.ts"
import { asLayout2 } from "../sink/duckdb/files.ts"
import { run, withFolder } from "./program.ts"

const rows = [
  row("A", "2024-03-31 01:00:00", "1", "1"),
  row("N", "2024-03-31 02:30:00", "1", "2", { timeFlag: "nonexistent-local" })
]
const { days } = window("2024-03-31", "2024-03-31", [])
const continuity = [{ days, truncated: false, record: null, answer: null }]

const commit = (path: string) =>
  Effect.flatMap(Sink, (sink) => sink.commit(window("2024-03-31", "2024-03-31", rows, { continuity }))).pipe(
    Effect.provide(layerDuckDb({ path }))
  )

describe("a file whose flags of times an earlier version lost", () => {
  it("is called repairable by verify, which says what does it, and intact after that", async () => {
    await withFolder(async (folder) => {
      const [newer, db] = [join(folder, "newer.duckdb"), join(folder, "older.duckdb")]
      await Effect.runPromise(
        commit(newer).pipe(
          Effect.andThen(tamper(newer, "UPDATE transactions SET time_flag = '' WHERE time_flag IS NOT NULL")),
          Effect.andThen(asLayout2(newer, db))
        )
      )
      const before = await run(["verify", "--db", db])
      assert.strictEqual(before.code, 1, before.stderr)
      assert.notInclude(before.stdout, "is broken", before.stderr)
      assert.include(before.stdout, "The audit chain is intact but for what is repairable.")
      assert.match(before.stdout, /in 1 window, whose hash says what they were: run `wallet-statement pull[^`]*` once/)
      assert.strictEqual(JSON.parse((await run(["verify", "--json", "--db", db])).stdout).audit.repairable, 1)
      const written = await run(["compact", "--db", db])
      assert.strictEqual(written.code, 0, written.stderr)
      assert.include(
        written.stderr,
        `${db} is brought from layout 2 to ${currentVersion}. As it is now it is kept as ${db}.layout-2,`
      )
      assert.strictEqual((await run(["verify", "--db", `${db}.layout-2`])).code, 1, "as it was")
      const after = await run(["verify", "--db", db])
      assert.include(after.stdout, "The audit chain is intact.")
      assert.deepStrictEqual([after.code, after.stdout.includes("epairable")], [0, false], after.stdout)
    })
  })
})
