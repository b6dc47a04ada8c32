/**
 * What may explain the places where balances do not meet: a record or a row that is known, stands there and is of just that amount.
 */
import { Effect, Option } from "effect"
import { daysOf, type Doubt, remarked } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { contains, type Day, type Period, union, widen } from "../domain/Period.ts"
import { printable } from "../domain/printable.ts"
import { dayOf, signedAmount } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { identityKey, identityOf } from "../sink/plan/Identity.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { amountIn } from "../statement/amountIn.ts"

/** Something that the balances of other rows may contain, or not contain. */
export interface Candidate {
  /**
   * What the balance lacks where it is the cause: what it would move the balance by, or that turned round where it is one too many; null
   * where that can't be read.
   */
  readonly lack: Money.Money | null
  readonly currency: string | null
  /** Null where it is not known; then it may stand anywhere. */
  readonly day: Day | null
  /** The beginning of a sentence. */
  readonly what: string
}

/** Places that are explained, and candidates that one of them names. */
const [mostExplained, mostNamed] = [100, 3]

/** The doubts of a wallet, each with what may explain it. */
export const explained = Effect.fnUntraced(
  function*(
    walletNo: WalletNo,
    doubts: ReadonlyArray<Doubt>
  ): Effect.fn.Return<ReadonlyArray<Doubt>, SinkError, Sink> {
    const places = doubts.filter(isPlace).slice(0, mostExplained)
    if (places.length === 0) return doubts
    const candidates = yield* candidatesIn(walletNo, union(places.flatMap((doubt) => periodOf(doubt) ?? [])))
    return doubts.map((doubt) => (places.includes(doubt) ? explain(doubt, candidates) : doubt))
  }
)

const isPlace = ({ amount, kind }: Doubt): boolean => amount !== null && (kind === "gap" || kind === "order")

/** The days of a place, and one more on each side: a record there may bear a wrong one. */
const periodOf = (doubt: Doubt): Period | undefined => {
  const days = daysOf(doubt)
  return days && widen(days, 1, 1)
}

const candidatesIn = Effect.fnUntraced(
  function*(
    walletNo: WalletNo,
    periods: ReadonlyArray<Period>
  ): Effect.fn.Return<ReadonlyArray<Candidate>, SinkError, Sink> {
    const sink = yield* Sink
    const records = (yield* sink.quarantined(Option.some(walletNo))).flatMap((record): ReadonlyArray<Candidate> => {
      const lack = amountIn(record.rawText) ?? null
      const mayStandHere = lack !== null || record.day !== null
      return mayStandHere ? [{ lack, currency: null, day: record.day, what: `quarantined record ${record.id}` }] : []
    })
    const held = new Set((yield* sink.heldRows(walletNo)).map(identityKey))
    const stored = yield* Effect.forEach(periods, (period) => sink.storedRows(walletNo, period))
    const there = Map.groupBy(
      stored.flat().filter(({ withdrawn }) => !withdrawn),
      ({ transaction }) => transaction.txnId
    )
    const rows = stored.flat().flatMap((row): ReadonlyArray<Candidate> => {
      const isHeld = held.has(identityKey(identityOf(row)))
      if (!row.withdrawn && !isHeld) return []
      const { transaction } = row
      const moves = signedAmount(transaction)
      // The rows that a place lies between are called by their ids, and one of them may have this one.
      const others = (there.get(transaction.txnId)?.length ?? 0) - (row.withdrawn ? 0 : 1)
      const named = `${JSON.stringify(printable(transaction.txnId, 64))}${
        others > 0 ? ` of ${Money.format(moves)} (another row with this id, such as a fee, is still there)` : ""
      }`
      return [{
        lack: row.withdrawn ? moves : Money.negate(moves),
        currency: transaction.currency,
        day: dayOf(transaction),
        what: row.withdrawn ? `the withdrawn row ${named}` : `the held row ${named}, which is then one too many`
      }]
    })
    return [...records, ...rows]
  }
)

/** A doubt with the candidates that are of its amount and stand on its days or next to them. */
export const explain = (doubt: Doubt, candidates: ReadonlyArray<Candidate>): Doubt => {
  const period = periodOf(doubt)
  const isNear = ({ currency, day }: Candidate): boolean =>
    (currency === null || doubt.currency === null || currency === doubt.currency) &&
    (day === null || period === undefined || contains(period, day))
  const known = candidates.filter(isNear)
  const unread = known.filter(({ lack }) => lack === null)
  const near = known.flatMap(({ lack, ...candidate }) => (lack === null ? [] : [{ ...candidate, lack }]))
  const exact = near.filter(({ lack }) => Money.format(lack) === doubt.amount)
  if (exact.length > 0) {
    return remarked(doubt, `The amount is exactly that of ${namesOf(exact, "or")}.`, "in front")
  }
  const all = near.reduce((sum, { lack }) => Money.add(sum, lack), Money.zero)
  if (near.length > 1 && near.length <= mostNamed && Money.format(all) === doubt.amount) {
    return remarked(doubt, `The amount is exactly that of ${namesOf(near, "and")} together.`, "in front")
  }
  return unread.length === 0
    ? doubt
    : remarked(
      doubt,
      `An amount of these days could not be read, and may be what is missing: that of ${namesOf(unread, "or")}.`,
      "in front"
    )
}

const namesOf = (candidates: ReadonlyArray<Pick<Candidate, "what">>, word: "and" | "or"): string => {
  const named = candidates.slice(0, mostNamed).map(({ what }) => what)
  const more = candidates.length - named.length
  return `${named.join(` ${word} `)}${more === 0 ? "" : ` ${word} of ${more} more`}`
}
