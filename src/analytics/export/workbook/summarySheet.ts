/**
 * The first sheet: what each ledger comes to, by formulas over its sheets, and whether the balances tie.
 *
 * A spreadsheet counts in numbers of 15 digits, which many small errors add up in. So the formulas count whole hundredths, or as many
 * decimals as there are, which are exact; where a ledger has more digits than that, it has the sums as they are and no formulas.
 */
import * as Money from "../../../domain/Money.ts"
import type { Exported } from "../Format.ts"
import type { Ledger } from "../Ledger.ts"
import { dayCell, formulaCell, moneyCell, numberCell, textCell } from "./cells.ts"
import { letterOf } from "./ledgerSheet.ts"
import { quotedName } from "./sheetNames.ts"
import { columnLetter, filtered, sheetParts } from "./sheetParts.ts"

/** A sheet that is written, and its last row. */
export interface LedgerPart {
  readonly name: string
  readonly lastRow: number
}

/** A ledger that is written. */
export interface WrittenLedger {
  readonly ledger: Ledger
  readonly sheets: ReadonlyArray<LedgerPart>
  /** The most decimals that an amount has, two at least. */
  readonly decimals: number
  /** Amounts and balances that are texts. */
  readonly texts: number
  /** Amounts among them. */
  readonly textAmounts: number
}

const headings = [
  "wallet",
  "currency",
  "from",
  "to",
  "rows",
  "opening",
  "credits",
  "debits",
  "closing",
  "difference",
  "not in balance",
  "proven",
  "sheets",
  "remarks"
]

const widths: ReadonlyArray<number> = [16, 9, 12, 12, 12, 18, 18, 18, 18, 14, 10, 40, 26, 60]

/** Decimals that an amount has, two at least. */
export const decimalsOf = (value: Money.Money): number => (value % 100n === 0n ? 2 : value % 10n === 0n ? 3 : 4)

/** Digits of a sum that a formula is trusted with, so that four of them still tie to the last digit. */
const mostDigits = 14

/** Sheets that a formula names: Excel takes 8,192 characters, and a sheet's part of a sum has at most 250. */
const mostSheets = 30

/** Whether formulas give the very sums. */
const isWorkedOut = ({ decimals, ledger, sheets, textAmounts }: WrittenLedger): boolean => {
  const sums = [ledger.opening, ledger.closing, ledger.credits, ledger.debits].filter((sum) => sum !== null)
  const digits = sums.map((sum) =>
    String(sum).replace("-", "").length - Money.scale + Math.max(decimals, decimalsOf(sum))
  )
  return textAmounts === 0 && sheets.length <= mostSheets && Math.max(...digits) <= mostDigits
}

const cellsOf = ({ lastRow, name }: LedgerPart) => (letter: string): string =>
  `${quotedName(name)}!$${letter}$2:$${letter}$${Math.max(lastRow, 2)}`

const rowsFormula = (sheets: ReadonlyArray<LedgerPart>): string =>
  sheets.map((sheet) => `COUNTIF(${cellsOf(sheet)(letterOf.in_balance)},TRUE)`).join("+")

const sumFormula = ({ decimals, sheets }: WrittenLedger, isCredit: boolean): string => {
  const unit = 10 ** decimals
  const sums = sheets.map((sheet) => {
    const cells = cellsOf(sheet)
    const amounts = cells(letterOf.amount)
    return `SUMPRODUCT(${cells(letterOf.in_balance)}*(${amounts}${isCredit ? ">" : "<"}0)*ROUND(${amounts}*${unit},0))`
  })
  const sum = sums.length === 1 ? sums.join() : `(${sums.join("+")})`
  return `${isCredit ? "" : "-"}${sum}/${unit}`
}

const differenceOf = ({ closing, credits, debits, opening }: Ledger): Money.Money | null =>
  opening === null || closing === null
    ? null
    : Money.subtract(Money.subtract(Money.add(opening, credits), debits), closing)

/** What a spreadsheet can't hold or work out as it is. */
const lossesOf = (written: WrittenLedger): ReadonlyArray<string> => [
  ...(written.texts > 0
    ? [`${written.texts} amounts or balances have more digits than a spreadsheet's number, and are texts.`]
    : []),
  ...(isWorkedOut(written)
    ? []
    : [
      "Credits, debits and difference are exact and no formulas: so many digits or sheets are more than a spreadsheet works out."
    ])
]

/** The same of all ledgers, for whoever had them exported. */
export const notesOf = (written: ReadonlyArray<WrittenLedger>): ReadonlyArray<string> =>
  written.flatMap((each) => {
    const { currency, walletNo } = each.ledger
    return lossesOf(each).map((loss) => `${walletNo}${currency === null ? "" : ` ${currency}`}: ${loss}`)
  })

const remarksOf = (written: WrittenLedger): string => {
  const { ledger, sheets } = written
  return [
    ...(sheets.length > 1 ? [`The rows go on from sheet to sheet, ${sheets.length} in all.`] : []),
    ...lossesOf(written),
    ...(ledger.opening === null || ledger.closing === null
      ? ["The opening or the closing balance is not known, so nothing ties."]
      : [])
  ].join(" ")
}

const rowOf = (written: WrittenLedger, number: number): string => {
  const { decimals, ledger, sheets } = written
  const { closing, credits, currency, debits, from, opening, pending, rows, to, unproven, walletNo } = ledger
  const at = (heading: string): string => `${columnLetter(headings.indexOf(heading))}${number}`
  const money = (
    heading: string,
    value: Money.Money | null
  ): string => (value === null ? "" : moneyCell(at(heading), value))
  const isFormula = isWorkedOut(written)
  const difference = differenceOf(ledger)
  const sum = (heading: string, value: Money.Money, isCredit: boolean): string =>
    isFormula
      ? formulaCell(at(heading), sumFormula(written, isCredit), Money.format(value), "money")
      : money(heading, value)
  const tie = `ROUND(${at("opening")}+${at("credits")}-${at("debits")}-${at("closing")},${decimals})`
  return [
    `<row r="${number}">`,
    textCell(at("wallet"), walletNo),
    textCell(at("currency"), currency ?? ""),
    dayCell(at("from"), from),
    dayCell(at("to"), to),
    sheets.length <= mostSheets
      ? formulaCell(at("rows"), rowsFormula(sheets), String(rows), "count")
      : numberCell(at("rows"), String(rows), "count"),
    money("opening", opening),
    sum("credits", credits, true),
    sum("debits", debits, false),
    money("closing", closing),
    difference === null
      ? textCell(at("difference"), "not known", "right")
      : isFormula
      ? formulaCell(at("difference"), tie, Money.format(difference), "money")
      : textCell(at("difference"), Money.format(difference), "right"),
    numberCell(at("not in balance"), String(pending), "count"),
    textCell(at("proven"), unproven.length === 0 ? "proven" : `NOT PROVEN: ${unproven.join(" ")}`, "wrapped"),
    textCell(at("sheets"), sheets.map(({ name }) => name).join(", "), "wrapped"),
    textCell(at("remarks"), remarksOf(written), "wrapped"),
    "</row>"
  ].join("")
}

/** What stands beneath the ledgers. */
const notes = ({ head, madeAt }: Exported, number: number): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["made at", new Date(madeAt).toISOString()],
    ["audit head", head ?? "none"],
    ["difference", "opening + credits - debits - closing; 0 where the balances tie"]
  ]
  return rows.map(([label, text], index) =>
    `<row r="${number + index}">${textCell(`A${number + index}`, label, "heading")}${
      textCell(`B${number + index}`, text, "plain")
    }</row>`
  ).join("")
}

/** The cells of it that can be filtered. */
export const filteredSummary = (ledgers: number): string => filtered(headings.length, ledgers + 1)

/** The whole sheet. */
export const summarySheet = (exported: Exported, written: ReadonlyArray<WrittenLedger>): string => {
  const isMarked = written.some(({ ledger }) => ledger.unproven.length > 0)
  const { after, before } = sheetParts({ headings, widths, isMarked })
  const lastRow = written.length + 1
  const rows = written.map((ledger, index) => rowOf(ledger, index + 2)).join("")
  return `${before}${rows}${notes(exported, lastRow + 2)}${after(lastRow)}`
}
