/**
 * Values of TOML as texts of settings.
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
