// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Python with pinned packages, in an environment of its own that is kept beside the installed packages. It takes Python and its
 * package index.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./program.ts"

const runs = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0

/** The Python of an environment with the packages of a requirements file; undefined where it can't be had. */
export const pythonWith = (requirementsFile: string): string | undefined => {
  const requirements = join(root, requirementsFile)
  const name = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16)
  const place = join(root, "node_modules/.cache/wallet-statement", `python-${name}`)
  const python = join(place, "bin/python")
  // Packages know the place that they were installed at, so it is marked when it is whole and not moved.
  const whole = join(place, "whole")
  if (existsSync(whole)) return python
  if (!runs("python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))")) return undefined
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const isMade = runs("python3", "-m", "venv", place) &&
    runs(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)
  if (isMade) writeFileSync(whole, "")
  return isMade ? python : undefined
}
