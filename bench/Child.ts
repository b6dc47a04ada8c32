/**
 * Running a Node program as a process of its own and measuring it from outside.
 */
import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** The project's folder. */
export const root = resolve(import.meta.dirname, "..")

/** Something did not run as it should; the message says what. */
export class BenchError extends Schema.TaggedError<BenchError>()("BenchError", { message: Schema.String }) {}

/** What a watched program writes down at its end; see programs/watch.js. */
const Watched = Schema.Struct({
  peakBytes: Schema.Finite,
  cpuMillis: Schema.Finite,
  blockedMillis: Schema.NullOr(Schema.Finite)
})
export type Watched = typeof Watched.Type

/** How to run a program. */
export interface Run {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that are good; 0 alone when left out. */
  readonly good?: ReadonlyArray<number>
}

/** How a program ran. */
export interface Ended {
  /** From the start of the process to its end. */
  readonly millis: number
  readonly stdout: string
}

/** Only what a run names is in its environment, and what a process can't do without. */
const environmentOf = ({ env }: Run): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  ...env
})

/** Runs a program to its end, which must be a good one. */
export const runNode = (run: Run): Effect.Effect<Ended, BenchError> =>
  Effect.callback<Ended, BenchError>((resume) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, run.args, {
      cwd: root,
      env: environmentOf(run),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let endedAt = startedAt
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk
    })
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk
    })
    child.on("exit", () => {
      endedAt = performance.now()
    })
    child.on("error", ({ message }) => resume(new BenchError({ message })))
    child.on("close", (code, signal) => {
      const told = `node ${run.args.join(" ")} ended with ${code ?? signal}: ${stderr.slice(-2000)}${
        stdout.slice(-500)
      }`
      resume(
        (run.good ?? [0]).includes(code ?? -1)
          ? Effect.succeed({ millis: endedAt - startedAt, stdout })
          : new BenchError({ message: told })
      )
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const decodeWatched = Schema.decodeUnknownSync(Schema.fromJsonString(Watched))

/** Runs a program to its end and says too what it took of memory and processor. */
export const runWatched = (run: Run, folder: string): Effect.Effect<Ended & Watched, BenchError> => {
  const file = join(folder, "watched.json")
  const watch = join(root, "bench/programs/watch.js")
  return Effect.map(
    runNode({ ...run, args: ["--require", watch, ...run.args], env: { ...run.env, BENCH_WATCH: file } }),
    (ended) => ({ ...ended, ...decodeWatched(readFileSync(file, "utf8")) })
  )
}
