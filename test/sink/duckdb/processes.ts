/**
 * Other processes that hold a database file open.
 */
import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** Starts a process that opens a file as a sink; it is killed when the scope ends. */
export const holder = (path: string) => start("./holdOpen.ts", path)

/** Starts a process that commits windows from a number on; it is killed when the scope ends. */
export const committer = (path: string, first: number) => start("./commitWindows.ts", path, String(first))

/** Starts a process that opens a file and leaves it, some times, and then commits a window; it is killed when the scope ends. */
export const inTurns = (path: string, times: number) => start("./openInTurns.ts", path, String(times))

/** Starts a process that commits and publishes into a folder until it is killed; it is killed when the scope ends. */
export const publisher = (path: string, to: string) => start("./publishAgain.ts", path, to)

const start = (script: string, ...values: ReadonlyArray<string>): Effect.Effect<ChildProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, ["--conditions=source", fileURLToPath(new URL(script, import.meta.url)), ...values], {
        stdio: ["ignore", "pipe", "inherit"]
      })
    ),
    kill
  )

/** Collects what a process says, from now on. */
export const hear = (child: ChildProcess): () => string => {
  let heard = ""
  child.stdout?.on("data", (chunk: Buffer) => {
    heard += chunk.toString()
  })
  return () => heard
}

/** Waits until a process says a word. */
export const says = (child: ChildProcess, word: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    let heard = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      heard += chunk.toString()
      if (heard.split("\n").includes(word)) resume(Effect.void)
    })
  })

/** Kills a process without warning and waits until it is gone. */
export const kill = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.on("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })
