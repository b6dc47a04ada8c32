/**
 * What people use today for the same, beside our pull: programs in Python, as their own users write them, each served the
 * usual pages. Rows are counted in what each wrote.
 *
 * They run in virtual environments, one for each file of requirements in `bench/peers/`, as they ask for different versions
 * of the same packages. Where there is no Python, or no package index, the run says which were not measured.
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
  rows: "dlt, rows",
  singer: "Singer tap and target-duckdb",
  airbyte: "PyAirbyte, DuckDB cache"
} as const

const folder = join(root, "bench/peers")
const longest = 3_600_000

/** A program: its script, what it is told beside what all are told, and the file of what it is installed with. */
interface Peer {
  readonly name: string
  readonly script: string
  readonly more: ReadonlyArray<string>
  readonly requirements: string
}

const peer = (name: string, script: string, requirements: string, ...more: ReadonlyArray<string>): Peer => ({
  name,
  script,
  more,
  requirements
})

const all: ReadonlyArray<Peer> = [
  peer(names.pandas, "pandas_script.py", "requirements.txt"),
  peer(names.arrow, "dlt_script.py", "requirements.txt", "arrow"),
  peer(names.rows, "dlt_script.py", "requirements.txt", "rows"),
  peer(names.singer, "singer_script.py", "requirements-singer.txt"),
  peer(names.airbyte, "airbyte_script.py", "requirements-airbyte.txt")
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

/** Makes a virtual environment of a file of requirements, and gives its Python. */
const environment = (at: string, requirements: string): Result.Result<string, string> => {
  const python = join(at, "bin/python")
  const made = Result.flatMap(
    run("python3", ["-m", "venv", at]),
    () => run(python, ["-m", "pip", "install", "--quiet", "--requirement", join(folder, requirements)])
  )
  return Result.map(made, () => python)
}

/** A peer that can run, with the Python of its environment. */
interface Ready extends Peer {
  readonly python: string
}

/** The peers whose environment can be made; says which can't. */
const readyIn = (parent: string): ReadonlyArray<Ready> =>
  [...Map.groupBy(all, ({ requirements }) => requirements)].flatMap(([requirements, group]) => {
    const python = environment(join(parent, `peers-${requirements}`), requirements)
    if (Result.isSuccess(python)) return group.map((one) => ({ ...one, python: python.success }))
    process.stderr.write(`not measured: ${group.map(({ name }) => name).join("; ")}: ${python.failure}\n`)
    return []
  })

const Written = Schema.fromJsonString(Schema.Struct({ rows: Schema.Int }))

/** A peer's run into a new file: its seconds, and a failure unless all rows are there. */
const secondsOf = Effect.fnUntraced(function*({ more, name, python, script }: Ready, days: number) {
  const { newFile, service } = yield* Workshop
  removeFile(newFile)
  const startedAt = performance.now()
  const stdout = yield* Effect.fromResult(
    run(python, [script, service, walletOf("usual"), String(days), newFile, ...more])
  ).pipe(Effect.mapError((message) => new BenchError({ message: `${name}: ${message}` })))
  const seconds = (performance.now() - startedAt) / 1000
  const { rows } = yield* Schema.decodeEffect(Written)(stdout.trim().split("\n").at(-1) ?? "").pipe(
    Effect.mapError(({ message }) => new BenchError({ message: `${name}: ${message}` }))
  )
  const asked = days * rowsPerDay
  if (rows !== asked) return yield* new BenchError({ message: `${name}: ${rows} of ${asked} rows` })
  return seconds
})

/** Our pull's seconds, into a new file. */
const pullSeconds = Effect.fnUntraced(function*(days: number) {
  const { newFile, pull } = yield* Workshop
  removeFile(newFile)
  const { millis } = yield* pull(newFile, days, { kind: "usual" })
  return millis / 1000
})

const measured = Effect.fnUntraced(
  function*(name: string, rows: number, round: number, seconds: number): Effect.fn.Return<void, never, Notebook> {
    yield* note({ section: "peers", name, rows, round, measures: { seconds, rowsPerSecond: rows / seconds } })
  }
)

/** Our pull and the peers, in turn, after a day of each; dlt with rows takes longest and runs in the first round alone. */
const rounds = Effect.fnUntraced(function*(ready: ReadonlyArray<Ready>, days: number, count: number) {
  const workshop = yield* Workshop
  const rows = days * rowsPerDay
  yield* workshop.prepare(days, "usual")
  yield* pullSeconds(1)
  for (const one of ready) yield* secondsOf(one, 1)
  for (let round = 1; round <= count; round++) {
    yield* measured(names.pull, rows, round, yield* pullSeconds(days))
    for (const one of ready) {
      if (one.name === names.rows && round > 1) continue
      yield* measured(one.name, rows, round, yield* secondsOf(one, days))
    }
  }
  removeFile(workshop.newFile)
})

/** Measures the peers. */
export const peers = Effect.gen(function*() {
  const workshop = yield* Workshop
  const ready = readyIn(workshop.folder)
  if (ready.length === 0) return
  const { peerDays, runs } = workshop.options
  yield* rounds(ready, peerDays, runs)
})
