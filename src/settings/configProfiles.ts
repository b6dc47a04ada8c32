/**
 * Profiles of the configuration file: what `reconcile` is told of somebody's books again and again, by a name of theirs.
 *
 *     [reconcile.shop]
 *     against = "books/orders.xlsx"
 *     sheet = "2025"
 *     days = 5
 *     wallet = "254700000001"
 *     dates = "DD/MM/YYYY"
 *     amounts = "1,234.56"
 *     fees = ["up to 500.00: 7.00", "1.5%"]
 *     columns = { id = "ORDER_NO", amount = "NET" }
 */
import { Predicate } from "effect"
import { isAbsolute, join } from "node:path"
import { scalarText, shownName } from "./scalarText.ts"

/** What a profile says; undefined where it says nothing of it. */
export interface ReconcileProfile {
  /** The file with the books; relative to the configuration file where that names it so. */
  readonly against: string | undefined
  readonly sql: string | undefined
  readonly sheet: string | undefined
  readonly days: string | undefined
  /** The only wallet that is meant. */
  readonly wallet: string | undefined
  /** How days and amounts are written in texts. */
  readonly dates: string | undefined
  readonly amounts: string | undefined
  /** What the service keeps of a payment, as formulas. */
  readonly fees: ReadonlyArray<string>
  /** Names of columns by what they hold. */
  readonly columns: Readonly<Record<string, string>>
}

const texts = ["against", "sql", "sheet", "days", "wallet", "dates", "amounts"] as const

/** Profiles by their names, and what is wrong with some, to be said behind the name of the table. */
export interface ConfigProfiles {
  readonly profiles: ReadonlyMap<string, ReconcileProfile>
  readonly problems: ReadonlyArray<string>
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value) && scalarText(value) === undefined

/** Reads the table `reconcile` of a configuration file in a folder; what stands there is never part of a problem. */
export const configProfiles = (table: unknown, folder: string): ConfigProfiles => {
  const profiles = new Map<string, ReconcileProfile>()
  if (!isTable(table)) return { profiles, problems: ["must be tables such as [reconcile.shop]"] }
  const problems: Array<string> = []
  for (const [name, given] of Object.entries(table)) {
    const shown = `profile ${shownName(name, "of a name that stands there")}`
    if (!isTable(given)) {
      problems.push(`${shown} must be a table such as [reconcile.shop]`)
      continue
    }
    const columns: Record<string, string> = {}
    let fees: ReadonlyArray<string> = []
    const found: Partial<Record<(typeof texts)[number], string>> = {}
    for (const [key, value] of Object.entries(given)) {
      const known = texts.find((each) => each === key)
      const text = scalarText(value)
      if (known !== undefined && text !== undefined && text.trim() !== "") found[known] = text
      else if (known !== undefined) problems.push(`${shown}: ${known} must be a text that is not empty`)
      else if (key === "fees") {
        const listed = Predicate.isString(value) ? [value] : value
        if (Array.isArray(listed) && listed.every(Predicate.isString)) fees = listed
        else problems.push(`${shown}: fees must be a text or a list of texts such as ["1.5% + 10.00"]`)
      } else if (key !== "columns") {
        problems.push(
          `${shown} knows no ${shownName(key, "setting of a name that stands there")}; it has ${
            texts.join(", ")
          }, fees and columns`
        )
      } else if (!isTable(value) || !Object.values(value).every(Predicate.isString)) {
        problems.push(`${shown}: columns must be a table of texts such as { id = "ORDER_NO" }`)
      } else {
        for (const [field, column] of Object.entries(value)) columns[field] = String(column)
      }
    }
    const { against, amounts, dates, days, sheet, sql, wallet } = found
    profiles.set(name, {
      against: against === undefined || isAbsolute(against) ? against : join(folder, against),
      days,
      sheet,
      sql,
      wallet,
      dates,
      amounts,
      fees,
      columns
    })
  }
  return { profiles, problems }
}
