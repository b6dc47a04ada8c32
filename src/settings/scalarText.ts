/**
 * Values and names of TOML as texts.
 */
import { Predicate } from "effect"
import { TomlDate } from "smol-toml"

/** A text, number or day of TOML as a setting's text; undefined for lists and tables. */
export const scalarText = (value: unknown): string | undefined =>
  value instanceof TomlDate ?
    value.toISOString().slice(0, 10) :
    Predicate.isString(value)
    ? value
    : Predicate.isNumber(value) || Predicate.isBoolean(value)
    ? String(value)
    : undefined

/** A name in quotes that may be a misspelt one; of any other, which may be a secret in the wrong place, no more than that it is there. */
export const shownName = (name: string, otherwise = "a name"): string =>
  /^[A-Za-z_]{1,40}$/.test(name) ? JSON.stringify(name) : otherwise
