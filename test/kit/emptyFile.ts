/**
 * Database files for tests, as copies of one that is made once: an empty one for a layout, which is kept beside the installed
 * packages, and what the tests of a file begin with. Making one takes longer than most tests.
 */
import { version } from "@duckdb/node-api"
import { afterAll } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { createHash } from "node:crypto"
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createFile } from "../../src/sink/duckdb/file/createFile.ts"
import { firstStatements } from "../../src/sink/duckdb/file/migrations.ts"
import { layerDuckDb } from "../../src/sink/duckdb/index.ts"
import type { Sink, SinkError } from "../../src/sink/Sink.ts"
import { folder } from "../sink/duckdb/files.ts"

const cache = new URL("../../node_modules/.cache/wallet-statement", import.meta.url).pathname
const maker = readFileSync(new URL("../../src/sink/duckdb/file/createFile.ts", import.meta.url), "utf8")
const layout = createHash("sha256").update([process.version, version(), maker, firstStatements].join("\n")).digest(
  "hex"
)

/** Puts an empty database file at a path. */
export const putEmptyFile = Effect.fnUntraced(function*(path: string): Effect.fn.Return<void, SinkError> {
  const empty = join(cache, `${layout}.duckdb`)
  mkdirSync(cache, { recursive: true })
  yield* createFile(empty)
  copyFileSync(empty, path)
  chmodSync(path, 0o600)
})

/** A sink in the file at a path, which is a new one where there is none. */
export const layerFile = (path: string): Layer.Layer<Sink, SinkError> =>
  Layer.unwrap(
    Effect.suspend(() => existsSync(path) ? Effect.void : putEmptyFile(path)).pipe(
      Effect.as(layerDuckDb({ path }))
    )
  )

/** Files of a test's own that are all made the same way: copies of one that is made for the first test that asks. */
export const madeOnce = <E>(
  make: (path: string) => Effect.Effect<unknown, E>
): Effect.Effect<string, E, Scope.Scope> => {
  const place = mkdtempSync(join(tmpdir(), "wallet-statement-"))
  const made = join(place, "made.duckdb")
  afterAll(() => rmSync(place, { recursive: true, force: true }))
  return Effect.gen(function*() {
    if (!existsSync(made)) yield* make(made)
    const path = join(yield* folder, "x.duckdb")
    copyFileSync(made, path)
    return path
  })
}
