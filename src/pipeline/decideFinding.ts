/**
 * Keeps what somebody decided about a finding: in a window of its own, which has no rows and asked for nothing, and is kept and
 * hashed as the others are. So nobody can accept a finding, or take that back, unseen.
 */
import { Clock, Effect } from "effect"
import type { DecisionDeclaration } from "../domain/Declaration.ts"
import { daysOf, type Finding } from "../domain/Finding.ts"
import { maskCards } from "../domain/maskCards.ts"
import * as Money from "../domain/Money.ts"
import * as Rows from "../domain/Rows.ts"
import { Currency, type WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { newRunId } from "./newRunId.ts"
import { receiptOfText } from "./receiptOfText.ts"

/** What somebody decides, and why; nobody has to say why a finding is reopened. */
export interface Decided {
  readonly decision: DecisionDeclaration["decision"]
  readonly by: string
  readonly reason: string | null
}

/** Commits a decision about a finding of a wallet of which windows are stored; what looks like a card's number is masked in it. */
export const decideFinding = Effect.fn("decideFinding")(
  function*(
    walletNo: WalletNo,
    finding: Finding,
    { by, decision, reason }: Decided
  ): Effect.fn.Return<void, SinkError, Sink> {
    const sink = yield* Sink
    const now = yield* Clock.currentTimeMillis
    const last = (yield* sink.windows(walletNo)).at(-1)
    const days = daysOf(finding) ?? last?.days
    if (days === undefined) return yield* Effect.die(new Error("a finding is of a wallet without a window"))
    yield* sink.commit({
      runId: yield* newRunId(now),
      walletNo,
      days,
      asked: days,
      complete: false,
      kept: [],
      lastSettledDay: last?.lastSettledDay ?? days.to,
      rows: Rows.none,
      rejections: [],
      resolves: [],
      origin: "decision",
      check: {
        verdict: "unanchored",
        openingBalance: null,
        closingBalance: null,
        debitTotal: Money.zero,
        creditTotal: Money.zero,
        positions: []
      },
      receipt: receiptOfText({ walletNo, days, texts: [], duplicates: 0, requestedAt: now }),
      continuity: [],
      gaps: [],
      proofs: yield* sink.proofs(walletNo),
      declarations: [{
        kind: "decision",
        decision,
        finding: finding.id,
        findingKind: finding.kind,
        days,
        currency: finding.currency === null ? null : Currency.make(finding.currency),
        amount: finding.amount === null ? null : amountOf(finding.amount),
        count: finding.count,
        by: maskCards(by),
        reason: reason === null ? null : maskCards(reason),
        at: now
      }]
    })
  }
)

/** The amount as `Money.format` wrote it, of however many digits. */
const amountOf = (text: string): Money.Money => {
  const [whole = "", fraction = ""] = text.split(".")
  return Money.fromTenThousandths(BigInt(`${whole}${fraction.padEnd(Money.scale, "0")}`))
}
