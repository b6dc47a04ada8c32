/**
 * QIF for accounting programs: an account for each wallet and currency, all in one file. Days are MM/DD/YYYY, as programs expect where nobody
 * tells them otherwise. The first entry of an account is the balance that its days begin with.
 */
import * as Money from "../../../domain/Money.ts"
import { entryIds } from "../entryId.ts"
import type { LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import { visible } from "../markup.ts"
import { ledgerName } from "../needed.ts"
import { linesWith } from "../written.ts"

const lines = linesWith("\n")

/** `2025-03-01` as `03/01/2025`. */
const dayText = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

const openingPayee = "Opening Balance"

/** A payee that programs would take for the balance at the beginning has a quote before it. */
const payeeText = (text: string): string =>
  text.toLowerCase().startsWith(openingPayee.toLowerCase()) ? `'${text}` : text

/** A category in brackets would be another account, what stands behind a slash a class, and a bar would split the entry. */
const categoryText = (text: string): string => (text.startsWith("[") ? `'${text}` : text).replace(/[/|]/g, "-")

const field = (letter: string, text: string): ReadonlyArray<string> => text === "" ? [] : [`${letter}${text}`]

/** What could not stand as it was, or is not there. */
interface Told {
  readonly withoutOpening: Array<string>
  readonly categories: Set<string>
}

const rowText = (row: LedgerRow, id: string, { categories }: Pick<Told, "categories">): string => {
  const category = visible(row.category ?? "").trim()
  if (categoryText(category) !== category) categories.add(category)
  const description = visible(row.description).trim()
  const party = visible(row.counterparty ?? "").trim()
  return lines(
    `D${dayText(row.day)}`,
    `T${Money.format(row.signed)}`,
    `N${id}`,
    ...field("P", payeeText(party === "" ? description : party)),
    ...field("M", description),
    ...field("L", categoryText(category)),
    "^"
  )
}

const accountText = (name: string, { closing, currency, from, to, unproven }: Ledger): string =>
  lines(
    "!Account",
    `N${name}`,
    "TBank",
    `D${currency === null ? "" : `${currency}, `}${from} to ${to}${
      unproven.length === 0 ? "" : `, NOT PROVEN. ${unproven.join(" ")}`
    }`,
    ...(closing === null ? [] : [`/${dayText(to)}`, `$${Money.format(closing)}`]),
    "^"
  )

/** Stands before the first entry of an account; where it has none, readers would take the next account for one. */
const entriesHeader = lines("!Type:Bank")

const openingText = (name: string, { from }: Ledger, opening: Money.Money): string =>
  entriesHeader + lines(`D${dayText(from)}`, `T${Money.format(opening)}`, "CX", `P${openingPayee}`, `L[${name}]`, "^")

const categoryNotes = (changed: number): ReadonlyArray<string> =>
  changed === 0
    ? []
    : [
      `${
        changed === 1 ? "1 category is" : `${changed} categories are`
      } written with "-" for "/" and "|", or with a quote before "[", which programs would take for a class, a split or an account.`
    ]

const ledgerText = (told: Told, goesOn: boolean) => (ledger: Ledger): LedgerText => {
  const { currency, walletNo } = ledger
  const opening = goesOn ? null : ledger.opening
  const name = `${walletNo}${currency === null ? "" : ` ${currency}`}`
  if (ledger.opening === null) told.withoutOpening.push(ledgerName(ledger))
  const idOf = entryIds()
  let header = opening === null ? entriesHeader : ""
  return {
    before: accountText(name, ledger) + (opening === null ? "" : openingText(name, ledger, opening)),
    row: (row) => {
      if (!row.isPosted) return ""
      const text = header + rowText(row, idOf(row), told)
      header = ""
      return text
    },
    after: () => ""
  }
}

/** QIF. */
export const qif: TextFormat = {
  kind: "text",
  title: "QIF file",
  beginning: "!account\n",
  mayBeAnothers: true,
  booksOpening: true,
  isSplitByLedger: false,
  mostBytes: null,
  text: ({ goesOn = false }) => {
    const told: Told = { withoutOpening: [], categories: new Set() }
    return {
      before: "",
      ledger: ledgerText(told, goesOn),
      after: "",
      notes: () => [
        ...told.withoutOpening.map((name) =>
          `${name}: its opening balance is not known, so its account begins with none, and its balance is not the wallet's.`
        ),
        ...categoryNotes(told.categories.size)
      ]
    }
  }
}
