/**
 * Where settings come from, in order of precedence: flags, the environment, the configuration file.
 */
import { ConfigProvider, Effect } from "effect"
import { resolve } from "node:path"
import { type ConfigFileValues, readConfigFile } from "./configFile.ts"
import { shownPath } from "./path.ts"
import { SettingsError, variablePrefix } from "./setting.ts"

/** The configuration file that is read when none is named and it exists. */
export const defaultConfigFile = "wallet-statement.toml"

/** Where settings may stand, and who is told what people should know of them. */
export interface SettingSources {
  /** By name without prefix. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Tells that a file which nobody named says where to send the credentials; a warning in the log unless given. */
  readonly tell?: (text: string) => Effect.Effect<void>
}

/** A Config provider over flags, environment variables and the configuration file. */
export const settingsProvider = (
  { environment, flags, tell = Effect.logWarning }: SettingSources
): Effect.Effect<ConfigProvider.ConfigProvider, SettingsError> =>
  Effect.map(
    readFile(flags["CONFIG"] ?? environment[`${variablePrefix}CONFIG`]),
    ({ foundAt, values }) => {
      let told = foundAt === undefined
      return ConfigProvider.make((path) => {
        const variable = path.join("_")
        const name = variable.startsWith(variablePrefix) ? variable.slice(variablePrefix.length) : ""
        const given = flags[name] ?? environment[variable]
        const value = given ?? values[name]
        const read = Effect.succeed(value === undefined ? undefined : ConfigProvider.makeValue(value))
        if (told || name !== "BASE_URL" || given !== undefined || value === undefined) return read
        told = true
        return Effect.andThen(
          tell(`${foundAt}, which nobody named, says where the service is: name it with --config if it is yours.`),
          read
        )
      })
    }
  )

interface FileFound {
  readonly values: ConfigFileValues
  /** Where it is, when nobody named it. */
  readonly foundAt?: string
}

const readFile = Effect.fnUntraced(function*(path: string | undefined): Effect.fn.Return<FileFound, SettingsError> {
  const named = path !== undefined && path !== ""
  const values = yield* readConfigFile(named ? path : defaultConfigFile, named)
  if (values !== undefined) return named ? { values } : { values, foundAt: resolve(defaultConfigFile) }
  if (!named) return { values: {} }
  return yield* new SettingsError({
    problems: [`configuration file ${shownPath(path)}: can't be read: does it exist, and may you read it?`]
  })
})
