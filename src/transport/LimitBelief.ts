/**
 * What is believed about the service's request limit, learnt from which requests it takes and which it refuses: pure.
 *
 * The limit is thought of as a bucket that holds so many permits and refills at a steady rate; both are unknown. A
 * grid of pairs is kept, each with the permits its bucket would hold now and a weight: how well it foretold what
 * happened. That measures the rate within a few percent from the requests between two refusals, whatever pauses the
 * service asks for in between, where adding and halving would swing around it. Old evidence fades, so that a limit
 * that changes is found again.
 *
 * Outcomes count in the order of sending: refusals come back sooner than pages, so a refused request settles all
 * that were sent before it.
 */

/** A request on its way, to be settled once. */
export interface Sent {
  readonly atMillis: number
  settled: boolean
}

const leastPerMinute = 1
const mostPerMinute = 240_000
const step = 1.04
const rateCount = Math.ceil(Math.log(mostPerMinute / leastPerMinute) / Math.log(step))
const capacities = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 100, 300, 1000]
const cells = rateCount * capacities.length

/** Before anything is known a limit is thought to be about here, within a factor of ten either way. */
const likeliestPerMinute = 600
/** The share of the weight that goes back to what was thought at first, with each outcome. */
const fading = 0.0005
/** How likely an outcome is that a pair cannot explain: clocks and queues on the way blur every one. */
const unexplained = 0.03
/** Seconds by which a request may reach the service earlier or later than those around it. */
const jitter = 0.01
/** The quantile of the belief that the rate is taken from when much is known, rather too low than too high; times `margin`. */
const low = 0.25
/** The one when little is known, so that it is tried whether more goes; times `boldness`. */
const high = 0.7
/** Refusals of the last so many outcomes make the rate lower: each by `shyness`, together down to `shyest`. */
const memory = 60
const shyness = 0.02
const shyest = 0.93
const boldness = 0.85
const margin = 0.96

const perMillis = Float64Array.from({ length: rateCount }, (_, index) => (leastPerMinute * step ** index) / 60_000)

const firstBelief = (): Float64Array => {
  const weights = new Float64Array(cells)
  let total = 0
  for (let cell = 0; cell < cells; cell++) {
    const rate = (perMillis[cell % rateCount] ?? 0) * 60_000
    const capacity = capacities[Math.floor(cell / rateCount)] ?? 1
    const spread = Math.log(rate / likeliestPerMinute) / Math.log(10)
    weights[cell] = Math.exp(-(spread ** 2) / 2) / (capacity > 50 ? 4 : 1)
    total += weights[cell] ?? 0
  }
  return weights.map((weight) => weight / total)
}

const quantile = (byRate: Float64Array, at: number): number => {
  let below = 0
  for (let index = 0; index < rateCount; index++) {
    const share = byRate[index] ?? 0
    if (below + share >= at) return (perMillis[index] ?? 0) * step ** ((at - below) / share - 0.5)
    below += share
  }
  return perMillis[rateCount - 1] ?? 0
}

/** Learns a limit. */
export class LimitBelief {
  private readonly first = firstBelief()
  private readonly weights = Float64Array.from(this.first)
  private readonly permits = Float64Array.from(
    { length: cells },
    (_, cell) => capacities[Math.floor(cell / rateCount)] ?? 1
  )
  private readonly waiting: Array<Sent> = []
  private recentRefusals = 0
  private atMillis = Number.NEGATIVE_INFINITY

  /** Notes that a request goes out; the result is given back with its outcome. */
  send(atMillis: number): Sent {
    const sent = { atMillis, settled: false }
    this.waiting.push(sent)
    return sent
  }

  /** The request was not sent after all. */
  unsent(sent: Sent): void {
    const place = this.waiting.indexOf(sent)
    if (place >= 0) this.waiting.splice(place, 1)
    this.flush()
  }

  /** The service took the request, or nothing is known of it. */
  taken(sent: Sent): void {
    sent.settled = true
    this.flush()
  }

  private flush(): void {
    while (this.waiting[0]?.settled === true) {
      const next = this.waiting.shift()
      if (next !== undefined) this.learn(next.atMillis, true)
    }
  }

  /** The service refused the request because of its limit. */
  refused(sent: Sent): void {
    const place = this.waiting.indexOf(sent)
    sent.settled = true
    for (const earlier of this.waiting.splice(0, place + 1)) {
      if (earlier !== sent) this.learn(earlier.atMillis, true)
    }
    this.learn(sent.atMillis, false)
  }

  /** Requests a millisecond that are just below the limit, as far as it is known. */
  get rate(): number {
    const byRate = new Float64Array(rateCount)
    for (let cell = 0; cell < cells; cell++) {
      const index = cell % rateCount
      byRate[index] = (byRate[index] ?? 0) + (this.weights[cell] ?? 0)
    }
    const shy = Math.max(shyest, 1 - shyness * this.recentRefusals)
    return Math.max(quantile(byRate, low) * margin * shy, quantile(byRate, high) * boldness)
  }

  private learn(atMillis: number, taken: boolean): void {
    this.recentRefusals = this.recentRefusals * (1 - 1 / memory) + (taken ? 0 : 1)
    const { first, permits, weights } = this
    const passed = Number.isFinite(this.atMillis) ? Math.max(0, atMillis - this.atMillis) : 0
    this.atMillis = Math.max(this.atMillis, atMillis)
    let total = 0
    for (let block = 0, cell = 0; block < capacities.length; block++) {
      const capacity = capacities[block] ?? 1
      for (let index = 0; index < rateCount; index++, cell++) {
        const rate = perMillis[index] ?? 0
        const blur = 0.02 + rate * 1000 * jitter
        const level = Math.min(Math.max(capacity, 1 + blur), (permits[cell] ?? 0) + rate * passed)
        const chance = Math.min(1 - unexplained, Math.max(unexplained, 0.5 + (level - 1) / (2 * blur)))
        permits[cell] = taken ? Math.max(0, level - 1) : Math.min(level, 1)
        const weight = (weights[cell] ?? 0) * (taken ? chance : 1 - chance)
        weights[cell] = weight
        total += weight
      }
    }
    for (let cell = 0; cell < cells; cell++) {
      weights[cell] = ((weights[cell] ?? 0) / total) * (1 - fading) + (first[cell] ?? 0) * fading
    }
  }
}
