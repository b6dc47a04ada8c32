/**
 * Commits a window that brings nothing but what somebody declared: it has no rows, asked for nothing, and leaves all else of its wallet as it is.
 */
import { Clock, Effect } from "effect"
import type { Declaration } from "../domain/Declaration.ts"
import * as Money from "../domain/Money.ts"
import type { Period } from "../domain/Period.ts"
import * as Rows from "../domain/Rows.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { WindowOrigin } from "../domain/Window.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { newRunId } from "./newRunId.ts"
import { receiptOfText } from "./receiptOfText.ts"

/** What is declared at an instant, in milliseconds since 1970-01-01T00:00:00Z; its window is of some days. */
export interface Declared {
  readonly origin: WindowOrigin & ("decision" | "export")
  /** Undefined for those of the wallet's last window. */
  readonly days: Period | undefined
  readonly declarations: (days: Period, at: number) => ReadonlyArray<Declaration>
}

/** Commits it; the wallet has a window, or the days are given. */
export const commitDeclared = Effect.fnUntraced(
  function*(walletNo: WalletNo, declared: Declared): Effect.fn.Return<void, SinkError, Sink> {
    const sink = yield* Sink
    const now = yield* Clock.currentTimeMillis
    const last = (yield* sink.windows(walletNo)).at(-1)
    const days = declared.days ?? last?.days
    if (days === undefined) return yield* Effect.die(new Error("what is declared is of a wallet without a window"))
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
      origin: declared.origin,
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
      declarations: declared.declarations(days, now)
    })
  }
)
