/**
 * The TOML configuration file: the same settings as the environment, in lower case, and wallets as a list. Paths in it
 * are relative to its folder.
 *
 *     base_url = "https://wallet.example.com"
 *     time_zone = "Africa/Nairobi"
 *     wallets = ["254700000001", { number = "254700000002", currency = "KES", from = "2024-03-01",
 *         balances = [{ day = "2024-01-01", opening = "1250.00" }] }]
 */
import { Effect, Predicate } from "effect"
import { dirname } from "node:path"
import { parse } from "smol-toml"
import { readBelievedFile } from "./believedFile.ts"
import { besideFile, isCommand } from "./besideFile.ts"
import { secretNames, settingNamed, settingNames } from "./catalogue.ts"
import { configProfiles, type ReconcileProfile } from "./configProfiles.ts"
import { configWallets, walletsExpected } from "./configWallets.ts"
import { nearest } from "./nearest.ts"
import { shownPath } from "./path.ts"
import { scalarText, shownName } from "./scalarText.ts"
import { SettingsError } from "./setting.ts"
import { wrongWith } from "./SettingShape.ts"
import { shellQuote } from "./shellQuote.ts"
import { type TomlLines, tomlLines } from "./tomlLines.ts"

/** What a configuration file sets. */
export interface ConfigFile {
  /** By setting name without prefix, in upper case: the text, and the name that it stands at in the file. */
  readonly values: ReadonlyMap<string, { readonly text: string; readonly key: string }>
  /** What `reconcile --profile` goes by. */
  readonly profiles: ReadonlyMap<string, ReconcileProfile>
  /** Where a name of the file stands: `wallet-statement.toml, line 7: to`. */
  readonly placeOf: (key: string) => string
}

const problem = (path: string, text: string): SettingsError =>
  new SettingsError({ problems: [`configuration file ${path}: ${text}`] })

/**
 * Reads a configuration file; what stands in it is never part of an error. `named` says whether the user named it: what it
 * has the program run is believed only then. Absent when it does not exist.
 */
export const readConfigFile = (
  path: string,
  named: boolean
): Effect.Effect<ConfigFile | undefined, SettingsError> =>
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
    let found: TomlLines | undefined
    const lines = () => (found ??= tomlLines(text))
    const at = (line: number | undefined): string => (line === undefined ? path : `${path}, line ${line}`)
    const place = (key: string): string => `${at(lines().names.get(key))}: ${key}`
    const values = new Map<string, { readonly text: string; readonly key: string }>()
    const add = (name: string, text: string, key: string): void => {
      const before = values.get(name)
      values.set(name, before === undefined ? { text, key } : { ...before, text: `${before.text},${text}` })
    }
    const problems: Array<string> = []
    let profiles: ReadonlyMap<string, ReconcileProfile> = new Map()
    for (const [key, value] of Object.entries(table)) {
      const name = key.toUpperCase()
      if (key === "reconcile") {
        const read = configProfiles(value, dirname(path))
        profiles = read.profiles
        for (const wrong of read.problems) problems.push(`${place(key)}: ${wrong}`)
      } else if (!settingNames.includes(name) || name === "CONFIG") {
        const meant = nearest(name, settingNames)?.toLowerCase()
        const remedy = meant === undefined
          ? `settings are ${known}`
          : `is "${meant}" meant? \`wallet-statement settings\` lists all`
        problems.push(
          `${at(lines().names.get(key))}: knows no setting ${shownName(key, "of a name that stands there")}; ${remedy}`
        )
      } else if (name === "WALLETS" && Array.isArray(value)) {
        const { closing, opening, problems: wrong, wallets } = configWallets(value)
        add(name, wallets, key)
        if (opening !== "") add("OPENING_BALANCES", opening, key)
        if (closing !== "") add("CLOSING_BALANCES", closing, key)
        for (const { entry, problem } of wrong) {
          problems.push(`${at(lines().entries.get(key)?.[entry])}: entry ${entry + 1} of ${key} ${problem}`)
        }
      } else {
        const setting = Array.isArray(value) && withCommas.includes(name) ? listText(value) : scalarText(value)
        if (setting === undefined) {
          const expected = name === "WALLETS"
            ? walletsExpected
            : withCommas.includes(name)
            ? "a text, or a list of texts without commas"
            : "a text, a number or true or false"
          problems.push(`${place(key)} must be ${expected}`)
        } else if (values.has(name) && !lists.includes(name)) {
          problems.push(`${place(key)} is there in other letters, too: keep one of them`)
        } else if (isCommand(name) && !named) {
          problems.push(
            `${place(key)} is a program to run, and nobody named the file: run with --config ${
              shellQuote(path)
            } if it is yours`
          )
        } else add(name, besideFile(name, setting, dirname(path)), key)
      }
    }
    const secret = [...values.keys()].find((name) => secretNames.includes(name))
    if (secret !== undefined && exposed !== undefined) {
      problems.push(`configuration file ${path}: holds ${secret.toLowerCase()} and ${exposed.problem}`)
    }
    // The others would be told when these are put right.
    const wrong = [...values].flatMap(([name, { key, text: value }]) => {
      const shape = settingNamed(name)?.shape
      const problem = shape && wrongWith(shape, value)
      return problem === undefined ? [] : [`${place(key)} ${problem}`]
    })
    const [first, ...others] = problems.length === 0 ? [] : [...problems, ...wrong]
    if (first !== undefined) return yield* new SettingsError({ problems: [first, ...others] })
    return { values, profiles, placeOf: place }
  })

const known = settingNames.filter((name) => name !== "CONFIG").map((name) => name.toLowerCase()).join(", ")

/** They may stand by themselves and with the wallets. */
const lists: ReadonlyArray<string> = ["OPENING_BALANCES", "CLOSING_BALANCES"]

/** In the environment their parts have commas between. */
const withCommas: ReadonlyArray<string> = [...lists, "PUBLISH"]

const listText = (values: ReadonlyArray<unknown>): string | undefined => {
  const texts = values.flatMap((value) => scalarText(value) ?? [])
  return texts.length === values.length && !texts.some((text) => text.includes(",")) ? texts.join(",") : undefined
}

const placeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "line") && Predicate.hasProperty(error, "column")
    ? ` (line ${error.line}, column ${error.column})`
    : ""

const lookFor =
  "look there for a quote, bracket or comma too few or too many, a text without quotes, and a name that comes twice; " +
  "a setting is a line such as base_url = \"https://wallet.example.com\""
