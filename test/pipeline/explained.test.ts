/**
 * What may explain a place where balances do not meet.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Doubt } from "../../src/domain/Finding.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { type Candidate, explain, explained } from "../../src/pipeline/explained.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, money, row, wallet, window } from "../../src/testing/windows.ts"

const gap: Doubt = {
  kind: "gap",
  from: "2024-01-05",
  to: "2024-01-06",
  amount: "-22.85",
  currency: "KES",
  count: null,
  place: "between two rows",
  explanation: "The balances do not meet.",
  own: null
}

const candidate = (lack: string, on: string | null, what: string, currency: string | null = null): Candidate => ({
  lack: money(lack),
  currency,
  day: on === null ? null : day(on),
  what
})

const told = (...candidates: ReadonlyArray<Candidate>): string => explain(gap, candidates).explanation

describe("a withdrawn row that shares its id with one that is still shown", () => {
  const payment = row("TX1", "2024-01-05 10:00:00", "-22.85", "77.15", {
    currency: gap.currency === null ? null : Currency.make(gap.currency)
  })
  const fee = { ...payment, amount: money("0.50"), balance: money("76.65") }
  const other = { ...payment, txnId: "TX2" }

  const toldOf = (before: ReadonlyArray<typeof payment>, after: ReadonlyArray<typeof payment>) =>
    Effect.gen(function*() {
      const sink = yield* Sink
      yield* sink.commit(window("2024-01-01", "2024-01-31", before))
      yield* sink.commit(window("2024-01-01", "2024-01-31", after, { runId: "run-2" }))
      return (yield* explained(wallet, [gap])).map(({ explanation }) => explanation)
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))

  it.effect("is told from that one, which the balances stand at", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* toldOf([payment, fee], [fee]), [
        "The amount is exactly that of the withdrawn row \"TX1\" of -22.85 (another row with this id, such as a fee, is still there). " +
        gap.explanation
      ])
    }))

  it.effect("is called by its id alone where no other has it", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* toldOf([payment, other], [other]), [
        `The amount is exactly that of the withdrawn row "TX1". ${gap.explanation}`
      ])
    }))
})

describe("what may explain a gap", () => {
  it("is a record or a row of exactly its amount, on its days, next to them, or of no known day", () => {
    for (const on of ["2024-01-04", "2024-01-05", "2024-01-06", "2024-01-07", null]) {
      assert.strictEqual(
        told(candidate("-22.85", on, "quarantined record 1")),
        "The amount is exactly that of quarantined record 1. The balances do not meet."
      )
    }
  })

  it("is nothing of another amount, another sign, another currency or another day", () => {
    for (
      const other of [
        candidate("-22.86", "2024-01-05", "another amount"),
        candidate("22.85", "2024-01-05", "another sign"),
        candidate("-22.85", "2024-01-05", "another currency", "USD"),
        candidate("-22.85", "2024-01-03", "too early"),
        candidate("-22.85", "2024-01-08", "too late")
      ]
    ) {
      assert.strictEqual(told(other), gap.explanation, other.what)
    }
  })

  it("may be a record whose amount can't be read, where nothing of its amount is known", () => {
    const unread = { lack: null, currency: null, day: day("2024-01-05"), what: "quarantined record 7" }
    assert.strictEqual(
      told(unread, candidate("-22.86", "2024-01-05", "another amount")),
      "An amount of these days could not be read, and may be what is missing: that of quarantined record 7. " +
        gap.explanation
    )
    assert.strictEqual(told({ ...unread, day: day("2024-01-09") }), gap.explanation)
    assert.match(told(unread, candidate("-22.85", null, "record 2")), /^The amount is exactly that of record 2\. The/)
  })

  it("is one of several, or several together", () => {
    const [one, other] = [candidate("-22.85", "2024-01-05", "record 1"), candidate("-22.85", null, "record 2", "KES")]
    assert.match(told(one, other), /^The amount is exactly that of record 1 or record 2\. /)
    assert.match(told(one, other, one, other, one), /^The amount is exactly that of record 1 or .* or of 2 more\. /)
    const [part, rest] = [candidate("-20", "2024-01-05", "record 1"), candidate("-2.85", "2024-01-06", "row \"B\"")]
    assert.match(told(part, rest), /^The amount is exactly that of record 1 and row "B" together\. /)
  })
})
