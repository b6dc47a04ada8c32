/**
 * What every start costs, as whole processes: `--help` and the pull of one page, with `node -e 0` as their yardstick.
 */
import { Effect } from "effect"
import { runNode } from "../Child.ts"
import { note } from "../Notebook.ts"
import { dateOf, rowsPerDay } from "../service/book.ts"
import { program, removeFile, Workshop } from "../Workshop.ts"

/** Names of the three. */
export const names = { node: "node -e 0", help: "--help", page: "pull of one page" } as const

/** Starts each of the three in turn, four times a round. */
export const start = Effect.gen(function*() {
  const { env, newFile, options, prepare } = yield* Workshop
  yield* prepare(1)
  const page = [program, "pull", "--json", "--db", newFile, "--from", dateOf(0), "--to", dateOf(0)]
  const commands = [
    [names.node, ["-e", "0"], 0],
    [names.help, [program, "--help"], 0],
    [names.page, page, rowsPerDay]
  ] as const
  for (let round = 0; round <= options.runs * 4; round++) {
    for (const [name, args, rows] of commands) {
      removeFile(newFile)
      const { millis } = yield* runNode({ args, env })
      // The first time all is read from disk.
      if (round > 0) yield* note({ section: "start", name, rows, round, measures: { seconds: millis / 1000 } })
    }
  }
  removeFile(newFile)
})
