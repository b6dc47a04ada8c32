/**
 * Progress on stderr while a pull runs: a line that is drawn over and over on a terminal, and one now and then elsewhere when that is
 * asked for.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { PullObserver } from "../../pipeline/PullObserver.ts"
import { PullSettings } from "../../settings/PullSettings.ts"
import { type Retrying, TransportObserver } from "../../transport/TransportObserver.ts"
import { counted } from "./counted.ts"
import { LogFormatInForce } from "./logging.ts"
import { printNotice } from "./output.ts"
import { Progress } from "./Progress.ts"

/** Where progress goes, and when. */
export interface Showing {
  readonly terminal: NodeJS.WriteStream
  /** Whether there are lines elsewhere than on a terminal. */
  readonly isAsked: boolean
  /** Whether there is none at all. */
  readonly isQuiet: boolean
}

const eraseLine = "\r\u001b[K"
const drawnEvery = Duration.millis(250)
const toldEvery = Duration.seconds(10)

/**
 * Counts what a pull does and shows it. An interruption is told on stderr and by `onInterrupted`.
 */
export const withProgress = <A, E, R>(
  pull: Effect.Effect<A, E, R>,
  { isAsked, isQuiet, terminal }: Showing,
  onInterrupted: (message: string) => Effect.Effect<void> = () => Effect.void
) =>
  Effect.gen(function*() {
    const settings = yield* Effect.serviceOption(PullSettings)
    const wallets = Option.match(settings, { onNone: () => 1, onSome: ({ wallets }) => wallets.length })
    const progress = new Progress(yield* Clock.currentTimeMillis, wallets)
    const counting = pull.pipe(
      Effect.provideService(PullObserver, (event) => Effect.sync(() => progress.onPullEvent(event))),
      Effect.provideService(TransportObserver, (event) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          progress.onTransportEvent(event, now)
          return event._tag === "Retrying" ? logRetry(event) : Effect.void
        }))
    )
    const draw = Effect.map(Clock.currentTimeMillis, (now) => {
      terminal.write(eraseLine + progress.line(now, terminal.columns))
    }).pipe(Effect.andThen(Effect.sleep(drawnEvery)), Effect.forever)
    const tell = Effect.sleep(toldEvery).pipe(
      Effect.andThen(Clock.currentTimeMillis),
      Effect.flatMap((now) => printNotice(progress.plainLine(now))),
      Effect.forever
    )
    const isDrawn = terminal.isTTY && process.env["TERM"] !== "dumb" && (yield* LogFormatInForce) === "text"
    const shown = isQuiet
      ? counting
      : isDrawn
      ? beside(counting, draw).pipe(Effect.ensuring(Effect.sync(() => void terminal.write(eraseLine))))
      : isAsked
      ? beside(counting, tell)
      : counting
    return yield* shown.pipe(
      Effect.onInterrupt(() =>
        Effect.andThen(printNotice(interrupted(progress), "WARN"), onInterrupted(interrupted(progress)))
      )
    )
  })

/** Runs something with another beside it that never ends, and whose failure is no reason for the first to end. */
const beside = <A, E, R>(pull: Effect.Effect<A, E, R>, shown: Effect.Effect<never>): Effect.Effect<A, E, R> =>
  Effect.scoped(Effect.andThen(Effect.forkScoped(Effect.ignoreCause(shown)), pull))

const interrupted = ({ rows, windows }: Progress): string => {
  const stays = `${counted(windows, "window", "windows")} with ${counted(rows, "row", "rows")} ${
    windows === 1 ? "was committed and stays" : "were committed and stay"
  }`
  return `Interrupted${windows === 0 ? " before this run committed anything" : `. ${stays}`}; ` +
    "run the same command again to go on."
}

const logRetry = ({ attempt, path, reason, waitMillis }: Retrying): Effect.Effect<void> =>
  Effect.logInfo("request failed and is sent again").pipe(
    Effect.annotateLogs({ path, attempt, reason: reason._tag, waitMs: waitMillis })
  )
