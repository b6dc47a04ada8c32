/**
 * The work of `categories`: the user's rules for categories and counterparties.
 */
import { Effect, Option, Stream } from "effect"
import { readRules } from "../../../analytics/categories/readRules.ts"
import { rulesTried } from "../../../analytics/categories/rulesTried.ts"
import { printable } from "../../../domain/printable.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database, loadRules, type QueryResult } from "../../../sink/duckdb/index.ts"
import { wrongUsage } from "../../ending/exit.ts"
import { counted } from "../../output/counted.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { toObjects } from "../../output/rowFormats.ts"
import { renderSparing } from "../../output/table.ts"
import { askedDays } from "../askedDays.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { inputFile } from "../InputFile.ts"
import { namedWallets } from "../namedWallets.ts"
import { tellingWait } from "../tellingWait.ts"

/** The most that a file of rules may have, in bytes. */
const maxBytes = 4 * 2 ** 20

const rulesIn = Effect.fnUntraced(function*(path: string) {
  const text = yield* Stream.mkString(Stream.decodeText(inputFile(path, maxBytes))).pipe(
    Effect.mapError(({ problem }) =>
      wrongUsage(`${printable(path, Infinity)} ${problem}: a file with rules is wanted.`)
    )
  )
  return yield* Effect.mapError(readRules(path, text), ({ message }) => wrongUsage(message))
})

/** Puts the rules of a file in the place of those that the database holds. */
export const loadCategories = Effect.fnUntraced(function*(file: string, json: boolean) {
  const { allowGroup, path, wait } = yield* DatabaseSettings
  const rules = yield* rulesIn(file)
  yield* loadRules({ path, allowGroup, wait: wait && { atMost: wait } }, rules).pipe(
    tellingWait("categories load", wait)
  )
  yield* json
    ? printJson({ database: path, source: file, rules: rules.length })
    : printData(
      `${path}: ${counted(rules.length, "rule", "rules")} loaded in the place of those before. ` +
        "`wallet-statement categories test` shows what each takes."
    )
}, Effect.provide(layerDatabase))

const asking = <A, E, R>(
  ask: (database: Database["Service"]) => Effect.Effect<A, E, R>
) => readFileOrCopy((place) => Effect.flatMap(Database.openReadOnly(place), ask))

/** Lists the rules in force. */
export const listCategories = Effect.fnUntraced(
  function*(json: boolean) {
    const rules = yield* asking(({ query }) => query("FROM rules_in_force ORDER BY number"))
    yield* json ? printJson({ rules: toObjects(rules) }) : printData(tableText(rules))
  },
  Effect.scoped,
  Effect.provide([layerCopies, layerDatabase])
)

/** Which rules are tried on which rows. */
export interface TestInput {
  readonly file: Option.Option<string>
  readonly wallet: ReadonlyArray<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly json: boolean
}

/** Shows what each rule takes, those of a file in the place of those that are loaded if there is one, and what is left. */
export const testCategories = Effect.fnUntraced(
  function*({ file, json, wallet, ...days }: TestInput) {
    const rules = Option.isSome(file) ? yield* rulesIn(file.value) : undefined
    const on = { wallets: wallet, ...(yield* askedDays(days)) }
    const { left, leftRows, remarks, taken } = yield* asking((database) =>
      Effect.andThen(namedWallets(database, wallet), rulesTried(database, rules, on))
    )
    if (json) return yield* printJson({ rules: toObjects(taken), leftRows, left: toObjects(left), remarks })
    yield* printData(
      [
        tableText(taken),
        "",
        ...(remarks.length === 0 ? [] : [...remarks, ""]),
        leftRows === 0
          ? "Every row has a category."
          : `${counted(leftRows, "row has", "rows have")} no category; the most of them by counterparty:\n${
            tableText(left)
          }`
      ].join("\n")
    )
  },
  Effect.scoped,
  Effect.provide([layerCopies, layerDatabase])
)

const tableText = (table: QueryResult): string =>
  renderSparing(table, ["amount_from", "amount_to", "type"], dataColumns())
