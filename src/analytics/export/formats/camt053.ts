/**
 * ISO 20022 camt.053.001.08, a bank's statement for its customer: one for each wallet and currency, all in one document. It holds rows that are
 * booked, so pending ones are left out. Times have the distance of the service's clock from UTC.
 */
import * as Money from "../../../domain/Money.ts"
import { entryIds } from "../entryId.ts"
import { ExportRefused, exportRefused } from "../ExportRefused.ts"
import { cutNotes, type Fitting, fitting, shortenedTo } from "../fitting.ts"
import type { Exported, LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import { markup, visible } from "../markup.ts"
import { ledgerName, neededEnds } from "../needed.ts"
import { shortId } from "../shortId.ts"
import { clockOffset, digits, twoDigits } from "../written.ts"

/** The characters that the fields hold. */
const most = { id: 35, account: 34, name: 140, remittance: 140, additional: 500 }

/** The largest sum of 18 digits. */
const largestSum = Money.largest

/** An element with elements in it. */
const element = (name: string, ...children: ReadonlyArray<string>): string => `<${name}>${children.join("")}</${name}>`

/** An element with a text in it; nothing where the text is blank. */
const leaf = (name: string, text: string): string => text === "" ? "" : `<${name}>${markup(text)}</${name}>`

const direction = (value: Money.Money): string => leaf("CdtDbtInd", value < 0n ? "DBIT" : "CRDT")

const amount = (value: Money.Money, currency: string): string =>
  `<Amt Ccy="${markup(currency)}">${Money.format(Money.magnitude(value))}</Amt>`

const offsetText = (minutes: number): string => {
  const { hours, rest, sign } = clockOffset(minutes)
  return `${sign}${twoDigits(hours)}:${twoDigits(rest)}`
}

/** Pieces of a text as long as a field, all of which make the text. */
const pieces = (text: string): ReadonlyArray<string> => {
  if (text.trim() === "") return []
  if (text.length <= most.remittance) return [text]
  const characters = Array.from(text)
  return Array.from(
    { length: Math.ceil(characters.length / most.remittance) },
    (_, place) => characters.slice(place * most.remittance, (place + 1) * most.remittance).join("")
  )
}

const entryText = (row: LedgerRow, name: string, currency: string, { fit }: Fitting): string => {
  const id = shortId(name, most.id)
  const party = visible(row.counterparty ?? "").trim()
  const details = [
    element("Refs", leaf("AcctSvcrRef", id)),
    party === ""
      ? ""
      : element(
        "RltdPties",
        element(row.signed < 0n ? "Cdtr" : "Dbtr", element("Pty", leaf("Nm", fit(party, most.name))))
      ),
    element("RmtInf", ...pieces(visible(row.description)).map((piece) => leaf("Ustrd", piece))),
    id === name ? "" : leaf("AddtlTxInf", fit(`ID ${name}`, most.additional))
  ]
  return `${
    element(
      "Ntry",
      amount(row.signed, currency),
      direction(row.signed),
      element("Sts", leaf("Cd", "BOOK")),
      element("BookgDt", leaf("DtTm", `${row.day}T${row.time}${offsetText(row.utcOffset)}`)),
      leaf("AcctSvcrRef", id),
      element("BkTxCd", element("Prtry", leaf("Cd", row.type))),
      element("NtryDtls", element("TxDtls", ...details.filter((text) => text !== "<RmtInf></RmtInf>")))
    )
  }\n`
}

const balance = (code: string, value: Money.Money, currency: string, day: string): string =>
  `${
    element(
      "Bal",
      element("Tp", element("CdOrPrtry", leaf("Cd", code))),
      amount(value, currency),
      direction(value),
      element("Dt", leaf("Dt", day))
    )
  }\n`

const summary = ({ credits, debits, rows }: Ledger): string => {
  const net = Money.subtract(credits, debits)
  return `${
    element(
      "TxsSummry",
      element(
        "TtlNtries",
        leaf("NbOfNtries", String(rows)),
        leaf("Sum", Money.format(Money.add(credits, debits))),
        element("TtlNetNtry", leaf("Amt", Money.format(Money.magnitude(net))), direction(net))
      ),
      element("TtlCdtNtries", leaf("Sum", Money.format(credits))),
      element("TtlDbtNtries", leaf("Sum", Money.format(debits)))
    )
  }\n`
}

const beginning = (ledger: Ledger, currency: string, balances: string, made: string): string => {
  const { from, to, walletNo } = ledger
  return [
    "<Stmt>\n",
    leaf("Id", shortId([walletNo, currency, digits(from), digits(to)].join("-"), most.id)),
    leaf("CreDtTm", made),
    element("FrToDt", leaf("FrDtTm", `${from}T00:00:00`), leaf("ToDtTm", `${to}T23:59:59`)),
    "\n",
    element("Acct", element("Id", element("Othr", leaf("Id", walletNo))), leaf("Ccy", currency)),
    "\n",
    balances,
    summary(ledger)
  ].join("")
}

const ledgerText = (made: string, fits: Fitting) => (ledger: Ledger): LedgerText | ExportRefused => {
  const ends = neededEnds(ledger, "camt.053")
  if (ends instanceof ExportRefused) return ends
  const { closing, currency, opening } = ends
  if (ledger.walletNo.length > most.account) {
    return exportRefused(
      `${ledgerName(ledger)}: camt.053 has ${most.account} characters for an account, and this number has ` +
        `${ledger.walletNo.length}. Export this wallet as csv.`
    )
  }
  if (Money.add(ledger.credits, ledger.debits) > largestSum) {
    return exportRefused(
      `${
        ledgerName(ledger)
      }: camt.053 has 18 digits for a sum, and all rows come to more. Export fewer days at a time, with --from and --to.`
    )
  }
  const idOf = entryIds()
  const balances = balance("OPBD", opening, currency, ledger.from) + balance("CLBD", closing, currency, ledger.to)
  return {
    before: beginning(ledger, currency, balances, made),
    row: (row) => row.isPosted ? entryText(row, idOf(row), currency, fits) : "",
    after: () =>
      `${
        ledger.unproven.length === 0
          ? ""
          : leaf("AddtlStmtInf", shortenedTo(`NOT PROVEN. ${ledger.unproven.join(" ")}`, most.additional))
      }</Stmt>\n`
  }
}

/** ISO 20022 camt.053.001.08. */
export const camt053: TextFormat = {
  kind: "text",
  title: "camt.053 statement",
  beginning:
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">",
  mayBeAnothers: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: ({ madeAt }: Exported) => {
    const fits = fitting()
    const made = new Date(madeAt).toISOString()
    return {
      before: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">\n<BkToCstmrStmt>\n" +
        element(
          "GrpHdr",
          leaf("MsgId", `wallet-statement-${digits(made)}`),
          leaf("CreDtTm", made)
        ) + "\n",
      ledger: ledgerText(made, fits),
      after: "</BkToCstmrStmt>\n</Document>\n",
      notes: () => cutNotes(fits.cut(), "camt.053")
    }
  }
}
