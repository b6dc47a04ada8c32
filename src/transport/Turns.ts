/**
 * When requests may go out, all of the process together: at the rate the limit allows as far as it is known, and not
 * before a pause that the service asked for is over. Pure; times are milliseconds of a monotonic clock.
 *
 * Until the service refuses a request or tells its limit nothing is held back: most pulls never meet a limit.
 */
import { LimitBelief, type Sent } from "./LimitBelief.ts"

/** By so much a timer may be late without the rate falling for it. */
const timerMillis = 3
/** The rate never falls below this share of what the service took in the last seconds, however many it refuses at once. */
const leastShare = 0.5
const lastMillis = 10_000

/** Keeps the turns. */
export class Turns {
  private readonly ceiling: number
  private readonly belief = new LimitBelief()
  /** Requests a millisecond. */
  private rate: number
  private limited = false
  private advised = { perMillis: Number.POSITIVE_INFINITY, untilMillis: 0 }
  private nextTurn = Number.NEGATIVE_INFINITY
  private closedUntil = Number.NEGATIVE_INFINITY
  private lately = { perMillis: 0, atMillis: Number.NEGATIVE_INFINITY }

  /** The rate never exceeds `perMinute`. */
  constructor(perMinute: number | undefined) {
    this.ceiling = perMinute === undefined ? Number.POSITIVE_INFINITY : perMinute / 60_000
    this.rate = this.ceiling
  }

  /** Milliseconds until the next turn; 0 when it is now. */
  wait(now: number): number {
    return Math.max(0, this.nextTurn - now, this.closedFor(now))
  }

  /** Milliseconds for which the service asked not to be asked. */
  closedFor(now: number): number {
    return Math.max(0, this.closedUntil - now)
  }

  /** Takes the turn that is now. */
  take(now: number): Sent {
    const interval = this.intervalAt(now)
    const late = now - this.nextTurn
    this.nextTurn = (late <= Math.min(timerMillis, interval / 4) ? this.nextTurn : now) + interval
    return this.belief.send(now)
  }

  /** A request that took its turn was not sent after all. */
  unsent(sent: Sent): void {
    this.belief.unsent(sent)
    this.nextTurn -= this.intervalAt(sent.atMillis)
  }

  /** The service did not refuse the request because of its limit, or nothing is known of it. */
  taken(sent: Sent): void {
    this.belief.taken(sent)
    const atMillis = Math.max(this.lately.atMillis, sent.atMillis)
    this.lately = { perMillis: this.latelyAt(atMillis) + 1 / lastMillis, atMillis }
    this.adapt(sent.atMillis)
  }

  /** The service refused the request because of its limit. */
  refused(sent: Sent): void {
    this.limited = true
    this.belief.refused(sent)
    this.adapt(sent.atMillis)
  }

  /** Nobody goes before `untilMillis`. */
  close(untilMillis: number): void {
    this.closedUntil = Math.max(this.closedUntil, untilMillis)
  }

  /** The service told its limit: not faster than this until then. */
  advise(perMillis: number, untilMillis: number): void {
    this.advised = { perMillis, untilMillis }
  }

  private intervalAt(now: number): number {
    return 1 / (now < this.advised.untilMillis ? Math.min(this.rate, this.advised.perMillis) : this.rate)
  }

  private latelyAt(now: number): number {
    const { atMillis, perMillis } = this.lately
    return perMillis === 0 ? 0 : perMillis * Math.exp(-Math.max(0, now - atMillis) / lastMillis)
  }

  private adapt(now: number): void {
    if (!this.limited) return
    this.rate = Math.min(this.ceiling, Math.max(this.belief.rate, this.latelyAt(now) * leastShare))
  }
}
