/**
 * What the balances say about the completeness of a statement, and no more than they say.
 *
 * A verdict is about rows missing, doubled or altered, not about their order: rows that stand in one second with
 * repeated amounts may have no knowable order and still be complete. Every verdict says what it is modulo. One blind
 * spot no check of balances can close, so it is part of each verdict: missing rows that together leave the balance
 * where it was.
 */
import { Schema } from "effect"
import * as Money from "./Money.ts"
import { Currency } from "./Wallet.ts"

/**
 * From best to worst.
 *
 * - `proven`: the rows are one unbroken path from a known balance to a known one. Of a whole wallet: each currency has
 *   days whose opening and closing balance the rows around them meet, and nothing leaves doubt.
 * - `unanchored`: the path is unbroken, but an outer end is unknown, so rows missing there would not show.
 * - `ambiguous`: the path is whole only if the named rows, of which the service tells too little, belong to it; or only
 *   in an order that the times speak against, where a missing row is as likely as a wrong time.
 * - `gap`: the path is broken; the gaps say where and by how much.
 * - `truncated`: the service may have cut the answer off, so that nothing can be said about what it left out.
 */
export const VerdictKind = Schema.Literals(["proven", "unanchored", "ambiguous", "gap", "truncated"])
export type VerdictKind = typeof VerdictKind.Type

/** An outer end of a chain of rows. */
export const ChainEnd = Schema.Literals(["opening", "closing"])
export type ChainEnd = typeof ChainEnd.Type

/**
 * A break in the chain: the row before it and the row after it, their wall-clock times in milliseconds, and what the
 * balance moved by in between. A null id or time means that nothing stands on that side. `missing` is negative when
 * rows that took money are missing, or rows that gave money are too many.
 */
export const Gap = Schema.Struct({
  afterTxnId: Schema.NullOr(Schema.String),
  beforeTxnId: Schema.NullOr(Schema.String),
  from: Schema.NullOr(Schema.Finite),
  to: Schema.NullOr(Schema.Finite),
  missing: Money.Total,
  currency: Schema.NullOr(Currency)
})
export type Gap = typeof Gap.Type

/** What a verdict takes for granted, in numbers of rows where it is not said otherwise. */
export const Modulo = Schema.Struct({
  /** Missing rows that sum to zero never show. */
  zeroSum: Schema.Literal(true),
  /** The ends whose balance nobody gave. */
  openEnds: Schema.Array(ChainEnd),
  /** Rows not confirmed: each counted as having moved the balance or not, whichever makes the path whole. */
  unconfirmed: Schema.Int,
  /** Rows of no amount: one more or one fewer of them would not show. */
  zeroAmount: Schema.Int,
  /** Rows without a balance: they take no part in the path. */
  noBalance: Schema.Int,
  /** Rows that name no currency and were taken for the chain's, because they fit into it. */
  currencyAssumed: Schema.Int,
  /** Payments whose balance contains their fee, which is a row of its own. */
  feesContained: Schema.Int,
  /** Places where the times contradict the balances though their ends meet: wrong times, or missing rows that cancel out. */
  outOfTime: Schema.Int
})
export type Modulo = typeof Modulo.Type

/**
 * A verdict. `orders` are the places where the order of the times breaks and where a row may be missing, with what would
 * then be missing; `rows` the txnIds that an `ambiguous` one hangs on. At most `mostRows` of each.
 */
export const Verdict = Schema.Struct({
  kind: VerdictKind,
  modulo: Modulo,
  gaps: Schema.Array(Gap),
  orders: Schema.Array(Gap),
  rows: Schema.Array(Schema.String)
})
export type Verdict = typeof Verdict.Type

/** The most txnIds, and the most places in a doubtful order, that a verdict names. */
export const mostRows = 100

/** Takes nothing for granted but the blind spot that every verdict has. */
export const nothingAssumed: Modulo = {
  zeroSum: true,
  openEnds: [],
  unconfirmed: 0,
  zeroAmount: 0,
  noBalance: 0,
  currencyAssumed: 0,
  feesContained: 0,
  outOfTime: 0
}

/** Whether a kind says that something is missing or doubtful, and not just that an end is unknown. */
export const leavesDoubt = (kind: VerdictKind): boolean =>
  kind === "ambiguous" || kind === "gap" || kind === "truncated"

/** The worse of two kinds. */
export const worse = (left: VerdictKind, right: VerdictKind): VerdictKind =>
  VerdictKind.literals.indexOf(left) >= VerdictKind.literals.indexOf(right) ? left : right

/**
 * One verdict for several chains: the worst kind, all the gaps, the sum of what each takes for granted.
 *
 * Worst is what tells least: a cut-off answer lacks an unknown amount, a gap a known one, an ambiguous chain may lack
 * nothing, an unanchored one lacks nothing between its ends.
 */
export const combine = (verdicts: readonly [Verdict, ...ReadonlyArray<Verdict>]): Verdict => ({
  kind: verdicts.map((verdict) => verdict.kind).reduce(worse),
  modulo: addModulos(verdicts.map((verdict) => verdict.modulo)),
  gaps: verdicts.flatMap((verdict) => verdict.gaps),
  orders: verdicts.flatMap((verdict) => verdict.orders).slice(0, mostRows),
  rows: verdicts.flatMap((verdict) => verdict.rows).slice(0, mostRows)
})

/** The sum of what several chains take for granted; an end open in one of them is open. */
export const addModulos = (modulos: ReadonlyArray<Modulo>): Modulo => {
  const sum = (count: (modulo: Modulo) => number): number => modulos.reduce((total, modulo) => total + count(modulo), 0)
  return {
    zeroSum: true,
    openEnds: ChainEnd.literals.filter((end) => modulos.some((modulo) => modulo.openEnds.includes(end))),
    unconfirmed: sum((modulo) => modulo.unconfirmed),
    zeroAmount: sum((modulo) => modulo.zeroAmount),
    noBalance: sum((modulo) => modulo.noBalance),
    currencyAssumed: sum((modulo) => modulo.currencyAssumed),
    feesContained: sum((modulo) => modulo.feesContained),
    outOfTime: sum((modulo) => modulo.outOfTime)
  }
}

const counted = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

const provisos = (modulo: Modulo): string =>
  [
    "missing rows that sum to zero would not show",
    ...counted(modulo.unconfirmed, "row is unconfirmed", "rows are unconfirmed"),
    ...counted(modulo.zeroAmount, "row has no amount", "rows have no amount"),
    ...counted(modulo.noBalance, "row has no balance", "rows have no balance"),
    ...counted(modulo.currencyAssumed, "row names no currency but fits", "rows name no currency but fit"),
    ...counted(modulo.feesContained, "balance contains its payment's fee", "balances contain their payments' fees"),
    ...counted(modulo.outOfTime, "place contradicts the times", "places contradict the times")
  ].join("; ")

const doubtOf = ({ orders, rows }: Verdict): string => {
  const places = orders.length === 1 ? "1 place" : `${orders.length} places`
  const conditions = [
    ...(rows.length === 0 ? [] : ["if rows that tell no balance or no currency belong to it"]),
    ...(orders.length === 0
      ? []
      : [`in an order that the times contradict in ${places}, where a row is missing or timed wrongly`])
  ]
  return `Whole only ${conditions.join(", and only ")}`
}

const statement = (verdict: Verdict): string => {
  switch (verdict.kind) {
    case "proven":
      return verdict.modulo.openEnds.length === 0
        ? "Complete: the rows lead unbroken from the opening to the closing balance"
        : "Unbroken: each day's balance leads to the next day's rows"
    case "unanchored":
      return verdict.modulo.openEnds.length === 0
        ? "Unbroken, but no whole day is proven yet"
        : `Unbroken, but the ${
          verdict.modulo.openEnds.join(" and ")
        } balance is not known, so rows missing there would not show`
    case "ambiguous":
      return doubtOf(verdict)
    case "gap":
      return `Broken in ${verdict.gaps.length === 1 ? "1 place" : `${verdict.gaps.length} places`}`
    case "truncated":
      return "Possibly cut off, so rows may be missing"
  }
}

/** A statement about rows, with what it takes for granted. */
export const withProvisos = (told: string, modulo: Modulo): string => `${told} (${provisos(modulo)}).`

/** One sentence for people; it holds counts only, never an id or an amount. */
export const describe = (verdict: Verdict): string => withProvisos(statement(verdict), verdict.modulo)
