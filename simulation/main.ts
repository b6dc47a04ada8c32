/**
 * `npm run simulate -- --seeds N [--from-seed S] [--jobs J] [--duckdb-every N] | --seed S [--verbose] [--duckdb | --file]
 *   | --seed S --record | --recorded [--verbose] | --planted`
 *
 * Simulates seeds and says how many a second, which behaviours occurred how often, and which seeds went wrong; a seed
 * replays exactly, as long as nothing else is drawn. Every other world keeps its statements in a DuckDB, unless told
 * otherwise. `--record` prints a seed's world as a text that can be kept in `worlds/`; `--recorded` plays all that are
 * kept there. `--planted` puts bugs in on purpose and says which seed finds each. Exit code 1 when any went wrong.
 */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { findBug, plantedBugs } from "./plantedBugs.ts"
import { replay, simulate, type SimulationOptions } from "./simulate.ts"
import type { Story } from "./Story.ts"
import { keptWorlds } from "./worlds.ts"

interface Task {
  readonly from: number
  readonly seeds: number
  readonly step: number
  readonly duckDbEvery: number
}

interface Outcome {
  readonly seed: number
  readonly complaints: ReadonlyArray<string>
  readonly counts: ReadonlyMap<string, number>
}

const write = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Two seeds in a row are alike in this, so that an even and an odd one are. */
const isInDuckDb = (seed: number, every: number): boolean => every > 0 && Math.floor(seed / 2) % every === every - 1

const runTask = Effect.fnUntraced(function*(task: Task, tell: (outcome: Outcome) => void): Effect.fn.Return<void> {
  for (let index = 0; index < task.seeds; index++) {
    const seed = task.from + index * task.step
    const { complaints, counts } = yield* simulate(seed, {
      duckDb: isInDuckDb(seed, task.duckDbEvery)
    })
    tell({ seed, complaints, counts })
  }
})

const runWorker = (task: Task, tell: (outcome: Outcome) => void): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: task })
    worker.on("message", tell)
    worker.on("error", (error) => resume(Effect.die(error)))
    worker.on(
      "exit",
      (code) => resume(code === 0 ? Effect.void : Effect.die(new Error(`a worker ended with ${code}`)))
    )
  })

const number = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`expected a whole number, not ${text}`)
  return value
}

const tellStory = (name: string, { complaints, lines }: Story): void => {
  for (const line of lines) write(line)
  for (const complaint of complaints) write(`${name}: ${complaint}`)
}

const finish = (wrong: number): void => {
  write(`${wrong} wrong`)
  process.exitCode = wrong === 0 ? 0 : 1
}

const simulateOne = Effect.fnUntraced(function*(
  seed: number,
  options: SimulationOptions
): Effect.fn.Return<void> {
  const story = yield* simulate(seed, options)
  tellStory(`seed ${seed}`, story)
  finish(story.complaints.length === 0 ? 0 : 1)
})

const replayKept = Effect.fnUntraced(function*(verbose: boolean): Effect.fn.Return<void> {
  let wrong = 0
  for (const { name, recording } of keptWorlds()) {
    for (const duckDb of [false, true]) {
      const story = yield* replay(recording, { verbose, duckDb })
      tellStory(`world ${name}${duckDb ? " with DuckDB" : ""}`, story)
      if (story.complaints.length > 0) wrong++
    }
  }
  finish(wrong)
})

/** Says of each planted bug which seed finds it, and how. */
const findPlanted = Effect.fnUntraced(function*(): Effect.fn.Return<void> {
  let missed = 0
  for (const bug of plantedBugs) {
    const found = yield* findBug(bug)
    write(
      `${bug.name}: ${found === undefined ? `not found within ${bug.within}` : `${found.seed}, ${found.complaint}`}`
    )
    if (found === undefined) missed++
  }
  finish(missed)
})

const main = Effect.fnUntraced(function*(): Effect.fn.Return<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string" },
      "from-seed": { type: "string" },
      seed: { type: "string" },
      jobs: { type: "string" },
      "duckdb-every": { type: "string" },
      duckdb: { type: "boolean" },
      file: { type: "boolean" },
      verbose: { type: "boolean" },
      record: { type: "boolean" },
      recorded: { type: "boolean" },
      planted: { type: "boolean" }
    }
  })
  const { duckdb = false, file = false, record = false, verbose = false } = values
  const duckDb = file ? "file" : duckdb
  if (values.planted === true) return yield* findPlanted()
  if (values.recorded === true) return yield* replayKept(verbose)
  if (values.seed !== undefined) {
    const seed = number(values.seed, 0)
    if (!record) return yield* simulateOne(seed, { verbose, duckDb })
    yield* simulate(seed, { duckDb, record: write })
    return
  }
  const [seeds, from] = [number(values.seeds, 1000), number(values["from-seed"], 1)]
  const jobs = Math.min(Math.max(1, number(values.jobs, 1)), Math.max(seeds, 1))
  const duckDbEvery = number(values["duckdb-every"], 2)
  const counts = new Map<string, number>()
  const wrong: Array<number> = []
  let done = 0
  const take = (outcome: Outcome): void => {
    done++
    for (const [behaviour, times] of outcome.counts) counts.set(behaviour, (counts.get(behaviour) ?? 0) + times)
    if (outcome.complaints.length > 0) {
      wrong.push(outcome.seed)
      write(`seed ${outcome.seed}: ${outcome.complaints[0]}`)
    }
    if (done % 1000 === 0) process.stderr.write(`${done} seeds\n`)
  }
  const startedAt = performance.now()
  const tasks = Array.from({ length: jobs }, (_, job): Task => ({
    from: from + job,
    seeds: Math.ceil((seeds - job) / jobs),
    step: jobs,
    duckDbEvery
  }))
  const run = (task: Task) => (jobs === 1 ? runTask(task, take) : runWorker(task, take))
  yield* Effect.forEach(tasks, run, { concurrency: jobs, discard: true })
  const seconds = (performance.now() - startedAt) / 1000
  for (const [behaviour, times] of [...counts].sort()) write(`${String(times).padStart(10)}  ${behaviour}`)
  write(`${seeds} seeds from ${from} in ${seconds.toFixed(1)} s: ${(seeds / seconds).toFixed(1)} seeds/s`)
  write(
    wrong.length === 0 ? "0 wrong" : `${wrong.length} wrong: ${wrong.sort((left, right) => left - right).join(" ")}`
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
})

const work = (task: Task) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  runTask(task, (outcome) => parentPort?.postMessage(outcome))

await Effect.runPromise(isMainThread ? main() : work(workerData))
