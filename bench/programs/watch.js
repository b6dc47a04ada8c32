/**
 * Loaded before a measured program (`node --require`, which leaves the threads of the pool to the program): at its end writes down its peak memory in bytes, the processor
 * time it took, and, where BENCH_LOOP is set, for how long its event loop was blocked at the most, both in milliseconds.
 * The loop is watched from a second behind the first connection on: until then a program loads and compiles its modules and
 * opens its file, which blocks by nature.
 *
 * A plain script, because reading types away would count as the program's own memory.
 */
import { subscribe } from "node:diagnostics_channel"
import { readFileSync, writeFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { isMainThread } from "node:worker_threads"

const resolution = 5
const delays = process.env["BENCH_LOOP"] === undefined ? undefined : monitorEventLoopDelay({ resolution })
let isWatched = false

if (delays !== undefined) {
  subscribe("net.client.socket", () => {
    if (isWatched) return
    isWatched = true
    setTimeout(() => delays.enable(), 1000).unref()
  })
}

/** Linux keeps `maxRSS` across the start of a program, so it may be that of whoever started this one. */
const peakBytes = () => {
  const { maxRSS } = process.resourceUsage()
  if (process.platform !== "linux") return maxRSS * 1024
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))
  return Number(found?.[1] ?? maxRSS) * 1024
}

const report = () => {
  const { systemCPUTime, userCPUTime } = process.resourceUsage()
  const watched = {
    peakBytes: peakBytes(),
    cpuMillis: (systemCPUTime + userCPUTime) / 1000,
    blockedMillis: delays === undefined ? null : Math.max(delays.max / 1e6 - resolution, 0)
  }
  writeFileSync(process.env["BENCH_WATCH"] ?? "", JSON.stringify(watched))
}

// A thread loads this file too.
if (isMainThread) process.on("exit", report)
