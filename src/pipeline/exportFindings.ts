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
import { byText, carriedText, movedText, rowsText } from "./otherwiseText.ts"

/** One finding for each export and currency, in their order. */
export const exportFindings = (walletNo: WalletNo, changed: ReadonlyArray<ChangedExport>): ReadonlyArray<Doubt> =>
  changed.map((each): Doubt => {
    const { changes, exported, moved } = each
    const { currency, days, format } = exported
    // Balances move because of another row, which may stand on an earlier day.
    const rows = rowsText(each, each.rows > each.merelyCarried ? each.rows - each.merelyCarried : each.rows)
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
        } by ${printable(exported.by)}), ${rows} came, went or changed. ` +
        `${movedText(each, currency, than)}${pendingText(each)}.${carriedText(each)}${confirmedText(each)} Export ${
          from === to ? "the day" : "the days"
        } again, \`${commandFor(walletNo, each)}\`, or enter the difference ${
          moved === Money.zero && each.pending > 0 ? "where a file went that has such rows" : "where the file went"
        }; then accept this.`,
      own: {
        what: `${printable(format)} ${file} of ${madeOn(each)}, ${rows}, ${
          moved === Money.zero
            ? each.pending === 0 ? "no other sum" : "no other sum of confirmed rows"
            : byText(currency, moved, than)
        }`,
        remarks: [],
        together: null
      }
    }
  })

const than = "was exported"

const daysText = ({ from, to }: Period): string =>
  from === to ? formatDay(from) : `the days ${formatDay(from)} to ${formatDay(to)}`

const madeOn = ({ clock, exported: { at } }: ChangedExport): string =>
  formatDay(dayOfLocalTime(clock?.localTimeAt(at) ?? at))

/** Whether such a row moved the balance is not known of what was exported. */
const pendingText = ({ pending }: ChangedExport): string =>
  pending === 0 ? "" : `, which most formats leave out unless the balance moved with ${pending === 1 ? "it" : "them"}`

/** Whether the file has them in its sums is not known: it may leave out what is not confirmed. */
const confirmedText = ({ merelyConfirmed, rows }: ChangedExport): string =>
  merelyConfirmed === 0
    ? ""
    : ` ${
      merelyConfirmed === rows ? rows === 1 ? "It is" : "They are" : `${merelyConfirmed} of them are`
    } merely confirmed since, or no longer: the file may have other sums without ${rows === 1 ? "it" : "them"}.`

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
