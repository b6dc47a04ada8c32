import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { addDays, dayFromNumber, formatDay } from "../../src/domain/Period.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { AnswerCap } from "../../src/pipeline/AnswerCap.ts"
import type { CompleteAnswer } from "../../src/pipeline/AnswerWatch.ts"
import { countsOf } from "../../src/pipeline/countsOf.ts"
import { crossExamine } from "../../src/pipeline/crossExamine.ts"
import { DroppedAnswers } from "../../src/pipeline/DroppedAnswers.ts"
import { claimed } from "../../src/plan/Habit.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

const first = dayFromNumber(19_723)
const days = { from: first, to: addDays(first, 19) }
const habit = claimed({ dateBounds: "inclusive", dayStart: 0 })

/** Ten rows, half of them on the third day and half on the 17th. */
const records = trafficOf(Array.from({ length: 20 }, (_, day) => (day === 2 || day === 16 ? 5 : 0)), "wide", 1)

/** Examines the answer with the ten rows; what the days of a part are answered is given. */
const examined = (
  answerOf: (within: ReadonlyArray<StatementRecord>, isWhole: boolean) => ReadonlyArray<StatementRecord>,
  lastSettledDay = days.to
) =>
  Effect.gen(function*() {
    const request = { walletNo: wallet, fromDate: formatDay(days.from), toDate: formatDay(days.to), limit: 5000 }
    const page = pageOf(request, records)
    const large: CompleteAnswer = {
      asked: days,
      answer: countsOf(page),
      lastSettledDay,
      window: { runId: "r", walletNo: wallet, days, complete: true, lastSettledDay, asked: days, page }
    }
    const requests = yield* Ref.make(0)
    const service = Statement.layerTest((asked) =>
      Effect.as(
        Ref.update(requests, (count) => count + 1),
        pageOf(
          asked,
          answerOf(
            records.filter(({ date }) => date.slice(0, 10) >= asked.fromDate && date.slice(0, 10) <= asked.toDate),
            asked.fromDate === request.fromDate && asked.toDate === request.toDate
          )
        )
      )
    )
    const cap = new AnswerCap(5000)
    const { doubted } = yield* crossExamine({ walletNo: wallet, cap, dropped: new DroppedAnswers() }, large, habit)
      .pipe(
        Effect.provide(Layer.fresh(service)),
        Effect.provideService(PullSettings, pullSettings({}))
      )
    return { doubted, cap: cap.found, requests: yield* Ref.get(requests) }
  })

const twice = (within: ReadonlyArray<StatementRecord>) => within.flatMap((record) => [record, record])

describe("an answer that is held against its parts", () => {
  it.effect("is believed when they show the same", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* examined((within) => within), { doubted: undefined, cap: undefined, requests: 2 })
    }))

  it.effect("is doubted when a part has as many records as the whole, though not all of them: some were repeated", () =>
    Effect.gen(function*() {
      const { cap, doubted } = yield* examined((within, isWhole) => (isWhole ? within : twice(within)))
      assert.deepStrictEqual([doubted, cap], [days, 10])
    }))

  it.effect("is believed when a part has as many because of rows that come on the present day", () =>
    Effect.gen(function*() {
      const live = trafficOf(Array.from({ length: 20 }, (_, day) => (day === 19 ? 9 : 0)), "wide", 2)
      const present = addDays(days.to, -1)
      const { doubted } = yield* examined((within) => [...within, ...live], present)
      assert.strictEqual(doubted, undefined)
    }))
})
