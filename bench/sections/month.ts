/**
 * The nightly case: a month is pulled into a new file, and pulled once more when nothing has changed.
 */
import { Effect } from "effect"
import { note } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { fileBytes, removeFile, Workshop } from "../Workshop.ts"

/** Days of January. */
const days = 31

/** Names of the two pulls. */
export const names = { first: "first pull of a month", again: "the same month once more" } as const

/** Pulls the month twice, round after round. */
export const month = Effect.gen(function*() {
  const workshop = yield* Workshop
  const file = workshop.newFile
  yield* workshop.prepare(days)
  for (let round = 1; round <= workshop.options.runs; round++) {
    removeFile(file)
    let before = 0
    for (const name of [names.first, names.again]) {
      const { millis, peakBytes, written } = yield* workshop.pull(file, days)
      const after = fileBytes(file)
      yield* note({
        section: "month",
        name,
        rows: days * rowsPerDay,
        round,
        measures: {
          seconds: millis / 1000,
          rowsWritten: written,
          peakMegabytes: peakBytes / 1e6,
          fileMegabytes: after / 1e6,
          ...(before === 0 ? {} : { fileGrowthPercent: (after / before - 1) * 100 })
        }
      })
      before = after
    }
  }
  removeFile(file)
})
