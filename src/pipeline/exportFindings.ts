/**
 * The findings about exports of which rows are otherwise since: which, by how much, and what to correct.
 */
import type { Doubt } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, formatDay, type Period } from "../domain/Period.ts"
import { printable } from "../domain/printable.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { shellQuote } from "../settings/shellQuote.ts"
import type { ChangedExport } from "./changedExports.ts"
import { exportPlace } from "./exportPlace.ts"

/** Rows that a finding names; the others are counted. */
const mostNamed = 3

/** One finding for each export and currency, in their order. */
export const exportFindings = (walletNo: WalletNo, changed: ReadonlyArray<ChangedExport>): ReadonlyArray<Doubt> =>
  changed.map((each): Doubt => {
    const { changes, exported, moved } = each
    const { days, format } = exported
    const file = JSON.stringify(printable(exported.place))
    const [from, to] = [formatDay(days.from), formatDay(days.to)]
    return {
      ...exportPlace(exported),
      amount: Money.format(moved),
      count: changes,
      isAsAccepted: each.isAsAccepted,
      explanation:
        `Since ${daysText(days)} ${from === to ? "was" : "were"} exported as ${printable(format)} (${file}, on ${
          madeOn(each)
        } by ${printable(exported.by)}), ${rowsText(each)} came, went or changed. ` +
        `${movedText(each)}.${carriedText(each)}${confirmedText(each)} Export ${
          from === to ? "the day" : "the days"
        } again, \`${commandFor(walletNo, each)}\`, or enter the difference ${
          moved === Money.zero && each.pending > 0 ? "where a file went that has such rows" : "where the file went"
        }; then accept this.`,
      own: {
        what: `${printable(format)} ${file} of ${madeOn(each)}, ${rowsText(each)}, ${
          moved === Money.zero ? each.pending === 0 ? "no other sum" : "no other sum of confirmed rows" : movedBy(each)
        }`,
        remarks: [],
        together: null
      }
    }
  })

const daysText = ({ from, to }: Period): string =>
  from === to ? formatDay(from) : `the days ${formatDay(from)} to ${formatDay(to)}`

const madeOn = ({ clock, exported: { at } }: ChangedExport): string =>
  formatDay(dayOfLocalTime(clock?.localTimeAt(at) ?? at))

const rowsText = ({ merelyCarried, named, ...all }: ChangedExport): string => {
  // Balances move because of another row, which may stand on an earlier day.
  const rows = all.rows > merelyCarried ? all.rows - merelyCarried : all.rows
  const told = named.slice(0, Math.min(mostNamed, rows))
  const ids = told.map((txnId) => JSON.stringify(printable(txnId, 64))).join(", ")
  const others = rows - told.length
  return `${rows === 1 ? "1 row" : `${rows} rows`} (${ids}${others > 0 ? ` and ${others} more` : ""})`
}

const carriedText = ({ merelyCarried, rows }: ChangedExport): string =>
  merelyCarried === 0
    ? ""
    : merelyCarried === rows
    ? " They have other balances, and are what they were for the rest."
    : ` The balances of ${merelyCarried === 1 ? "1 other row" : `${merelyCarried} other rows`} moved with that.`

const movedText = (each: ChangedExport): string =>
  each.moved !== Money.zero
    ? `That is ${movedBy(each)}${pendingText(each)}`
    : each.pending === 0
    ? "Their sum is what it was"
    : `The sum of the confirmed ones is what it was${pendingText(each)}`

/** Whether such a row moved the balance is not known of what was exported. */
const pendingText = ({ exported: { currency }, pending, pendingMoved }: ChangedExport): string =>
  pending === 0
    ? ""
    : `; beside that ${pending === 1 ? "1 row that is not confirmed" : `${pending} rows that are not confirmed`} (${
      byText(currency, pendingMoved)
    }), which most formats leave out unless the balance moved with ${pending === 1 ? "it" : "them"}`

/** Whether the file has them in its sums is not known: it may leave out what is not confirmed. */
const confirmedText = ({ merelyConfirmed, rows }: ChangedExport): string =>
  merelyConfirmed === 0
    ? ""
    : ` ${
      merelyConfirmed === rows ? rows === 1 ? "It is" : "They are" : `${merelyConfirmed} of them are`
    } merely confirmed since, or no longer: the file may have other sums without ${rows === 1 ? "it" : "them"}.`

const movedBy = ({ exported: { currency }, moved }: ChangedExport): string =>
  `${byText(currency, moved)} than was exported`

const byText = (currency: string | null, moved: Money.Money): string => {
  const amount = Money.format(Money.magnitude(moved))
  return `${amount}${currency === null ? "" : ` ${currency}`} ${moved < 0n ? "less" : "more"}`
}

const commandFor = (walletNo: WalletNo, { exported: { days, format, unproven } }: ChangedExport): string =>
  [
    "wallet-statement export",
    ...printable(format).split(" ").map((word) => (flag.test(word) ? word : shellQuote(word))),
    `--wallet ${shellQuote(walletNo)}`,
    `--from ${formatDay(days.from)} --to ${formatDay(days.to)}`,
    "--out PATH",
    ...(unproven ? ["--unproven"] : [])
  ].join(" ")

/** A flag that the format was given with, such as `--dialect`. */
const flag = /^--[a-z-]+$/
