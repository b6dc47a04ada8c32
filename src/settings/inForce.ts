/**
 * What each setting is now, and where that was given, as people may see it: of secrets only that they are set, of programs to run only
 * which, and nothing of what can't be read, since it may be a secret in the wrong place.
 */
import { Config, Effect, Option } from "effect"
import { isCommand } from "./besideFile.ts"
import { settings } from "./catalogue.ts"
import { commandWords } from "./commandWords.ts"
import type { Setting } from "./described.ts"
import { environmentVariables } from "./environmentVariables.ts"
import { shownSecretPath } from "./path.ts"
import { wrongWith } from "./SettingShape.ts"
import { settingsProviderInForce } from "./SettingsProvider.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** A setting as it is listed. */
export interface ListedSetting {
  /** The variable. */
  readonly variable: string
  /** The flag, of the commands that have it. */
  readonly flag: string | null
  /** The name in the configuration file. */
  readonly key: string | null
  /** As Markdown. */
  readonly means: string
  readonly secret: boolean
  /** The text that holds when nothing is given. */
  readonly default: string | null
  /** What holds then, in words, where no text does. */
  readonly otherwise: string | null
}

/** The same with what it is now. */
export interface SettingInForce extends ListedSetting {
  /** What was given, the default, or null where there is neither, or nothing to show. */
  readonly value: string | null
  /** Where it was given; null where it was not. */
  readonly from: string | null
  /** What is wrong with it. */
  readonly problem: string | null
}

const listed = ({ flag, isSecret, means, name, otherwise, ...setting }: Setting<unknown>): ListedSetting => ({
  variable: `${variablePrefix}${name}`,
  flag: flag ?? null,
  key: name === "CONFIG" ? null : name.toLowerCase(),
  means,
  secret: isSecret === true,
  default: setting.default ?? null,
  otherwise: otherwise ?? null
})

const ofEnvironment: ReadonlyArray<ListedSetting> = environmentVariables.map((each) => ({
  variable: each.name,
  flag: each.flag ?? null,
  key: null,
  means: each.means,
  secret: each.isSecret === true,
  default: null,
  otherwise: each.otherwise
}))

/** All settings there are, those that stand in the environment alone behind the others. */
export const allSettings: ReadonlyArray<ListedSetting> = [...settings.map(listed), ...ofEnvironment]

/** All settings with what they are now. */
export const settingsInForce: Effect.Effect<ReadonlyArray<SettingInForce>> = Effect.gen(function*() {
  const provider = yield* settingsProviderInForce
  const known = settings.map((setting): SettingInForce => {
    const given = provider?.given(setting.name)
    const { blanksCount = false } = setting.shape
    if (given === undefined || (blanksCount ? given.text : given.text.trim()) === "") {
      return { ...listed(setting), value: setting.default ?? null, from: null, problem: null }
    }
    return { ...listed(setting), ...shown(setting, given.text), from: given.place }
  })
  const others = yield* Effect.forEach(ofEnvironment, (each) =>
    Config.option(Config.String(each.variable)).pipe(
      Effect.orElseSucceed(() => Option.none<string>()),
      Effect.map(Option.filter((text) => text.trim() !== "")),
      Effect.map((text): SettingInForce => ({
        ...each,
        value: Option.getOrNull(
          Option.map(
            text,
            (value) => (each.secret ? isSet : each.variable.endsWith("_FILE") ? shownSecretPath(value) : value)
          )
        ),
        from: Option.isSome(text) ? each.variable : null,
        problem: null
      }))
    ))
  return [...known, ...others]
})

const isSet = "set"

const shown = (
  { isSecret, isSecretPath, name, shape }: Setting<unknown>,
  text: string
): Pick<SettingInForce, "value" | "problem"> => {
  if (isSecret === true) return { value: isSet, problem: null }
  const problem = wrongWith(shape, text)
  if (problem !== undefined) return { value: null, problem }
  if (isSecretPath === true) return { value: shownSecretPath(text), problem: null }
  if (!isCommand(name)) return { value: text.trim() === "" ? text : text.trim(), problem: null }
  const [program = "", ...others] = commandWords(text) ?? []
  return { value: others.length === 0 ? program : `${program} …`, problem: null }
}
