/**
 * Journals for hledger: `check --strict` reads them, and compares the balance of each day to the last digit.
 */
import * as Money from "../../../domain/Money.ts"
import type { TextFormat } from "../Format.ts"
import { escapedIn, journalOf, plainText, type Spelling } from "../journal.ts"
import type { LedgerRow } from "../Ledger.ts"

const heading = "; hledger journal made by wallet-statement"
const openingAccount = "equity:opening/closing balances"

/** Semicolons begin a comment, a bar ends the payee, and blanks at the ends are not kept. */
const commands = /[;|]|^\s|\s$/g

/** What ends a code, and the value of a tag. */
const codeCommands = /\)/g
const tagCommands = /,|^\s|\s$/g

/** Two blanks or a tab end an account's name, and a colon begins another part of it. */
const accountPart = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}&'()+,./_-]+/gu, " ").trim()

const partsOf = (category: string): ReadonlyArray<string> =>
  category.split(":").map(accountPart).filter((part) => part !== "")

const categoryAccount = (category: string | null, isIncome: boolean): string => {
  const parts = partsOf(category ?? "")
  return [isIncome ? "income" : "expenses", ...(parts.length === 0 ? ["uncategorised"] : parts)].join(":")
}

const posting = (account: string, amount: Money.Money, currency: string): string =>
  `    ${account}  ${Money.format(amount)} ${currency}`

/** `PAYEE | NOTE`, as hledger tells them apart; a note alone without a payee. */
const descriptionOf = ({ counterparty, description }: LedgerRow): string => {
  const note = plainText(description, commands)
  return counterparty === null || counterparty === "" ? note : `${plainText(counterparty, commands)} | ${note}`
}

const tagsOf = ({ category, time, timeFlag }: LedgerRow): string =>
  [
    `time:${time}`,
    ...(timeFlag === null ? [] : [`time_flag:${timeFlag}`]),
    ...(category === null || partsOf(category).join(":") === category
      ? []
      : [`category:${plainText(category, tagCommands)}`])
  ].join(", ")

const spelling: Spelling = {
  heading,
  monthsTogether: (goesOn) =>
    goesOn
      ? [
        "These days go on from those of another journal, which books the opening balance: include both in a third one,",
        "`include march.journal` and `include april.journal`, and read that. With several -f hledger checks each alone."
      ]
      : [
        "Further days go into a journal made with --no-opening. Include both in a third one, `include march.journal`",
        "and `include april.journal`, and read that: with several -f hledger checks each alone."
      ],
  walletAccount: (walletNo) => `assets:wallets:${walletNo.replace(/[^A-Za-z0-9+._-]/g, "-")}`,
  categoryAccount,
  declarations: (holdings) =>
    [
      "decimal-mark .",
      ...new Set(holdings.map(({ currency }) => `commodity ${currency}`)),
      ...new Set(holdings.map(({ account }) => `account ${account}`)),
      `account ${openingAccount}`,
      ""
    ].join("\n"),
  declaration: (account) => `account ${account}\n`,
  opening: ({ account, currency }, day, balance) =>
    [
      `${day} * opening balance`,
      `${posting(account, balance, currency)} = ${Money.format(balance)} ${currency}`,
      posting(openingAccount, Money.negate(balance), currency),
      ""
    ].join("\n"),
  transaction: ({ account, currency }, { categoryAccount, id, row }) =>
    [
      `${row.day} ${row.confirmed ? "*" : "!"} (${escapedIn(id, codeCommands)}) ${descriptionOf(row)}`
        .trimEnd(),
      `    ; ${tagsOf(row)}`,
      posting(account, row.signed, currency),
      posting(categoryAccount, Money.negate(row.signed), currency),
      ""
    ].join("\n"),
  dayBegin: ({ account, currency }, day, balance) =>
    [
      `${day} * balance at the beginning of the day`,
      `    ${account}  0 ${currency} = ${Money.format(balance)} ${currency}`,
      ""
    ].join("\n"),
  dayEnd: ({ account, currency }, { closing, day }) =>
    [
      `${day} * balance at the end of the day`,
      `    ${account}  0 ${currency} = ${Money.format(closing)} ${currency}`,
      ""
    ].join("\n")
}

/** An hledger journal. */
export const hledger: TextFormat = {
  kind: "text",
  title: "hledger journal of an export",
  beginning: heading.toLowerCase(),
  booksOpening: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: journalOf(spelling)
}
