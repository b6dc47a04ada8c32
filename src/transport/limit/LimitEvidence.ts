/**
 * Which request limits explain what the service took and what it refused: pure.
 *
 * The limit is thought of as a bucket of permits that refills at a steady rate; both are unknown. Seen from outside,
 * every request that is taken adds one to a debt that is paid off at the limit's rate, and a request is taken as long
 * as the debt is below what the bucket holds. So at the right rate every request that was taken met a smaller debt than
 * any that was refused, whatever the bucket holds and whatever pauses lie in between. The rates for which that is so
 * are the ones the limit may have. Requests that follow each other a little faster than the limit measure it best: the
 * refusal then comes when the bucket lacks next to nothing.
 */

/** A request that had its turn. */
export interface Sent {
  readonly atMillis: number
  /** What is known of it: `taken` also when it failed in another way than by the limit. */
  outcome: "waiting" | "taken" | "refused"
  /** Whether it was counted as a turn that somebody waited for. */
  isAwaited?: boolean
}

/** What the limit may be. */
export interface LimitRange {
  /** Requests a millisecond. */
  readonly low: number
  readonly high: number
  /** How many requests the service took at once, or would have. */
  readonly burst: number
}

/** Slower limits than one request a minute are not told apart. */
export const leastPerMillis = 1 / 60_000
/** Nor are faster ones than four a millisecond. */
export const mostPerMillis = 4

const steps = 300
const mostRequests = 1000
/** Two requests may come nearer to each other by so much, or farther from each other, than they were sent. */
const jitterMillis = 10
/** Jitter explains no more than this part of a permit. */
const mostBlur = 0.5
const leastBlur = 0.05

/** What is known of requests since a point in time, in the order of sending. */
export class LimitEvidence {
  private readonly requests: Array<Sent> = []
  private readonly most: number
  private debtAtFirst: () => number
  private from = leastPerMillis
  private to: number

  /** The limit is at most `most`, or the least that is told apart if that is more; so many permits are thought to be used up, of those the bucket holds, at first. */
  constructor(most: number = mostPerMillis, debtAtFirst: () => number = () => 0) {
    this.most = Math.max(most, leastPerMillis)
    this.to = this.most
    this.debtAtFirst = debtAtFirst
  }

  /** How many requests it holds. */
  get size(): number {
    return this.requests.length
  }

  /** A request goes out. */
  add(sent: Sent): void {
    this.requests.push(sent)
    if (this.requests.length <= mostRequests * 1.5) return
    this.requests.splice(0, this.requests.length - mostRequests)
    // What was owed by then is not known; much is taken for it, so that the bucket is never thought to be full.
    this.debtAtFirst = () => mostRequests
  }

  /** A request was not sent after all. */
  remove(sent: Sent): void {
    const place = this.requests.lastIndexOf(sent)
    if (place >= 0) this.requests.splice(place, 1)
  }

  /** The rates that explain everything, or the one that explains most. */
  range(): LimitRange {
    const last = this.requests.findLastIndex(({ outcome }) => outcome !== "waiting")
    const debtAtFirst = this.debtAtFirst()
    const growth = (this.to / this.from) ** (1 / steps)
    let low = 0
    let high = 0
    let best = { rate: this.from, gap: Number.NEGATIVE_INFINITY, burst: 1 }
    for (let step = 0; step <= steps; step++) {
      const rate = this.from * growth ** step
      const found = this.explain(rate, last, debtAtFirst)
      if (found.gap > best.gap) best = { rate, ...found }
      if (found.gap < 0) continue
      if (low === 0) low = rate
      high = rate
    }
    if (low > 0) {
      // More evidence only rules out more, so that the next look may be a closer one.
      this.from = Math.max(leastPerMillis, low / growth)
      this.to = Math.min(this.most, high * growth)
      return { low, high, burst: best.burst }
    }
    if (this.from === leastPerMillis && this.to === this.most) {
      return { low: best.rate, high: best.rate, burst: best.burst }
    }
    this.from = leastPerMillis
    this.to = this.most
    return this.range()
  }

  /** By how much the debt that refused requests met exceeds that of those taken, at a rate, and the latter debt. */
  private explain(rate: number, last: number, debtAtFirst: number): { readonly gap: number; readonly burst: number } {
    let debt = debtAtFirst
    let mostTaken = 1
    let leastRefused = Number.POSITIVE_INFINITY
    let before = this.requests[0]?.atMillis ?? 0
    for (let at = 0; at <= last; at++) {
      const request = this.requests[at]
      if (request === undefined) break
      const owed = debt - rate * (request.atMillis - before)
      before = request.atMillis
      debt = Math.max(0, owed)
      if (request.outcome === "refused") leastRefused = Math.min(leastRefused, owed + 1)
      else {
        debt += 1
        mostTaken = Math.max(mostTaken, debt)
      }
    }
    const blur = leastBlur + Math.min(mostBlur, rate * jitterMillis)
    return { gap: leastRefused - mostTaken + blur, burst: mostTaken }
  }
}
