/**
 * Makes the blank that new files are copied from, beside the built program:
 *
 *     node scripts/blank.ts
 */
import { Effect } from "effect"
import { resolve } from "node:path"
import { blankName } from "../src/sink/duckdb/file/blank.ts"
import { createFile } from "../src/sink/duckdb/file/createFile.ts"

const dist = resolve(import.meta.dirname, "../dist")

await Effect.runPromise(createFile(resolve(dist, blankName)))
