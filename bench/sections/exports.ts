/**
 * `export` of the usual statement in each format, as a whole process; the statement itself is pulled before, and each export is remembered in
 * a copy of it.
 */
import { Effect } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { runWatched } from "../Child.ts"
import { note, tookOf } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { copyFile, fileBytes, program, removeFile, Workshop } from "../Workshop.ts"

const formats = [
  ["csv"],
  ["csv", "--dialect", "excel"],
  ["ndjson"],
  ["parquet"],
  ["xlsx"],
  ["ofx"],
  ["qif"],
  ["camt053"],
  ["mt940"],
  ["hledger"],
  ["beancount"]
]

/** Exports in each format, round after round. */
export const exports = Effect.gen(function*() {
  const { folder, newFile, options, pulled } = yield* Workshop
  const usual = yield* pulled(options.days)
  const out = join(folder, "exported")
  for (let round = 1; round <= options.runs; round++) {
    for (const format of formats) {
      copyFile(usual, newFile)
      const args = [program, "export", ...format, "--unproven", "--db", newFile, "--out", out]
      const ended = yield* runWatched({ args }, folder)
      yield* note({
        section: "exports",
        name: format.join(" "),
        rows: options.days * rowsPerDay,
        round,
        measures: { ...tookOf(ended), fileMegabytes: fileBytes(out) / 1e6 }
      })
      rmSync(out)
    }
  }
  removeFile(newFile)
})
