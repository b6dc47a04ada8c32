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

const taken = (atMillis: number): Sent => ({ atMillis, outcome: "taken" })
const refused = (atMillis: number): Sent => ({ atMillis, outcome: "refused" })
const of = (requests: ReadonlyArray<Sent>, most?: number, debt?: () => number) => {
  const evidence = new LimitEvidence(most, debt)
  for (const each of requests) evidence.add(each)
  return evidence
}
/** A bucket of so many, emptied at once, and asked again until it takes one. */
const measured = (burst: number, millis: number) => [
  ...Array.from({ length: burst }, () => taken(0)),
  ...Array.from({ length: 9 }, (_, index) => [
    refused((index + 1) * millis - millis / 20),
    taken((index + 1) * millis)
  ]).flat()
]

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

  it("finds what lets one request through between two that it refuses", () => {
    const evidence = of(measured(5, 100))
    const coarse = evidence.range()
    assert.closeTo(coarse.low, 0.010_037, 1e-6)
    assert.closeTo(coarse.high, 0.010_037, 1e-6)
    // Three hundred steps from one a minute to four a millisecond, then as many around what they left.
    for (let look = 0; look < 2; look++) {
      const { burst, high, low } = evidence.range()
      assert.closeTo(low, 0.009_756, 2e-6)
      assert.closeTo(high, 0.010_225, 2e-6)
      assert.closeTo(burst, 5, 0.002)
    }
  })

  it("takes what was removed for never sent, whichever it was, and nothing else", () => {
    const requests = measured(5, 100)
    const expected = of(requests).range()
    for (const place of [0, 3, requests.length]) {
      const evidence = new LimitEvidence()
      const more = refused(0)
      for (const each of requests.toSpliced(place, 0, more)) evidence.add(each)
      assert.strictEqual(evidence.size, requests.length + 1)
      evidence.remove(more)
      assert.strictEqual(evidence.size, requests.length)
      assert.deepStrictEqual(evidence.range(), expected)
      evidence.remove(refused(0))
      assert.strictEqual(evidence.size, requests.length)
    }
  })

  it("looks no farther than the last request of which something is known", () => {
    const waiting = Array.from({ length: 20 }, (): Sent => ({ atMillis: 1000, outcome: "waiting" }))
    const requests = measured(5, 100)
    assert.deepStrictEqual(of([...requests, ...waiting]).range(), of(requests).range())
    const last = requests.at(-1) ?? taken(0)
    assert.notDeepEqual(of([...requests.slice(0, -1), ...waiting, last]).range(), of(requests).range())
  })

  it("remembers so many requests, and takes much for owed before them", () => {
    const evidence = of(Array.from({ length: 1500 }, (_, index) => taken(index * 100)))
    assert.strictEqual(evidence.size, 1500)
    const before = evidence.range()
    assert.isBelow(before.burst, 1500)
    evidence.add(taken(150_000))
    assert.strictEqual(evidence.size, 1000)
    assert.isAbove(evidence.range().burst, 1990)
    for (let index = 0; index < 500; index++) evidence.add(taken(150_100 + index * 100))
    assert.strictEqual(evidence.size, 1500)
  })

  it("counts what is owed at first", () => {
    const owing = of([taken(0), refused(10)], 4, () => 7).range()
    assert.closeTo(owing.burst, 8, 0.01)
    assert.closeTo(of([taken(0), refused(10)]).range().burst, 1, 0.01)
  })

  it("looks closer each time, and everywhere again when nothing there explains what came", () => {
    const evidence = of(measured(5, 100))
    for (let look = 0; look < 3; look++) assert.isBelow(evidence.range().high, 0.011)
    for (let index = 0; index < 40; index++) evidence.add(taken(900 + index * 4))
    for (let index = 0; index < 3; index++) evidence.add(refused(1064))
    const { high, low } = evidence.range()
    assert.closeTo(low, 0.2315, 0.0001)
    assert.strictEqual(high, low)
  })
})
