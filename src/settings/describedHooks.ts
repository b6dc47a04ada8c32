/**
 * The settings that say who hears of a pull's end.
 */
import { secretSetting, setting } from "./described.ts"
import { command } from "./shapes.ts"

export const ON_RESULT_COMMAND = setting(
  "ON_RESULT_COMMAND",
  command,
  "a program that gets the report of each pull on stdin, as `--json` prints it, whatever its end (`docs/operating.md`); run as " +
    "`WITNESS_COMMAND` is",
  { otherwise: "none" }
)
export const HEARTBEAT_URL = secretSetting(
  "HEARTBEAT_URL",
  "the address of a monitor's check",
  "an https address of a monitor that is asked for, without any data, when a pull ended with 0 (`docs/operating.md`)"
)

/** All of these, in the order in which they are listed. */
export const hookSettings = [ON_RESULT_COMMAND, HEARTBEAT_URL]
