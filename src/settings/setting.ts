/**
 * Reading one setting through Effect's Config, and several at once so that all that is wrong is told in one go.
 *
 * What was found there is never part of an error, since it may be a secret in the wrong place; where it was found is.
 */
import { Config, Effect, Option, Schema } from "effect"
import { settingNamed } from "./catalogue.ts"
import type { DefaultedSetting, Setting } from "./described.ts"
import { wrongWith } from "./SettingShape.ts"
import { settingsProviderInForce } from "./SettingsProvider.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** Settings are missing or malformed; each problem names the place and what should stand there. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/**
 * Where settings were given, each by its name without the prefix: `--to`, `WALLET_STATEMENT_TO`, or `wallet-statement.toml, line 7: to`.
 * Of a secret that a file holds or a command prints it is where that was given, and of what was given nowhere the variable.
 */
export type Places = (name: string) => string

/** The places of the settings in force; each is looked for when it is asked for, since to find a line takes a while in a long file. */
export const placesInForce: Effect.Effect<Places> = Effect.map(settingsProviderInForce, (provider) => (name) => {
  const given = [name, `${name}_FILE`, `${name}_COMMAND`].map((each) => provider?.given(each))
  return (given.find((each) => each !== undefined && each.text !== "") ?? given[0])?.place ?? `${variablePrefix}${name}`
})

/** Where one setting was given. */
export const placeOf = (name: string): Effect.Effect<string> => Effect.map(placesInForce, (placeOf) => placeOf(name))

/** Whether a flag of the command gives a setting. */
export const isGivenByFlag = (name: string): Effect.Effect<boolean> =>
  Effect.map(settingsProviderInForce, (provider) => provider?.given(name)?.by === "flag")

/** Fails with one problem of a setting, behind the place where it was given. */
export const problemWith = (name: string, problem: string): Effect.Effect<never, SettingsError> =>
  Effect.flatMap(placeOf(name), (place) => Effect.fail(new SettingsError({ problems: [`${place} ${problem}`] })))

/** Where a setting could be given, apart from its variable. */
export const otherPlaces = (name: string): Effect.Effect<string> =>
  Effect.map(settingsProviderInForce, (provider) => {
    const flag = provider?.flags.has(name) === true ? settingNamed(name)?.flag : undefined
    const inFile = `${name.toLowerCase()} in ${provider?.file ?? "a configuration file"}`
    return flag === undefined ? inFile : `${flag}, or ${inFile}`
  })

/** Fails because a setting is missing; tells what to set it to, and all the places where that may stand. */
export const missing = (name: string, remedy: string): Effect.Effect<never, SettingsError> =>
  Effect.flatMap(otherPlaces(name), (places) =>
    Effect.fail(
      new SettingsError({ problems: [`${variablePrefix}${name} is missing: set it to ${remedy}; or give ${places}`] })
    ))

/** Reads a setting that may be absent or blank. */
export const optional = <A>({ name, shape }: Pick<Setting<A>, "name" | "shape">): Effect.Effect<
  Option.Option<A>,
  SettingsError
> =>
  Effect.gen(function*() {
    const text = yield* Config.option(Config.String(`${variablePrefix}${name}`)).pipe(
      Effect.catch(() => problemWith(name, "can't be read"))
    )
    if (Option.isNone(text) || (shape.blanksCount === true ? text.value : text.value.trim()) === "") {
      return Option.none()
    }
    const problem = wrongWith(shape, text.value)
    if (problem !== undefined) return yield* problemWith(name, problem)
    return Option.fromUndefinedOr(shape.parse(text.value))
  })

/** Reads a variable of the environment that is not ours, such as `HTTPS_PROXY`; blank counts as absent. */
export const foreign = (variable: string): Effect.Effect<Option.Option<string>, SettingsError> =>
  Config.option(Config.String(variable)).pipe(
    Effect.mapError(() => new SettingsError({ problems: [`${variable} can't be read`] })),
    Effect.map(Option.filter((value) => value.trim() !== ""))
  )

/** Reads a setting that must be there. */
export const required = <A>(setting: Pick<Setting<A>, "name" | "shape">): Effect.Effect<A, SettingsError> =>
  Effect.flatMap(
    optional(setting),
    Option.match({
      onNone: () => missing(setting.name, setting.shape.expected),
      onSome: (value) => Effect.succeed(value)
    })
  )

/** Reads a setting that has a default, which is read as a text of it would be. */
export const orDefault = <A>(setting: DefaultedSetting<A>): Effect.Effect<A, SettingsError> =>
  Effect.flatMap(
    optional(setting),
    Option.match({
      onNone: () => {
        const value = setting.shape.parse(setting.default)
        return value === undefined
          ? Effect.die(new Error(`the default of ${setting.name} is no value of it`))
          : Effect.succeed(value)
      },
      onSome: (value) => Effect.succeed(value)
    })
  )

/** Reads a setting in whose place something else holds when it is absent. */
export const otherwise = <A>(setting: Setting<A>, fallback: A): Effect.Effect<A, SettingsError> =>
  Effect.map(optional(setting), Option.getOrElse(() => fallback))

/** Reads several settings and fails with the problems of all. */
export const gather = <R extends Record<string, Effect.Effect<unknown, SettingsError>>>(
  readers: R
): Effect.Effect<{ readonly [K in keyof R]: Effect.Success<R[K]> }, SettingsError> =>
  Effect.gen(function*() {
    const problems: Array<string> = []
    const values: Record<string, unknown> = {}
    for (const [key, reader] of Object.entries(readers)) {
      const result = yield* Effect.result(reader)
      if (result._tag === "Failure") problems.push(...result.failure.problems)
      else values[key] = result.success
    }
    const [first, ...others] = problems
    if (first !== undefined) return yield* new SettingsError({ problems: [first, ...others] })
    return values as { readonly [K in keyof R]: Effect.Success<R[K]> }
  })
