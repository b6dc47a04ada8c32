/**
 * The stage that asks the balances: is the window whole, in which order do its rows stand, and does it meet what the
 * sink holds before and after it.
 *
 * It looks at what the sink holds when a window passes, so a window has to be given to the sink before the next one
 * passes: nothing that runs ahead may stand between this stage and the sink.
 */
import { Duration, Effect, Option, Stream } from "effect"
import type { ChainCheck } from "../continuity/chain/Continuity.ts"
import { judge } from "../continuity/wallet/judge.ts"
import type { KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import * as WalletContinuity from "../continuity/wallet/WalletContinuity.ts"
import type { Declaration } from "../domain/Declaration.ts"
import type { Money } from "../domain/Money.ts"
import { add, subtract, zero } from "../domain/Money.ts"
import { overlap, type Period, same } from "../domain/Period.ts"
import type { Proof } from "../domain/Proof.ts"
import * as Rows from "../domain/Rows.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { rowCount } from "../domain/Window.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { daysOverAfter } from "../sink/plan/Watermark.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { balancesOf } from "./anchorsOf.ts"
import { continuityOfEntry, entryOfContinuity } from "./continuityRecord.ts"
import { acceptanceOf, decideWithdrawals } from "./decideWithdrawals.ts"
import type { CheckedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import { answeredDays } from "./judgeWallet.ts"
import * as KnownAnswer from "./KnownAnswer.ts"
import type { Stage } from "./Pipeline.ts"
import { monthsToDeclare } from "./ProvenMonths.ts"
import { currencyGiven, settingsText } from "./readingRules.ts"
import { rowsLeft } from "./rowsLeft.ts"
import * as WalletHistory from "./WalletHistory.ts"
import { examineRows } from "./WindowEvidence.ts"

/** Checks windows by themselves and against their neighbours. */
export const checkWindows: Stage<NormalisedWindow, CheckedWindow, SinkError, Sink | PullSettings> = (input) =>
  Stream.unwrap(Effect.map(PullSettings, (settings) => {
    const jitter = Duration.toSeconds(settings.clockJitter)
    const wallets = new Map<WalletNo, Known>()
    return Stream.mapEffect(
      input,
      Effect.fnUntraced(function*(window: NormalisedWindow) {
        yield* Effect.yieldNow
        const { days, walletNo } = window
        const met = wallets.get(walletNo)
        const known = met ?? (yield* knownOf(settings, walletNo))
        const { balances, history } = known
        const withdrawals = yield* decideWithdrawals(window, history)
        const { kept } = withdrawals
        // The days are then not what the answer says they are.
        const own = kept.length > 0 ? null : window.rows.answer
        const mark = own ?? KnownAnswer.capMark(window.cap)
        const left = window.complete
          ? kept.map(({ transaction }) => transaction)
          : rowsLeft(window, yield* (yield* Sink).rowsOf(walletNo, days))
        const stored = Rows.from(left)
        const rows = Rows.concat([window.rows, stored])
        const examined = examineRows({
          period: days,
          rows,
          jitter,
          truncated: window.origin === "service" ? !window.complete : isCutOff(history, days)
        }, currencyGiven(settings, walletNo) === null ? stored : rows)
        const others = yield* WalletHistory.leftovers(history, walletNo, days)
        const entries = [...others, examined.check].sort((one, other) => one.period.from - other.period.from)
        const written = entries.map(entryOfContinuity)
        // What is read back from the record is small; the check itself would keep the whole page's text in memory.
        const checks = written.flatMap((entry) => Option.toArray(continuityOfEntry(entry)))
        const next = WalletHistory.replace(history, checks)
        const currencies = WalletContinuity.currenciesOf(next)
        // A currency met for the first time may be that of any row that names none.
        const isNew = currencies.length !== WalletContinuity.currenciesOf(history).length
        const judged = WalletHistory.gapsAround(next, spanOf(isNew ? next : entries, days), balances)
        const declarations = [...(met === undefined ? known.declarations : []), ...acceptanceOf(withdrawals)]
        const over = daysOverAfter(known.over, window)
        const proofs = declarations.length > 0 || isToBeProven(window, next, judged, known)
          ? judge(next, balances, window.lastSettledDay, over).proofs
          : known.proofs
        wallets.set(walletNo, { ...known, history: next, over, proofs })
        const record = written.find((entry) => same(entry.days, days))?.record ?? null
        const answer = mark === null || mark.repeats !== undefined
          ? mark
          : { ...mark, answer: KnownAnswer.withRecord(mark.answer, record) }
        const checked: CheckedWindow = {
          ...committedOf(window),
          rows: { ...window.rows, answer },
          check: summaryOf(examined, rowCount(window), left, currencies),
          kept: kept.map(({ leg, transaction }, index) => ({
            leg,
            transaction,
            place: examined.places[rowCount(window) + index] ?? null
          })),
          continuity: written,
          gaps: judged.gaps,
          judged: judged.days,
          declarations,
          proofs
        }
        return checked
      })
    )
  }))

/** What of a window goes to the sink as it is. */
const committedOf = (
  { asked, complete, days, lastSettledDay, origin, receipt, rejections, resolves, runId, walletNo }: NormalisedWindow
) => ({ asked, complete, days, lastSettledDay, origin, receipt, rejections, resolves, runId, walletNo })

/** What is known of a wallet when a window passes. */
interface Known {
  readonly history: WalletHistory.WalletHistory
  /** The days that were over when they were loaded. */
  readonly over: ReadonlyArray<Period>
  readonly balances: ReadonlyArray<KnownBalance>
  /** What its first window declares. */
  readonly declarations: ReadonlyArray<Declaration>
  readonly proofs: ReadonlyArray<Proof>
}

/** Settings and balances are declared when they are not those that were declared before. */
const knownOf = Effect.fnUntraced(
  function*(settings: PullSettings["Service"], walletNo: WalletNo): Effect.fn.Return<Known, SinkError, Sink> {
    const sink = yield* Sink
    const text = settingsText(settings, walletNo)
    const isDeclared = Option.getOrNull(yield* sink.declaredSettings(walletNo)) === text
    const history = yield* WalletHistory.load(walletNo, Duration.toSeconds(settings.clockJitter))
    const { balances, undeclared } = yield* balancesOf(settings, walletNo, WalletContinuity.currenciesOf(history))
    return {
      history,
      over: answeredDays(yield* sink.windows(walletNo)).over,
      balances,
      declarations: [
        ...(isDeclared ? [] : [{ kind: "settings" as const, text }]),
        ...undeclared,
        ...(yield* monthsToDeclare(walletNo))
      ],
      proofs: yield* sink.proofs(walletNo)
    }
  }
)

/** A history of so many windows is judged as a whole with each of them. */
const fewWindows = 64

/**
 * Whether a window's proofs are to be worked out of the whole history. While a long one is loaded, what was proven before
 * stays so unless a window brings doubt, and each fewWindows-th of them tells how far it is by now.
 */
const isToBeProven = (
  { asked, days, lastSettledDay }: NormalisedWindow,
  next: WalletHistory.WalletHistory,
  { gaps }: WalletHistory.JudgedGaps,
  { history, over }: Known
): boolean =>
  // A later answer may show that days were not over.
  over.some(({ to }) => to > lastSettledDay) || next.length <= fewWindows || next.length % fewWindows === 0 ||
  days.to >= asked.to || gaps.length > 0 ||
  history.some(({ period }) => period.from > days.to)

const spanOf = (entries: WalletHistory.WalletHistory, days: Period): Period => ({
  from: entries[0]?.period.from ?? days.from,
  to: entries.at(-1)?.period.to ?? days.to
})

const isCutOff = (history: WalletHistory.WalletHistory, days: Period): boolean =>
  history.some(({ period, truncated }) => truncated && overlap(period, days) !== undefined)

/**
 * The summary of the rows examined, of which the first are the window's own and the others are stored: its places and
 * totals are of its own rows.
 */
const summaryOf = (
  examined: WalletContinuity.ExaminedWindow,
  own: number,
  others: ReadonlyArray<Transaction>,
  currencies: ReadonlyArray<Currency>
): CheckedWindow["check"] => {
  const { check } = examined
  const { chains } = check
  const [only] = chains.length === 1 ? chains : []
  return {
    verdict: WalletContinuity.joinWindows([check], [], currencies).verdict.kind,
    openingBalance: only?.opening ?? null,
    closingBalance: only?.closing ?? null,
    debitTotal: subtract(total(chains, (chain) => chain.debit), sumOf(others, "Debit")),
    creditTotal: subtract(total(chains, (chain) => chain.credit), sumOf(others, "Credit")),
    positions: examined.places.slice(0, own)
  }
}

const total = (chains: ReadonlyArray<ChainCheck>, part: (chain: ChainCheck) => Money): Money =>
  chains.map(part).reduce(add, zero)

const sumOf = (rows: ReadonlyArray<Transaction>, type: Transaction["type"]): Money =>
  rows.filter((row) => row.type === type).map(({ amount }) => amount).reduce(add, zero)
