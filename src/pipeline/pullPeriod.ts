/**
 * Which days of a wallet a pull is about: those asked for, or those behind what was loaded before.
 */
import { Option, Schema } from "effect"
import { addDays, type Day, dayFromNumber, formatDay, make, outside, type Period } from "../domain/Period.ts"
import { WalletNo } from "../domain/Wallet.ts"
import { pullCommand } from "./pullCommand.ts"

/** A pull was asked for without a first day, and no day of the wallet was loaded before. */
export class NothingToGoOnFrom extends Schema.TaggedError<NothingToGoOnFrom>()("NothingToGoOnFrom", {
  walletNo: WalletNo
}) {
  override get message(): string {
    return `Wallet ${this.walletNo} was not pulled before, so there is no day to go on from: say the first with ` +
      `${pullCommand(this.walletNo, "YYYY-MM-DD")}; other wallets go on without it.`
  }
}

/** The last day asked for lies before the first. */
export class DaysReversed extends Schema.TaggedError<DaysReversed>()("DaysReversed", {
  from: Schema.String,
  to: Schema.String
}) {
  override get message(): string {
    return `The last day, ${this.to}, lies before the first, ${this.from}: exchange --from and --to.`
  }
}

/** The first day asked for lies behind today, with which a pull ends that was given no last day; both as `YYYY-MM-DD`. */
export class DaysAhead extends Schema.TaggedError<DaysAhead>()("DaysAhead", {
  from: Schema.String,
  today: Schema.String
}) {
  override get message(): string {
    return `The first day, ${this.from}, has not come yet: without --to a pull ends with today, which is ${this.today} in ` +
      "WALLET_STATEMENT_TIME_ZONE. Give an earlier --from, or a --to that is not before it."
  }
}

/** Why there are no days that a pull could be about. */
export type PeriodError = NothingToGoOnFrom | DaysReversed | DaysAhead

/** What was asked for, and what is known. */
export interface PeriodQuestion {
  readonly walletNo: WalletNo
  /** The first day that is asked for, whatever is loaded. */
  readonly from: Option.Option<Day>
  /** The day with which the wallet begins, where that is known: it is asked for as far as it is not loaded. */
  readonly begins: Option.Option<Day>
  readonly to: Option.Option<Day>
  /** Days before the end of what was loaded that are read once more, for late and changed rows. */
  readonly lookbackDays: number
  /** How far the wallet was loaded; none where its first day is not complete, and not cut off either. */
  readonly reach: Option.Option<Period>
  /** The first day that was loaded. */
  readonly loadedFrom: Option.Option<Day>
  /** The first day that an earlier run was asked for which loaded nothing. */
  readonly askedFrom: Option.Option<Day>
  /** The present day on the service's wall clock. */
  readonly today: Day
}

/**
 * The days to pull; undefined when the wallet is complete up to the last day asked for, or begins behind it. No day is complete that is not
 * over: one that counts as such was loaded by a clock that was ahead.
 */
export const pullPeriod = (question: PeriodQuestion): Period | undefined | PeriodError => {
  const to = Option.getOrElse(question.to, () => question.today)
  if (Option.isSome(question.from)) {
    const from = question.from.value
    return make(from, to) ?? (Option.isNone(question.to)
      ? new DaysAhead({ from: formatDay(from), today: formatDay(to) })
      : new DaysReversed({ from: formatDay(from), to: formatDay(to) }))
  }
  if (Option.isNone(question.loadedFrom) && Option.isSome(question.begins)) return make(question.begins.value, to)
  if (Option.isNone(question.loadedFrom)) {
    const asked = Option.getOrUndefined(Option.map(question.askedFrom, (from) => make(from, to)))
    return asked ?? new NothingToGoOnFrom({ walletNo: question.walletNo })
  }
  const { loadedFrom: { value: loadedFrom }, today } = question
  if (Option.isNone(question.reach)) return make(loadedFrom < today ? loadedFrom : today, to)
  const { from, to: reached } = question.reach.value
  const last = Math.min(reached, addDays(today, -1))
  const next = addDays(dayFromNumber(last), 1 - question.lookbackDays)
  const first = Math.min(from, today)
  return make(next < first ? dayFromNumber(first) : next, to)
}

/** What a pull is about, and which days before these were never loaded though the wallet has begun. */
export interface PulledDays {
  readonly period: Period
  readonly neverLoaded: ReadonlyArray<Period>
}

/** The same, with the days that were never loaded from where the wallet begins to there; `loaded` is what was. */
export const pulledDays = (
  question: PeriodQuestion,
  loaded: ReadonlyArray<Period>
): PulledDays | undefined | PeriodError => {
  const period = pullPeriod(question)
  if (period !== undefined && "_tag" in period) return period
  const { begins, from, to, today } = question
  const before = period === undefined ? Option.getOrElse(to, () => today) : addDays(period.from, -1)
  const all = Option.isNone(begins) || Option.isSome(from) ? undefined : make(begins.value, before)
  const open = all === undefined ? [] : outside([all], loaded)
  if (period !== undefined) return { period, neverLoaded: open }
  const last = open.at(-1)
  return last === undefined ? undefined : { period: last, neverLoaded: open.slice(0, -1) }
}
