/**
 * Which books a command means, as its flags and a profile of the configuration file say.
 */
import { Effect, Option, type Result } from "effect"
import type { Books } from "../../../analytics/reconcile/Books.ts"
import {
  type BooksField,
  booksFields,
  type ColumnNames,
  columnNamesOf,
  isAmount
} from "../../../analytics/reconcile/booksColumns.ts"
import { amountStyleOf, dateStyleOf } from "../../../analytics/reconcile/cellStyles.ts"
import { printable } from "../../../domain/printable.ts"
import type { ReconcileProfile } from "../../../settings/configProfiles.ts"
import { settingsProviderInForce } from "../../../settings/SettingsProvider.ts"
import { type CommandEnd, wrongUsage } from "../../ending/exit.ts"

/** What a command was given of the books. */
export interface BooksInput {
  readonly against: Option.Option<string>
  readonly sql: Option.Option<string>
  readonly sheet: Option.Option<string>
  readonly column: ReadonlyArray<string>
  readonly dates: Option.Option<string>
  readonly amounts: Option.Option<string>
  readonly profile: Option.Option<string>
}

const nothing: ReconcileProfile = {
  against: undefined,
  sql: undefined,
  sheet: undefined,
  days: undefined,
  wallet: undefined,
  dates: undefined,
  amounts: undefined,
  fees: [],
  columns: {}
}

/** What a profile says; nothing where none is named. */
export const profileFrom = Effect.fnUntraced(
  function*(named: Option.Option<string>): Effect.fn.Return<ReconcileProfile, CommandEnd> {
    if (Option.isNone(named)) return nothing
    const provider = yield* settingsProviderInForce
    const profile = provider?.profiles.get(named.value)
    if (profile !== undefined) return profile
    const names = [...provider?.profiles.keys() ?? []].map((name) => printable(name, 40)).join(", ")
    return yield* wrongUsage(
      `${provider?.file ?? "The configuration file"} has no profile ${JSON.stringify(printable(named.value, 40))}: ${
        names === "" ? "write one as a table [reconcile.NAME]." : `it has ${names}.`
      }`
    )
  }
)

/** The columns of a profile that flags do not exclude: one amount and its two parts exclude each other. */
const besideFlags = (ofProfile: ColumnNames, ofFlags: ColumnNames): ColumnNames => {
  const hasParts = ofFlags.in !== undefined || ofFlags.out !== undefined
  const names: Partial<Record<BooksField, string>> = {}
  for (const field of booksFields) {
    const [name, isExcluded] = [
      ofProfile[field],
      field === "amount" ? hasParts : isAmount(field) && ofFlags.amount !== undefined
    ]
    if (name !== undefined && !isExcluded) names[field] = name
  }
  return names
}

const styleFrom = <A>(
  name: "dates" | "amounts",
  flag: Option.Option<string>,
  ofProfile: string | undefined,
  read: (text: string) => Result.Result<A, string>
): Effect.Effect<A | null, CommandEnd> => {
  const text = Option.getOrUndefined(flag) ?? ofProfile
  if (text === undefined) return Effect.succeed(null)
  const place = Option.isSome(flag) ? `--${name}` : `${name} of the profile,`
  return Effect.mapError(Effect.fromResult(read(text)), (problem) => wrongUsage(`${place} ${problem}`))
}

/** The books that are meant: a flag counts before the profile. */
export const booksFrom = Effect.fnUntraced(
  function*(
    { against, amounts, column, dates, profile: named, sheet, sql }: BooksInput
  ): Effect.fn.Return<Books, CommandEnd> {
    const profile = yield* profileFrom(named)
    const ofFlags = yield* Effect.mapError(Effect.fromResult(columnNamesOf(column)), wrongUsage)
    const ofProfile = yield* Effect.mapError(
      Effect.fromResult(columnNamesOf(Object.entries(profile.columns).map(([field, name]) => `${field}=${name}`))),
      (problem) => wrongUsage(`In the profile's columns, ${problem}`)
    )
    const path = Option.getOrUndefined(against) ?? profile.against
    if (path === undefined) {
      return yield* wrongUsage("--against names the file with the books, or a profile does; neither is there.")
    }
    return {
      profile: Option.getOrNull(named),
      path,
      sql: Option.getOrUndefined(sql) ?? profile.sql ?? null,
      sheet: Option.getOrUndefined(sheet) ?? profile.sheet ?? null,
      columns: { ...besideFlags(ofProfile, ofFlags), ...ofFlags },
      styles: {
        dates: yield* styleFrom("dates", dates, profile.dates, dateStyleOf),
        amounts: yield* styleFrom("amounts", amounts, profile.amounts, amountStyleOf)
      }
    }
  }
)
