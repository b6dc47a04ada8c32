/**
 * Measures what the interface leaves open, by asking for statements and holding the answers against each other: in
 * which order rows come, whether the days asked for are inside, how many records come at once, what the request limit
 * is, how numbers are written. It keeps nothing and sends no more requests than it is allowed.
 */
import { Clock, Duration, Effect, Option } from "effect"
import {
  addDays,
  type Day,
  dayFromNumber,
  dayOfLocalTime,
  formatDay,
  length,
  type Period,
  widen
} from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type AnswerLimit, answerLimit, mayBeCutOff } from "../plan/probe/AnswerLimit.ts"
import {
  type DayEdges,
  type DayHabit,
  edgesOf,
  habitOf,
  nextQuestion,
  type Reading,
  readings
} from "../plan/probe/DayEdges.ts"
import { type Steps, stepsOf } from "../plan/probe/RowOrder.ts"
import { byMarker, recordsOf, type Sighting, sightingOf } from "../plan/probe/Sighting.ts"
import { isTwelveHours, nothingWritten, withRecords, type Writing } from "../plan/probe/Writing.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { receivedIn } from "../statement/recordTexts.ts"
import { maximumLimit, Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import { endingWithin } from "../transport/limit/RunDeadline.ts"
import { isAboutDays } from "./aboutDays.ts"
import { type RequestLimit, RequestMeter, RequestsUsedUp } from "./RequestMeter.ts"

/** What was measured, and how the measuring ended. */
export interface ProbeReport {
  readonly walletNo: WalletNo
  /** Different rows that were seen. */
  readonly rows: number
  readonly answers: number
  readonly steps: Steps
  readonly edges: DayEdges
  /** The ways to take a request's days that fit, and what they amount to; undefined while they differ. */
  readonly readings: ReadonlyArray<Reading>
  readonly habit: DayHabit | undefined
  /** Minutes behind midnight of the timestamps' clock at which a day of UTC begins. */
  readonly utcStart: number
  readonly answerLimit: AnswerLimit
  /** The most records that the service let be asked for. */
  readonly mostAsked: number
  /** Which rows an answer holds that was asked for fewer than there are; null where that was not seen. */
  readonly kept: "newest" | "oldest" | "others" | null
  readonly requestLimit: RequestLimit
  readonly writing: Writing
  readonly ended: "measured" | "requests-used-up" | StatementError
}

/** Called before each request, with how many were made. */
export type OnAsk = (asked: Period, limit: number, sent: number) => Effect.Effect<void>

/** The service may ask for waits; longer ones than this let are not waited for. */
const longest = Duration.minutes(5)
/** Days asked for first where no others are named. */
const usualDays = 31
/** How often the days are doubled in search of more records. */
const doublings = 5
/** How often the days are halved in search of an answer that is not full. */
const halvings = 7
/** Questions about the edges of days. */
const edgeQuestions = 8
/** What is asked for where more is refused. */
const lowerLimits = [2500, 1000, 500, 200, 100]

/** Probes one wallet with at most `allowed` requests; ends early, with what it has, when the service does not answer. */
export const probe = Effect.fn("Probe.probe")(function*(walletNo: WalletNo, allowed: number, onAsk: OnAsk) {
  const { clock, from, to } = yield* PullSettings
  const statement = yield* Statement
  const now = yield* Clock.currentTimeMillis
  const local = clock.localTimeAt(now)
  const offset = Math.round((local - now) / 60_000)
  const meter = new RequestMeter(allowed)
  const taken: Array<Sighting> = []
  let writing: Writing = nothingWritten
  let most = maximumLimit
  let kept: ProbeReport["kept"] = null

  /** The answers, their times read by the clock that all of them together show. */
  const seen = (): ReadonlyArray<Sighting> => (isTwelveHours(writing) ? taken.map(byMarker) : taken)

  const ask = Effect.fnUntraced(function*(asked: Period, limit = most) {
    if (meter.sent >= allowed) return yield* new RequestsUsedUp()
    yield* onAsk(asked, limit, meter.sent)
    const request = { walletNo, fromDate: formatDay(asked.from), toDate: formatDay(asked.to), limit }
    const page = yield* meter.within(statement.fetch(request))
    const sighting = sightingOf(page, asked)
    taken.push(sighting)
    writing = withRecords(writing, receivedIn(page.records))
    return seen().at(-1) ?? sighting
  })

  const askFirst = Effect.fnUntraced(
    function*(asked: Period): Effect.fn.Return<Sighting, StatementError | RequestsUsedUp> {
      const first = yield* Effect.result(ask(asked))
      if (first._tag === "Success") return first.success
      const { failure } = first
      const lower = lowerLimits.find((limit) => limit < most)
      if (failure._tag !== "StatementError" || failure.reason._tag !== "LimitRefused" || lower === undefined) {
        return yield* failure
      }
      most = lower
      return yield* askFirst(asked)
    }
  )

  const limitNow = () => answerLimit(seen().filter((sighting) => sighting.limit === most), most)
  const isWhole = (sighting: Sighting) => !mayBeCutOff(sighting, limitNow())

  /** More and more days, until an answer is full or brings nothing new; only where nobody named days. */
  const grow = Effect.fnUntraced(function*(first: Sighting) {
    let widest = first
    for (let count = 0; count < doublings && widest.received < most; count++) {
      const { from: begin, to: end } = widest.asked
      const wider = yield* ask({ from: dayFromNumber(2 * begin - end), to: end }).pipe(
        Effect.catchIf((error) => error._tag === "StatementError" && isAboutDays(error), () => Effect.void)
      )
      if (wider === undefined) return widest
      if (wider.received > 0 && wider.received === widest.received) return wider
      widest = wider
    }
    return widest
  })

  /** Two halves of the widest answer: together they show more than it when it was cut off. */
  const split = Effect.fnUntraced(function*({ asked, received }: Sighting) {
    if (received < 2 || received >= most || asked.from === asked.to) return
    const middle = dayFromNumber(Math.floor((asked.from + asked.to) / 2))
    yield* ask({ from: asked.from, to: middle })
    yield* ask({ from: middle, to: asked.to })
  })

  /** Fewer than there are: whether the limit counts, and which rows are left out. */
  const askForFew = Effect.fnUntraced(function*({ asked, received, rows }: Sighting) {
    const few = Math.min(10, Math.floor(received / 2))
    if (few < 1) return
    const part = yield* ask(asked, few)
    const times = rows.map(({ time }) => time).toSorted((left, right) => left - right)
    const shown = part.rows.map(({ time }) => time)
    if (part.received !== few || shown.length !== few || times.length !== received) return
    const isNewest = Math.min(...shown) >= (times.at(-few) ?? Number.POSITIVE_INFINITY)
    const isOldest = Math.max(...shown) <= (times[few - 1] ?? Number.NEGATIVE_INFINITY)
    kept = isNewest ? "newest" : isOldest ? "oldest" : "others"
  })

  const largestWhole = () => seen().filter(isWhole).toSorted((left, right) => right.rows.length - left.rows.length)[0]

  /** The answer with the most rows among those that are not cut off; asked for if there is none yet. */
  const wholeAnswer = Effect.fnUntraced(function*() {
    for (let count = 0; count < halvings; count++) {
      const whole = largestWhole()
      if (whole !== undefined && whole.rows.length > 1) return whole
      const shortest = seen().filter((sighting) => !isWhole(sighting) && sighting.limit === most)
        .toSorted((left, right) => left.asked.to - left.asked.from - (right.asked.to - right.asked.from))[0]
      const span = shortest === undefined ? undefined : daysOf(shortest)
      if (span === undefined || span.from === span.to) return undefined
      yield* ask({ from: dayFromNumber(Math.ceil((span.from + span.to) / 2)), to: span.to })
    }
    return largestWhole()
  })

  const edges = () => edgesOf(seen().filter(isWhole), seen())
  const habit = () => habitOf(readings(edges(), offset), offset)

  const askForEdges = Effect.fnUntraced(function*(whole: Sighting) {
    const longest = length(whole.asked)
    for (let count = 0; count < edgeQuestions && habit() === undefined; count++) {
      const question = nextQuestion(edges(), seen(), longest)
      if (question === undefined) return
      yield* ask({ from: question.from, to: question.to })
    }
  })

  const named = Option.isSome(from) || Option.isSome(to)
  const last = Option.getOrElse(to, (): Day =>
    Option.match(from, {
      // Rows of the last days may still come or change.
      onNone: () => addDays(dayOfLocalTime(local), -3),
      onSome: (first) => addDays(first, usualDays - 1)
    }))
  const days = { from: Option.getOrElse(from, () => addDays(last, 1 - usualDays)), to: last }

  const measure = Effect.gen(function*() {
    const first = yield* askFirst(widen(days, 2, 2))
    const widest = named ? first : yield* grow(first)
    if (widest.received === 0) return
    yield* split(widest)
    const whole = yield* wholeAnswer()
    if (whole === undefined) return
    yield* askForFew(whole)
    yield* askForEdges(whole)
  })

  const ended = yield* Effect.match(endingWithin(longest)(measure), {
    onSuccess: (): ProbeReport["ended"] => "measured",
    onFailure: (error): ProbeReport["ended"] => (error._tag === "RequestsUsedUp" ? "requests-used-up" : error)
  })
  if (isRateLimited(ended)) yield* meter.refused()
  const found = edges()
  const report: ProbeReport = {
    walletNo,
    rows: recordsOf(seen()).size,
    answers: seen().length,
    steps: stepsOf(seen()),
    edges: found,
    readings: readings(found, offset),
    habit: habit(),
    utcStart: offset,
    answerLimit: answerLimit(seen(), most),
    mostAsked: most,
    kept,
    requestLimit: meter.seen,
    writing,
    ended
  }
  return report
})

const isRateLimited = (ended: ProbeReport["ended"]): boolean => {
  if (typeof ended === "string") return false
  const { reason } = ended
  const transport = reason._tag === "AuthError" ? reason.reason : reason
  return transport._tag === "TransportError" && transport.reason._tag === "RateLimited"
}

/** The days of an answer's rows. */
const daysOf = ({ rows }: Sighting): Period | undefined => {
  const days = rows.map(({ time }) => dayOfLocalTime(time))
  return days.length === 0
    ? undefined
    : { from: dayFromNumber(Math.min(...days)), to: dayFromNumber(Math.max(...days)) }
}
