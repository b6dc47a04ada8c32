/**
 * Loaded before the program (`node --import`) where its memory is measured: writes the most it ever had in use, in
 * bytes, to the file that PEAK_FILE names. Node's own `maxRSS` begins with that of the process which started this one.
 */
import { readFileSync, writeFileSync } from "node:fs"

process.on("exit", () => {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]
  writeFileSync(process.env["PEAK_FILE"] ?? "", String(Number(kilobytes) * 1024))
})
