// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Python with pinned packages, in an environment of its own that is kept beside the installed packages. It takes Python and its
 * package index.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { oneAtATime } from "./oneAtATime.ts"
import { root } from "./program.ts"

const runs = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0

/** Makes an environment with the packages of a requirements file; whether it could. */
export const makePython = (place: string, requirements: string): boolean => {
  if (!runs("python3", "-m", "venv", "--without-pip", place)) return false
  const python = join(place, "bin/python")
  // The machine's pip, where it can: one of the environment's own takes as long to install as many packages.
  const shared = ["-m", "pip", "--python", python]
  const isShared = spawnSync("python3", [...shared, "--version"]).status === 0
  if (!isShared && !runs(python, "-m", "ensurepip")) return false
  const [command, pip] = isShared ? ["python3", shared] : [python, ["-m", "pip"]]
  // Most of what packages hold is never loaded: Python compiles what is.
  const flags = ["--quiet", "--disable-pip-version-check", "--no-compile"]
  return runs(command, ...pip, "install", ...flags, "--requirement", requirements)
}

/** The Python of an environment with the packages of a requirements file; undefined where it can't be had. */
export const pythonWith = (requirementsFile: string): string | undefined => {
  const requirements = join(root, requirementsFile)
  const name = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16)
  const place = join(root, "node_modules/.cache/wallet-statement", `python-${name}`)
  const python = join(place, "bin/python")
  // Packages know the place that they were installed at, so it is marked when it is whole and not moved.
  const whole = join(place, "whole")
  const make = (): boolean => {
    if (existsSync(whole)) return true
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    const isMade = makePython(place, requirements)
    if (isMade) writeFileSync(whole, "")
    return isMade
  }
  if (existsSync(whole)) return python
  if (!runs("python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))")) return undefined
  return oneAtATime(`python-${name}`, make) ? python : undefined
}
