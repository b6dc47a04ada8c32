/**
 * Which rows of some days are otherwise than they were when a window was committed, worked out from what windows did to rows
 * since. A row that came and went again, or is again what it was, is not otherwise, also where it is another row with its id by now: an
 * id may come again, and the row that had it first may have been taken for the second one for a time.
 */
import * as Money from "../../domain/Money.ts"
import { contains, type Day, dayFromNumber, type Period } from "../../domain/Period.ts"
import { dayOf, signedAmount, type Transaction } from "../../domain/Transaction.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { type Identity, identityKey } from "./Identity.ts"
import { inIdentityOrder } from "./identityOrder.ts"

/** One difference that a window made to a row; `before` is null for an insertion, `after` for a withdrawal. */
export interface RowEvent extends Identity {
  /** The number of the window. */
  readonly sequence: number
  readonly kind: "inserted" | "changed" | "withdrawn" | "returned"
  readonly before: Transaction | null
  readonly after: Transaction | null
}

/** Some days as the windows up to one left them. */
export interface DaysSince {
  readonly days: Period
  /** The number of that window. */
  readonly sequence: number
}

/** The rows of one currency that are otherwise; there is at least one. */
export interface ChangedRows {
  /** Which of the days that were asked for. */
  readonly place: number
  readonly currency: Currency | null
  /** Rows that came, went, are of another time, amount, balance, currency or text, or were confirmed or are no longer. */
  readonly rows: number
  /** Those of them that are as they were but for that last: who leaves out of a balance what is not confirmed has to know. */
  readonly merelyConfirmed: number
  /** Those that have another balance and are as they were for the rest, as rows behind one that came late; also if they were confirmed. */
  readonly merelyCarried: number
  /** Those that came, went or are otherwise, were confirmed neither then nor now, and told no balance: they moved none. */
  readonly unconfirmed: number
  /** What windows did since to rows of these days: it only grows, also where a row is again what it was. */
  readonly changes: number
  /**
   * By how much the sum of the rows moved, without those that are pending. A row that tells a balance since it is confirmed moves it by its
   * amount.
   */
  readonly moved: Money.Money
  /** Rows that came, went or are of another amount and were confirmed neither then nor now: many leave them out of a sum. */
  readonly pending: number
  /** By how much the sum of these moved. */
  readonly pendingMoved: Money.Money
  /** The first and the last day of such a row; of the merely carried and the merely confirmed ones only where there are no others. */
  readonly days: Period
  /** The ids of the first of them, by day and id, in this order: others, unconfirmed, merely carried, merely confirmed ones. */
  readonly named: ReadonlyArray<string>
}

/** So many of them are named. */
export const mostNamed = 3

/** The columns by which a row is otherwise, beside `confirmed` and, for rows that are merely carried, `balance`. */
export const toldColumns = ["type", "amount", "currency", "description", "occurred_at", "local_time"] as const

/** In what way a row is otherwise; those behind the first are told behind the others. */
type Way = "other" | "unconfirmed" | "carried" | "confirmed" | "same"

const ways: ReadonlyArray<Way> = ["other", "unconfirmed", "carried", "confirmed", "same"]

const wayOf = (was: Transaction, is: Transaction): Way => {
  const areAlike = was.type === is.type && was.amount === is.amount && was.currency === is.currency &&
    was.description === is.description && was.occurredAt === is.occurredAt && was.localTime === is.localTime
  if (!areAlike) return "other"
  const isSame = was.confirmed === is.confirmed
  if (was.balance === is.balance) return isSame ? "same" : "confirmed"
  // A row that tells a balance as soon as it is confirmed, or before, moves the others itself.
  const movesOthers = (was.balance === null) !== (is.balance === null) && (!isSame || !is.confirmed)
  return movesOthers ? "other" : "carried"
}

/** By how much the sum moved with a row that is there still. */
const movedBy = (was: Transaction, is: Transaction): Money.Money => {
  if (!was.confirmed && is.confirmed && was.balance === null && is.balance !== null) return signedAmount(is)
  if (was.confirmed && !is.confirmed && was.balance !== null && is.balance === null) {
    return Money.negate(signedAmount(was))
  }
  return Money.subtract(signedAmount(is), signedAmount(was))
}

/** What is otherwise of each of some days, by places and currencies; `events` are those of one wallet in their order. */
export const changedSince = (
  events: ReadonlyArray<RowEvent>,
  asked: ReadonlyArray<DaysSince>
): ReadonlyArray<ChangedRows> =>
  asked.flatMap(({ days, sequence }, place) => {
    const later = events.filter((event) => event.sequence > sequence && isTold(event))
    const parts = withoutReplaced([...Map.groupBy(later, identityKey).values()].flatMap((own) => sidesOf(own, days)))
      .flatMap(partsOf)
    return [...Map.groupBy(parts, ({ currency }) => currency)].flatMap(([currency, own]) =>
      summed(place, currency, own)
    ).sort(byCurrency)
  })

const isTold = ({ after, before, kind }: RowEvent): boolean =>
  kind !== "changed" || before === null || after === null || wayOf(before, after) !== "same"

/** What a row is of what is asked for in one currency. */
interface Part extends Identity {
  readonly currency: Currency | null
  readonly way: Way
  readonly changes: number
  readonly moved: Money.Money
  readonly isPending: boolean
  readonly day: Day
}

/** A row that windows touched, as it was on these days and as it is. */
interface Sides extends Identity {
  readonly changes: number
  readonly was: Transaction | null
  readonly is: Transaction | null
  /** What it was on these days at some time. */
  readonly row: Transaction
}

const sidesOf = (own: ReadonlyArray<RowEvent>, days: Period): ReadonlyArray<Sides> => {
  const within = (row: Transaction | null): Transaction | null =>
    row !== null && contains(days, dayOf(row)) ? row : null
  const touching = own.filter(({ after, before }) => (within(before) ?? within(after)) !== null)
  const [first, last, lastTouching] = [own[0], own.at(-1), touching.at(-1)]
  const row = lastTouching === undefined ? null : within(lastTouching.before) ?? within(lastTouching.after)
  if (first === undefined || last === undefined || row === null) return []
  const { leg, txnId } = first
  const changes = touching.length
  const was = first.kind === "inserted" || first.kind === "returned" ? null : within(first.before)
  const is = last.kind === "withdrawn" ? null : within(last.after)
  return [{ txnId, leg, changes, was, is, row }]
}

/** Where one row came and another with its id and contents went, neither is otherwise. */
const withoutReplaced = (all: ReadonlyArray<Sides>): ReadonlyArray<Sides> => {
  const others = { gone: new Map<string, number>(), come: new Map<string, number>() }
  const alone = all.flatMap((sides) => {
    const { is, was } = sides
    if ((was === null) === (is === null)) return []
    const row = is ?? was ?? sides.row
    return [{ sides, row, contents: contentsOf(row), own: is === null ? others.gone : others.come }]
  })
  for (const { contents, own } of alone) own.set(contents, (own.get(contents) ?? 0) + 1)
  const replaced = new Map(alone.flatMap(({ contents, own, row, sides }) => {
    const other = own === others.gone ? others.come : others.gone
    const left = other.get(contents) ?? 0
    if (left > 0) other.set(contents, left - 1)
    return left > 0 ? [[sides, { ...sides, was: null, is: null, row }] as const] : []
  }))
  return all.map((sides) => replaced.get(sides) ?? sides)
}

const contentsOf = (row: Transaction): string =>
  JSON.stringify([
    row.txnId,
    row.type,
    String(row.amount),
    row.balance === null ? null : String(row.balance),
    row.currency,
    row.description,
    row.occurredAt,
    row.localTime,
    row.confirmed
  ])

const partsOf = ({ changes, is, leg, row, txnId, was }: Sides): ReadonlyArray<Part> => {
  const part = (of: Transaction, moved: Money.Money, isPending: boolean, way: Way = "other"): Part => ({
    txnId,
    leg,
    currency: of.currency,
    way,
    changes,
    moved,
    isPending,
    day: dayOf(of)
  })
  const alone = (of: Transaction, moved: Money.Money): Part =>
    part(of, moved, !of.confirmed, of.confirmed || of.balance !== null ? "other" : "unconfirmed")
  if (was === null && is === null) return [part(row, Money.zero, false, "same")]
  if (was === null || is === null || was.currency !== is.currency) {
    return [
      ...(is === null ? [] : [alone(is, signedAmount(is))]),
      ...(was === null ? [] : [alone(was, Money.negate(signedAmount(was)))])
    ]
  }
  const isPending = !was.confirmed && !is.confirmed
  const way = wayOf(was, is)
  const isUnconfirmed = isPending && way === "other" && was.balance === null && is.balance === null
  return [part(is, movedBy(was, is), isPending, isUnconfirmed ? "unconfirmed" : way)]
}

const summed = (place: number, currency: Currency | null, own: ReadonlyArray<Part>): ReadonlyArray<ChangedRows> => {
  const differing = inIdentityOrder(own.filter(({ way }) => way !== "same")).sort((one, other) =>
    ways.indexOf(one.way) - ways.indexOf(other.way) || one.day - other.day
  )
  const countOf = (way: Way): number => differing.filter((part) => part.way === way).length
  const [first] = differing
  if (first === undefined) return []
  const causes = differing.filter(({ way }) => way === "other" || way === "unconfirmed")
  const told = (causes.length > 0 ? causes : differing.filter(({ way }) => way === first.way)).map(({ day }) => day)
  const [pending, certain] = [own.filter(({ isPending }) => isPending), own.filter(({ isPending }) => !isPending)]
  return [{
    place,
    currency,
    rows: differing.length,
    merelyConfirmed: countOf("confirmed"),
    merelyCarried: countOf("carried"),
    unconfirmed: countOf("unconfirmed"),
    changes: own.reduce((sum, { changes }) => sum + changes, 0),
    moved: sumOf(certain),
    pending: pending.filter(({ moved }) => moved !== Money.zero).length,
    pendingMoved: sumOf(pending),
    days: { from: dayFromNumber(Math.min(...told)), to: dayFromNumber(Math.max(...told)) },
    named: differing.slice(0, mostNamed).map(({ txnId }) => txnId)
  }]
}

const sumOf = (parts: ReadonlyArray<Part>): Money.Money =>
  parts.reduce((sum, { moved }) => Money.add(sum, moved), Money.zero)

const byCurrency = (one: ChangedRows, other: ChangedRows): number =>
  (one.currency ?? "") < (other.currency ?? "") ? -1 : 1
