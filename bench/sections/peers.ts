/**
 * What people use today for the same, beside our pull: programs in Python, as their own users write them, each served the
 * usual pages. Rows are counted in what each wrote.
 *
 * They run in a virtual environment of their own (`bench/peers/requirements.txt`). Where there is no Python, or no package
 * index, the run says that they were not measured.
 */
import { Effect, Result, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { BenchError, root } from "../Child.ts"
import { note, type Notebook } from "../Notebook.ts"
import { rowsPerDay, walletOf } from "../service/book.ts"
import { removeFile, Workshop } from "../Workshop.ts"

/** The names of those that the acceptance compares. */
export const names = {
  pull: "wallet-statement pull",
  pandas: "requests, pandas and DuckDB",
  arrow: "dlt, Arrow tables",
  rows: "dlt, rows"
} as const

const folder = join(root, "bench/peers")
const longest = 3_600_000

const scripts: ReadonlyArray<readonly [name: string, file: string, ...more: ReadonlyArray<string>]> = [
  [names.pandas, "pandas_script.py"],
  [names.arrow, "dlt_script.py", "arrow"],
  [names.rows, "dlt_script.py", "rows"]
]

const run = (command: string, args: ReadonlyArray<string>): Result.Result<string, string> => {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    encoding: "utf8",
    timeout: longest
  })
  return status === 0 ? Result.succeed(stdout) : Result.fail(error?.message ?? stderr.slice(-2000))
}

/** Makes the virtual environment, and gives its Python. */
const environment = (at: string): Result.Result<string, string> => {
  const python = join(at, "bin/python")
  const made = Result.flatMap(
    run("python3", ["-m", "venv", at]),
    () => run(python, ["-m", "pip", "install", "--quiet", "--requirement", join(folder, "requirements.txt")])
  )
  return Result.map(made, () => python)
}

const Written = Schema.fromJsonString(Schema.Struct({ rows: Schema.Int }))

/** A peer's run: its seconds, and a failure unless all rows are there. */
const secondsOf = Effect.fnUntraced(function*(python: string, args: ReadonlyArray<string>, rows: number) {
  const startedAt = performance.now()
  const stdout = yield* Effect.fromResult(run(python, args)).pipe(
    Effect.mapError((message) => new BenchError({ message: `${args[0]}: ${message}` }))
  )
  const seconds = (performance.now() - startedAt) / 1000
  const written = yield* Schema.decodeEffect(Written)(stdout.trim().split("\n").at(-1) ?? "").pipe(
    Effect.mapError(({ message }) => new BenchError({ message }))
  )
  if (written.rows !== rows) return yield* new BenchError({ message: `${args[0]}: ${written.rows} of ${rows} rows` })
  return seconds
})

const measured = Effect.fnUntraced(
  function*(name: string, rows: number, round: number, seconds: number): Effect.fn.Return<void, never, Notebook> {
    yield* note({ section: "peers", name, rows, round, measures: { seconds, rowsPerSecond: rows / seconds } })
  }
)

/** Our pull and the peers, in turn; those of rows take long and run in the first round alone. */
const rounds = Effect.fnUntraced(function*(python: string, days: number, count: number) {
  const workshop = yield* Workshop
  const rows = days * rowsPerDay
  yield* workshop.prepare(days, "usual")
  for (let round = 1; round <= count; round++) {
    removeFile(workshop.newFile)
    const { millis } = yield* workshop.pull(workshop.newFile, days, {}, "usual")
    yield* measured(names.pull, rows, round, millis / 1000)
    for (const [name, file, ...more] of scripts) {
      if (name === names.rows && round > 1) continue
      removeFile(workshop.newFile)
      const args = [file, workshop.service, walletOf("usual"), String(days), workshop.newFile, ...more]
      yield* measured(name, rows, round, yield* secondsOf(python, args, rows))
    }
  }
  removeFile(workshop.newFile)
})

/** So many transactions, as a merchant has them in a quarter: rows one by one take minutes with more. */
const fewRows = 400_000

/** Measures the peers. */
export const peers = Effect.gen(function*() {
  const workshop = yield* Workshop
  const python = environment(join(workshop.folder, "peers"))
  if (Result.isFailure(python)) {
    process.stderr.write(`the peers were not measured: ${python.failure}\n`)
    return
  }
  const { days, runs } = workshop.options
  yield* rounds(python.success, Math.min(days, Math.round(fewRows / rowsPerDay)), runs)
})
