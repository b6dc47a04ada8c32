/**
 * Counts what happens to one wallet during a run, for its report.
 */
import type { Doubt, Finding } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { type Day, formatDayOrNull } from "../domain/Period.ts"
import { nothingStored, provenDays } from "../domain/Proof.ts"
import type { GapReport, WalletReport } from "../domain/RunReport.ts"
import type { ZoneClock } from "../domain/ServiceTime.ts"
import { type Gap, nothingAssumed } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { HeldRow, QuarantinedRecord } from "../sink/Sink.ts"
import type { StatementError } from "../statement/StatementError.ts"
import type { TransportEvent } from "../transport/TransportObserver.ts"
import type { WalletJudgement } from "./judgeWallet.ts"
import { LoadedDays } from "./LoadedDays.ts"
import type { Committed, PullEvent } from "./PullObserver.ts"
import { withdrawalNotes } from "./withdrawalNotes.ts"

/** The running counts of a wallet; one for each wallet of a run. */
export class WalletTally {
  private readonly rows = {
    fetched: 0,
    inserted: 0,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    returned: 0,
    quarantined: 0
  }
  private readonly committed = new LoadedDays()
  private readonly withdrawn = { few: new Array<Day>(), accepted: new Array<Day>(), sources: new Set<string>() }
  /** What speaks against the wallet by what the run saw, and by nothing that is stored. */
  readonly noticed: Array<Doubt> = []
  private readonly notes: Array<string> = []
  private requests = 0
  /** Whether the last request that was asked for went out, where the transport tells. */
  private lastIsOut = false
  private retries = 0
  private logins = 0
  private windows = 0
  readonly walletNo: WalletNo

  constructor(walletNo: WalletNo) {
    this.walletNo = walletNo
  }

  /** Counts what the pull tells. */
  onPullEvent(event: PullEvent): void {
    if (event._tag === "Asked") {
      this.requests++
      this.lastIsOut = false
    } else if (event._tag === "Committed") this.onCommitted(event)
    else if (event._tag === "Withdrawing") {
      this.withdrawn.few.push(...event.few)
      this.withdrawn.accepted.push(...event.accepted)
      for (const source of event.sources) this.withdrawn.sources.add(source)
    } else if (event._tag === "Noticed") this.noticed.push(event.finding)
    else if (event._tag === "Remarked") this.notes.push(event.note)
  }

  /** Days that are committed a second time, around a gap, bring only what is new among them. */
  private onCommitted({ days, outcome, rows }: Committed): void {
    const again = this.committed.hasAny(days)
    this.committed.add(days)
    this.windows++
    this.rows.fetched += again ? outcome.inserted + outcome.returned : rows + outcome.quarantined
    this.rows.inserted += outcome.inserted
    this.rows.changed += outcome.changed
    this.rows.unchanged += again ? 0 : outcome.unchanged
    this.rows.withdrawn += outcome.withdrawn
    this.rows.returned += outcome.returned
    this.rows.quarantined += again ? 0 : outcome.quarantined
  }

  /** Counts what the transport tells. */
  onTransportEvent(event: TransportEvent): void {
    if (event._tag === "Retrying") this.retries++
    else if (event._tag !== "Requesting") return
    else if (event.path.endsWith("/auth/login")) this.logins++
    else this.lastIsOut = true
  }

  /** A request that brought nothing may not have gone out: it needs a token and a signature first. */
  onUnanswered({ reason: { _tag } }: StatementError): void {
    const isBefore = _tag === "AuthError" || _tag === "SignerError" || _tag === "RequestInvalid"
    if (isBefore && !this.lastIsOut) this.requests--
  }

  /** The wallet's part of the run report. */
  report(known: {
    /** Null when nothing is stored of the wallet. */
    readonly judgement: WalletJudgement | null
    /** The service's clock, to give the times of gaps as instants. */
    readonly clock: ZoneClock
    readonly firstDay: WalletReport["firstDay"]
    readonly truncatedDays: ReadonlyArray<string>
    readonly watermark: WalletReport["watermark"]
    readonly quarantined: ReadonlyArray<QuarantinedRecord>
    readonly held: ReadonlyArray<HeldRow>
    readonly findings: ReadonlyArray<Finding>
    /** Whether the run was told to accept what earlier ones held. */
    readonly mayAccept: boolean
    readonly error: string | null
  }): WalletReport {
    const { proofs = [], verdict = null } = known.judgement ?? {}
    return {
      wallet: this.walletNo,
      verdict: verdict?.kind ?? "unanchored",
      modulo: verdict?.modulo ?? nothingAssumed,
      remark: known.judgement?.remark ?? nothingStored,
      doubtful: verdict?.rows ?? [],
      firstDay: known.firstDay,
      watermark: known.watermark,
      ...provenDays(proofs),
      proofs: proofs.map(({ currency, from, openingKnown, quietSince, to }) => ({
        currency,
        from: formatDayOrNull(from),
        to: formatDayOrNull(to),
        quietSince: formatDayOrNull(quietSince),
        openingKnown
      })),
      rows: { ...this.rows },
      requests: this.requests,
      retries: this.retries,
      logins: this.logins,
      windows: this.windows,
      gaps: (verdict?.gaps ?? []).map((gap) => toGapReport(gap, known.clock)),
      truncatedDays: known.truncatedDays,
      quarantineOpen: known.quarantined.length,
      held: known.held.length,
      findings: known.findings,
      notes: [...withdrawalNotes(this.withdrawn, known.mayAccept), ...this.notes],
      error: known.error
    }
  }
}

const toGapReport = (gap: Gap, clock: ZoneClock): GapReport => ({
  after: gap.afterTxnId,
  before: gap.beforeTxnId,
  from: instantText(gap.from, clock),
  to: instantText(gap.to, clock),
  missing: Money.format(gap.missing),
  currency: gap.currency
})

const instantText = (localTime: number | null, clock: ZoneClock): string | null =>
  localTime === null ? null : new Date(clock.resolve(localTime).instant).toISOString()
