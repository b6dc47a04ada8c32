/**
 * What a pull asks for once more behind its own days: what a cap or a clock put in doubt, the days around gaps, and those of
 * rows that are held.
 */
import { Effect, Option } from "effect"
import { doubtOf } from "../domain/Finding.ts"
import {
  addDays,
  contains,
  type Day,
  dayFromNumber,
  daysOf,
  formatDay,
  hull,
  length,
  outside,
  overlap,
  type Period,
  takeDays,
  union,
  widen
} from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import * as Density from "../plan/Density.ts"
import { lookBack } from "../plan/Level.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import type { MaybeRedated } from "../sink/plan/MaybeRedated.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import type { Examined } from "./AnswerWatch.ts"
import type { AskError } from "./askStatement.ts"
import { daysInDoubt } from "./clockDoubts.ts"
import { concludeWallet } from "./concludeWallet.ts"
import type { DoubtedDays } from "./DoubtedDays.ts"
import { mostRepeats, periodsAround } from "./gapPeriods.ts"
import { heldPeriods } from "./heldPeriods.ts"
import { pullCommand } from "./pullCommand.ts"
import { PullObserver } from "./PullObserver.ts"
import { movementOn } from "./recordIdentities.ts"
import type { RunTooLarge } from "./RunTooLarge.ts"
import { planFor, type WalletPull } from "./WalletPull.ts"

/** Loads the days of a plan. */
export type Load = (
  pull: WalletPull
) => Effect.Effect<void, AskError | SinkError | RunTooLarge, Statement | Sink | PullSettings>

const again = Effect.fnUntraced(function*(
  pull: WalletPull,
  load: Load,
  days: Period,
  changes: Partial<Pick<WalletPull, "period" | "plan" | "redated">> = {}
) {
  yield* load({ ...pull, plan: yield* planFor(pull, days), ...changes, examined: "done" })
})

/** Loads days before the pull's own that were never loaded: a wallet may turn out to begin earlier than it was thought to. */
export const loadNeverLoaded = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  for (const period of pull.neverLoaded) {
    yield* load({ ...pull, period, plan: yield* planFor(pull, period), examined: "always" })
  }
})

/**
 * Loads the days again whose answers runs that stopped early did not come to examine, and examines them. Where the service refuses them
 * now, that is told, and the pull goes on: they stay as they are stored.
 */
export const loadUnexamined = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const observe = yield* PullObserver
  for (const days of pull.unexamined) {
    yield* afresh(pull, load, days, "always").pipe(
      Effect.catchIf(isRefusal, () =>
        observe({
          _tag: "Noticed",
          walletNo: pull.walletNo,
          finding: doubtOf(
            "cap",
            "A run that stopped early loaded these days, and the service refuses to show them again: whether its answers were cut off " +
              "could not be seen.",
            { from: formatDay(days.from), to: formatDay(days.to) }
          )
        }))
    )
  }
})

/** The service answers, and not about these days. */
const isRefusal = (error: AskError | SinkError | RunTooLarge): error is StatementError =>
  error._tag === "StatementError" && ["DatesRefused", "RequestRefused"].includes(error.reason._tag)

/** Loads again what earlier runs loaded before it was known how few records the service gives at once. */
export const loadCapped = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  for (const days of pull.capped) yield* afresh(pull, load, days, "done")
})

/** Loads days again by a plan that believes nothing that is stored of them. */
const afresh = Effect.fnUntraced(function*(pull: WalletPull, load: Load, days: Period, examined: Examined) {
  const { limit } = pull.cap
  const plan = { ...(yield* planFor(pull, days)), limit, density: Density.fromStored(new Map(), undefined) }
  yield* load({ ...pull, period: hull([pull.period, days]), plan, examined })
})

/** Loads the days again that were taken for complete by a clock that was ahead; days that somebody chose stay chosen. */
export const loadDaysInDoubt = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const { from } = yield* PullSettings
  const days = yield* daysInDoubt(pull, Option.isSome(from))
  if (days === undefined) return
  const period = { from: days.from, to: pull.period.to }
  yield* again(pull, load, days, { period })
})

/**
 * Asks again for days that earlier answers were empty for, when rows turned up on such days next to them: those answers may have
 * been empty for no good reason.
 */
export const askAgainForEmpty = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  yield* doubtEmpty(pull)
  for (let days = pull.empty.next(); days !== undefined; days = pull.empty.next()) yield* again(pull, load, days)
})

/** Notes the empty days next to those of earlier runs on which rows turned up. */
const doubtEmpty = Effect.fnUntraced(
  function*({ empty, loaded, period, reach, rowsBefore, stored, walletNo }: WalletPull) {
    const seen = Option.map(reach, (before) => overlap(before, widen(period, lookBack, 0))).pipe(
      Option.getOrUndefined
    )
    if (seen === undefined) return
    const now = yield* (yield* Sink).rowsByDay(walletNo, seen)
    const turnedUp = [...now.keys()].filter((day) => !rowsBefore.has(day) && loaded.hasAny({ from: day, to: day }))
    if (turnedUp.length === 0) return
    for (const day of [Math.min(...turnedUp) - 1, Math.max(...turnedUp) + 1].map(dayFromNumber)) {
      if (!contains(seen, day) || now.has(day) || loaded.hasAny({ from: day, to: day })) continue
      const around = yield* stored.emptyAround(day)
      for (const days of outside([around], loaded.all)) empty.doubt(days)
    }
  }
)

/**
 * Asks again for the days around gaps and doubtful orders: rows that the service left out may be there the next time. Of those
 * before the pull's own days, which may never close, the last few are asked for once.
 */
export const askAgainAroundGaps = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  for (let repeat = 0; repeat < mostRepeats; repeat++) {
    const { history, judgement } = yield* concludeWallet(pull.runId, pull.walletNo)
    const places = judgement === null ? [] : [...judgement.verdict.gaps, ...judgement.verdict.orders]
    const known = repeat === 0 ? union(history.map(({ period }) => period)) : []
    const earlier = known.flatMap((days) => {
      const before = overlap(days, { from: days.from, to: addDays(pull.period.from, -1) })
      return before === undefined ? [] : periodsAround(places, before, repeat)
    }).slice(-mostEarlier)
    for (const period of [...earlier, ...periodsAround(places, pull.period, repeat)]) {
      yield* again(pull, load, period)
    }
  }
})

const mostEarlier = 3

/** Asks once more for what doubted answers did not show, and for what earlier runs hold. */
export const askAgainForHeld = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const sink = yield* Sink
  const periods = heldPeriods(yield* sink.heldRows(pull.walletNo), pull.runId, pull.loaded.all)
  if (periods.length === 0) return
  const redated = movementsIn(yield* sink.maybeRedated(pull.walletNo))
  for (const period of periods) yield* again(pull, load, period, { redated })
})

const movementsIn = (rows: ReadonlyArray<MaybeRedated>): ReadonlySet<string> =>
  new Set(rows.map((row) => movementOn(row.day, row)))

/**
 * Asks for the days of rows that may be dated anew: a row that was dated long before, as one is that was not confirmed then, would
 * stay beside itself for ever. Those that are too many for one run are told.
 */
export const askAgainForRedated = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const rows = yield* (yield* Sink).maybeRedated(pull.walletNo)
  const redated = movementsIn(rows)
  const stretches = union(rows.map(({ day }) => ({ from: day, to: day }))).toReversed()
  for (const days of stretches.slice(0, mostStretches)) yield* again(pull, load, days, { redated })
  const others = stretches.slice(mostStretches)
  const around = hull(others)
  if (around === undefined) return
  const observe = yield* PullObserver
  const finding = maybeTwice(pull.walletNo, others.length, around)
  yield* observe({ _tag: "Noticed", walletNo: pull.walletNo, finding })
})

/** So many stretches of days are asked for in one run. */
const mostStretches = 10

const maybeTwice = (walletNo: WalletNo, stretches: number, { from, to }: Period) =>
  doubtOf(
    "dropped",
    `Rows of ${
      stretches === 1 ? "a stretch" : `${stretches} stretches`
    } of days are stored on other days too, and may be the ` +
      "same, dated anew: they count twice then. Each pull asks for ten such stretches; " +
      `${pullCommand(walletNo, formatDay(from), formatDay(to))} asks for all of these.`,
    { from: formatDay(from), to: formatDay(to) }
  )

/**
 * Asks for days of answers that held a record without a readable day: as long as one of them was not asked for without it, nobody
 * can say that the service no longer shows it. The days are done from the first one on, some of them in each run.
 */
export const askAgainForUndated = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const sink = yield* Sink
  for (let piece = 0; piece < mostPieces; piece++) {
    const open = (yield* sink.quarantined(Option.some(pull.walletNo))).filter(({ day }) => day === null)
    const [next] = outside(union(open.map(({ awaited }) => awaited)), pull.loaded.all)
    if (next === undefined) return
    yield* again(pull, load, yield* pieceOf(pull, next))
  }
})

const mostPieces = 3
const shortestPiece = 31

/** The first days of a period, as many as have about so many rows as an answer holds. */
const pieceOf = Effect.fnUntraced(function*({ walletNo }: WalletPull, period: Period) {
  const { limit } = yield* PullSettings
  let [rows, days] = [0, length(period)]
  const counts = yield* (yield* Sink).rowsByDay(walletNo, period)
  for (const [day, count] of [...counts].sort(([one], [other]) => one - other)) {
    rows += count
    if (rows > limit) days = Math.min(days, day - period.from)
  }
  return takeDays(period, Math.max(days, Math.min(shortestPiece, length(period))))[0]
})

/** Asks for cut-off days before the pull's own days, some of them each night in turn: nothing else does. */
export const askAgainForCutOff = Effect.fnUntraced(function*(pull: WalletPull, load: Load) {
  const open = outside(pull.cutOff.filter(({ to }) => to < pull.period.from), pull.loaded.all)
  const days = inTurn(union(open).flatMap(daysIn), pull.period.to).slice(0, mostCutOff)
  for (const period of union(days)) yield* again(pull, load, period)
})

const mostCutOff = 10

const daysIn = (period: Period): ReadonlyArray<Period> => Array.from(daysOf(period), (day) => ({ from: day, to: day }))

/** The same, from another one on each day. */
const inTurn = (days: ReadonlyArray<Period>, today: Day): ReadonlyArray<Period> => {
  const begin = days.length === 0 ? 0 : (today * mostCutOff) % days.length
  return [...days.slice(begin), ...days.slice(0, begin)]
}

/** Asks once more for days of doubted answers of which no row is held any more: nothing else would say that they are open. */
export const askAgainForDoubted = Effect.fnUntraced(function*(pull: WalletPull, doubted: DoubtedDays, load: Load) {
  const held = yield* (yield* Sink).heldRows(pull.walletNo)
  const isTold = (days: Period): boolean => held.some(({ window }) => overlap(window, days) !== undefined)
  for (const period of doubted.open.filter((days) => !isTold(days))) {
    yield* again(pull, load, period)
  }
})
