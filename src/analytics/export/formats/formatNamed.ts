/**
 * The formats that statements are exported in, by their names.
 */
import { Result } from "effect"
import type { Format } from "../Format.ts"
import { beancount } from "./beancount.ts"
import { camt053 } from "./camt053.ts"
import { csv } from "./csv.ts"
import { excelCsv } from "./excelCsv.ts"
import { hledger } from "./hledger.ts"
import { quickbooksCsv, xeroCsv, zohoCsv } from "./importerCsv.ts"
import { mt940 } from "./mt940.ts"
import { ndjson } from "./ndjson.ts"
import { ofx } from "./ofx.ts"
import { parquet } from "./parquet.ts"
import { qif } from "./qif.ts"
import { xlsx } from "./xlsx.ts"

/** The formats of `export FORMAT`. */
const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["csv", csv],
  ["ndjson", ndjson],
  ["ofx", ofx],
  ["camt053", camt053],
  ["mt940", mt940],
  ["qif", qif],
  ["hledger", hledger],
  ["beancount", beancount],
  ["xlsx", xlsx],
  ["parquet", parquet]
])

/** The dialects of `export csv --dialect`. */
const dialects: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["excel", excelCsv],
  ["quickbooks", quickbooksCsv],
  ["xero", xeroCsv],
  ["zoho", zohoCsv]
])

/** What an export was asked for, names in any case. */
interface Wish {
  readonly name: string
  readonly dialect: string | null
  /** Whether no opening balance is to be booked. */
  readonly goesOn: boolean
}

/** A format, and the words by which the command is told to write it. */
export interface Named {
  readonly format: Format
  readonly words: string
}

/** What a wish names; or what to say of one that does not exist. */
export const formatNamed = ({ dialect, goesOn, name }: Wish): Result.Result<Named, string> => {
  const [key, dialectKey] = [name.toLowerCase(), dialect?.toLowerCase() ?? null]
  if (dialectKey !== null && key !== "csv") return Result.fail(`--dialect is for csv alone, and ${name} has none.`)
  const format = dialectKey === null ? formats.get(key) : dialects.get(dialectKey)
  if (format === undefined) return Result.fail(dialect === null ? unknownFormat(name) : unknownDialect(dialect))
  const words = dialectKey === null ? key : `${key} --dialect ${dialectKey}`
  if (!goesOn) return Result.succeed({ format, words })
  if (format.booksOpening === true) return Result.succeed({ format, words: `${words} --no-opening` })
  return Result.fail(`--no-opening is for ${bookingOpening().join(", ")}: ${words} books no opening balance.`)
}

const bookingOpening = (): ReadonlyArray<string> =>
  [...formats].flatMap(([name, { booksOpening = false }]) => booksOpening ? [name] : [])

const unknownFormat = (name: string): string => {
  const meant = meantBy(name.toLowerCase())
  return `There is no format ${JSON.stringify(name)}, but ${[...formats.keys()].join(", ")}.${
    meant.length === 0 ? "" : ` Did you mean ${meant.join(" or ")}?`
  }`
}

/** Programs that read a format of another name. */
const meantBy = (name: string): ReadonlyArray<string> => {
  if (name === "excel" || name === "xls") return ["xlsx", "csv --dialect excel"]
  return dialects.has(name) ? [`csv --dialect ${name}`] : []
}

const unknownDialect = (dialect: string): string =>
  `--dialect is ${JSON.stringify(dialect)}, and may be one of ${[...dialects.keys()].join(", ")}.`
