/**
 * What requests taken and refused say of the limit.
 */
import { assert, describe, it } from "@effect/vitest"
import { leastPerMillis, LimitEvidence, type Sent } from "../../../src/transport/limit/LimitEvidence.ts"
import { drawsOf } from "../limitedService.ts"

/** Sends at a pace, with pauses after refusals, to a bucket. */
const evidenceOf = (perMillis: number, burst: number, paceMillis: () => number, pauseMillis: number) => {
  const evidence = new LimitEvidence()
  let permits = burst
  let now = 0
  for (let index = 0; index < 100; index++) {
    const taken = permits >= 1
    const sent: Sent = { atMillis: now, outcome: taken ? "taken" : "refused" }
    evidence.add(sent)
    if (taken) permits -= 1
    // Ever closer looks, as the limiter takes them: each goes over what the one before left.
    if (index % 5 === 4) evidence.range()
    const millis = taken ? paceMillis() : pauseMillis
    now += millis
    permits = Math.min(burst, permits + millis * perMillis)
  }
  return evidence
}

describe("LimitEvidence", () => {
  it("never rules the true limit out, whatever the bucket holds", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const draw = drawsOf(seed)
      const perMillis = 0.0005 * 100 ** draw()
      const burst = 1 + Math.floor(draw() * 30)
      const evidence = evidenceOf(perMillis, burst, () => (0.5 + draw()) / perMillis / 1.2, 1000)
      const { high, low } = evidence.range()
      assert.isAtMost(low, perMillis * 1.05, `seed ${seed}`)
      assert.isAtLeast(high, perMillis / 1.05, `seed ${seed}`)
    }
  })

  it("measures within a few percent from requests that are a little too fast", () => {
    let count = 0
    const evidence = evidenceOf(0.01, 10, () => count++ % 20 < 10 ? 60 : 95, 95)
    const { high, low } = evidence.range()
    assert.isAbove(low, 0.0095)
    assert.isBelow(high, 0.0105)
  })

  it("knows no more than before without a refusal", () => {
    const evidence = evidenceOf(1, 1000, () => 10, 10)
    const { high, low } = evidence.range()
    assert.isAbove(high / low, 1000)
  })

  it.each([0, leastPerMillis / 5, leastPerMillis, leastPerMillis * 2])(
    "keeps its ends in order when the limit is at most %s a millisecond",
    (most) => {
      for (const contradictory of [false, true]) {
        const evidence = new LimitEvidence(most)
        for (let index = 0; index < 30; index++) {
          evidence.add({ atMillis: index * 90_000, outcome: contradictory && index % 2 === 0 ? "refused" : "taken" })
          const { high, low } = evidence.range()
          assert.isAtLeast(low, leastPerMillis)
          assert.isAtLeast(high, low)
          assert.isAtMost(high, Math.max(most, leastPerMillis) * 1.000_001)
        }
      }
    }
  )

  it("leaves out what is not known yet, and what was not sent after all", () => {
    const evidence = evidenceOf(0.01, 10, () => 80, 80)
    const before = evidence.range()
    for (let index = 0; index < 50; index++) evidence.add({ atMillis: 20_000, outcome: "waiting" })
    const unsent: Sent = { atMillis: 20_000, outcome: "refused" }
    evidence.add(unsent)
    evidence.remove(unsent)
    assert.closeTo(evidence.range().low, before.low, before.low / 20)
  })

  it("gives the likeliest rate when none explains everything", () => {
    const evidence = new LimitEvidence()
    for (let index = 0; index < 40; index++) {
      evidence.add({ atMillis: index * 1000, outcome: index % 2 === 0 ? "taken" : "refused" })
    }
    for (let index = 0; index < 40; index++) evidence.add({ atMillis: 40_000 + index * 20, outcome: "taken" })
    const { high, low } = evidence.range()
    assert.strictEqual(high, low)
  })
})
