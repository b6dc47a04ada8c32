/**
 * The line that shows how far a pull is.
 */
import { assert, describe, it } from "@effect/vitest"
import { Progress } from "../../../src/cli/output/Progress.ts"
import type { Period } from "../../../src/domain/Period.ts"
import { WalletNo } from "../../../src/domain/Wallet.ts"
import type { PullEvent } from "../../../src/pipeline/PullObserver.ts"
import { day } from "../../../src/testing/windows.ts"
import {
  ConnectionFailed,
  RateLimited,
  ServiceFailed,
  type TransportReason,
  Truncated
} from "../../../src/transport/words/TransportError.ts"

const [first, second] = [WalletNo.make("W-1"), WalletNo.make("W-2")]
const days = { from: day("2026-01-01"), to: day("2026-01-10") }
const outcome = { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }

const answered = (walletNo: WalletNo, remaining: typeof days | undefined) => ({
  _tag: "Answered" as const,
  walletNo,
  days,
  received: 1,
  attempts: 1,
  decision: "complete" as const,
  remaining
})

const committed = (days: Period, rows: number): PullEvent => ({
  _tag: "Committed",
  walletNo: first,
  days,
  rows,
  outcome
})

const halfway = (wallets: number): Progress => {
  const progress = new Progress(0, wallets)
  progress.onPullEvent({ _tag: "Started", walletNo: first, period: days })
  progress.onPullEvent(answered(first, { from: day("2026-01-06"), to: days.to }))
  progress.onPullEvent(committed({ from: days.from, to: day("2026-01-05") }, 1200))
  return progress
}

const waiting = (reason: TransportReason): Progress => {
  const progress = halfway(1)
  progress.onTransportEvent({ _tag: "Retrying", path: "/statement", attempt: 2, reason, waitMillis: 12_000 }, 2000)
  return progress
}

describe("the progress of a pull", () => {
  it("tells the part, the rows, their speed and the time left", () => {
    assert.strictEqual(halfway(1).line(2000, 200), "██████░░░░░░ 50 % · 1,200 rows · 600 rows/s · 2 s left")
  })

  it("tells that requests wait for their turns, unless one is tried again", () => {
    const progress = halfway(1)
    const held = { _tag: "Held", path: "/statement", waitMillis: 3000 } as const
    progress.onTransportEvent(held, 2000)
    assert.include(progress.line(2000, 200), "held to the service's limit, 3 s")
    assert.notInclude(progress.line(5000, 200), "held")
    const again = waiting(new RateLimited({ retryAfterMillis: null, said: "" }))
    again.onTransportEvent(held, 2500)
    assert.include(again.line(2500, 200), "429")
  })

  it("counts wallets that have not begun as if they were like the others", () => {
    const progress = halfway(4)
    assert.strictEqual(
      progress.line(2000, 200),
      "█░░░░░░░░░░░ 12 % · 0 of 4 wallets · 1,200 rows · 600 rows/s · 14 s left"
    )
    progress.onPullEvent({ _tag: "Started", walletNo: second, period: undefined })
    assert.include(progress.line(2000, 200), "1 of 4 wallets")
  })

  it("counts a wallet when the rows of its last answer are stored, not when that came", () => {
    const progress = halfway(4)
    progress.onPullEvent(answered(first, undefined))
    assert.include(progress.line(2000, 200), "0 of 4 wallets")
    progress.onPullEvent(committed({ from: day("2026-01-06"), to: days.to }, 300))
    assert.include(progress.line(2000, 200), "1 of 4 wallets · 1,500 rows")
  })

  it("tells what it waits for until there is an answer", () => {
    const limited = waiting(new RateLimited({ retryAfterMillis: null, said: "" }))
    assert.include(limited.line(2000, 200), " · 429, 12 s")
    assert.include(limited.line(15_000, 200), " · 429, try 3")
    limited.onPullEvent(answered(first, undefined))
    assert.notInclude(limited.line(15_000, 200), "429")
    const failed = waiting(new ServiceFailed({ status: 503, retryAfterMillis: null, said: "" }))
    assert.include(failed.line(2000, 200), " · status 503, 12 s")
    assert.include(
      waiting(new ConnectionFailed({ code: "ECONNREFUSED" })).line(2000, 200),
      " · the service does not answer, try 3"
    )
    assert.include(waiting(new Truncated({ bytes: 3 })).line(2000, 200), " · an answer could not be used, try 3")
  })

  it("leaves out what matters least where there is little room", () => {
    const progress = waiting(new RateLimited({ retryAfterMillis: null, said: "" }))
    assert.strictEqual(progress.line(2000, 60), "██████░░░░░░ 50 % · 1,200 rows · 2 s left · 429, 12 s")
    assert.strictEqual(progress.line(2000, 35), "██████░░░░░░ 50 % · 429, 12 s")
    assert.strictEqual(progress.line(2000, 10), "429, 12 s")
  })

  it("goes on where days are asked for once more, which may be more than those of the pull", () => {
    const progress = halfway(1)
    progress.onPullEvent(answered(first, { from: day("2025-12-01"), to: day("2026-03-01") }))
    assert.include(progress.line(2000, 200), "50 % ")
    progress.onPullEvent(answered(first, undefined))
    progress.onPullEvent(answered(first, days))
    assert.include(progress.line(2000, 200), "████████████ 100 % ")
  })

  it("is there on a terminal that does not say how wide it is", () => {
    assert.include(halfway(1).line(2000, 0), "50 % · 1,200 rows")
  })

  it("has nothing to say of a time left before anything is loaded", () => {
    assert.strictEqual(new Progress(0, 1).line(0, 200), "░░░░░░░░░░░░ 0 % · 0 rows · 0 rows/s")
  })
})
