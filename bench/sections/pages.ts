/**
 * What a page costs: our sink's commit of one window, into a new file and into one that holds the large statement.
 */
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { BenchError } from "../Child.ts"
import { median, note, quantile } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { copyFile, removeFile, Workshop } from "../Workshop.ts"

const Millis = Schema.Array(Schema.Finite)
const Commits = Schema.fromJsonString(Schema.Tuple([Millis, Millis]))

/** Names of the two. */
export const names = { empty: "commit of a page, new file", large: "commit of a page, large file" } as const

/** Commits new days into both files, round after round. */
export const pages = Effect.gen(function*() {
  const workshop = yield* Workshop
  const { largeDays, pages, runs } = workshop.options
  const large = join(workshop.folder, "pages.duckdb")
  copyFile(yield* workshop.pulled(largeDays), large)
  for (let round = 1; round <= runs; round++) {
    removeFile(workshop.newFile)
    const firstDay = String(largeDays + (round - 1) * pages)
    const { stdout } = yield* workshop.runProgram(
      "commitPages.ts",
      [workshop.newFile, large, firstDay, String(pages)]
    )
    const commits = yield* Schema.decodeEffect(Commits)(stdout).pipe(
      Effect.mapError(() => new BenchError({ message: `pages were not committed: ${stdout}` }))
    )
    const files = [[names.empty, 0, commits[0]], [names.large, largeDays * rowsPerDay, commits[1]]] as const
    for (const [name, rows, millis] of files) {
      yield* note({
        section: "pages",
        name,
        rows,
        round,
        measures: { p50Millis: median(millis), p95Millis: quantile(millis, 0.95) }
      })
    }
  }
  removeFile(workshop.newFile)
  removeFile(large)
})
