/**
 * The nightly case: a month is pulled into a new file, and pulled once more when nothing has changed; then the same in a
 * file that holds the usual statement. DuckDB's files grow by blocks of 262,144 bytes, which is much for a file of one
 * month alone.
 */
import { Effect } from "effect"
import { note } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { copyFile, fileBytes, removeFile, Workshop } from "../Workshop.ts"

/** Days of January. */
const january = 31

/** Names of the three pulls. */
export const names = {
  first: "first pull of a month",
  again: "the same month once more",
  amidst: "a month of the usual file once more"
} as const

const measure = Effect.fnUntraced(function*(name: string, days: number, round: number) {
  const { newFile, pull } = yield* Workshop
  const before = fileBytes(newFile)
  const { millis, peakBytes, written } = yield* pull(newFile, days)
  const after = fileBytes(newFile)
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
})

/** Pulls the month, or the usual statement where that is shorter, again and again, round after round. */
export const month = Effect.gen(function*() {
  const { newFile, options, prepare, pulled } = yield* Workshop
  const days = Math.min(january, options.days)
  yield* prepare(days)
  const usual = yield* pulled(options.days)
  for (let round = 1; round <= options.runs; round++) {
    removeFile(newFile)
    yield* measure(names.first, days, round)
    yield* measure(names.again, days, round)
    copyFile(usual, newFile)
    yield* measure(names.amidst, days, round)
  }
  removeFile(newFile)
})
