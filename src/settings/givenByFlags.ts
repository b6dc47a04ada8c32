/**
 * What the flags of a command give of settings. A setting names the flag that stands for it, and a command declares it under that
 * name in camel case: nothing else ties the two together.
 */
import { Option, Predicate } from "effect"
import { settings } from "./catalogue.ts"

/** Flags and arguments of a command as they were read, by their names in camel case. */
export type FlagValues = Readonly<Record<string, unknown>>

/** The texts by the names of their settings; a setting whose flag the command has and nobody gave is there without one. */
export const givenByFlags = (values: FlagValues): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    settings.flatMap(({ flag, name }) => {
      const key = flag === undefined ? "" : keyOf(flag)
      return flag !== undefined && Object.hasOwn(values, key) ? [[name, textOf(flag, values[key])]] : []
    })
  )

/** `--max-age` is `maxAge`. */
const keyOf = (flag: string): string => flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** One that may be given several times is written as settings write lists. */
const textOf = (flag: string, value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(",")
  const text = Option.isOption(value) ? Option.getOrUndefined(value) : value
  if (text === undefined || Predicate.isString(text)) return text
  throw new Error(`${flag} stands for a setting, and is declared as something else than a text`)
}
