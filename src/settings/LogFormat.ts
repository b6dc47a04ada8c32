/**
 * How log lines are written. Read before any other setting, from the arguments and the environment alone, so that
 * what goes wrong with those is written the same way.
 */
import { Config, Effect } from "effect"
import { variablePrefix } from "./variablePrefix.ts"

/** `text` (logfmt, and words for people as they are) or `json` (one object a line). */
export type LogFormat = "text" | "json"

/** The words of the setting. */
export const logFormats: ReadonlyArray<LogFormat> = ["text", "json"]

const flag = "--log-format"

/** The format that the arguments ask for, or else the environment; anything but `json` counts as `text`. */
export const logFormat = (args: ReadonlyArray<string>): Effect.Effect<LogFormat, Config.ConfigError> => {
  const at = args.indexOf(flag)
  const given = at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1)
  const asked = given === undefined
    ? Config.String(`${variablePrefix}LOG_FORMAT`).pipe(Config.withDefault("text"))
    : Effect.succeed(given)
  return Effect.map(asked, (word) => (word === "json" ? "json" : "text"))
}
