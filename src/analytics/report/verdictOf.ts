/**
 * The verdict about one currency of a wallet, in words that somebody can put their name to.
 */
import { isOpen } from "../../domain/Finding.ts"
import { addDays, formatDay, overlap, parse, type Period, same } from "../../domain/Period.ts"
import { countText, dayText } from "../page/amountText.ts"
import type { Level } from "../page/tables.ts"
import type { Books, Told, WalletBooks } from "./Report.ts"

/** A verdict: its level in a word, what is proven and what is not in a sentence, and what that rests on. */
export interface Verdict {
  readonly level: Level
  readonly word: string
  readonly headline: string
  readonly reasons: ReadonlyArray<string>
}

const words: Readonly<Record<Level, string>> = { proven: "Proven", partly: "Partly proven", open: "Not proven" }

/** What the balances prove of the period, and what stands against it. */
export const verdictOf = (wallet: WalletBooks, books: Books, told: Told | undefined): Verdict => {
  const { gaps, proven, total } = books
  const [whole, known] = [parse(total.from, total.to), parse(proven?.from, proven?.to)]
  const stretch = whole && known && overlap(whole, known)
  const against = doubtsOf(wallet, books, told)
  const coversAll = stretch !== undefined && same(stretch, whole)
  const level: Level = stretch === undefined ? "open" : coversAll && against.length === 0 ? "proven" : "partly"
  const reasons = [
    ...(stretch === undefined ? [] : [chainText(books, coversAll), ...openingText(books)]),
    ...(proven?.quietSince === null || proven?.quietSince === undefined || proven.quietSince > total.to
      ? []
      : [`No row from ${dayText(proven.quietSince)} on: the answers for these days are complete and show none.`]),
    ...against,
    ...(coversAll || gaps > 0 || total.missing > 0 ? [] : [provisional])
  ]
  return { level, word: words[level], headline: headlineOf(books, stretch, against.length), reasons }
}

const daysText = (from: string, to: string): string =>
  from === to ? `on ${dayText(from)}` : `from ${dayText(from)} to ${dayText(to)}`

const headlineOf = ({ total }: Books, stretch: Period | undefined, doubts: number): string => {
  if (stretch === undefined) return `Nothing is proven ${daysText(total.from, total.to)}.`
  const [from, to] = [formatDay(stretch.from), formatDay(stretch.to)]
  const rest = [
    ...(from > total.from ? [daysText(total.from, formatDay(addDays(stretch.from, -1)))] : []),
    ...(to < total.to ? [daysText(formatDay(addDays(stretch.to, 1)), total.to)] : [])
  ]
  const whole = `Proven ${daysText(from, to)}`
  if (rest.length > 0) return `${whole}; not proven ${rest.join(" and ")}.`
  return doubts === 0 ? `${whole}.` : `${whole} by the balances, with the reservations below.`
}

const chainText = ({ total }: Books, coversAll: boolean): string =>
  coversAll
    ? `The balances of all ${
      countText(total.rows)
    } rows make one unbroken chain from the opening to the closing balance.`
    : "The balances of the rows of the proven days make one unbroken chain."

const openingText = ({ proven }: Books): ReadonlyArray<string> =>
  proven?.openingKnown === true
    ? ["The balance before the first proven row is known from elsewhere."]
    : ["Nobody gave the balance before the first proven row: rows missing before it would not show."]

const provisional =
  "What is not proven is provisional: rows of later days, or a balance that somebody gives, have still to confirm it."

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`

const doubtsOf = (
  { held, quarantined }: WalletBooks,
  { currency, gaps, total }: Books,
  told: Told | undefined
): ReadonlyArray<string> => {
  const others = (told?.findings ?? []).filter((finding) =>
    isOpen(finding) && !["gap", "quarantined", "held-withdrawal"].includes(finding.kind) &&
    (finding.currency === null || finding.currency === currency)
  )
  return [
    ...(gaps === 0
      ? []
      : [`In ${counted(gaps, "place", "places")} the balances do not meet: rows are missing there, or are too many.`]),
    ...(total.missing === 0
      ? []
      : [
        `${counted(total.missing, "day", "days")} of the period may lack rows: no complete answer covers ${
          total.missing === 1 ? "it" : "them"
        }.`
      ]),
    ...(quarantined === 0
      ? []
      : [
        `${counted(quarantined, "record", "records")} of the wallet could not be read, and ${
          quarantined === 1 ? "is" : "are"
        } in no sum.`
      ]),
    ...(held === 0
      ? []
      : [
        `${counted(held, "row", "rows")} of the wallet ${
          held === 1 ? "is" : "are"
        } kept that an answer no longer showed.`
      ]),
    ...(others.length === 0
      ? []
      : [`${counted(others.length, "other finding is", "other findings are")} open: see the findings below.`])
  ]
}

/** What the verdict of a month is called. */
export const monthWords = {
  proven: "Proven",
  gap: "Gap",
  truncated: "Days missing",
  unanchored: "Provisional"
} as const
