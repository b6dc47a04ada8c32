// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Stops the program at a chosen system call on its database, or lets that call fail, with strace's fault injection.
 *
 * strace counts each system call by itself and each thread by itself. So the program does its file work on two threads
 * here, which share no system call: its own writes the copy of a blank, and one of libuv's does all else (`oneThread.ts`). A
 * point is the nth call of a name. Only calls on the database, its log, their temporary names and their folder count.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Environment, program } from "./program.ts"

/** What becomes of the call at a point. `full` is a disk that stays full for calls of that name. */
export type Fault = "SIGKILL" | "ENOSPC" | "EIO" | "full"

/** A call on the database: the nth of its name in a run. */
export interface Point {
  readonly call: string
  readonly nth: number
  /** The name of the file, without its folder. */
  readonly file: string
}

/** A window the program had said was committed. */
export interface Acknowledged {
  readonly run: string
  readonly from: string
  readonly to: string
}

export interface Disturbed {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
  /** Whether the fault came to pass. */
  readonly hit: boolean
  readonly acknowledged: ReadonlyArray<Acknowledged>
  /** The calls on the database up to the end. */
  readonly calls: ReadonlyArray<Point>
  /** Names of calls that more than one thread made. */
  readonly ofSeveralThreads: ReadonlyArray<string>
}

// Not with --seccomp-bpf: an injected signal would be lost.
const always = ["-f", "-y", "-qq"]

/** Why calls can't be injected here; undefined when they can. */
export const injectionMissing: string | undefined = (() => {
  const tried = spawnSync("strace", [...always, "-o", "/dev/null", "-e", "inject=write:error=EIO:when=9999", "true"])
  if (tried.error !== undefined) return "strace is not installed"
  return tried.status === 0 ? undefined : "strace may not trace here"
})()

const calls = [
  "write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync_file_range,ftruncate,fallocate",
  "rename,renameat,renameat2,link,linkat,unlink,unlinkat"
].join(",").split(",").map((name) => `?${name}`).join(",")

const injection = ({ call, nth }: Point, fault: Fault): string => {
  if (fault === "SIGKILL") return `inject=${call}:signal=SIGKILL:when=${nth}`
  if (fault === "full") return `inject=${call}:error=ENOSPC:when=${nth}+`
  return `inject=${call}:error=${fault}:when=${nth}`
}

const pathsOf = (db: string): ReadonlyArray<string> => {
  const temporary = join(dirname(db), `.${basename(db)}.new-00000000-0000-4000-8000-000000000000`)
  return [dirname(db), db, `${db}.wal`, temporary, `${temporary}.wal`]
}

/** Longer than any run takes; the run is killed then and ends with a signal. */
const patience = 60_000

/** Runs a pull into `db` with a fault at a point, or undisturbed. */
export const pullWith = (
  db: string,
  args: ReadonlyArray<string>,
  env: Environment,
  fault?: { readonly point: Point; readonly fault: Fault }
): Promise<Disturbed> =>
  new Promise((done) => {
    const log = `${db}.strace`
    const strace = [
      ...always,
      "-o",
      log,
      "-e",
      `trace=${calls}`,
      ...(fault === undefined ? [] : ["-e", injection(fault.point, fault.fault)]),
      ...pathsOf(db).flatMap((path) => ["-P", path])
    ]
    const node = [process.execPath, "--import", join(import.meta.dirname, "oneThread.ts"), program]
    const child = spawn("strace", [...strace, ...node, "pull", "--db", db, "--log-level", "debug", ...args], {
      env: { PATH: process.env["PATH"] ?? "", WALLET_STATEMENT_LOG_FORMAT: "json", UV_THREADPOOL_SIZE: "1", ...env },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true
    })
    let stderr = ""
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), patience)
    child.once("close", (code, signal) => {
      clearTimeout(timer)
      const text = existsSync(log) ? readFileSync(log, "utf8") : ""
      const lines = text.split("\n")
      const calls = lines.flatMap(pointsIn(new Map()))
      const last = calls.at(-1)
      const killedThere = signal === "SIGKILL" && last?.call === fault?.point.call && last?.nth === fault?.point.nth
      done({
        code,
        signal,
        stderr,
        hit: text.includes("(INJECTED)") || killedThere,
        acknowledged: acknowledgedIn(stderr),
        calls,
        ofSeveralThreads: severalThreads(lines)
      })
    })
  })

/** A call in strace's words: `123 fsync(21</folder/file>) = 0`, `123 unlink("/folder/file") = 0`. */
const callIn = /^(\d+) +(\w+)\((?:\w+<|"|AT_FDCWD[^"]*")([^>"]+)/

const pointsIn = (counts: Map<string, number>) => (line: string): ReadonlyArray<Point> => {
  const [, , call, file] = callIn.exec(line) ?? []
  if (call === undefined || file === undefined) return []
  const nth = (counts.get(call) ?? 0) + 1
  counts.set(call, nth)
  return [{ call, nth, file: basename(file) }]
}

const severalThreads = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const threads = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, thread, call] = callIn.exec(line) ?? []
    if (thread !== undefined && call !== undefined) threads.set(call, (threads.get(call) ?? new Set()).add(thread))
  }
  return [...threads].filter(([, { size }]) => size > 1).map(([call]) => call)
}

const acknowledgedIn = (stderr: string): ReadonlyArray<Acknowledged> =>
  stderr.split("\n").slice(0, -1).flatMap((line): ReadonlyArray<Acknowledged> =>
    line.includes("window committed") ? [JSON.parse(line)] : []
  )
