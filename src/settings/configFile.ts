/**
 * The TOML configuration file: the same settings as the environment, in lower case, and wallets as a list. Paths in it
 * are relative to its folder.
 *
 *     base_url = "https://wallet.example.com"
 *     time_zone = "Africa/Nairobi"
 *     wallets = ["254700000001", { number = "254700000002", currency = "KES",
 *         balances = [{ day = "2024-01-01", opening = "1250.00" }] }]
 */
import { Effect, Predicate } from "effect"
import { dirname } from "node:path"
import { parse, TomlDate } from "smol-toml"
import { readBelievedFile } from "./believedFile.ts"
import { besideFile, isCommand } from "./besideFile.ts"
import { shownPath } from "./path.ts"
import { SettingsError } from "./setting.ts"
import { secretNames, settingNames } from "./Settings.ts"
import { shellQuote } from "./shellQuote.ts"

/** What a configuration file sets: setting names without prefix, in upper case, and their texts. */
export type ConfigFileValues = Readonly<Record<string, string>>

const problem = (path: string, text: string): SettingsError =>
  new SettingsError({ problems: [`configuration file ${path}: ${text}`] })

/**
 * Reads a configuration file; what stands in it is never part of an error. `named` says whether the user named it: what it
 * has the program run is believed only then. Absent when it does not exist.
 */
export const readConfigFile = (
  path: string,
  named: boolean
): Effect.Effect<ConfigFileValues | undefined, SettingsError> =>
  Effect.gen(function*() {
    const file = yield* Effect.result(readBelievedFile(path))
    if (file._tag === "Failure") {
      const { kind } = file.failure
      if (kind === "missing") return undefined
      return yield* problem(
        kind === "untrusted" ? path : shownPath(path),
        kind === "unreadable" ? "can't be read: may you read it?" : file.failure.problem
      )
    }
    const { bytes, exposed } = file.success
    const text = yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => problem(path, "is no text in UTF-8: save it as that")
    })
    const table = yield* Effect.try({
      try: () => parse(text),
      catch: (error) => problem(path, `is not valid TOML${placeOf(error)}: ${lookFor}`)
    })
    const values: Record<string, string> = {}
    for (const [key, value] of Object.entries(table)) {
      const name = key.toUpperCase()
      if (!settingNames.some((known) => known === name) || name === "CONFIG") {
        const shown = /^[A-Za-z_]{1,40}$/.test(key) ? JSON.stringify(key) : "of a name that stands there"
        return yield* problem(path, `knows no setting ${shown}; settings are ${known}`)
      }
      const setting = name === "WALLETS" ? walletsText(value) : scalarText(value)
      if (setting === undefined) {
        return yield* problem(
          path,
          `${key} must be ${name === "WALLETS" ? walletsExpected : "a text, a number or true or false"}`
        )
      }
      if (isCommand(name) && !named) {
        return yield* problem(
          path,
          `sets ${name.toLowerCase()}, a program to run, and nobody named the file: ` +
            `run with --config ${shellQuote(path)} if it is yours`
        )
      }
      values[name] = besideFile(name, setting, dirname(path))
      if (name === "WALLETS") Object.assign(values, balancesText(value))
    }
    const secret = Object.keys(values).find((name) => secretNames.includes(name))
    if (secret !== undefined && exposed !== undefined) {
      return yield* problem(path, `holds ${secret.toLowerCase()} and ${exposed.problem}`)
    }
    return values
  })

const known = settingNames.filter((name) => name !== "CONFIG").map((name) => name.toLowerCase()).join(", ")

const placeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "line") && Predicate.hasProperty(error, "column")
    ? ` (line ${error.line}, column ${error.column})`
    : ""

const lookFor =
  "look there for a quote, bracket or comma too few or too many, a text without quotes, and a name that comes twice; " +
  "a setting is a line such as base_url = \"https://wallet.example.com\""

const walletsExpected = `a list such as ["254700000001", { number = "254700000002", currency = "KES", ` +
  `balances = [{ day = "2024-01-01", opening = "1250.00" }] }], texts in quotes`

const scalarText = (value: unknown): string | undefined =>
  value instanceof TomlDate ?
    value.toISOString().slice(0, 10) :
    Predicate.isString(value)
    ? value
    : Predicate.isNumber(value) || Predicate.isBoolean(value)
    ? String(value)
    : undefined

/**
 * The balances that wallets of the list carry, as `NUMBER:CUR:AMOUNT@DAY`; amounts are texts, since TOML's numbers are
 * doubles. A balance of the form `opening_balance = "1250.00"` has no day of its own.
 */
const balancesText = (value: unknown): ConfigFileValues => {
  const entries: ReadonlyArray<unknown> = Array.isArray(value) ? value : []
  const of = (end: "opening" | "closing"): string =>
    entries.flatMap((entry) => [
      ...(Predicate.hasProperty(entry, "number") && Predicate.hasProperty(entry, `${end}_balance`)
        ? [`${entry.number}:${entry[`${end}_balance`]}`]
        : []),
      ...(Predicate.hasProperty(entry, "number") ? dayBalances(entry) : []).flatMap((balance) =>
        Predicate.hasProperty(balance, end) && Predicate.hasProperty(entry, "number")
          ? [
            `${entry.number}:${Predicate.hasProperty(balance, "currency") ? `${balance.currency}:` : ""}${
              balance[end]
            }` +
            `@${Predicate.hasProperty(balance, "day") ? scalarText(balance.day) : ""}`
          ]
          : []
      )
    ]).join(",")
  const [opening, closing] = [of("opening"), of("closing")]
  return {
    ...(opening === "" ? {} : { OPENING_BALANCES: opening }),
    ...(closing === "" ? {} : { CLOSING_BALANCES: closing })
  }
}

const dayBalances = (entry: object): ReadonlyArray<unknown> => {
  const balances: unknown = Reflect.get(entry, "balances")
  return Array.isArray(balances) ? balances : []
}

/** Whether a wallet's balances are as they should be, apart from what their texts say. */
const areBalances = (entry: object): boolean => {
  const balances: unknown = Reflect.get(entry, "balances")
  return balances === undefined ||
    (Array.isArray(balances) &&
      balances.every((balance: unknown) =>
        Predicate.isObject(balance) && scalarText(Reflect.get(balance, "day")) !== undefined &&
        ["opening", "closing", "currency"].every((field) => isTextOrAbsent(balance, field)) &&
        (Predicate.hasProperty(balance, "opening") || Predicate.hasProperty(balance, "closing"))
      ))
}

const walletsText = (value: unknown): string | undefined => {
  if (Predicate.isString(value)) return value
  if (!Array.isArray(value)) return undefined
  const texts = value.map((entry: unknown) => {
    if (Predicate.isString(entry)) return entry
    if (!Predicate.hasProperty(entry, "number") || !Predicate.isString(entry.number)) return undefined
    if (["opening_balance", "closing_balance"].some((field) => !isTextOrAbsent(entry, field))) return undefined
    if (!areBalances(entry)) return undefined
    if (!Predicate.hasProperty(entry, "currency")) return entry.number
    return Predicate.isString(entry.currency) && /^[A-Za-z]{3}$/.test(entry.currency)
      ? `${entry.number}=${entry.currency}`
      : undefined
  })
  return texts.includes(undefined) ? undefined : texts.join(",")
}

const isTextOrAbsent = (entry: object, field: string): boolean => {
  const value: unknown = Reflect.get(entry, field)
  return value === undefined || Predicate.isString(value)
}
