/**
 * Where a wallet begins of which nobody said so and nothing is loaded: the service is asked for one record of days further and further
 * back, each time of twice as many. An empty answer proves that these days have no rows and no more, so
 * what is found is told with how far was asked, and with how to say better.
 */
import { Clock, Effect, Option } from "effect"
import {
  addDays,
  contains,
  type Day,
  dayFromNumber,
  formatDay,
  length,
  make,
  parseDay,
  type Period,
  widen
} from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink } from "../sink/Sink.ts"
import { isAboutDays } from "./aboutDays.ts"
import { askStatement } from "./askStatement.ts"
import { countsOf } from "./countsOf.ts"
import { settledDaysOf } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import { NothingToGoOnFrom } from "./pullPeriod.ts"
import type { AnswerSpan } from "./ServiceClock.ts"
import { todayAt, type WalletPull } from "./WalletPull.ts"

/** What asking showed. */
export interface FirstDay {
  /** The first day to load. */
  readonly from: Day
  /** The first day that was asked for: from there to the day before `from` there was no row. */
  readonly askedFrom: Day
  /** Whether there was any row. */
  readonly hasRows: boolean
  readonly ended: "quiet" | "refused"
  /** The answers that had a row. */
  readonly answers: ReadonlyArray<FirstAnswer>
}

interface FirstAnswer {
  readonly page: StatementPage
  /** The first of the days that it was asked for. */
  readonly from: Day
  /** Between which instants it came. */
  readonly span: AnswerSpan
}

/** Days of the first question. */
const fewest = 7
/** So many days without a row are taken for the time before a wallet; of one without any row, days further back are asked for. */
const quietDays = 365
const quietDaysOfNone = 3650
/** Nobody had such a wallet before. */
const earliest = parseDay("1990-01-01") ?? dayFromNumber(0)

/**
 * Asks for it; at most a dozen requests. Fails as the first request does, since a service that refuses that will refuse all, and
 * with NothingToGoOnFrom where it refuses days before some with rows, or before any that say something.
 */
export const findFirstDay = Effect.fnUntraced(function*(walletNo: WalletNo) {
  const settings = yield* PullSettings
  const today = yield* todayAt(settings)
  const last = Option.getOrElse(settings.to, () => today)
  const answers: Array<FirstAnswer> = []
  /** The first day from which there are rows, as far as the answer tells: its margin may show some as well. */
  const ask = Effect.fnUntraced(function*(days: Period) {
    const { from, to } = widen(days, 1, 1)
    const asked = yield* Clock.currentTimeMillis
    const page = yield* askStatement({ walletNo, fromDate: formatDay(from), toDate: formatDay(to), limit: 1 }, days)
    if (page.records.count === 0) return undefined
    answers.push({ page, from: days.from, span: { from: asked, to: yield* Clock.currentTimeMillis } })
    return dayFromNumber(Math.min(days.from, ...countsOf(page).rowsByDay.keys()))
  })
  const nearest = { from: addDays(last, 1 - fewest), to: last }
  let found = yield* ask(nearest)
  let askedFrom = nearest.from
  let ended: FirstDay["ended"] = "quiet"
  const isQuiet = () => found === undefined ? last - askedFrom >= quietDaysOfNone : found - askedFrom >= quietDays
  for (let days = 2 * fewest; !isQuiet(); days *= 2) {
    const next = make(dayFromNumber(Math.max(askedFrom - days, earliest)), addDays(askedFrom, -1))
    if (next === undefined) break
    const answer = yield* ask(next).pipe(
      Effect.catchIf(
        (error) => error._tag === "StatementError" && isAboutDays(error),
        () => Effect.succeed("refused" as const)
      )
    )
    if (answer === "refused") {
      if ((found !== undefined && found <= askedFrom) || (found === undefined && last - askedFrom < quietDays)) {
        return yield* new NothingToGoOnFrom({ walletNo })
      }
      ended = answer
      break
    }
    askedFrom = next.from
    if (answer !== undefined) found = found === undefined || answer < found ? answer : found
  }
  const first: FirstDay = { from: found ?? nearest.from, askedFrom, hasRows: found !== undefined, ended, answers }
  return first
})

/** Notes what the answers have shown of days that are to be loaded: it has to be in the answers of these. */
export const noteShown = ({ answers }: FirstDay, { clock, dropped, period }: WalletPull): void => {
  for (const { from, page, span } of answers) {
    const lastSettledDay = clock.lastSettledDay(page, span)
    dropped.dropUndated({ page, lastSettledDay }, from)
    const days = settledDaysOf({ page, lastSettledDay, counts: countsOf(page), knownFrom: undefined })
    dropped.note({ page, lastSettledDay }, new Set(days.filter((day) => contains(period, day))))
  }
}

/** Tells what was found, when the days are loaded. */
export const remarkFirstDay = Effect.fnUntraced(function*(walletNo: WalletNo, first: FirstDay, loaded: Period) {
  const observe = yield* PullObserver
  const rows = [...(yield* (yield* Sink).rowsByDay(walletNo, loaded)).keys()]
  const row = rows.length === 0 ? undefined : dayFromNumber(Math.min(...rows))
  yield* observe({ _tag: "Remarked", walletNo, note: noteOf(first, row) })
})

const noteOf = ({ askedFrom, ended, from, hasRows }: FirstDay, row: Day | undefined): string => {
  const before = make(askedFrom, addDays(row ?? from, -1))
  const quiet = before === undefined ? "" : `, and nothing in the ${days(length(before))} before`
  const further = ended === "quiet" ? "" : ", further back the service answered none"
  return `no setting says where it begins, so it was found by asking: ${
    row === undefined
      ? `no row${hasRows ? " that could be loaded" : ""} since ${formatDay(askedFrom)}`
      : `first row on ${formatDay(row)}${quiet}`
  }${further}. It is loaded from ${
    formatDay(from)
  } on. Earlier rows are not ruled out: if there are any, say since when, as ` +
    `\`from\` of the wallet in the configuration file or NUMBER@YYYY-MM-DD in WALLET_STATEMENT_WALLETS`
}

const days = (count: number): string => `${count.toLocaleString("en-US")} ${count === 1 ? "day" : "days"}`
