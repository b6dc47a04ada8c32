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

/** The format of a name and a dialect; or what to say of one that does not exist. */
export const formatNamed = (name: string, dialect: string | null): Result.Result<Format, string> => {
  if (dialect !== null && name !== "csv") return Result.fail(`--dialect is for csv alone, and ${name} has none.`)
  const found = dialect === null ? formats.get(name) : dialects.get(dialect)
  if (found !== undefined) return Result.succeed(found)
  return Result.fail(
    dialect === null
      ? `There is no format ${JSON.stringify(name)}, but ${[...formats.keys()].join(", ")}.`
      : `--dialect is ${JSON.stringify(dialect)}, and may be one of ${[...dialects.keys()].join(", ")}.`
  )
}
