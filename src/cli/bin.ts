#!/usr/bin/env node
/**
 * The launcher: tells which Node is needed before the program itself, which an older one could not even parse, loads.
 */
const needed = [22, 19] as const
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

// Node would open an inspector for whoever sends this signal, and with it all memory, secrets included.
process.on("SIGUSR1", () => undefined)

// Read when the first thread of the pool is needed. Each keeps memory of its own, some 20 MB during a load, and a command
// has DuckDB do one or two things at a time.
process.env["UV_THREADPOOL_SIZE"] ??= "2"

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  await import("./main.ts")
} else {
  process.stderr.write(
    `wallet-statement needs Node ${needed.join(".")} or later; this is Node ${process.versions.node}.\n` +
      "Install a newer Node from https://nodejs.org, or run it with `npx node@24`.\n"
  )
  process.exitCode = 2
}
