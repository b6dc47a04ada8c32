/**
 * How log lines are written. Read before any other setting, from the environment alone.
 */
import { Config } from "effect"
import { variablePrefix } from "./setting.ts"

/** `text` (logfmt) or `json`; anything else counts as `text`. */
export const LogFormat: Config.Config<"text" | "json"> = Config.String(`${variablePrefix}LOG_FORMAT`).pipe(
  Config.withDefault("text"),
  Config.map((format) => (format === "json" ? "json" : "text"))
)
