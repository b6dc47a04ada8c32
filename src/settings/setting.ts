/**
 * Reading one setting through Effect's Config, and several at once so that all that is wrong is told in one go.
 *
 * A setting `BASE_URL` is the variable `WALLET_STATEMENT_BASE_URL`, or `base_url` in the configuration file. What was
 * found there is never part of an error: it may be a secret in the wrong place.
 */
import { Config, Effect, Option, Schema } from "effect"

/** The prefix of every environment variable. */
export const variablePrefix = "WALLET_STATEMENT_"

/** Settings are missing or malformed; each problem names the variable and what it should look like. */
export class SettingsError extends Schema.TaggedError<SettingsError>()("SettingsError", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/** The settings that a flag of the command line can give too. */
const flags: Readonly<Record<string, string>> = {
  CLOSING_BALANCE: "--closing-balance",
  CONFIG: "--config",
  CONCURRENCY: "--concurrency",
  DB: "--db",
  FROM: "--from",
  LIMIT: "--limit",
  LOOKBACK: "--lookback",
  MAX_AGE: "--max-age",
  OPENING_BALANCE: "--opening-balance",
  QUERY_MEMORY: "--memory",
  QUERY_ROWS: "--rows",
  QUERY_TIMEOUT: "--timeout",
  TO: "--to",
  WAIT: "--wait",
  WALLETS: "--wallet"
}

/** One problem with one setting. */
export const problemWith = (name: string, problem: string): SettingsError => {
  const flag = flags[name]
  const variable = `${variablePrefix}${name}`
  return new SettingsError({ problems: [`${flag === undefined ? variable : `${flag} (${variable})`} ${problem}`] })
}

/** How a setting's text is read; `parse` gives undefined for a text that is not as `expected` says. */
export interface SettingShape<A> {
  readonly expected: string
  /** Blanks alone are a value and not an absence, as they may be for a separator or a secret. */
  readonly blanksCount?: boolean
  readonly parse: (text: string) => A | undefined
  /** What is wrong with a text that can't be parsed, without the text, where that can be told more closely; goes behind the name. */
  readonly problem?: (text: string) => string | undefined
}

/** Reads a setting that may be absent or blank. */
export const optional = <A>(name: string, shape: SettingShape<A>): Effect.Effect<Option.Option<A>, SettingsError> =>
  Effect.gen(function*() {
    const text = yield* Config.option(Config.String(`${variablePrefix}${name}`)).pipe(
      Effect.mapError(() => problemWith(name, "can't be read"))
    )
    if (Option.isNone(text) || (shape.blanksCount === true ? text.value : text.value.trim()) === "") {
      return Option.none()
    }
    const value = shape.parse(text.value)
    if (value === undefined) {
      return yield* problemWith(name, shape.problem?.(text.value) ?? `is not ${shape.expected}`)
    }
    return Option.some(value)
  })

/** Reads a variable of the environment that is not ours, such as `HTTPS_PROXY`; blank counts as absent. */
export const foreign = (variable: string): Effect.Effect<Option.Option<string>, SettingsError> =>
  Config.option(Config.String(variable)).pipe(
    Effect.mapError(() => new SettingsError({ problems: [`${variable} can't be read`] })),
    Effect.map(Option.filter((value) => value.trim() !== ""))
  )

/** Reads a setting that must be there. */
export const required = <A>(name: string, shape: SettingShape<A>): Effect.Effect<A, SettingsError> =>
  Effect.flatMap(
    optional(name, shape),
    Option.match({
      onNone: () => Effect.fail(problemWith(name, `is missing: set it to ${shape.expected}`)),
      onSome: (value) => Effect.succeed(value)
    })
  )

/** Reads a setting that has a default. */
export const withDefault = <A>(
  name: string,
  shape: SettingShape<A>,
  fallback: A
): Effect.Effect<A, SettingsError> => Effect.map(optional(name, shape), Option.getOrElse(() => fallback))

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
