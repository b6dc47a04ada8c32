/**
 * Knows what is true, looks at everything that is committed and reported, and complains about what is wrong. It has
 * nothing in common with the program's planner, difference and continuity.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayAt, dayText } from "../calendar.ts"
import type { Order } from "../Order.ts"
import type { Patience, Scenario } from "../Scenario.ts"
import type { Answer, Service } from "../Service.ts"
import { claimsIn, isPlain } from "../ServiceDays.ts"
import { maxWithdrawalsOf } from "../settings.ts"
import type { Story } from "../Story.ts"
import type { Committed } from "../WatchedSink.ts"
import type { Ledger, World } from "../World.ts"
import { given } from "./balances.ts"
import { checkCap, mayLookCapped } from "./caps.ts"
import { checkCommit, checkWatermark } from "./commits.ts"
import { checkContents } from "./contents.ts"
import { checkServiceDays } from "./days.ts"
import { checkDropped } from "./dropped.ts"
import { Replay, type WrittenEvent } from "./events.ts"
import { checkJoining } from "./joinings.ts"
import { ProvenMonths } from "./months.ts"
import { checkQuarantine } from "./quarantine.ts"
import { askedOf, reachOf } from "./reach.ts"
import { checkReport, checkRun, type Ended, type Ending, isUnbroken } from "./reports.ts"
import { checkRetry } from "./retries.ts"
import { checkSums, type Summary } from "./sums.ts"
import type { Ends } from "./verdicts.ts"
import { type StoredRow, WalletModel } from "./WalletModel.ts"
import type { Days, WalletRun } from "./WalletRun.ts"
import { checkWire } from "./wire.ts"
import { checkHeld } from "./withdrawals.ts"

/** What a sink holds behind a run. */
export interface Holdings {
  readonly rows: ReadonlyMap<string, ReadonlyArray<StoredRow>>
  readonly quarantine: ReadonlyMap<string, ReadonlyArray<{ readonly rawText: string; readonly day: number | null }>>
  readonly held: ReadonlyMap<string, ReadonlyArray<{ readonly id: string; readonly leg: number }>>
  readonly watermarks: ReadonlyMap<string, { readonly from: number; readonly to: number }>
  /** Those since the last look. */
  readonly events: ReadonlyArray<WrittenEvent>
  /** Null when the sink makes none. */
  readonly summaries: ReadonlyMap<string, ReadonlyArray<Summary>> | null
}

/** Watches the runs of one seed. */
export class Oracle {
  run = 0
  private readonly models = new Map<string, WalletModel>()
  private readonly replay = new Replay()
  private readonly months = new ProvenMonths()
  private wallets = new Map<string, WalletRun>()
  private watermarks: Holdings["watermarks"] = new Map()
  private startedAt = 0
  private order: Order | undefined
  private patience: Patience
  private readonly scenario: Scenario
  private readonly ledgers: ReadonlyMap<string, Ledger>
  private readonly service: Service
  private readonly story: Story
  private readonly now: () => number

  constructor(scenario: Scenario, world: World, service: Service, story: Story, now: () => number) {
    this.scenario = scenario
    this.patience = scenario.patience
    this.service = service
    this.story = story
    this.now = now
    this.ledgers = new Map(world.ledgers.map((ledger) => [ledger.walletNo, ledger]))
    for (const walletNo of this.ledgers.keys()) this.models.set(walletNo, new WalletModel())
  }

  /** A run is about to begin, on a machine whose clock may be wrong. */
  expectRun(order: Order, patience: Patience, endsOf: (walletNo: string) => Ends): void {
    this.patience = patience
    this.run++
    this.order = order
    this.startedAt = this.now()
    const today = dayAt(this.scenario.zone, this.startedAt + (order.aheadMillis ?? 0))
    this.wallets = new Map(
      [...this.models].map(([walletNo, model]) => {
        const reach = reachOf(model, this.watermarks.get(walletNo))
        const asked = askedOf(order, reach, today, model.askedFrom)
        const currency = this.ledgers.get(walletNo)?.reading.currency ?? null
        const ask = order.retry === undefined ? this.askText(order, asked, currency, endsOf(walletNo)) : null
        const isSame = asked !== null && ask !== null && model.finishedAsk === ask
        const spared = new Set<number>()
        if (isSame) { for (let day = asked.from; day <= asked.to && model.finished.has(day); day++) spared.add(day) }
        return [walletNo, {
          walletNo,
          model,
          currency,
          asked,
          wasLoaded: reach !== undefined,
          ask,
          spared,
          stopped: new Set(model.stopped),
          balances: new Map([...model.balances, ...given(order.from, order.to, endsOf(walletNo))]),
          held: model.heldDays,
          commits: [],
          brought: new Map()
        }]
      })
    )
  }

  /** The sink has taken note of the run: from now on it counts as the last one. */
  onBegin(): void {
    for (const { ask, asked, model } of this.wallets.values()) {
      if (asked !== null && this.order?.from === asked.from) model.askedFrom = asked.from
      if (model.finishedAsk !== ask || ask === null) model.finished = new Set()
      model.finishedAsk = ask
    }
  }

  /** A window was committed. */
  onCommit(committed: Committed): void {
    const { outcome, window } = committed
    const { check, complete, days, walletNo } = window
    const wallet = this.wallets.get(walletNo)
    if (wallet === undefined) return this.story.complain(`${walletNo}: nobody asked for this wallet`)
    const what = `${walletNo} ${dayText(days.from)}..${dayText(days.to)}${complete ? "" : " cut off"}`
    this.story.tell(() => `committed ${what}, ${check.verdict}: ${JSON.stringify(outcome)}`)
    this.story.count("window committed")
    this.months.onCommit(window)
    // What was given is kept with the first window.
    wallet.model.balances = wallet.balances
    if (window.origin === "joining") return checkJoining(committed, this.story)
    if (window.origin === "quarantine") {
      const policy = this.order?.retry ?? this.scenario.policy
      const { currency } = wallet
      return checkRetry({ model: wallet.model, committed, policy, currency, run: this.run, story: this.story })
    }
    const { dateBounds } = claimsIn(this.scenario, this.run)
    const maxWithdrawals = maxWithdrawalsOf(this.scenario, this.order)
    checkCommit({
      scenario: { ...this.scenario, dateBounds, maxWithdrawals },
      story: this.story,
      model: wallet.model,
      answer: this.service.answers.get(window.receipt.sha256),
      committed,
      run: this.run,
      mayAccept: this.order?.accepts === true,
      brought: wallet.brought,
      now: this.now(),
      answers: this.answersOfRun()
    })
    wallet.commits.push({ ...committed, at: this.now() })
    wallet.model.untold(days)
  }

  /** A run has ended in some way; gives how many events it left. */
  onEnd(ending: Ending, holdings: Holdings): number {
    const { order, patience, scenario, service, story } = this
    if (order === undefined) return 0
    checkWire({ attempts: service.attempts, wallets: this.wallets }, patience, story)
    const rowsOf = (walletNo: string): ReadonlyArray<StoredRow> => holdings.rows.get(walletNo) ?? []
    for (const wallet of this.wallets.values()) {
      const { model, spared, walletNo } = wallet
      checkContents({ walletNo, model, stored: rowsOf(walletNo), run: this.run, spared, story })
      checkHeld(walletNo, model, holdings.held.get(walletNo) ?? [], story)
      checkQuarantine(wallet, holdings.quarantine.get(walletNo) ?? [], story)
      checkWatermark(holdings.watermarks.get(walletNo), { model, now: this.now(), scenario, story }, walletNo)
      if (ending._tag !== "Ended") {
        model.mayBeBroken = true
        continue
      }
      const report = ending.result.report.wallets.find((each) => each.wallet === walletNo)
      if (report === undefined) story.complain(`${walletNo}: not in the report`)
      else this.checkWallet(wallet, report, ending, holdings)
      model.mayBeBroken = report === undefined || !isUnbroken(report)
      if (report?.error === null && report.requests > 0) model.stopped.clear()
      model.finished = new Set()
      model.finishedAsk = null
    }
    checkRun({
      ending,
      order,
      patience,
      story,
      startedAt: this.startedAt,
      now: this.now(),
      attempts: service.attempts
    })
    this.watermarks = holdings.watermarks
    this.months.onEnd(holdings.rows)
    for (const [walletNo, summaries] of holdings.summaries ?? []) {
      checkSums(walletNo, summaries, rowsOf(walletNo), holdings.quarantine.get(walletNo)?.length ?? 0, story)
    }
    const contents = new Map(
      [...this.models.keys()].map((walletNo) => [walletNo, rowsOf(walletNo).map(({ content }) => content)] as const)
    )
    return this.replay.check(holdings.events, contents, story)
  }

  /** How many rows of a wallet are held since a run before the one given, or at all. */
  heldRows(walletNo: string, before = this.run + 1): number {
    return [...this.models.get(walletNo)?.held.values() ?? []].filter(({ run }) => run < before).length
  }

  /** Whether some day of a wallet is known from a cut-off answer only. */
  hasCutOffDay(walletNo: string): boolean {
    return [...this.models.get(walletNo)?.days.values() ?? []].some(({ isCutOff }) => isCutOff)
  }

  /** Whether a wallet has days before some day; before none when it is null. */
  hasDayBefore(walletNo: string, day: number | null): boolean {
    return day !== null && [...this.models.get(walletNo)?.days.keys() ?? []].some((each) => each < day)
  }

  /** Whether the last run loaded days behind some day, around a gap that reaches into the present one. */
  hasLoadedBehind(walletNo: string, day: number): boolean {
    return this.wallets.get(walletNo)?.commits.some(({ window }) => window.days.to > day) === true
  }

  /** The day on which the run began by the service's clock or the machine's, the earlier one: of it and later ones nothing is claimed. */
  private earliestToday(): number {
    return dayAt(this.scenario.zone, this.startedAt + Math.min(0, this.order?.aheadMillis ?? 0))
  }

  private answersOfRun(): ReadonlyArray<Answer> {
    return [...this.service.answers.values()].filter(({ run }) => run === this.service.run)
  }

  private checkWallet(wallet: WalletRun, report: WalletReport, { result }: Ended, holdings: Holdings): void {
    const stored = holdings.rows.get(wallet.walletNo) ?? []
    const seen = { wallet, report, stored, answers: this.answersOfRun(), story: this.story }
    this.months.check(report, stored, this.story)
    checkDropped({
      ...seen,
      zone: this.scenario.zone,
      behindMillis: Math.max(0, -(this.order?.aheadMillis ?? 0))
    })
    checkCap({
      wallet,
      report,
      story: this.story,
      scenario: this.scenario,
      isFirst: !this.watermarks.has(wallet.walletNo),
      today: this.earliestToday()
    })
    checkServiceDays({
      ...seen,
      scenario: this.scenario,
      run: this.run,
      policy: this.order?.policy ?? this.scenario.policy,
      today: this.earliestToday()
    })
    checkReport({
      ...seen,
      failure: result.failures.find(({ walletNo }) => walletNo === wallet.walletNo)?.error,
      attempts: this.service.attempts,
      openRecords: holdings.quarantine.get(wallet.walletNo)?.length ?? 0,
      watermark: holdings.watermarks.get(wallet.walletNo),
      order: this.order,
      today: dayAt(this.scenario.zone, this.now() + (this.order?.aheadMillis ?? 0)),
      mayReachBack: mayLookCapped(this.scenario),
      // Old answers look as if days began elsewhere.
      mayBeginBefore: !isPlain(this.scenario) || (this.scenario.weather.poor ?? 0) > 0,
      remainingMillis: this.startedAt + this.patience.runTimeoutMillis - this.now()
    })
  }

  /** What has to be the same for a run to go on where another was interrupted; null when it goes on from what was loaded. */
  private askText(
    { from, policy = this.scenario.policy }: Order,
    asked: Days | null,
    currency: string | null,
    { closing, opening }: Ends
  ): string | null {
    if (from === null || asked === null) return null
    const { dateBounds, dayStart } = claimsIn(this.scenario, this.run)
    const rules = [policy, currency, dateBounds, dayStart, `${opening}..${closing}`]
    return `${asked.from}..${asked.to} ${rules.join(" ")}`
  }
}
