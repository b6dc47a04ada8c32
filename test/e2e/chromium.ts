// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Debian's Chromium. Where there is none, `INSTALL=1` installs it from Debian for root, and its absence is an error then.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

const found = (): string | undefined => places.find((path) => existsSync(path))

const installed = (): string | undefined => {
  if (process.env["INSTALL"] !== "1" || process.getuid?.() !== 0) return undefined
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  for (const args of [["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]]) {
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: environment })
  }
  return found()
}

/** Its path; undefined where it can't be had, which is said. */
export const chromium: string | undefined = found() ?? installed()

if (chromium === undefined) {
  process.stdout.write(
    "Chromium is missing (INSTALL=1 installs Debian's): how a browser shows the report is not tested.\n"
  )
  if (process.env["INSTALL"] === "1") throw new Error("INSTALL=1 asks for Chromium, and Debian did not give it.")
}
