// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Drives the built program as a user would: real processes, real files, loopback only.
 */
import { Effect } from "effect"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { toObjects } from "../../src/cli/output/rowFormats.ts"
import { Database } from "../../src/sink/duckdb/index.ts"

export const root = resolve(import.meta.dirname, "../..")
export const program = join(root, "dist/bin.js")

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string>>

/** The environment without settings of whoever runs the tests. */
const plain = (extra: Environment): Environment => ({ PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...extra })

/** Of sources, what Node made of their types and their code is kept: that took longer than most commands. */
const keeping = (file = program): Environment =>
  file.endsWith(".ts") ? { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/wallet-statement/compiled") } : {}

/** Runs a command to its end. */
export const run = (
  args: ReadonlyArray<string>,
  options: { readonly env?: Environment; readonly cwd?: string; readonly file?: string } = {}
): Promise<Ended> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [options.file ?? program, ...args],
      { env: { ...keeping(options.file), ...plain(options.env ?? {}) }, cwd: options.cwd ?? root, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
        done({ code, stdout, stderr })
      }
    )
  })

/** What the sandbox prints of itself. */
export interface SandboxInfo {
  readonly url: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly privateKeyFile: string
  readonly wallets: ReadonlyArray<{
    readonly walletNo: string
    readonly records: number
    readonly currencies: ReadonlyArray<{
      readonly currency: string
      readonly records: number
      readonly debitTotal: string
      readonly creditTotal: string
      readonly closingBalance: string
    }>
  }>
}

/** A sandbox in a process of its own, and the settings to reach it. */
export interface RunningSandbox {
  readonly info: SandboxInfo
  readonly env: Environment
  readonly stop: () => Promise<void>
}

/** Starts `wallet-statement sandbox` on a free port. */
export const startSandbox = (folder: string, args: ReadonlyArray<string>): Promise<RunningSandbox> =>
  new Promise((done, fail) => {
    const child = spawn(
      process.execPath,
      [program, "sandbox", "--port", "0", "--json", "--key-out", join(folder, "key.pem"), ...args],
      { env: plain({}), cwd: folder, stdio: ["ignore", "pipe", "pipe"] }
    )
    let errors = ""
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const ended = new Promise<void>((resolveEnd) => {
      child.once("exit", () => resolveEnd())
    })
    child.once("exit", (code) => fail(new Error(`the sandbox ended with ${code}: ${errors}`)))
    createInterface({ input: child.stdout }).once("line", (line) => {
      const info = JSON.parse(line) as SandboxInfo
      done({ info, env: environmentOf(info), stop: () => stopped(child, ended) })
    })
  })

const stopped = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.kill("SIGTERM")
  await ended
}

const environmentOf = (info: SandboxInfo): Environment => ({
  WALLET_STATEMENT_BASE_URL: info.url,
  WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
  WALLET_STATEMENT_CONSUMER_KEY: info.consumerKey,
  WALLET_STATEMENT_CONSUMER_SECRET: info.consumerSecret,
  WALLET_STATEMENT_PRIVATE_KEY_FILE: info.privateKeyFile,
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: info.wallets.map(({ walletNo }) => walletNo).join(",")
})

/** An empty folder that is removed at the end. */
export const withFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Asks a file, and gives the rows as `query --json` prints them. It is this process that asks: with two more for each
 * question, tests spent much of their time on starting them.
 */
export const query = (
  db: string,
  sql: string
): Promise<ReadonlyArray<Record<string, string | number | boolean | null>>> =>
  Database.openReadOnly(db).pipe(
    Effect.flatMap((database) => database.query(sql)),
    Effect.map(toObjects),
    Effect.scoped,
    Effect.runPromise
  )
