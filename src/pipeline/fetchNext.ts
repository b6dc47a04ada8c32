/**
 * One request of a plan: what its answer tells of caps, clocks and days, and the window to keep of it.
 */
import { Clock, Effect } from "effect"
import { dayFromNumber, formatDay, type Period } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { type Answer, lastTimeOf } from "../plan/Answer.ts"
import * as Plan from "../plan/Plan.ts"
import type { AnswerWatch } from "./AnswerWatch.ts"
import { askStatement } from "./askStatement.ts"
import { countsOf } from "./countsOf.ts"
import type { Elsewhere } from "./FetchedWindow.ts"
import type { FetchRequest } from "./FetchRequest.ts"
import { noteAnswer } from "./KnownAnswer.ts"
import type { Answered } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import { upToEnd } from "./waitingWindows.ts"

/** Asks for the next window of a plan; there is none to keep when it has to be asked for in another way. */
export const fetchNext = Effect.fnUntraced(function*(request: FetchRequest, plan: Plan.Plan, watch: AnswerWatch) {
  const ask = Plan.nextAsk(plan)
  if (ask === undefined) return { next: plan, window: [], answer: undefined, asked: undefined }
  const observe = yield* PullObserver
  const asked = {
    walletNo: request.walletNo,
    fromDate: formatDay(ask.asked.from),
    toDate: formatDay(ask.asked.to),
    limit: request.cap.asked
  }
  const before = request.known?.(ask.days, asked)
  const from = yield* Clock.currentTimeMillis
  const page = yield* askStatement(asked, ask.days)
  const span = { from, to: yield* Clock.currentTimeMillis }
  const lastSettledDay = request.clock.lastSettledDay(page, span)
  // Records that somebody chose or made are of no answer.
  const repeated = before?.sha256 === page.records.sha256 ? before : undefined
  const counts = countsOf(page)
  request.cap.saw(counts.received)
  const latest = counts.isTimeDoubtful ? undefined : lastTimeOf(counts)
  if (latest !== undefined) request.clock.sawRow(latest, page, span)
  const [decision, next] = Plan.afterAnswer({ ...plan, limit: request.cap.limit }, ask, counts)
  // What counts as cut off by what is known now may have been taken for complete before.
  const known = repeated?.entry.truncated === (decision === "cut-off") ? repeated : undefined
  yield* observe({
    _tag: "Answered",
    walletNo: request.walletNo,
    days: ask.days,
    received: counts.received,
    attempts: page.attempts,
    decision,
    remaining: next.remaining
  })
  if (decision === "ask-again") {
    request.dropped.drop({ page, lastSettledDay }, ask.days, upToEnd(request, ask.days))
  } else request.dropped.keep(page, ask.days, decision === "cut-off")
  const window = noteAnswer({
    runId: request.runId,
    walletNo: request.walletNo,
    days: ask.days,
    complete: decision === "complete",
    lastSettledDay,
    asked: request.period,
    page,
    ...(known === undefined ? { elsewhere: elsewhereOf(request, page, ask.days, counts) } : {}),
    ...(Plan.isSure(next, ask) ? {} : { isDoubtful: true })
  }, { counts, known })
  if (decision === "complete") {
    request.dropped.loaded(ask.days)
    watch.take({ window, asked: ask.asked, answer: counts, lastSettledDay })
  }
  const answer: Answered = { page, counts, lastSettledDay, knownFrom: known?.run }
  return { next, answer, asked: ask.days, window: decision === "ask-again" ? [] : [window] }
})

const elsewhereOf = (
  { redated = new Set() }: FetchRequest,
  page: StatementPage,
  days: Period,
  { rowsByDay }: Answer
): Elsewhere => ({
  page,
  days,
  redated,
  first: rowsByDay.size === 0 ? undefined : dayFromNumber(Math.min(...rowsByDay.keys()))
})
