// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Python with the packages of `test/witness/readers/requirements.txt`, in an environment of its own that is kept beside the
 * installed packages. It takes Python and its package index; with READERS=1, as in `.ci/run`, their absence is an error.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./program.ts"

const requirements = join(root, "test/witness/readers/requirements.txt")
const name = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16)
const place = join(root, "node_modules/.cache/wallet-statement", `readers-${name}`)

const runs = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0

/** Packages know the place that they were installed at, so it is marked when it is whole and not moved. */
const whole = join(place, "whole")

const make = (): boolean => {
  if (existsSync(whole)) return true
  if (!runs("python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))")) return false
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const isMade = runs("python3", "-m", "venv", place) &&
    runs(
      join(place, "bin/python"),
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "-r",
      requirements
    )
  if (isMade) writeFileSync(whole, "")
  return isMade
}

/** The Python of that environment; undefined where it can't be had, which is said. */
export const readersPython: string | undefined = make() ? join(place, "bin/python") : undefined

/** Whether Spark can run. */
export const hasJava = spawnSync("java", ["-version"]).status === 0

if (readersPython === undefined) {
  process.stdout.write(
    "Python 3.11 or its package index is missing: how Python reads published copies is not tested.\n"
  )
}
if (!hasJava) process.stdout.write("Java is missing: how Spark reads a published folder is not tested.\n")
if (process.env["READERS"] === "1" && (readersPython === undefined || !hasJava)) {
  throw new Error("READERS=1 asks for Python 3.11, its package index, and Java, and not all of them are there.")
}
