/**
 * The findings that follow from what the sink holds of a wallet: its verdict, its cut-off days, its held rows, its quarantine, and
 * the changes of what somebody relied on.
 */
import type { KnownEnds } from "../continuity/wallet/judge.ts"
import { boundaryOf, type KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import { type Doubt, doubtOf, type OwnWords } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { addDays, dayFromNumber, dayOfLocalTime, formatDay, type Period } from "../domain/Period.ts"
import { printable } from "../domain/printable.ts"
import { farthestDated } from "../domain/Transaction.ts"
import { type Gap, mostRows, type Verdict } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { HeldRow, QuarantinedRecord } from "../sink/Sink.ts"
import { heldFindings } from "./heldFindings.ts"
import { giveAgain, givenAs, type WalletJudgement } from "./judgeWallet.ts"
import { pullCommand } from "./pullCommand.ts"
import { quarantineFindings } from "./quarantineFindings.ts"

/** What is known of a wallet. */
export interface KnownOfWallet {
  readonly walletNo: WalletNo
  /** Null when nothing is stored of it. */
  readonly judgement: Pick<WalletJudgement, "verdict" | "findings" | "ends"> | null
  readonly truncatedDays: ReadonlyArray<string>
  /** Its open quarantined records, in the order of their ids. */
  readonly quarantined: ReadonlyArray<QuarantinedRecord>
  readonly held: ReadonlyArray<HeldRow>
  /** What is found of exports and of proven months. */
  readonly changes: ReadonlyArray<Doubt>
}

/** All findings, in the order of their kinds. */
export const findingsOf = (
  { changes, held, judgement, quarantined, truncatedDays, walletNo }: KnownOfWallet
): ReadonlyArray<Doubt> => [
  ...(judgement === null ? [] : placesIn(walletNo, judgement)),
  ...(judgement === null || judgement.verdict.rows.length === 0 ? [] : [ofDoubtfulRows(judgement.verdict)]),
  ...truncatedDays.map(ofCutOffDay),
  ...heldFindings(held),
  ...quarantineFindings(quarantined),
  ...(judgement?.findings ?? []),
  ...changes
]

const ofCutOffDay = (day: string): Doubt => ({
  ...doubtOf(
    "cut-off-day",
    "The day may lack records: the service gave as many as it gives at once and the day can't be asked for in parts, " +
      "or two of its answers held different ones. Pulls ask for it again, for ten such days at most each.",
    { from: day, to: day }
  ),
  own: { what: "", remarks: [], together: null }
})

/** The places of a verdict; where those of a currency sum to nothing, one row of a wrong day may make them all. */
const placesIn = (
  walletNo: WalletNo,
  { ends, verdict: { gaps, orders } }: Pick<WalletJudgement, "ends" | "verdict">
): ReadonlyArray<Doubt> => {
  const endsOf = (place: Gap) => ends.find(({ currency }) => currency === place.currency)
  const places = Map.groupBy([...gaps, ...orders], ({ currency }) => currency)
  const togetherOf = new Map([...places].map(([currency, own]) => [currency, togetherIn(own)]))
  return [
    ...gaps.map((gap) => ofGap(gap, { walletNo, ends: endsOf(gap), together: togetherOf.get(gap.currency) })),
    ...orders.map((place) =>
      ofOrder(place, { walletNo, ends: endsOf(place), together: togetherOf.get(place.currency) })
    ),
    ...(orders.length < mostRows ? [] : [ofMoreOrders])
  ]
}

const togetherIn = (places: ReadonlyArray<Gap>): Period | undefined => {
  const days = places.flatMap(({ from, to }) =>
    [from, to].flatMap((time) => (time === null ? [] : dayOfLocalTime(time)))
  )
  const sum = places.reduce((total, { missing }) => Money.add(total, missing), Money.zero)
  const [from, to] = [dayFromNumber(Math.min(...days)), dayFromNumber(Math.max(...days))]
  return places.length > 1 && sum === Money.zero && to - from < farthestDated ? { from, to } : undefined
}

/** What is known around a place: the ends of its chain, and the days of places that may be one fault with it. */
interface Around {
  readonly walletNo: WalletNo
  readonly ends: KnownEnds | undefined
  readonly together: Period | undefined
}

/** How to ask for the days of a place again, as a sentence: for all of them, by one command, where several may be one fault. */
const adviceFor = (
  { from, to }: Gap,
  { ends, together, walletNo }: Around
): { readonly text: ReadonlyArray<string>; readonly together: string | null } => {
  const [first, last] = [from ?? to, to ?? from]
  if (first === null || last === null) return { text: [], together: null }
  const [one, other] = [dayOfLocalTime(Math.min(first, last)), dayOfLocalTime(Math.max(first, last))]
  const days = together ?? {
    from: from === null && ends?.opening !== undefined ? boundaryOf(ends.opening) : one,
    to: to === null && ends?.closing !== undefined ? addDays(boundaryOf(ends.closing), -1) : other
  }
  const [day, lastDay] = [formatDay(days.from), formatDay(days.to)]
  const command = pullCommand(walletNo, day, lastDay)
  const asks = `${command} asks for these days again`
  return together === undefined ? { text: [`${asks}.`], together: null } : {
    text: [
      `${asks}, together with those of other places: all of them sum to nothing, and may be one row that bears a wrong day.`
    ],
    together: command
  }
}

/** The rows that a place lies between, which are its place whatever its amount is. */
export const placeText = ({ afterTxnId, beforeTxnId, from, to }: Omit<Gap, "missing" | "currency">): string =>
  JSON.stringify([afterTxnId, from, beforeTxnId, to])

const dayOf = (localTime: number | null): string | null =>
  localTime === null ? null : formatDay(dayOfLocalTime(localTime))

const ofGap = (gap: Gap, around: Around): Doubt => {
  const what = betweenText(gap, around)
  const given = gap.afterTxnId === null || gap.beforeTxnId === null
    ? [`If it is the one that was given, ${giveAgain}.`]
    : []
  const { text, together } = adviceFor(gap, around)
  const rest =
    `The balances do not meet between ${what}: rows are missing there, or too many; or a row that belongs there bears ` +
    "the time of another day; or a balance is wrong."
  return ofPlace("gap", gap, [rest, ...given, ...text], { what, remarks: given, together })
}

const ofOrder = (place: Gap, around: Around): Doubt => {
  const what = betweenText(place, around)
  const { text, together } = adviceFor(place, around)
  const rest =
    `Between ${what} the balance moves by ${Money.format(place.missing)}${
      place.currency === null ? "" : ` ${place.currency}`
    } that no row shows. Either a row is missing there; or a row bears a wrong time, since the balances do meet in another order ` +
    "than that of the times."
  return ofPlace("order", place, [rest, ...text], { what, remarks: [], together })
}

const ofPlace = (kind: "gap" | "order", place: Gap, sentences: ReadonlyArray<string>, own: OwnWords): Doubt => ({
  kind,
  from: dayOf(place.from),
  to: dayOf(place.to),
  amount: Money.format(place.missing),
  currency: place.currency,
  count: null,
  place: placeText(place),
  explanation: sentences.join(" "),
  own
})

const betweenText = ({ afterTxnId, beforeTxnId, from, to }: Gap, { ends }: Around): string =>
  `${rowText(afterTxnId, from, "opening", ends)} and ${rowText(beforeTxnId, to, "closing", ends)}`

/** A verdict names so many places at most: what may lie behind them is never accepted with them. */
const ofMoreOrders: Doubt = {
  ...doubtOf("order", `No more than ${mostRows} places of a doubtful order are told: there may be others.`),
  place: "other places",
  count: mostRows
}

const rowText = (
  txnId: string | null,
  localTime: number | null,
  end: "opening" | "closing",
  ends: KnownEnds | undefined
): string =>
  txnId === null || localTime === null
    ? balanceText(end, ends?.[end])
    : `row ${JSON.stringify(printable(txnId, 64))} of ${
      new Date(localTime).toISOString().slice(0, 19).replace("T", " ")
    }`

const balanceText = (end: "opening" | "closing", known: KnownBalance | undefined): string =>
  known === undefined
    ? `the known ${end} balance`
    : `the ${known.end} balance given for ${formatDay(known.day)} (${givenAs(known)})`

const ofDoubtfulRows = ({ rows }: Verdict): Doubt => {
  const named = rows.slice(0, mostNamed).map((txnId) => JSON.stringify(printable(txnId, 64))).join(", ")
  const others = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ""
  const explanation = rows.length === 1
    ? `The balances meet only if row ${named}, which tells no balance or no currency, belongs between them.`
    : `The balances meet only if rows ${named}${others}, which tell no balance or no currency, belong between them.`
  return { ...doubtOf("gap", explanation), place: `rows ${JSON.stringify([...rows].sort())}`, count: rows.length }
}

/** Rows that a sentence names. */
const mostNamed = 3
