// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Programs of Debian. With `INSTALL=1` root installs those that are missing, and their absence is an error then.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { oneAtATime } from "./oneAtATime.ts"

/** A program, the places it may stand at, and the packages that bring it. */
interface DebianProgram {
  readonly places: ReadonlyArray<string>
  readonly packages: ReadonlyArray<string>
  /** What is not tested where it is missing. */
  readonly untested: string
}

const install = (packages: ReadonlyArray<string>): void => {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  for (const args of [["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", ...packages]]) {
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: environment })
  }
}

/** Its path; undefined where it can't be had, which is said. */
export const debianProgram = ({ packages, places, untested }: DebianProgram): string | undefined => {
  const find = (): string | undefined => places.find((path) => existsSync(path))
  const isAsked = process.env["INSTALL"] === "1"
  if (find() === undefined && isAsked && process.getuid?.() === 0) {
    oneAtATime("debian", () => void (find() ?? install(packages)))
  }
  const found = find()
  if (found !== undefined) return found
  const missing = packages.join(", ")
  process.stdout.write(`Debian's ${missing} is missing (INSTALL=1 installs it): ${untested} is not tested.\n`)
  if (isAsked) throw new Error(`INSTALL=1 asks for Debian's ${missing}, which could not be had.`)
  return undefined
}
