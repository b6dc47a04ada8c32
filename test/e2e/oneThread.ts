/**
 * Loaded before the program (`node --import`) where its calls are counted: DuckDB works on one thread, the copy of a blank is
 * written by a call of another name than DuckDB's, and the temporary name of a new file is known beforehand.
 */
import type Duckdb from "@duckdb/node-bindings"
import crypto from "node:crypto"
import fs from "node:fs"
import { createRequire, syncBuiltinESMExports } from "node:module"

crypto.randomUUID = () => "00000000-0000-4000-8000-000000000000"
const { writeFileSync } = fs
fs.writeFileSync = (path, data, options) => {
  if (!(data instanceof Uint8Array) || typeof path !== "string") return writeFileSync(path, data, options)
  const file = fs.openSync(path, "wx")
  try {
    // One piece alone would be written by the call of DuckDB's log.
    for (let at = 0; at < data.length;) at += fs.writevSync(file, [data.subarray(at, at + 1), data.subarray(at + 1)])
  } finally {
    fs.closeSync(file)
  }
}
syncBuiltinESMExports()

// DuckDB's client is bundled with the program. What lies under it is not, and its names can't be set, but covered.
const name = "@duckdb/node-bindings"
const require = createRequire(import.meta.url)
const duckdb: Pick<typeof Duckdb, "open" | "set_config"> = require(name)
const loaded = require.cache[require.resolve(name)]
if (loaded === undefined) throw new Error(`${name} was not loaded as it used to be.`)
const open: typeof Duckdb.open = (path, config) => {
  if (config !== undefined) duckdb.set_config(config, "threads", "1")
  return duckdb.open(path, config)
}
loaded.exports = Object.create(duckdb, { open: { value: open } })
