/**
 * Progress on stderr while a pull runs, on a terminal only.
 */
import { Clock, Effect } from "effect"
import { length } from "../../domain/Period.ts"
import type { PullEvent } from "../../pipeline/PullObserver.ts"
import { PullObserver } from "../../pipeline/PullObserver.ts"
import { type Retrying, TransportObserver } from "../../transport/TransportObserver.ts"
import { LogFormatInForce } from "./logging.ts"
import { printNotice } from "./output.ts"

/** What a pull has done so far. */
export class Progress {
  windows = 0
  rows = 0
  retries = 0
  private readonly days = new Map<string, { readonly all: number; left: number }>()
  private readonly startedAt: number

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  /** Takes an event of the pull in. */
  onPullEvent(event: PullEvent): void {
    if (event._tag === "Committed") {
      this.windows++
      this.rows += event.rows
    } else if (event._tag === "Started") {
      const all = event.period === undefined ? 0 : length(event.period)
      this.days.set(event.walletNo, { all, left: all })
    } else if (event._tag === "Answered") {
      const days = this.days.get(event.walletNo)
      if (days !== undefined) days.left = event.remaining === undefined ? 0 : length(event.remaining)
    }
  }

  /** One line for a terminal: windows, rows, speed, retries, time left. */
  line(now: number, columns: number): string {
    const seconds = Math.max((now - this.startedAt) / 1000, 0.001)
    let all = 0
    let left = 0
    for (const days of this.days.values()) {
      all += days.all
      left += days.left
    }
    const secondsLeft = all > left ? seconds * left / (all - left) : undefined
    const parts = [
      `${all === 0 ? 0 : Math.floor(100 * (all - left) / all)} %`,
      `${this.windows} windows`,
      `${this.rows.toLocaleString("en-US")} rows`,
      `${Math.round(this.rows / seconds).toLocaleString("en-US")} rows/s`,
      ...(this.retries === 0 ? [] : [`${this.retries} retries`]),
      ...(secondsLeft === undefined ? [] : [`${timeText(secondsLeft)} left`])
    ]
    return parts.join(" · ").slice(0, Math.max(columns - 1, 20))
  }
}

const timeText = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : `${(seconds / 3600).toFixed(1)} h`

const eraseLine = "\r\u001b[K"

/**
 * Counts what a pull does and, on a terminal, draws it four times a second. An interruption is told on the terminal and
 * by `onInterrupted`.
 */
export const withProgress = <A, E, R>(
  pull: Effect.Effect<A, E, R>,
  terminal: NodeJS.WriteStream,
  onInterrupted: (message: string) => Effect.Effect<void> = () => Effect.void
) =>
  Effect.gen(function*() {
    const progress = new Progress(yield* Clock.currentTimeMillis)
    const counted = pull.pipe(
      Effect.provideService(PullObserver, (event) => Effect.sync(() => progress.onPullEvent(event))),
      Effect.provideService(TransportObserver, (event) =>
        Effect.sync(() => {
          if (event._tag === "Retrying") progress.retries++
        }).pipe(Effect.andThen(event._tag === "Retrying" ? logRetry(event) : Effect.void)))
    )
    const draw = Effect.map(Clock.currentTimeMillis, (now) => {
      terminal.write(eraseLine + progress.line(now, terminal.columns))
    }).pipe(Effect.andThen(Effect.sleep("250 millis")), Effect.forever)
    const drawn = terminal.isTTY && process.env["TERM"] !== "dumb" && (yield* LogFormatInForce) === "text"
      ? Effect.raceFirst(counted, draw).pipe(Effect.ensuring(Effect.sync(() => void terminal.write(eraseLine))))
      : counted
    return yield* drawn.pipe(
      Effect.onInterrupt(() =>
        Effect.andThen(printNotice(interrupted(progress), "WARN"), onInterrupted(interrupted(progress)))
      )
    )
  })

const interrupted = ({ rows, windows }: Progress): string =>
  `Interrupted. ${windows} windows with ${rows.toLocaleString("en-US")} rows were committed and stay; ` +
  "run the same command again to go on."

const logRetry = ({ attempt, path, reason, waitMillis }: Retrying): Effect.Effect<void> =>
  Effect.logInfo("request failed and is sent again").pipe(
    Effect.annotateLogs({ path, attempt, reason: reason._tag, waitMs: waitMillis })
  )
