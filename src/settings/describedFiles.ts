/**
 * The settings of the database, of questions to it, of who is told of its head, and of the configuration file itself.
 */
import { defaulted, setting } from "./described.ts"
import { path } from "./path.ts"
import { bytes, command, duration, wholeNumber, yesOrNo } from "./shapes.ts"

export const DB = defaulted("DB", path("the path of a DuckDB file"), "wallet-statement.duckdb", "the DuckDB file", {
  flag: "--db"
})
export const ALLOW_DB_GROUP = defaulted(
  "ALLOW_DB_GROUP",
  yesOrNo,
  "false",
  "`true` lets the file's group read and write it, when it is one of yours: a Kubernetes volume with `fsGroup`"
)
export const WAIT = setting(
  "WAIT",
  duration,
  "how long what writes to the database, or publishes it, waits, such as `10m`, for another process that has it open",
  { flag: "--wait", otherwise: "not at all" }
)
export const MAX_AGE = setting(
  "MAX_AGE",
  duration,
  "how long ago the last complete day of a wallet may have ended before `status` ends with 3",
  { flag: "--max-age", otherwise: "any time" }
)
export const QUERY_TIMEOUT = defaulted("QUERY_TIMEOUT", duration, "5m", "longest time of one `query`", {
  flag: "--timeout"
})
export const QUERY_MEMORY = setting(
  "QUERY_MEMORY",
  bytes,
  "memory of one `query`, such as `4GB` (and up to 200 MiB that its process takes by itself)",
  { flag: "--memory", otherwise: "half of all" }
)
export const QUERY_ROWS = defaulted(
  "QUERY_ROWS",
  wholeNumber(1, 1_000_000),
  "1000",
  "rows that are printed to a terminal, in any format",
  { flag: "--rows" }
)
export const WITNESS_FILE = setting(
  "WITNESS_FILE",
  path("the path of a file to add a line to"),
  "a file, best on another machine or write-once medium, to which each run adds a line: instant, blank, `SEQUENCE:HASH` of " +
    "the audit chain's head; for one database each",
  { otherwise: "none" }
)
export const WITNESS_COMMAND = setting(
  "WITNESS_COMMAND",
  command,
  "a program that gets that line on stdin, such as `logger -t wallet-statement`; split as a shell would, run without one, " +
    "nothing expanded, without this program's settings in its environment",
  { otherwise: "none" }
)
export const CONFIG = defaulted(
  "CONFIG",
  path("the path of a TOML file"),
  "wallet-statement.toml",
  "the configuration file, which need not be there when nobody names it",
  { flag: "--config" }
)

/** All of these, in the order in which they are listed. */
export const fileSettings = [
  DB,
  ALLOW_DB_GROUP,
  WAIT,
  MAX_AGE,
  QUERY_TIMEOUT,
  QUERY_MEMORY,
  QUERY_ROWS,
  WITNESS_FILE,
  WITNESS_COMMAND,
  CONFIG
]
