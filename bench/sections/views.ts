/**
 * The views over the large statement, each asked once by a new process, so that nothing is in memory yet.
 */
import { Effect, Schema } from "effect"
import { BenchError } from "../Child.ts"
import { note } from "../Notebook.ts"
import { rowsPerDay } from "../service/book.ts"
import { Workshop } from "../Workshop.ts"

const Answers = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ view: Schema.String, millis: Schema.Finite }))
)

/** Asks all views of the large file, round after round. */
export const views = Effect.gen(function*() {
  const { options, pulled, runProgram } = yield* Workshop
  const file = yield* pulled(options.largeDays)
  for (let round = 1; round <= options.runs; round++) {
    const { stdout } = yield* runProgram("askViews.ts", [file])
    const answers = yield* Schema.decodeEffect(Answers)(stdout).pipe(
      Effect.mapError(() => new BenchError({ message: `the views did not answer: ${stdout}` }))
    )
    for (const { millis, view } of answers) {
      yield* note({
        section: "views",
        name: view,
        rows: options.largeDays * rowsPerDay,
        round,
        measures: { seconds: millis / 1000 }
      })
    }
  }
})
