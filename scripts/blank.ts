/**
 * Makes the blank that new files are copied from, beside the built program:
 *
 *     node scripts/blank.ts
 */
import { Effect } from "effect"
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import { blankName } from "../src/sink/duckdb/file/blank.ts"
import { createFile } from "../src/sink/duckdb/file/createFile.ts"

const dist = resolve(import.meta.dirname, "../dist")
const made = resolve(dist, "blank-new.duckdb")

for (const name of readdirSync(dist)) if (name.startsWith("blank-")) rmSync(resolve(dist, name))
await Effect.runPromise(createFile(made, () => undefined))
renameSync(made, resolve(dist, blankName(readFileSync(made))))
