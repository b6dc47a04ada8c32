/**
 * One transaction of the usual statement changed at the service, and everything is pulled again.
 */
import { Effect } from "effect"
import { BenchError } from "../Child.ts"
import { note } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { copyFile, fileBytes, removeFile, Workshop } from "../Workshop.ts"

/**
 * Pulls a statement in which one transaction differs from the file; round after round from the same file. Where its month was
 * noted as settled, the pull tells of the change.
 */
export const correction = Effect.gen(function*() {
  const workshop = yield* Workshop
  const { days, runs } = workshop.options
  const file = workshop.newFile
  const pulled = yield* workshop.pulled(days)
  const before = fileBytes(pulled)
  const day = days >> 1
  for (let round = 1; round <= runs; round++) {
    copyFile(pulled, file)
    yield* workshop.correct("correct", day)
    const { changed, millis, peakBytes, written } = yield* workshop.pull(file, days, { good: [0, 3] }).pipe(
      Effect.ensuring(Effect.orDie(workshop.correct("restore", day)))
    )
    if (changed !== 1) return yield* new BenchError({ message: `${changed} transactions changed instead of one` })
    yield* note({
      section: "correction",
      name: "pull with one transaction changed",
      rows: days * rowsPerDay,
      round,
      measures: {
        seconds: millis / 1000,
        rowsWritten: written,
        peakMegabytes: peakBytes / 1e6,
        fileGrowthPercent: (fileBytes(file) / before - 1) * 100
      }
    })
  }
  removeFile(file)
})
