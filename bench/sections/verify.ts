/**
 * `verify` of a file that holds the large statement, as a whole process.
 */
import { Effect } from "effect"
import { runWatched } from "../Child.ts"
import { note, tookOf } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { program, Workshop } from "../Workshop.ts"

/** The measurement's name. */
export const name = "verify"

/** Verifies the large file, round after round. */
export const verify = Effect.gen(function*() {
  const { folder, options, pulled } = yield* Workshop
  const file = yield* pulled(options.largeDays)
  for (let round = 1; round <= options.runs; round++) {
    const ended = yield* runWatched({ args: [program, "verify", "--db", file] }, folder)
    yield* note({
      section: "verify",
      name,
      rows: options.largeDays * rowsPerDay,
      round,
      measures: tookOf(ended)
    })
  }
})
