/**
 * `reconcile` of the usual statement against books of as many rows, with its lists, its page and its table of all rows, as a whole
 * process.
 */
import { Effect } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { runWatched } from "../Child.ts"
import { note, tookOf } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { fileBytes, program, Workshop } from "../Workshop.ts"

/** What the books are like, by the name of the measurement; the last ones are as bad as books can be. */
export const kinds = [
  "by id",
  "half by id",
  "by time",
  "by id, with fees",
  "in two parts",
  "entered twice",
  "all different",
  "none in the statement"
] as const

/** Reconciles books of each kind, round after round. */
export const reconcile = Effect.gen(function*() {
  const { folder, options, pulled, runProgram } = yield* Workshop
  const file = yield* pulled(options.days)
  const [books, page, table] = ["books.csv", "page.html", "table.csv"].map((name) => join(folder, name)) as [
    string,
    string,
    string
  ]
  for (const kind of kinds) {
    yield* runProgram("books.ts", [file, books, kind])
    const fees = kind.endsWith("fees") ? ["--fee", "10.00"] : []
    const args = [
      program,
      "reconcile",
      "--db",
      file,
      "--against",
      books,
      ...fees,
      "--json",
      "--out",
      page,
      "--csv",
      table
    ]
    for (let round = 1; round <= options.runs; round++) {
      // Something is open in all of them.
      const ended = yield* runWatched({ args, good: [3] }, folder)
      yield* note({
        section: "reconcile",
        name: kind,
        rows: options.days * rowsPerDay,
        round,
        measures: { ...tookOf(ended), fileMegabytes: fileBytes(table) / 1e6 }
      })
      for (const path of [page, table]) rmSync(path)
    }
    rmSync(books)
  }
})
