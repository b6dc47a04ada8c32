/**
 * How fast requests go out against a limit that is learnt from refusals alone: pure; times are milliseconds of a
 * monotonic clock.
 *
 * Until the first refusal nothing is held back. Then the limit is looked for, by sending somewhat faster than it may
 * be, until it is known within a few percent; every refusal costs little then, and says much. Once it is known,
 * requests begin just below it and go on to exceed it by little, slowly enough that one request in a hundred or fewer
 * is refused, and that the pauses the service asks for take little of the time. That keeps the bucket nearly empty, so
 * that a lower limit shows at once, and finds a higher one. A refusal that comes early in this may be chance; two in
 * succession are a new limit, and it is looked for again.
 */
import { LimitEvidence, mostPerMillis, type Sent } from "./LimitEvidence.ts"
import { type Free, type Holding, type Looking, lookingFrom, nearTheTop, paceOf } from "./PaceMode.ts"

/** Low and high ends this near to each other are as good as one; each refusal that says little makes it easier. */
const knownWithin = 1.08
const easier = 0.03
/** A refusal says little when it leaves more than this of the distance between the ends, as a ratio. */
const littleLearnt = 0.8
/** Behind refusals that say little the low end is looked for from this share of the high end on. */
const afterLittle = 0.25
/** With the ends this far from each other it is looked for in the middle. */
const wide = 100
/** With the ends this near the bucket is emptied within so many requests. */
const narrow = 1.5
const emptyingRequests = 40
/** It is not taken to be more above its low end than this. */
const aboveLow = 1.05
/** A new limit is not thought to be less than this part of the old one at first. */
const newLimitShare = 0.2

/** Requests of a round, but no fewer than fill so many of the pauses asked for. */
const roundRequests = 150
const roundPauses = 30
/** The first round is so much shorter when the evidence contradicted itself, as when a busy machine sent late. */
const doubtfulRound = 0.25
/** Nor more than can be sent in so long. */
const roundMillis = 600_000
/** A refusal in this first part of a round is early; the first one lowers the limit to this. */
const earlyPart = 0.25
const lowered = 0.95

/**
 * The pace is at least this share of what the service took in the last minutes, however it refuses: a service that
 * counts by the minute would otherwise seem to take nothing once its minute is used up. Less than half, so that half
 * the limit is found.
 */
const leastShare = 0.4
const lastMillis = 120_000

/** A bucket that refuses holds less than one permit: half of one, on average. */
const halfPermit = 0.5

/** Requests taken so long before the first refusal count as taken at once. */
const burstMillis = 10_000
/** So many of the last requests are remembered. */
const recentRequests = 1000

/** Finds the pace. */
export class Pace {
  /** Requests a millisecond. */
  perMillis = Number.POSITIVE_INFINITY
  /** What the bucket holds, as far as is known. */
  burst = 1
  private mode: Free | Looking | Holding = { _tag: "Free" }
  private last = { refusedMillis: Number.NEGATIVE_INFINITY, pauseMillis: 0, taken: 0 }
  private lately = { perMillis: 0, atMillis: Number.NEGATIVE_INFINITY }
  /** Requests sent until then were so before the last refusal, or what was learnt from it, could slow them down. */
  private settledUntil = Number.NEGATIVE_INFINITY
  private readonly recent: Array<Sent> = []

  /** A request goes out; `awaited` when it would have gone earlier but for this pace. */
  send(atMillis: number, awaited: boolean): Sent {
    if (this.mode._tag === "Looking" && this.mode.isNews) this.look(this.mode, atMillis)
    const sent: Sent = { atMillis, outcome: "waiting" }
    this.recent.push(sent)
    if (this.recent.length > 2 * recentRequests) this.recent.splice(0, recentRequests)
    const { mode } = this
    if (mode._tag === "Free") return sent
    mode.evidence?.add(sent)
    if (mode._tag === "Holding") {
      if (awaited) {
        mode.awaited++
        sent.isAwaited = true
      }
      this.perMillis = paceOf(mode)
    }
    return sent
  }

  /** A request was not sent after all. */
  unsent(sent: Sent): void {
    const place = this.recent.lastIndexOf(sent)
    if (place >= 0) this.recent.splice(place, 1)
    const { mode } = this
    if (mode._tag === "Free") return
    mode.evidence?.remove(sent)
    if (mode._tag === "Looking" || sent.isAwaited !== true) return
    mode.awaited = Math.max(0, mode.awaited - 1)
    this.perMillis = paceOf(mode)
  }

  /** The service took a request, or nothing is known of it. */
  taken(sent: Sent): void {
    sent.outcome = "taken"
    const atMillis = Math.max(this.lately.atMillis, sent.atMillis)
    this.lately = { perMillis: this.latelyTaken(atMillis) + 1 / lastMillis, atMillis }
    const { mode } = this
    if (mode._tag === "Free") return
    if (sent.atMillis > this.last.refusedMillis) this.last.taken++
    if (mode._tag === "Looking" && ++mode.takenSince >= Math.max(3, mode.evidence.size / 10)) mode.isNews = true
  }

  /** The service refused a request because of its limit, which was learnt `now`, and asked for a pause. */
  refused(sent: Sent, now: number, pauseMillis: number): void {
    sent.outcome = "refused"
    const mode = this.mode._tag === "Free" ? lookingFrom(0, this.evidenceBefore(now)) : this.mode
    this.mode = mode
    if (sent.atMillis > this.settledUntil) {
      if (mode._tag === "Looking") mode.refusedSince = true
      else this.learnMore(mode, sent, pauseMillis)
      this.settledUntil = now
      this.last = { refusedMillis: sent.atMillis, pauseMillis, taken: 0 }
    }
    if (this.mode._tag === "Looking") this.mode.isNews = true
  }

  private latelyTaken(now: number): number {
    const { atMillis, perMillis } = this.lately
    return perMillis === 0 ? 0 : perMillis * Math.exp(-Math.max(0, now - atMillis) / lastMillis)
  }

  /**
   * At the first refusal the bucket is empty, and holds what was taken shortly before. When those requests reached the
   * service is not known well, as connections had to be made, so the evidence begins behind them.
   */
  private evidenceBefore(now: number): LimitEvidence {
    const before = this.recent.filter(({ atMillis }) => atMillis > now - burstMillis)
    const burst = () => Math.max(0, before.filter(({ outcome }) => outcome !== "refused").length - halfPermit)
    const evidence = new LimitEvidence(mostPerMillis, burst)
    evidence.add({ atMillis: now, outcome: "refused" })
    return evidence
  }

  private learnMore(known: Holding, sent: Sent, pauseMillis: number): void {
    const isEarly = this.last.taken - known.takenBefore < known.round * earlyPart
    if (isEarly && known.evidence !== undefined) {
      this.mode = lookingFrom(known.limit * newLimitShare, known.evidence)
      return
    }
    const least = known.limit * lowered
    if (!isEarly) return this.hold(sent.atMillis, Math.max(least, this.measured(sent)), pauseMillis, 0)
    const evidence = this.evidenceSince(sent.atMillis, least)
    this.hold(sent.atMillis, least, pauseMillis, 0, 1, evidence)
  }

  /**
   * The rate between two refusals: at both the bucket was empty, so that what was taken in between is what came in,
   * but for what a pause let run over when the bucket holds less than that.
   */
  private measured(sent: Sent): number {
    const { pauseMillis, refusedMillis, taken } = this.last
    const passed = sent.atMillis - refusedMillis
    return Math.max(taken / passed, (taken - this.burst) / Math.max(1, passed - pauseMillis))
  }

  private hold(
    now: number,
    found: number,
    pauseMillis: number,
    takenBefore: number,
    part = 1,
    evidence?: LimitEvidence
  ): void {
    const limit = Math.max(found, this.latelyTaken(now) * leastShare)
    const whole = Math.min(Math.max(roundRequests, roundPauses * pauseMillis * limit), roundMillis * limit)
    const round = whole * part
    const mode: Holding = { _tag: "Holding", limit, round, awaited: 0, takenBefore, evidence }
    this.mode = mode
    this.perMillis = paceOf(mode)
  }

  private evidenceSince(refusedMillis: number, most: number): LimitEvidence {
    const debt = Math.max(0, this.burst - halfPermit)
    const evidence = new LimitEvidence(most, () => debt)
    for (const sent of this.recent) if (sent.atMillis >= refusedMillis) evidence.add(sent)
    return evidence
  }

  private look(looking: Looking, now: number): void {
    looking.isNews = false
    looking.takenSince = 0
    const { pauseMillis, taken } = this.last
    const range = looking.evidence.range()
    const { burst, high } = range
    this.burst = burst
    const ratio = high / range.low
    if (looking.refusedSince) {
      const isStuck = ratio > looking.ratio * littleLearnt
      looking.near = isStuck ? afterLittle : nearTheTop
      if (isStuck) looking.stuck++
      looking.ratio = ratio
      looking.refusedSince = false
    }
    const low = Math.max(range.low, Math.min(looking.least, high))
    const likely = Math.sqrt((ratio > wide ? low : Math.max(low, high * looking.near)) * high)
    if (ratio < knownWithin + easier * looking.stuck) {
      this.settledUntil = now
      const isDoubtful = range.low === high
      this.hold(now, Math.min(likely, low * aboveLow), pauseMillis, taken, isDoubtful ? doubtfulRound : 1)
      return
    }
    const held = Math.min(burst, likely * pauseMillis + 1)
    // Whatever the evidence says: what goes on without a refusal may be too slow.
    const pace = likely * (1 + ((ratio < narrow ? held : 0) + taken) / emptyingRequests)
    this.perMillis = Math.max(pace, this.latelyTaken(now) * leastShare)
  }
}
