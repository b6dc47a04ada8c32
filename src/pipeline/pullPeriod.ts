/**
 * Which days of a wallet a pull is about: those asked for, or from the watermark on.
 */
import { Option, Schema } from "effect"
import { addDays, type Day, dayFromNumber, formatDay, make, type Period } from "../domain/Period.ts"
import { WalletNo } from "../domain/Wallet.ts"

/** A pull was asked for without a first day, and the wallet has no watermark to go on from. */
export class NothingToGoOnFrom extends Schema.TaggedError<NothingToGoOnFrom>()("NothingToGoOnFrom", {
  walletNo: WalletNo
}) {
  override get message(): string {
    return `Wallet ${this.walletNo} was not pulled before, so there is no day to go on from: say the first with --from YYYY-MM-DD.`
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

/** What was asked for, and what is known. */
export interface PeriodQuestion {
  readonly walletNo: WalletNo
  readonly from: Option.Option<Day>
  readonly to: Option.Option<Day>
  /** Days before the end of the watermark that are read once more, for late and changed rows. */
  readonly lookbackDays: number
  readonly watermark: Option.Option<Period>
  /** The present day on the service's wall clock. */
  readonly today: Day
}

/**
 * The days to pull; undefined when the wallet is complete up to the last day asked for. No day is complete that is not
 * over: a watermark that says so was made by a clock that was ahead.
 */
export const pullPeriod = (question: PeriodQuestion): Period | undefined | NothingToGoOnFrom | DaysReversed => {
  const to = Option.getOrElse(question.to, () => question.today)
  if (Option.isSome(question.from)) {
    const from = question.from.value
    return make(from, to) ?? new DaysReversed({ from: formatDay(from), to: formatDay(to) })
  }
  if (Option.isNone(question.watermark)) return new NothingToGoOnFrom({ walletNo: question.walletNo })
  const { watermark: { value: complete }, today } = question
  const last = Math.min(complete.to, addDays(today, -1))
  const next = addDays(dayFromNumber(last), 1 - question.lookbackDays)
  const first = Math.min(complete.from, today)
  return make(next < first ? dayFromNumber(first) : next, to)
}
