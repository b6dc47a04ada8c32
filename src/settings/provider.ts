/**
 * Where settings come from, in order of precedence: flags, the environment, the configuration file.
 */
import { ConfigProvider, Effect } from "effect"
import { resolve } from "node:path"
import { settingNamed } from "./catalogue.ts"
import { type ConfigFile, readConfigFile } from "./configFile.ts"
import type { ReconcileProfile } from "./configProfiles.ts"
import { CONFIG } from "./describedFiles.ts"
import { shownPath } from "./path.ts"
import { SettingsError } from "./setting.ts"
import type { Given, SettingsProvider } from "./SettingsProvider.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** Where settings may stand, and who is told what people should know of them. */
export interface SettingSources {
  /** By name without prefix; those that the command has and that were not given are there without a value. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Tells that a file which nobody named says where to send the credentials; a warning in the log unless given. */
  readonly tell?: (text: string) => Effect.Effect<void>
}

/** A Config provider over flags, environment variables and the configuration file. */
export const settingsProvider = (
  { environment, flags, tell = Effect.logWarning }: SettingSources
): Effect.Effect<SettingsProvider, SettingsError> =>
  Effect.map(
    readFile(
      flags["CONFIG"] ?? environment[`${variablePrefix}CONFIG`],
      flags["CONFIG"] === undefined ? `${variablePrefix}CONFIG` : "--config"
    ),
    ({ foundAt, path, read }) => {
      const givenWithoutFlag = (name: string): Given | undefined => {
        const variable = environment[`${variablePrefix}${name}`]
        if (variable !== undefined) return { text: variable, by: "environment", place: `${variablePrefix}${name}` }
        const value = read?.values.get(name)
        if (read === undefined || value === undefined) return undefined
        return {
          text: value.text,
          by: "file",
          get place() {
            return read.placeOf(value.key)
          }
        }
      }
      const given = (name: string): Given | undefined => {
        const flag = flags[name]
        return flag === undefined
          ? givenWithoutFlag(name)
          : { text: flag, by: "flag", place: settingNamed(name)?.flag ?? name }
      }
      let told = foundAt === undefined
      const provider = ConfigProvider.make((path) => {
        const variable = path.join("_")
        const name = variable.startsWith(variablePrefix) ? variable.slice(variablePrefix.length) : ""
        const found = name === "" ? undefined : given(name)
        const value = name === "" ? environment[variable] : found?.text
        const reading = Effect.succeed(value === undefined ? undefined : ConfigProvider.makeValue(value))
        if (told || name !== "BASE_URL" || found?.by !== "file") return reading
        told = true
        return Effect.andThen(
          tell(
            `${foundAt} was found here and not named, and says where credentials go: name it with --config if it is yours.`
          ),
          reading
        )
      })
      return Object.assign(provider, {
        given,
        givenWithoutFlag,
        flags: new Set(Object.keys(flags)),
        profiles: read?.profiles ?? new Map<string, ReconcileProfile>(),
        file: path
      })
    }
  )

interface FileFound {
  readonly path: string
  readonly read?: ConfigFile
  /** Where it is, when nobody named it. */
  readonly foundAt?: string
}

const readFile = Effect.fnUntraced(function*(
  path: string | undefined,
  place: string
): Effect.fn.Return<FileFound, SettingsError> {
  if (path === undefined || path === "") {
    const read = yield* readConfigFile(CONFIG.default, false)
    return { path: CONFIG.default, ...(read === undefined ? {} : { read, foundAt: resolve(CONFIG.default) }) }
  }
  const read = yield* readConfigFile(path, true)
  if (read !== undefined) return { path, read }
  return yield* new SettingsError({
    problems: [`configuration file ${shownPath(path)} (${place}): can't be read: does it exist, and may you read it?`]
  })
})
