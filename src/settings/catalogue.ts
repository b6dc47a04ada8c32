/**
 * All settings there are, in the order in which they are listed.
 */
import type { SecretSetting, Setting } from "./described.ts"
import { fileSettings } from "./describedFiles.ts"
import { hookSettings } from "./describedHooks.ts"
import { publishSettings } from "./describedPublish.ts"
import { requestSettings } from "./describedRequests.ts"
import { serviceSettings } from "./describedService.ts"
import { statementSettings } from "./describedStatement.ts"

const parts = (each: Setting<unknown> | SecretSetting): ReadonlyArray<Setting<unknown>> =>
  "plain" in each ? [each.plain, each.file, each.command] : [each]

/** Each by itself, the three places of a secret next to each other. */
export const settings: ReadonlyArray<Setting<unknown>> = [
  ...serviceSettings,
  ...statementSettings,
  ...fileSettings,
  ...publishSettings,
  ...hookSettings,
  ...requestSettings
].flatMap(parts)

/** The names of all settings, without the prefix; in the configuration file they are written in lower case. */
export const settingNames: ReadonlyArray<string> = settings.map(({ name }) => name)

/** The settings that hold secrets. */
export const secretNames: ReadonlyArray<string> = settings.flatMap(({ isSecret, name }) =>
  isSecret === true ? name : []
)

/** The setting of a name. */
export const settingNamed = (name: string): Setting<unknown> | undefined => settings.find((each) => each.name === name)
