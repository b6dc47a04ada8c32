/**
 * Keeps what somebody decided about a finding: in a window of its own, which has no rows and asked for nothing, and is kept and
 * hashed as the others are. So nobody can accept a finding, or take that back, unseen.
 */
import { Effect } from "effect"
import type { DecisionDeclaration } from "../domain/Declaration.ts"
import { daysOf, type Finding } from "../domain/Finding.ts"
import { maskCards } from "../domain/maskCards.ts"
import * as Money from "../domain/Money.ts"
import { Currency, type WalletNo } from "../domain/Wallet.ts"
import type { Sink, SinkError } from "../sink/Sink.ts"
import { commitDeclared } from "./commitDeclared.ts"

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
    yield* commitDeclared(walletNo, {
      origin: "decision",
      days: daysOf(finding),
      declarations: (days, at) => [{
        kind: "decision",
        decision,
        finding: finding.id,
        findingKind: finding.kind,
        days,
        currency: finding.currency === null ? null : Currency.make(finding.currency),
        amount: finding.amount === null ? null : Money.fromDecimal(finding.amount),
        count: finding.count,
        by: maskCards(by),
        reason: reason === null ? null : maskCards(reason),
        sequence: 0,
        at
      }]
    })
  }
)
