// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The built program, run by a user without rights who can gain none: for tests that root runs.
 */
import { execFile, execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Ended, type Environment, root } from "./program.ts"

/** A user, and a group, that nobody is. */
export const nobody = 61_357

/** Whether a tool can be started. */
export const has = (tool: string, ...args: ReadonlyArray<string>): boolean => spawnSync(tool, args).error === undefined

/** Whether this process may run others as another user. */
export const canBeOthers = process.getuid?.() === 0 && has("setpriv", "--version")

/** Runs a program of the system to its end. */
export const ended = (file: string, args: ReadonlyArray<string>, options: object = {}): Promise<Ended> =>
  new Promise((done) =>
    execFile(file, args, { maxBuffer: 2 ** 28, ...options }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
      done({ code, stdout: String(stdout), stderr: String(stderr) })
    })
  )

/** A copy of the program that every user may run, in a folder that every user may look into, while it is used. */
export const withCopiedProgram = async (
  use: (copied: { readonly place: string; readonly words: ReadonlyArray<string> }) => Promise<void>
): Promise<void> => {
  const place = mkdtempSync(join(tmpdir(), "wallet-unit-"))
  try {
    const app = join(place, "app")
    mkdirSync(join(app, "node_modules"), { recursive: true })
    for (const name of ["dist", "package.json", "node_modules/@duckdb", "node_modules/detect-libc"]) {
      cpSync(join(root, name), join(app, name), { recursive: true })
    }
    cpSync(process.execPath, join(app, "node"))
    execFileSync("chmod", ["-R", "a+rX", place])
    await use({ place, words: [join(app, "node"), join(app, "dist/bin.js")] })
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** Runs a command as the user that nobody is, in its own group alone. */
export const asNobody = (
  words: ReadonlyArray<string>,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Environment }
): Promise<Ended> =>
  ended(
    "setpriv",
    [
      `--reuid=${nobody}`,
      `--regid=${nobody}`,
      "--clear-groups",
      "--no-new-privs",
      "--bounding-set=-all",
      "--inh-caps=-all",
      "sh",
      "-c",
      "umask 077; ulimit -c 0; exec \"$@\"",
      "sh",
      ...words
    ],
    { cwd, env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...env } }
  )
