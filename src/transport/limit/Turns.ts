/**
 * When requests may go out, all of the process together: at the rate the limit allows as far as it is known, and not
 * before a pause that the service asked for is over. Pure; times are milliseconds of a monotonic clock.
 *
 * Until the service refuses a request or tells its limit nothing is held back: most pulls never meet a limit.
 */
import type { Sent } from "./LimitEvidence.ts"
import { Pace } from "./Pace.ts"

/**
 * A turn that comes late is caught up with when it comes within so long, and half of what the bucket holds would do for
 * the turns in between: the permits have come in meanwhile. A bucket of one leaves a timer's lateness at most.
 */
const catchUpMillis = 250
const timerMillis = 25

/** Keeps the turns. */
export class Turns {
  private readonly ceiling: number
  private readonly pace = new Pace()
  private advised = { perMillis: Number.POSITIVE_INFINITY, untilMillis: 0 }
  private nextTurn = Number.NEGATIVE_INFINITY
  private closedUntil = Number.NEGATIVE_INFINITY

  /** The rate never exceeds `perMinute`. */
  constructor(perMinute: number | undefined) {
    this.ceiling = perMinute === undefined ? Number.POSITIVE_INFINITY : perMinute / 60_000
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
    const isInTime = now - this.nextTurn <= this.latenessAt(now)
    const sent = this.pace.send(now, isInTime && this.pace.perMillis <= this.mostAt(now))
    this.nextTurn = (isInTime ? this.nextTurn : now) + this.intervalAt(now)
    return sent
  }

  /** A request that took its turn was not sent after all. */
  unsent(sent: Sent): void {
    // Before the pace forgets the turn: it took its time at that pace.
    this.nextTurn -= this.intervalAt(sent.atMillis)
    this.pace.unsent(sent)
  }

  /** The service did not refuse the request because of its limit, or nothing is known of it. */
  taken(sent: Sent): void {
    this.pace.taken(sent)
  }

  /** The service refused the request because of its limit, which was learnt `now`, and asked for a pause, or for none. */
  refused(sent: Sent, now: number, pauseMillis: number): void {
    this.pace.refused(sent, now, pauseMillis)
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
    return 1 / Math.min(this.mostAt(now), this.pace.perMillis)
  }

  private latenessAt(now: number): number {
    const half = this.intervalAt(now) / 2
    const { burst } = this.pace
    return burst < 2 ? Math.min(timerMillis, half) : Math.min(catchUpMillis, half * burst)
  }

  private mostAt(now: number): number {
    return now < this.advised.untilMillis ? Math.min(this.ceiling, this.advised.perMillis) : this.ceiling
  }
}
