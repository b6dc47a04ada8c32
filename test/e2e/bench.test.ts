// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run, withFolder } from "./program.ts"

const only = "pull,appender,duckdb,pages,views"

describe("the benchmark", () => {
  it("loads the same statement in several ways, and judges what it measured", async () => {
    await withFolder(async (folder) => {
      const json = join(folder, "figures.json")
      const args = ["--quick", "--rows", "5000", "--large", "5000", "--only", only, "--json", json, "--folder", folder]
      const { code, stderr, stdout } = await run(args, { file: join(root, "bench/main.ts") })
      assert.strictEqual(code, 0, stderr + stdout)
      const { acceptance, failures, figures } = JSON.parse(readFileSync(json, "utf8"))
      assert.deepStrictEqual(failures, [])
      const loads = figures.filter(({ section }: { section: string }) => section === "load")
      assert.strictEqual(loads.length, 4)
      for (const { measures, name, rows } of loads) {
        assert.strictEqual(rows, 4900, name)
        assert.isAbove(measures.peakMegabytes.median, 10, name)
        assert.isAbove(measures.fileMegabytes.median, 0.1, name)
      }
      const judged = acceptance.filter(({ met }: { met?: boolean }) => met !== undefined)
      assert.isAbove(judged.length, 6)
      assert.include(stdout, "| script, appender | 4,900 | 1 |")
    })
  })

  it("measures the pull of a month that was settled and is not as it was", async () => {
    await withFolder(async (folder) => {
      const json = join(folder, "figures.json")
      const rows = ["--rows", "450800", "--large", "450800"]
      const args = ["--quick", ...rows, "--only", "correction", "--json", json, "--folder", folder]
      const { code, stderr, stdout } = await run(args, { file: join(root, "bench/main.ts") })
      assert.strictEqual(code, 0, stderr + stdout)
      const { figures } = JSON.parse(readFileSync(json, "utf8"))
      assert.deepStrictEqual(figures.map(({ name }: { name: string }) => name), ["pull with one transaction changed"])
      assert.strictEqual(figures[0].measures.rowsWritten.median, 1)
    })
  })

  it("says how it is used when an argument is wrong", async () => {
    const { code, stderr } = await run(["--only", "pul"], { file: join(root, "bench/main.ts") })
    assert.strictEqual(code, 2)
    assert.include(stderr, "no part pul")
    assert.include(stderr, "--rows")
  })
})
