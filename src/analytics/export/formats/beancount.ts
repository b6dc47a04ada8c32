/**
 * Ledgers for beancount 3: `bean-check` compares the balance of each day to the last digit, as each is asserted with no tolerance.
 */
import * as Money from "../../../domain/Money.ts"
import { addDays, formatDay, parseDay } from "../../../domain/Period.ts"
import type { TextFormat } from "../Format.ts"
import { journalOf, plainText, type Spelling } from "../journal.ts"
import type { LedgerRow } from "../Ledger.ts"

const heading = "; beancount ledger made by wallet-statement"
const openingAccount = "Equity:Opening-Balances"

/** A string: only its quotes and backslashes command, and both can be told as they are. */
const quoted = (visible: string): string => `"${visible.replace(/["\\]/g, "\\$&")}"`

const stringOf = (text: string): string => quoted(plainText(text, /(?!)/g))

/** Letters, digits and dashes, a capital or a digit first; letters that have no capital stand behind an X. */
const accountPart = (text: string): string => {
  const part = text.normalize("NFC").replace(/[^\p{L}\p{Nd}]+/gu, "-").replace(/^-|-$/g, "")
  const [first = "", ...rest] = part
  if (/^[\p{Lu}\p{Nd}]/u.test(part) || part === "") return part
  const capital = first.toUpperCase()
  return /^\p{Lu}/u.test(capital) ? `${capital}${rest.join("")}` : `X-${part}`
}

const partsOf = (category: string): ReadonlyArray<string> =>
  category.split(":").map(accountPart).filter((part) => part !== "")

const categoryAccount = (category: string | null, isIncome: boolean): string => {
  const parts = partsOf(category ?? "")
  return [isIncome ? "Income" : "Expenses", ...(parts.length === 0 ? ["Uncategorised"] : parts)].join(":")
}

const posting = (account: string, amount: Money.Money, currency: string): string =>
  `  ${account}  ${Money.format(amount)} ${currency}`

/** Balances are asserted of a day's beginning. */
const nextDay = (day: string): string => {
  const parsed = parseDay(day)
  return parsed === undefined ? day : formatDay(addDays(parsed, 1))
}

const metadataOf = (row: LedgerRow): ReadonlyArray<string> => [
  `  time: "${row.time}"`,
  ...(row.timeFlag === null ? [] : [`  time-flag: ${stringOf(row.timeFlag)}`]),
  ...(row.category === null || partsOf(row.category).join(":") === row.category
    ? []
    : [`  category: ${stringOf(row.category)}`])
]

const payeeOf = ({ counterparty }: LedgerRow): string =>
  counterparty === null || counterparty === "" ? "" : `${stringOf(counterparty)} `

const spelling: Spelling = {
  heading,
  monthsTogether: (goesOn) =>
    goesOn
      ? [
        "These days go on from those of another ledger, which books the opening balance. No account is opened here, as none may be",
        "opened twice: read a third file with the lines `plugin \"beancount.plugins.auto_accounts\"`, `include \"march.beancount\"`",
        "and `include \"april.beancount\"`."
      ]
      : [
        "Further days go into a ledger made with --no-opening. Read both by a third file with the lines",
        "`plugin \"beancount.plugins.auto_accounts\"`, `include \"march.beancount\"` and `include \"april.beancount\"`."
      ],
  walletAccount: (walletNo) => `Assets:Wallets:${accountPart(walletNo) || "Wallet"}`,
  categoryAccount,
  declarations: (holdings, day, goesOn) => {
    const currencies = new Set(holdings.map(({ currency }) => currency))
    if (goesOn) return ""
    const accounts = Map.groupBy(holdings, ({ account }) => account)
    return [
      ...[...currencies].map((currency) => `option "operating_currency" "${currency}"`),
      ...[...currencies].map((currency) => `${day} commodity ${currency}`),
      ...[...accounts].map(([account, own]) =>
        `${day} open ${account} ${own.map(({ currency }) => currency).join(",")}`
      ),
      `${day} open ${openingAccount}`,
      ""
    ].join("\n")
  },
  declaration: (account, day, goesOn) => goesOn ? "" : `${day} open ${account}\n`,
  opening: ({ account, currency }, day, balance) =>
    [
      `${day} * "opening balance"`,
      posting(account, balance, currency),
      posting(openingAccount, Money.negate(balance), currency),
      ""
    ].join("\n"),
  transaction: ({ account, currency }, { categoryAccount, id, row }) =>
    [
      `${row.day} ${row.confirmed ? "*" : "!"} ${payeeOf(row)}${stringOf(row.description)}`,
      `  id: ${quoted(id)}`,
      ...metadataOf(row),
      posting(account, row.signed, currency),
      posting(categoryAccount, Money.negate(row.signed), currency),
      ""
    ].join("\n"),
  dayBegin: ({ account, currency }, day, balance) =>
    `${day} balance ${account}  ${Money.format(balance)} ~ 0 ${currency}\n`,
  dayEnd: ({ account, currency }, { closing, day }) =>
    `${nextDay(day)} balance ${account}  ${Money.format(closing)} ~ 0 ${currency}\n`
}

/** A beancount ledger. */
export const beancount: TextFormat = {
  kind: "text",
  title: "beancount ledger of an export",
  beginning: heading.toLowerCase(),
  booksOpening: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: journalOf(spelling)
}
