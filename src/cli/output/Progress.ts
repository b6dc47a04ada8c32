/**
 * What a pull has done so far, in a line for a terminal or a log.
 */
import { length, type Period } from "../../domain/Period.ts"
import type { PullEvent } from "../../pipeline/PullObserver.ts"
import type { Held, Retrying, TransportEvent } from "../../transport/TransportObserver.ts"
import { counted } from "./counted.ts"
import { usualColumns } from "./output.ts"

interface Waiting {
  readonly event: Retrying | Held
  readonly until: number
}

/** A wallet on the way: its days, how many of them have no answer yet, and whether the last of them is stored. */
interface Underway {
  readonly period: Period | undefined
  readonly all: number
  left: number
  isStored: boolean
}

/** Counts what a pull does. */
export class Progress {
  windows = 0
  rows = 0
  private readonly begun = new Map<string, Underway>()
  private readonly startedAt: number
  private readonly wallets: number
  private waiting: Waiting | undefined

  /** `wallets` is how many there are to pull. */
  constructor(startedAt: number, wallets: number) {
    this.startedAt = startedAt
    this.wallets = wallets
  }

  /** Takes an event of the pull in. */
  onPullEvent(event: PullEvent): void {
    if (event._tag === "Committed") {
      this.windows++
      this.rows += event.rows
      const wallet = this.begun.get(event.walletNo)
      if (wallet?.period !== undefined) wallet.isStored ||= event.days.to >= wallet.period.to
    } else if (event._tag === "Started") {
      const { period, walletNo } = event
      const all = period === undefined ? 0 : length(period)
      this.begun.set(walletNo, { period, all, left: all, isStored: period === undefined })
    } else if (event._tag === "Answered") {
      this.waiting = undefined
      const wallet = this.begun.get(event.walletNo)
      // Days that are asked for once more are other ones, and may be more.
      if (wallet !== undefined) {
        wallet.left = Math.min(wallet.left, event.remaining === undefined ? 0 : length(event.remaining))
      }
    }
  }

  /** Takes an event of the way to the service in. */
  onTransportEvent(event: TransportEvent, now: number): void {
    if (event._tag === "Retrying") this.waiting = { event, until: now + event.waitMillis }
    // Why a request is tried again is said until it is answered; requests wait for their turns in between.
    if (event._tag === "Held" && this.waiting?.event._tag !== "Retrying") {
      this.waiting = { event, until: now + event.waitMillis }
    }
  }

  /** One line of so many columns at most, with what matters most in any case, behind a bar. */
  line(now: number, columns: number): string {
    return this.lineBehind(`${barOf(this.part())} `, now, columns)
  }

  /** The same for a log, which draws nothing. */
  plainLine(now: number): string {
    return this.lineBehind("", now, widestTold)
  }

  private lineBehind(bar: string, now: number, columns: number): string {
    const seconds = Math.max((now - this.startedAt) / 1000, 0.001)
    const done = this.part()
    const parts = [
      `${bar}${Math.floor(100 * done)} %`,
      this.wallets < 2 ? "" : `${this.ended()} of ${counted(this.wallets, "wallet", "wallets")}`,
      counted(this.rows, "row", "rows"),
      `${Math.round(this.rows / seconds).toLocaleString("en-US")} rows/s`,
      done > 0 && done < 1 ? `${timeText(seconds * (1 - done) / done)} left` : "",
      this.waitingText(now)
    ]
    const shown = new Set<number>()
    // A terminal that does not know its width says that it is 0.
    const room = columns > 0 ? columns : usualColumns
    for (const place of byWeight) {
      if (joined(parts, new Set([...shown, place])).length < room) shown.add(place)
    }
    return joined(parts, shown)
  }

  /** What part of the days is loaded; wallets that have not begun are taken to have as many as those that have. */
  private part(): number {
    const wallets = [...this.begun.values()]
    const days = wallets.reduce((sum, { all }) => sum + all, 0)
    const loaded = wallets.reduce((sum, { all, left }) => sum + all - left, 0)
    return days === 0 ? 0 : loaded / days * Math.min(1, wallets.length / Math.max(this.wallets, 1))
  }

  private ended(): number {
    return [...this.begun.values()].filter(({ isStored, left }) => left === 0 && isStored).length
  }

  private waitingText(now: number): string {
    if (this.waiting === undefined) return ""
    const { event, until } = this.waiting
    const left = timeText((until - now) / 1000)
    if (event._tag === "Held") return until > now ? `held to the service's limit, ${left}` : ""
    const { attempt, reason } = event
    switch (reason._tag) {
      case "RateLimited":
        return until > now ? `429, ${left}` : `429, try ${attempt + 1}`
      case "ServiceFailed":
        return until > now ? `status ${reason.status}, ${left}` : `status ${reason.status}, try ${attempt + 1}`
      case "ConnectionFailed":
      case "TimedOut":
        return `the service does not answer, try ${attempt + 1}`
      default:
        return `an answer could not be used, try ${attempt + 1}`
    }
  }
}

/** The places of a line's parts, from the one that would be missed most to the one that would be missed least. */
const byWeight = [0, 5, 2, 1, 4, 3]

const widestTold = 200
const cells = 12

const barOf = (part: number): string => {
  const full = Math.floor(cells * part)
  return "█".repeat(full) + "░".repeat(cells - full)
}

const joined = (parts: ReadonlyArray<string>, shown: ReadonlySet<number>): string =>
  parts.filter((part, place) => part !== "" && shown.has(place)).join(" · ")

const timeText = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : `${(seconds / 3600).toFixed(1)} h`
