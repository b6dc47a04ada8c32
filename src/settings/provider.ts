/**
 * Where settings come from, in order of precedence: flags, the environment, the configuration file.
 */
import { ConfigProvider, Effect } from "effect"
import { existsSync } from "node:fs"
import { type ConfigFileValues, readConfigFile } from "./configFile.ts"
import { type SettingsError, variablePrefix } from "./setting.ts"

/** The configuration file that is read when none is named and it exists. */
export const defaultConfigFile = "wallet-statement.toml"

/** A Config provider over flags (setting names without prefix), environment variables and the configuration file. */
export const settingsProvider = (options: {
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
}): Effect.Effect<ConfigProvider.ConfigProvider, SettingsError> =>
  Effect.map(
    readNamedFile(options.flags["CONFIG"] ?? options.environment[`${variablePrefix}CONFIG`]),
    (file) =>
      ConfigProvider.make((path) => {
        const variable = path.join("_")
        const name = variable.startsWith(variablePrefix) ? variable.slice(variablePrefix.length) : ""
        const value = options.flags[name] ?? options.environment[variable] ?? file[name]
        return Effect.succeed(value === undefined ? undefined : ConfigProvider.makeValue(value))
      })
  )

const readNamedFile = (path: string | undefined): Effect.Effect<ConfigFileValues, SettingsError> =>
  path !== undefined && path !== ""
    ? readConfigFile(path)
    : Effect.suspend(() => (existsSync(defaultConfigFile) ? readConfigFile(defaultConfigFile) : Effect.succeed({})))
