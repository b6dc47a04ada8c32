/**
 * The ways to name the chains of a window: rows that name no currency are given to one, or to nobody.
 */
import { zero } from "../../domain/Money.ts"
import { addDays, type Day, dayOfLocalTime } from "../../domain/Period.ts"
import { type Modulo, nothingAssumed } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck } from "../chain/Continuity.ts"
import { type DayEnd, knownEnd, openEnd } from "../chain/dayEnds.ts"
import type { Alternative, SharedChain } from "./sharing.ts"

/** What a window's rows tell: its chains, and how those can be told apart that name no currency. */
export interface ToldApart {
  readonly chains: ReadonlyArray<ChainCheck>
  readonly shared: ReadonlyArray<Alternative>
}

/** One way to name the chains of a window, and how many of them no currency takes. */
export interface Naming {
  readonly chains: ReadonlyArray<ChainCheck>
  readonly unnamed: number
}

/** Whether every chain of a window bears its currency's name. */
export const isNamed = ({ chains, shared }: ToldApart): boolean =>
  shared.length === 0 && chains.every(({ currency }) => currency !== null)

/** All the ways that a window leaves. */
export const namingsOf = (window: ToldApart, known: ReadonlyArray<Currency>): ReadonlyArray<Naming> => {
  if (isNamed(window)) return [{ chains: window.chains, unnamed: 0 }]
  const loose = window.chains.find(({ currency }) => currency === null)
  const named = window.chains.filter(({ currency }) => currency !== null)
  const free = known.filter((currency) => named.every((chain) => chain.currency !== currency))
  const told = window.shared.flatMap((alternative) => namingsBy(alternative, named, free))
    .map((naming) => (loose === undefined ? naming : withCounts(naming, loose.verdict.modulo)))
  const isUndecided = loose?.verdict.kind === "ambiguous" && loose.ways.length === 0
  if (loose === undefined || isUndecided || named.length > 0) {
    return told.length > 0 ? told : [{ chains: window.chains, unnamed: 1 }]
  }
  // Rows none of which names a currency: those of a wallet with one are its, broken or not.
  const isOne = known.length === 1 || loose.verdict.kind !== "gap"
  const rest = known.length === 1 ? [] : [{ chains: [undecided([loose])], unnamed: 1 }]
  return [...told, ...(isOne ? asOne(loose, free) : []), ...rest]
}

/**
 * What is counted of rows that name no currency is counted with the first of the chains that they are told apart into; of those that
 * tell no balance either none stands in any.
 */
const withCounts = (naming: Naming, { noBalance, unconfirmed, zeroAmount }: Modulo): Naming => {
  const [first, ...others] = naming.chains
  if (first === undefined) return naming
  const { modulo } = first.verdict
  const counted = {
    ...modulo,
    noBalance: modulo.noBalance + noBalance,
    unconfirmed: modulo.unconfirmed + unconfirmed,
    zeroAmount: modulo.zeroAmount + zeroAmount
  }
  return {
    ...naming,
    chains: [{ ...first, rows: first.rows + noBalance, verdict: { ...first.verdict, modulo: counted } }, ...others]
  }
}

/** All the rows as one chain of a currency. */
const asOne = (loose: ChainCheck, free: ReadonlyArray<Currency>): ReadonlyArray<Naming> =>
  free.map((currency) => ({
    chains: [{
      ...loose,
      currency,
      verdict: {
        ...loose.verdict,
        modulo: { ...loose.verdict.modulo, currencyAssumed: loose.rows },
        gaps: loose.verdict.gaps.map((gap) => ({ ...gap, currency }))
      }
    }],
    unnamed: 0
  }))

/** The namings that come of giving each chain of rows without a currency to one that has none yet, or to nobody. */
const namingsBy = (
  alternative: Alternative,
  named: ReadonlyArray<ChainCheck>,
  free: ReadonlyArray<Currency>
): ReadonlyArray<Naming> => {
  const own = named.map((chain) => {
    const shared = alternative.find(({ currency }) => currency === chain.currency)
    // What was said of its days is with rows that it may have borrowed.
    return shared === undefined
      ? withoutTaken(chain)
      : withShare(chain, shared)
  })
  const give = (
    [first, ...rest]: Alternative,
    left: ReadonlyArray<Currency>,
    given: ReadonlyArray<ChainCheck>,
    unnamed: ReadonlyArray<ChainCheck>
  ): ReadonlyArray<Naming> => {
    if (first === undefined) {
      return [{
        chains: unnamed.length === 0 ? given : [...given, undecided(unnamed)],
        unnamed: unnamed.length
      }]
    }
    const chain = withShare(blank, first)
    return [
      ...left.flatMap((currency) =>
        give(rest, left.filter((other) => other !== currency), [...given, { ...chain, currency }], unnamed)
      ),
      ...give(rest, left, given, [...unnamed, chain])
    ]
  }
  return give(alternative.filter(({ currency }) => currency === null), free, own, [])
}

const blank: ChainCheck = {
  currency: null,
  verdict: {
    kind: "unanchored",
    modulo: { ...nothingAssumed, openEnds: ["opening", "closing"] },
    gaps: [],
    orders: [],
    rows: []
  },
  opening: null,
  closing: null,
  ways: [],
  mayRest: false,
  days: [],
  silent: null,
  debit: zero,
  credit: zero,
  rows: 0,
  first: null,
  last: null,
  borrowed: []
}

/** How many rows of a chain name its currency. */
const namedRows = ({ rows, verdict }: ChainCheck): number => rows - verdict.modulo.currencyAssumed

/** A chain none of whose own rows tells a balance this time, without those that it may have borrowed. */
const withoutTaken = (chain: ChainCheck): ChainCheck => ({
  ...untold(chain, 0),
  verdict: { ...chain.verdict, modulo: { ...chain.verdict.modulo, currencyAssumed: 0 } },
  opening: null,
  closing: null,
  ways: [],
  mayRest: false,
  rows: namedRows(chain),
  first: null,
  last: null
})

const withShare = (chain: ChainCheck, shared: SharedChain): ChainCheck => {
  const { assumed, closing, first, last, opening } = shared
  return {
    ...chain,
    verdict: { ...chain.verdict, modulo: { ...chain.verdict.modulo, currencyAssumed: assumed } },
    opening,
    closing,
    ways: [{ opening, closing, outOfTime: false }],
    mayRest: false,
    silent: null,
    rows: namedRows(chain) + assumed,
    days: daysOf(chain, shared),
    first,
    last
  }
}

/**
 * Between the first day and the last the balance is not told, and where that is open behind the last one neither. Days beyond them are
 * of rows without a balance or not confirmed, which are in no share; where there are none, of rows that another chain takes this time.
 */
const daysOf = (
  { days, verdict: { modulo } }: ChainCheck,
  { closing, first, isOpen, last, isOpenBefore }: SharedChain
): ReadonlyArray<DayEnd> => {
  const [firstDay, lastDay] = [dayOfLocalTime(first.localTime), dayOfLocalTime(last.localTime)]
  const mayBeOwn = modulo.noBalance + modulo.unconfirmed > 0
  const isOwn = (day: Day): boolean => mayBeOwn || (day >= firstDay && day <= lastDay)
  const own = days.flatMap(({ day, hasRows }) => (hasRows && isOwn(day) ? day : []))
  const eve = days.find(({ day, hasRows }) => !hasRows && day === addDays(own[0] ?? firstDay, -1))
  const inner = new Set([...own, firstDay])
  return [
    // What its own rows say of the eve may not be so with those that were given to it.
    ...(eve === undefined
      ? isOpenBefore
        ? [{ ...openEnd(addDays(firstDay, -1), "no-currency"), hasRows: false }]
        : []
      : [{ ...eve, passages: [], open: eve.open === "no-balance" ? eve.open : "no-currency" as const }]),
    ...[...inner].filter((day) => day < lastDay).sort((left, right) => left - right)
      .map((day) => openEnd(day, "no-currency")),
    isOpen ? openEnd(lastDay, "no-currency") : knownEnd(lastDay, closing),
    ...[...inner].filter((day) => day > lastDay).sort((left, right) => left - right)
      .map((day) => openEnd(day, "no-balance"))
  ]
}

/** Rows that no currency takes: no balance of theirs is believed. */
const undecided = (chains: ReadonlyArray<ChainCheck>): ChainCheck => ({
  ...blank,
  verdict: {
    ...blank.verdict,
    kind: "ambiguous",
    rows: [...new Set(chains.flatMap(({ first, last }) => [first?.txnId ?? [], last?.txnId ?? []].flat()))]
  },
  rows: chains.reduce((sum, { rows }) => sum + rows, 0)
})

/** A chain of which nobody knows from a day on whether it or another leads to what comes behind it. */
export const untold = (chain: ChainCheck, from: number): ChainCheck => ({
  ...chain,
  days: chain.days.map((
    end,
    index
  ) => (index < from ? end : { ...openEnd(end.day, "no-currency"), hasRows: end.hasRows }))
})
