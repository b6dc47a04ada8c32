/**
 * What journals of plain-text accounting have in common: a heading that says what is proven, a transaction for each row, and the balance of
 * each day asserted, so that the program that reads it checks them itself.
 */
import * as Money from "../../domain/Money.ts"
import { distinctlyPrintable, escaped } from "../../domain/printable.ts"
import { reversal } from "../../sink/duckdb/schema/bookViews.ts"
import { entryIds } from "./entryId.ts"
import { ExportRefused, exportRefused } from "./ExportRefused.ts"
import type { Exported, ExportText, LedgerText } from "./Format.ts"
import type { DayEnd, Ledger, LedgerRow } from "./Ledger.ts"
import { neededCurrency } from "./needed.ts"

/** A wallet's account, and the currency of one of its ledgers. */
export interface Holding {
  readonly account: string
  readonly currency: string
}

/** A row that is booked. */
export interface Entry {
  readonly row: LedgerRow
  /** Names it in each export, and no other row of its ledger; all of it can be seen. */
  readonly id: string
  readonly categoryAccount: string
}

/** How a program spells its journals. Accounts are written as it takes them. */
export interface Spelling {
  /** The first line. */
  readonly heading: string
  /** How journals of several periods are read together, and whether this one goes on from another: a line of a comment each. */
  readonly monthsTogether: (goesOn: boolean) => ReadonlyArray<string>
  /** A wallet's account. */
  readonly walletAccount: (walletNo: string) => string
  /** The account that a row's category is booked to, by whether money came in. */
  readonly categoryAccount: (category: string | null, isIncome: boolean) => string
  /** What is declared before the first row, and whether another journal that this one goes on from may have; `day` is the first of all days. */
  readonly declarations: (holdings: ReadonlyArray<Holding>, day: string, goesOn: boolean) => string
  /** Declares an account of a category, likewise. */
  readonly declaration: (account: string, day: string, goesOn: boolean) => string
  /** The transaction that a period begins with. */
  readonly opening: (holding: Holding, day: string, balance: Money.Money) => string
  readonly transaction: (holding: Holding, entry: Entry) => string
  /** The assertion that a day begins with a balance. */
  readonly dayBegin: (holding: Holding, day: string, balance: Money.Money) => string
  /** The assertion that a day ends with a balance. */
  readonly dayEnd: (holding: Holding, end: DayEnd) => string
}

/**
 * The text on one line: what nobody sees, and each of `marks`, which command the program, stand as `\u{…}`, and so does the backslash of a
 * text that has this form.
 */
export const plainText = (text: string, marks: RegExp): string => escapedIn(distinctlyPrintable(text), marks)

/** The text with each of `marks` as `\u{…}`. */
export const escapedIn = (text: string, marks: RegExp): string => text.replace(marks, escaped)

/** Stands behind every day. */
const afterAll = "~"

/** The journal of an export in a program's spelling. */
export const journalOf = (spelling: Spelling) => (exported: Exported): ExportText => {
  const { goesOn = false } = exported
  const day = exported.ledgers.map(({ from }) => from).toSorted()[0] ?? ""
  const holdings = exported.ledgers.flatMap(({ currency, walletNo }) =>
    currency === null ? [] : [{ account: spelling.walletAccount(walletNo), currency }]
  )
  const owners = new Map(
    exported.ledgers.toReversed().map(({ walletNo }) => [spelling.walletAccount(walletNo), walletNo])
  )
  const declared = new Set<string>()
  const declaredOnce = (account: string): string => {
    if (declared.has(account)) return ""
    declared.add(account)
    const declaration = spelling.declaration(account, day, goesOn)
    return declaration === "" ? "" : `${declaration}\n`
  }
  return {
    before: `${headingOf(spelling, exported)}\n${spelling.declarations(holdings, day, goesOn)}\n`,
    ledger: (ledger) => {
      const holding = holdingOf(spelling.walletAccount(ledger.walletNo), owners, ledger)
      return "account" in holding ? ledgerText({ spelling, ledger, holding, declaredOnce, goesOn }) : holding
    },
    after: ""
  }
}

const holdingOf = (
  account: string,
  owners: ReadonlyMap<string, string>,
  ledger: Ledger
): Holding | ExportRefused => {
  const { walletNo } = ledger
  const owner = owners.get(account)
  if (owner !== walletNo) {
    return exportRefused(
      `Wallets ${owner} and ${walletNo} would both be the account ${account}: export them one by one, with --wallet.`
    )
  }
  const currency = neededCurrency(ledger, "a journal")
  return currency instanceof ExportRefused ? currency : { account, currency }
}

const headingOf = (
  { heading, monthsTogether }: Spelling,
  { goesOn = false, head, ledgers, madeAt }: Exported
): string =>
  [
    heading,
    `; made at ${new Date(madeAt).toISOString()}, head of the audit chain ${head ?? "none"}`,
    ...ledgers.flatMap(ledgerLines),
    ...monthsTogether(goesOn).map((line) => `; ${line}`),
    ""
  ].join("\n")

const known = (balance: Money.Money | null): string => balance === null ? "not known" : Money.format(balance)

const ledgerLines = (ledger: Ledger): ReadonlyArray<string> => {
  const { closing, opening, pending, rows, unproven } = ledger
  return [
    `; ${titleOf(ledger)}, ${ledger.from} to ${ledger.to}: rows ${rows}, opening ${known(opening)}, closing ${
      known(closing)
    }, ${unproven.length === 0 ? "proven" : "NOT PROVEN"}`,
    ...unproven.map((reason) => `;   NOT PROVEN: ${reason}`),
    ...(opening === null
      ? [";   No opening balance is booked and no balance asserted, as the first one is not known."]
      : []),
    ...(pending === 0 ? [] : [`;   Rows left out, as they did not move the balance: ${pending}`])
  ]
}

const titleOf = ({ currency, walletNo }: Ledger): string => `${walletNo} ${currency ?? "of an unknown currency"}`

interface Booking {
  readonly spelling: Spelling
  readonly ledger: Ledger
  readonly holding: Holding
  readonly declaredOnce: (account: string) => string
  readonly goesOn: boolean
}

/** A reversal is neither an income nor an expense of its own; all are in one account, so that it shows what they come to. */
const isReversal = (category: string | null): boolean => category?.toLowerCase() === reversal.toLowerCase()

const ledgerText = ({ declaredOnce, goesOn, holding, ledger, spelling }: Booking): LedgerText => {
  const { days, from, opening, unproven } = ledger
  const idOf = entryIds()
  let balance = opening ?? Money.zero
  let ended = 0
  const dayEnd = (end: DayEnd): string =>
    // What proves these days is that they tie: such an assertion is never left out.
    unproven.length === 0 || end.closing === balance
      ? `${spelling.dayEnd(holding, end)}\n`
      : `; NOT PROVEN: ${titleOf(ledger)} ended ${end.day} with ${Money.format(end.closing)}, and these rows come to ${
        Money.format(balance)
      }\n\n`
  /** The ends of days before this one that are not written yet. */
  const endsBefore = (day: string): string => {
    let text = ""
    for (let end = days[ended]; end !== undefined && end.day < day; end = days[ended]) {
      if (opening !== null) text += dayEnd(end)
      ended++
    }
    return text
  }
  return {
    before: opening === null ? "" : `${spelling[goesOn ? "dayBegin" : "opening"](holding, from, opening)}\n`,
    row: (row) => {
      if (!row.isPosted) return ""
      const categoryAccount = spelling.categoryAccount(
        row.category,
        row.signed >= 0n && !isReversal(row.category)
      )
      const transaction = spelling.transaction(holding, { row, id: idOf(row), categoryAccount })
      const text = `${endsBefore(row.day)}${declaredOnce(categoryAccount)}${transaction}\n`
      balance = Money.add(balance, row.signed)
      return text
    },
    after: () => endsBefore(afterAll)
  }
}
