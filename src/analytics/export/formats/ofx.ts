/**
 * OFX 1.0.2 for accounting programs, in the form that most of them take: SGML, an element a line, each with its end, so that readers of XML
 * take its body too. All texts are UTF-8. A statement for each wallet and currency.
 *
 * Times are the service's, with the distance of its clock from UTC: readers that look at the day alone and readers in its zone book
 * a row on its day. Where an offset is no whole hour its minutes stand behind a point.
 */
import * as Money from "../../../domain/Money.ts"
import { entryIds } from "../entryId.ts"
import { ExportRefused, exportRefused } from "../ExportRefused.ts"
import { cutNotes, type Fitting, fitting, shortenedTo } from "../fitting.ts"
import type { Exported, LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import { markup, visible } from "../markup.ts"
import { ledgerName, neededBalance, neededCurrency, rowName } from "../needed.ts"
import { clockOffset, digits, linesWith, twoDigits } from "../written.ts"

/** The characters that the fields hold. */
const most = { account: 22, name: 32, memo: 255, id: 255, message: 255 }

const header = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:UNICODE",
  "CHARSET:NONE",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
  ""
]

const lines = linesWith("\r\n")

const element = (name: string, text: string): string => `<${name}>${markup(text)}</${name}>`

const status = (severity: string): ReadonlyArray<string> => [
  "<STATUS>",
  element("CODE", "0"),
  element("SEVERITY", severity)
]

const offsetText = (minutes: number): string => {
  const { hours, rest, sign } = clockOffset(minutes)
  return `${sign}${hours}${rest === 0 ? "" : `.${twoDigits(rest)}`}`
}

/** The name that a reader shows first, and the texts that do not fit into it whole or stand beside it. */
const namesOf = ({ counterparty, description, type }: LedgerRow): { readonly name: string; readonly memo: string } => {
  const [party, text] = [visible(counterparty ?? "").trim(), visible(description).trim()]
  const whole = party === "" ? text : party
  const name = shortenedTo(whole, most.name)
  const isBeside = party === "" || text.includes(party) || name === whole
  const memo = isBeside ? text : `${party}: ${text}`
  return { name: name === "" ? type : name, memo: memo === name ? "" : memo }
}

const rowText = (row: LedgerRow, id: string, { fit }: Fitting): string => {
  const { memo, name } = namesOf(row)
  return lines(
    "<STMTTRN>",
    element("TRNTYPE", row.signed < 0n || (row.signed === 0n && row.type === "Debit") ? "DEBIT" : "CREDIT"),
    element("DTPOSTED", `${digits(row.day)}${digits(row.time)}[${offsetText(row.utcOffset)}]`),
    element("TRNAMT", Money.format(row.signed)),
    element("FITID", id),
    element("NAME", name),
    ...(memo === "" ? [] : [element("MEMO", fit(memo, most.memo))]),
    "</STMTTRN>"
  )
}

const beginning = (account: string, currency: string, { from, to, unproven }: Ledger): string =>
  lines(
    "<STMTTRNRS>",
    element("TRNUID", account),
    ...status(unproven.length === 0 ? "INFO" : "WARN"),
    ...(unproven.length === 0
      ? []
      : [element("MESSAGE", shortenedTo(`NOT PROVEN. ${unproven.join(" ")}`, most.message))]),
    "</STATUS>",
    "<STMTRS>",
    element("CURDEF", currency),
    "<BANKACCTFROM>",
    element("BANKID", "WALLET"),
    element("ACCTID", account),
    element("ACCTTYPE", "CHECKING"),
    "</BANKACCTFROM>",
    "<BANKTRANLIST>",
    element("DTSTART", digits(from)),
    element("DTEND", digits(to))
  )

const ending = (closing: Money.Money, { to }: Ledger): string =>
  lines(
    "</BANKTRANLIST>",
    "<LEDGERBAL>",
    element("BALAMT", Money.format(closing)),
    element("DTASOF", digits(to)),
    "</LEDGERBAL>",
    "</STMTRS>",
    "</STMTTRNRS>"
  )

const ledgerText = (fits: Fitting) => (ledger: Ledger): LedgerText | ExportRefused => {
  const currency = neededCurrency(ledger, "OFX")
  const closing = neededBalance(ledger, "closing", "OFX")
  if (currency instanceof ExportRefused) return currency
  if (closing instanceof ExportRefused) return closing
  const account = `${ledger.walletNo}-${currency}`
  if (account.length > most.account) {
    return exportRefused(
      `${
        ledgerName(ledger)
      }: OFX has ${most.account} characters for an account, and ${account} has ${account.length}. ` +
        "Export this wallet as csv or camt053."
    )
  }
  const idOf = entryIds()
  return {
    before: beginning(account, currency, ledger),
    row: (row) => {
      if (!row.isPosted) return ""
      const id = idOf(row)
      if (id.length <= most.id) return rowText(row, id, fits)
      return exportRefused(
        `${
          rowName(ledger.walletNo, row)
        }: OFX has ${most.id} characters for an id, and this one takes ${id.length}. Export this wallet as csv.`
      )
    },
    after: () => ending(closing, ledger)
  }
}

/** OFX 1.0.2. */
export const ofx: TextFormat = {
  kind: "text",
  title: "OFX file",
  beginning: "ofxheader:",
  mayBeAnothers: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: ({ madeAt }: Exported) => {
    const fits = fitting()
    return {
      before: lines(
        ...header,
        "<OFX>",
        "<SIGNONMSGSRSV1>",
        "<SONRS>",
        ...status("INFO"),
        "</STATUS>",
        element("DTSERVER", `${digits(new Date(madeAt).toISOString()).slice(0, 14)}[0:GMT]`),
        element("LANGUAGE", "ENG"),
        "</SONRS>",
        "</SIGNONMSGSRSV1>",
        "<BANKMSGSRSV1>"
      ),
      ledger: ledgerText(fits),
      after: lines("</BANKMSGSRSV1>", "</OFX>"),
      notes: () => cutNotes(fits.cut(), "OFX")
    }
  }
}
