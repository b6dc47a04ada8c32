/**
 * The settings by which a pull reaches the sandbox, to paste: into a shell, or into a configuration file.
 */
import { shellQuote } from "../../../settings/shellQuote.ts"
import { variablePrefix } from "../../../settings/variablePrefix.ts"

/** A setting by its name without the prefix; a list for wallets, of which no number has a comma. */
export type PrintedSetting = readonly [name: string, value: string | boolean | ReadonlyArray<string>]

/** Settings as a shell exports them. */
export const asExports = (settings: ReadonlyArray<PrintedSetting>): string =>
  settings.map(([name, value]) => `export ${variablePrefix}${name}=${shellQuote(String(value))}`).join("\n")

/** The same for a configuration file; what JSON writes of texts and lists of them is TOML, too. */
export const asToml = (settings: ReadonlyArray<PrintedSetting>): string =>
  settings.map(([name, value]) => `${name.toLowerCase()} = ${JSON.stringify(value)}`).join("\n")
