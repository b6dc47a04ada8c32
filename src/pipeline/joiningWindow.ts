/**
 * The window that says that windows of a sink are checked as one from here on: it has no rows and asked for nothing, and is
 * kept and hashed as the others are, so that nobody can join windows, or take them apart, unseen.
 */
import { Clock, Effect } from "effect"
import { joinWindows } from "../continuity/wallet/WalletContinuity.ts"
import * as Money from "../domain/Money.ts"
import * as Rows from "../domain/Rows.ts"
import type { StatementWindow } from "../domain/Window.ts"
import { entryOfContinuity } from "./continuityRecord.ts"
import { capMark, withRecord } from "./KnownAnswer.ts"
import { receiptOfText } from "./receiptOfText.ts"
import type { WindowEvidence } from "./WindowEvidence.ts"

/** What comes to the window from where it is made. */
export type JoiningRun =
  & Pick<
    StatementWindow,
    "runId" | "walletNo" | "lastSettledDay" | "gaps" | "proofs" | "declarations"
  >
  & {
    /** As many records as the service was found to give at most. */
    readonly cap: number | undefined
  }

/** Makes the window of a check of several windows' rows. */
export const joiningWindow = Effect.fnUntraced(
  function*(check: WindowEvidence, { cap, ...run }: JoiningRun): Effect.fn.Return<StatementWindow> {
    const days = check.period
    const entry = entryOfContinuity(check)
    const mark = capMark(cap)
    return {
      ...run,
      days,
      asked: days,
      complete: false,
      kept: [],
      rows: mark === null
        ? Rows.none
        : { ...Rows.none, answer: { ...mark, answer: withRecord(mark.answer, entry.record) } },
      rejections: [],
      resolves: [],
      origin: "joining",
      check: {
        verdict: joinWindows([check], []).verdict.kind,
        openingBalance: null,
        closingBalance: null,
        debitTotal: Money.zero,
        creditTotal: Money.zero,
        positions: []
      },
      receipt: receiptOfText({
        walletNo: run.walletNo,
        days,
        texts: [],
        duplicates: 0,
        requestedAt: yield* Clock.currentTimeMillis
      }),
      continuity: [entry]
    }
  }
)
