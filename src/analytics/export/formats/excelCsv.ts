/**
 * CSV that Excel opens by a double click and changes nothing of: with a byte order mark, so that it takes the letters for what they are,
 * and with a quote before each text that it would take for a day, a formula, or a number that it would show otherwise.
 */
import * as Money from "../../../domain/Money.ts"
import { excelText } from "../../excelText.ts"
import { columns, fieldsOf } from "../columns.ts"
import { csvLine, harmlessInside } from "../csvText.ts"
import type { ExportText, TextFormat } from "../Format.ts"
import type { Ledger } from "../Ledger.ts"

const byteOrderMark = "\ufeff"

const asText = (text: string): string => harmlessInside(excelText(text))

/**
 * A whole number that Excel shows and saves with every digit. One of more digits it keeps, up to 15, but shows and saves as `2.547E+11`,
 * so that the file would lose them.
 */
const isShownWhole = /^[1-9]\d{0,10}$/

const asNumberOrText = (text: string): string => isShownWhole.test(text) ? text : asText(text)

/** Digits of a number that Excel keeps. */
const keptDigits = 15

const asNumber = (amount: Money.Money): string => {
  const text = Money.format(amount)
  const significant = text.replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "")
  return significant.length > keptDigits ? `'${text}` : text
}

const provenText = ({ unproven }: Ledger): string =>
  unproven.length === 0 ? "proven" : `NOT PROVEN: ${unproven.join(" ")}`

const fields = { text: asText, name: asNumberOrText, amount: asNumber }

/** Characters that a cell holds. */
const mostCharacters = 32_767

const longNotes = (long: number): ReadonlyArray<string> =>
  long === 0
    ? []
    : [
      `${
        long === 1 ? "1 row has" : `${long} rows have`
      } a text of more than ${mostCharacters} characters, which a cell of Excel does not hold. csv and ndjson hold all of it.`
    ]

const fileText = (): ExportText => {
  let long = 0
  return {
    before: `${byteOrderMark}${csvLine([...columns, "proven"])}`,
    ledger: (ledger) => ({
      before: "",
      row: (row) => {
        const own = [...fieldsOf(fields, ledger, row), provenText(ledger)]
        if (own.some((field) => field.length > mostCharacters)) long++
        return csvLine(own)
      },
      after: () => ""
    }),
    after: "",
    notes: () => longNotes(long)
  }
}

/** `csv --dialect excel`: the columns of `csv` and whether the balances prove them; a sheet has 1,048,576 rows. */
export const excelCsv: TextFormat = {
  kind: "text",
  title: "CSV of an export for Excel",
  beginning: `${byteOrderMark}wallet,currency,date,`,
  isSplitByLedger: false,
  mostBytes: null,
  mostRows: 1_048_575,
  text: fileText
}
