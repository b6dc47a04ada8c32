/**
 * MT940, a customer statement message of SWIFT: one for each wallet and currency, behind one another in one file, as banks give them out
 * without the envelope of the network.
 *
 * It is written in few characters and short fields. A text with others is written in the nearest ones, a longer one ends with "...", and how
 * many those are is told; an amount that does not fit is refused.
 */
import * as Money from "../../../domain/Money.ts"
import { addDays, type Day, dayFromNumber, formatDay, parseDay } from "../../../domain/Period.ts"
import { entryIds } from "../entryId.ts"
import { ExportRefused, exportRefused } from "../ExportRefused.ts"
import { cutNotes, type Fitting, fitting } from "../fitting.ts"
import type { LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import { ledgerName, neededEnds, rowName } from "../needed.ts"
import { isSwiftText, swiftId, swiftLines, swiftText } from "../swiftText.ts"
import { linesWith } from "../written.ts"

/** The characters that the fields hold; those of an amount count its comma. */
const most = { account: 35, amount: 15, reference: 16, line: 65, lines: 6 }

const lines = linesWith("\r\n")

/** `2025-03-01` as `250301`. */
const shortDay = (day: string): string => day.slice(2).replaceAll("-", "")

const amountText = (value: Money.Money): string => Money.format(Money.magnitude(value)).replace(".", ",")

const refusedAmount = (name: string, value: Money.Money): ExportRefused =>
  exportRefused(
    `${name}: MT940 has ${most.amount} characters for an amount, and ${
      Money.format(value)
    } takes more. Export it as camt053 or csv.`
  )

/** Counts the rows whose texts are written in other characters, and those whose text has a quote before it. */
interface Foreign {
  rows: number
  quoted: number
}

const dayOf = (text: string): Day => parseDay(text) ?? dayFromNumber(0)

/** The number of a statement: the year and the place in it of its last day. */
const statementNumber = (day: string): string => {
  const place = dayOf(day) - dayOf(`${day.slice(0, 4)}-01-01`) + 1
  return `${day.slice(2, 4)}${String(place).padStart(3, "0")}`
}

const dayBefore = (day: string): string => formatDay(addDays(dayOf(day), -1))

/** Stands where a reference would. */
const noReference = "NONREF"

/** A reference holds an id that fits it; any other stands in front of the text. */
const isReference = (id: string): boolean =>
  id.length <= most.reference && isSwiftText(id) && !/^\/|\/\/|\/$/.test(id) && id.toUpperCase() !== noReference

/** Readers take a text that begins like this for one with fields of a bank in it. */
const isStructured = (text: string): boolean => /^\s*(\d{3}\?|\/|\?)/.test(text)

const details = (row: LedgerRow, id: string, { fit }: Fitting, foreign: Foreign): ReadonlyArray<string> => {
  const description = row.description.trim()
  const [name, text] = [isReference(id) ? "" : `ID ${swiftId(id)} `, swiftText(description)]
  if (text !== description || !isSwiftText(id)) foreign.rows++
  const mustQuote = name === "" && isStructured(text)
  if (mustQuote) foreign.quoted++
  const all = swiftLines(mustQuote ? `'${text}` : `${name}${text}`, most.line)
  if (all.length <= most.lines) return all
  // A blank before a line that would begin like a field takes room, so the last line is cut and not the text.
  return [...all.slice(0, most.lines - 1), fit(all.slice(most.lines - 1).join(""), most.line)]
}

const rowText = (
  walletNo: string,
  row: LedgerRow,
  id: string,
  fits: Fitting,
  foreign: Foreign
): string | ExportRefused => {
  const amount = amountText(row.signed)
  if (amount.length > most.amount) return refusedAmount(rowName(walletNo, row), row.signed)
  const day = shortDay(row.day)
  const told = details(row, id, fits, foreign)
  return lines(
    `:61:${day}${day.slice(2)}${row.signed < 0n ? "D" : "C"}${amount}NMSC${isReference(id) ? id : noReference}`,
    ...told.map((line, place) => place === 0 ? `:86:${line}` : line)
  )
}

const balanceText = (tag: string, value: Money.Money, currency: string, day: string): string =>
  `${tag}${value < 0n ? "D" : "C"}${shortDay(day)}${currency}${amountText(value)}`

const ledgerText = (fits: Fitting, foreign: Foreign) => (ledger: Ledger): LedgerText | ExportRefused => {
  const ends = neededEnds(ledger, "MT940")
  if (ends instanceof ExportRefused) return ends
  const { closing, currency, opening } = ends
  for (const value of [opening, closing]) {
    if (amountText(value).length > most.amount) return refusedAmount(ledgerName(ledger), value)
  }
  const account = `${ledger.walletNo}${currency}`
  if (account.length > most.account || !isSwiftText(account)) {
    return exportRefused(
      `${
        ledgerName(ledger)
      }: MT940 has ${most.account} characters for an account and its currency, letters, digits and /-?:().,'+ ` +
        `alone, and ${account} is not written so. Export this wallet as camt053 or csv.`
    )
  }
  const idOf = entryIds("/")
  const unproven = ledger.unproven.length === 0
    ? []
    : swiftLines(swiftText(`NOT PROVEN. ${ledger.unproven.join(" ")}`), most.line).slice(0, most.lines)
  return {
    before: lines(
      `:20:ST${shortDay(ledger.from)}${shortDay(ledger.to)}`,
      `:25:${account}`,
      `:28C:${statementNumber(ledger.to)}/1`,
      balanceText(":60F:", opening, currency, dayBefore(ledger.from))
    ),
    row: (row) => row.isPosted ? rowText(ledger.walletNo, row, idOf(row), fits, foreign) : "",
    after: () =>
      lines(
        balanceText(":62F:", closing, currency, ledger.to),
        ...unproven.map((line, place) => place === 0 ? `:86:${line}` : line),
        "-"
      )
  }
}

const ofRows = (rows: number): string => rows === 1 ? "1 row" : `${rows} rows`

const foreignNotes = ({ quoted, rows }: Foreign): ReadonlyArray<string> => [
  ...(rows === 0
    ? []
    : [
      `The texts of ${ofRows(rows)} hold characters that MT940 has no place for: the nearest ones stand there, or ` +
      "\"?\", and in an id their codes. csv, ndjson and camt053 hold them."
    ]),
  ...(quoted === 0
    ? []
    : [`A quote stands before the texts of ${ofRows(quoted)}, which programs would take for fields of a bank.`])
]

/** MT940. */
export const mt940: TextFormat = {
  kind: "text",
  title: "MT940 statement",
  beginning: ":20:st",
  mayBeAnothers: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: () => {
    const mark = "..."
    const fits = fitting(mark)
    const foreign: Foreign = { rows: 0, quoted: 0 }
    return {
      before: "",
      ledger: ledgerText(fits, foreign),
      after: "",
      notes: () => [...cutNotes(fits.cut(), "MT940", mark), ...foreignNotes(foreign)]
    }
  }
}
