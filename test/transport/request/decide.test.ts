/**
 * What becomes of a request, as a table: a line for each thing that may happen to it.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  begun,
  type Circumstances,
  decide,
  type Decision,
  type Outcome,
  type RequestState
} from "../../../src/transport/request/decide.ts"
import { RetryBudget, retryReserve } from "../../../src/transport/request/RetryBudget.ts"
import {
  CertificateRefused,
  HeldBack,
  RateLimited,
  ServiceFailed,
  TimedOut,
  type TransportReason
} from "../../../src/transport/words/TransportError.ts"

const usual: Circumstances = {
  maxAttempts: 3,
  leftMillis: 60_000,
  isRunShorter: false,
  random: 0.5,
  isWell: false,
  hasRetry: true
}

const timedOut = new TimedOut({ millis: 1000 })
const certificate = new CertificateRefused({ code: "CERT_HAS_EXPIRED" })
const limited = (retryAfterMillis: number | null) => new RateLimited({ retryAfterMillis, said: "" })
const failed = (reason: TransportReason): Outcome<string> => ({ _tag: "Failed", reason })
const rejected = (waitMillis: number): Outcome<string> => ({ _tag: "Rejected", waitMillis })
const late = (asked: boolean, waitMillis = 7): Outcome<string> => ({ _tag: "TooLate", asked, waitMillis })
const after = (attempts: number, last: TransportReason = timedOut): RequestState => ({
  attempts,
  last,
  wasLimited: last._tag === "RateLimited"
})

/** What a decision comes to, in a line. */
const told = (decision: Decision<string>): string => {
  const { state: { attempts, wasLimited } } = decision
  const state = `${attempts} tried${wasLimited ? ", was limited" : ""}`
  switch (decision._tag) {
    case "Done":
      return `done: ${decision.answer}, ${state}`
    case "Wait": {
      const { retry, waitMillis } = decision
      return `wait ${waitMillis}, ${retry === undefined ? "no retry" : retry.isPaid ? "paid" : "free"}, ${state}`
    }
    case "Stop": {
      const { reason, stopped } = decision
      const left = "leftMillis" in stopped ? ` ${stopped.waitMillis} of ${stopped.leftMillis}` : ""
      return `stop: ${
        reason._tag === "HeldBack" ? `held back: ${reason.why}` : reason._tag
      }, ${stopped._tag}${left}, ${state}`
    }
  }
}

const cases: ReadonlyArray<
  readonly [name: string, RequestState, Outcome<string>, Partial<Circumstances>, decision: string]
> = [
  ["an answer", begun, { _tag: "Answered", answer: "yes" }, {}, "done: yes, 1 tried"],
  ["an answer behind failures", after(2), { _tag: "Answered", answer: "yes" }, { leftMillis: 0 }, "done: yes, 3 tried"],
  ["a failure that passes", begun, failed(timedOut), {}, "wait 250, paid, 1 tried"],
  ["the next one, for twice as long", after(1), failed(timedOut), {}, "wait 500, paid, 2 tried"],
  ["the last attempt's", after(2), failed(timedOut), {}, "stop: TimedOut, AttemptsUsed, 3 tried"],
  ["a failure that is final", begun, failed(certificate), {}, "stop: CertificateRefused, Final, 1 tried"],
  ["a final one in the last attempt", after(2), failed(certificate), {}, "stop: CertificateRefused, Final, 3 tried"],
  [
    "one for which no retry is left",
    begun,
    failed(timedOut),
    { hasRetry: false },
    "stop: TimedOut, BudgetUsed, 1 tried"
  ],
  [
    "one of a service that is well, for which none is left",
    begun,
    failed(timedOut),
    { hasRetry: false, isWell: true },
    "stop: TimedOut, BudgetUsed, 1 tried"
  ],
  [
    "a wait as long as the time left",
    begun,
    failed(timedOut),
    { leftMillis: 250 },
    "stop: TimedOut, TimeUsed 250 of 250, 1 tried"
  ],
  ["a wait a little shorter", begun, failed(timedOut), { leftMillis: 251 }, "wait 250, paid, 1 tried"],
  [
    "a wait longer than the run",
    begun,
    failed(timedOut),
    { leftMillis: 100, isRunShorter: true },
    "stop: TimedOut, RunOver 250 of 100, 1 tried"
  ],
  ["time that is over", begun, failed(timedOut), { leftMillis: -5 }, "stop: TimedOut, TimeUsed 250 of 0, 1 tried"],
  [
    "a failure that asks for a wait",
    begun,
    failed(new ServiceFailed({ status: 503, retryAfterMillis: 9000, said: "" })),
    {},
    "wait 9000, paid, 1 tried"
  ],
  [
    "a first 429 that names a wait",
    begun,
    failed(limited(9000)),
    { hasRetry: false },
    "wait 9000, free, 1 tried, was limited"
  ],
  [
    "a first 429 that asks for more than is left",
    begun,
    failed(limited(60_000)),
    {},
    "stop: RateLimited, TimeUsed 60000 of 60000, 1 tried, was limited"
  ],
  ["a 429 without a wait", begun, failed(limited(null)), {}, "wait 250, paid, 1 tried, was limited"],
  [
    "a 429 without a wait, for which no retry is left",
    begun,
    failed(limited(null)),
    { hasRetry: false },
    "stop: RateLimited, BudgetUsed, 1 tried, was limited"
  ],
  [
    "a 429 of a service that takes others",
    begun,
    failed(limited(null)),
    { hasRetry: false, isWell: true },
    "wait 250, free, 1 tried, was limited"
  ],
  [
    "a second 429 that names a wait",
    after(1, limited(1)),
    failed(limited(9000)),
    {},
    "wait 9000, paid, 2 tried, was limited"
  ],
  [
    "a second 429, for which no retry is left",
    after(1, limited(1)),
    failed(limited(9000)),
    { hasRetry: false },
    "stop: RateLimited, BudgetUsed, 2 tried, was limited"
  ],
  [
    "a first 429 behind another failure",
    after(1),
    failed(limited(9000)),
    { hasRetry: false },
    "wait 9000, free, 2 tried, was limited"
  ],
  ["another failure behind a 429", after(1, limited(1)), failed(timedOut), {}, "wait 500, paid, 2 tried, was limited"],
  ["no leave of the breaker", begun, rejected(700), {}, "wait 700, no retry, 0 tried"],
  [
    "none for longer than is left",
    begun,
    rejected(60_000),
    {},
    "stop: held back: outage, TimeUsed 60000 of 60000, 0 tried"
  ],
  [
    "none for longer than the run",
    after(2),
    rejected(700),
    { leftMillis: 600, isRunShorter: true },
    "stop: TimedOut, RunOver 700 of 600, 2 tried"
  ],
  ["no turn in time", begun, late(false), {}, "stop: held back: turn, TimeUsed 7 of 60000, 0 tried"],
  [
    "a pause that others were asked for",
    begun,
    late(true),
    { leftMillis: 3 },
    "stop: held back: asked, TimeUsed 7 of 3, 0 tried"
  ],
  ["no further turn in time", after(1), late(false), {}, "stop: TimedOut, TimeUsed 7 of 60000, 1 tried"]
]

describe("what becomes of a request", () => {
  it.each(cases)("%s", (_, state, outcome, circumstances, decision) => {
    assert.strictEqual(told(decide(state, outcome, { ...usual, ...circumstances })), decision)
  })

  it("keeps the reason of the last attempt", () => {
    assert.strictEqual(decide(begun, failed(timedOut), usual).state.last, timedOut)
    assert.strictEqual(decide(after(1, certificate), rejected(1), usual).state.last, certificate)
    const stopped = decide(begun, late(true), usual)
    assert.deepStrictEqual(stopped._tag === "Stop" && stopped.reason, new HeldBack({ why: "asked", waitMillis: 7 }))
  })
})

describe("the budget of retries", () => {
  it("has a reserve, is paid from, and grows by requests up to the reserve", () => {
    const budget = new RetryBudget()
    for (let retry = 0; retry < retryReserve; retry++) {
      assert.isTrue(budget.at(0).hasRetry)
      budget.pay()
    }
    assert.isFalse(budget.at(0).hasRetry)
    for (let request = 0; request < 5; request++) budget.request()
    assert.isTrue(budget.at(0).hasRetry)
    budget.pay()
    assert.isFalse(budget.at(0).hasRetry)
  })

  it("calls a service well for a minute behind a request that it took", () => {
    const budget = new RetryBudget()
    assert.isFalse(budget.at(0).isWell)
    budget.taken(1000)
    assert.deepStrictEqual([60_999, 61_000].map((now) => budget.at(now).isWell), [true, false])
  })
})
