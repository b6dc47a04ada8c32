/** What becomes of windows that wait, when days of theirs are asked for once more. */
import { assert, describe, it } from "@effect/vitest"
import { addDays, parseDay } from "../../src/domain/Period.ts"
import { DroppedAnswers } from "../../src/pipeline/DroppedAnswers.ts"
import type { FetchedWindow } from "../../src/pipeline/FetchedWindow.ts"
import { LoadedDays } from "../../src/pipeline/LoadedDays.ts"
import { takeOut, withoutLacking } from "../../src/pipeline/waitingWindows.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { pageOf } from "../kit/pageOf.ts"
import { wallet } from "../kit/pullSettings.ts"

const day = parseDay("2024-01-03") ?? assert.fail()
const next = addDays(day, 1)

const page = (...records: Parameters<typeof recordsOf>[0]) =>
  pageOf({ walletNo: wallet, fromDate: "2024-01-02", toDate: "2024-01-04", limit: 10 }, recordsOf(records))

/** A window of one day, whose answer reaches into the next one. */
const window: FetchedWindow = {
  runId: "R",
  walletNo: wallet,
  days: { from: day, to: day },
  complete: true,
  lastSettledDay: next,
  asked: { from: day, to: next },
  page: page({ id: "A", at: "2024-01-03 12:00:00", amount: "1.00" }, {
    id: "B",
    at: "2024-01-04 00:00:00",
    amount: "1.00"
  })
}

const others = page({ id: "C", at: "2024-01-04 12:00:00", amount: "1.00" })

const request = () => {
  const dropped = new DroppedAnswers()
  return { runId: "R", walletNo: wallet, period: window.asked, dropped, loaded: new LoadedDays() }
}

describe("a window that is given up whole, as its day is asked for again", () => {
  const ways = [
    ["for lacking hours", (of: ReturnType<typeof request>) => withoutLacking(of, window, [day])],
    ["to be loaded again", (of: ReturnType<typeof request>) => takeOut(of, [window], window.days)]
  ] as const

  it.each(ways)("%s, has its rows of the days to come looked for", (_, giveUp) => {
    const waiting = request()
    assert.deepStrictEqual(giveUp(waiting), [])
    waiting.dropped.keep(others, { from: next, to: next }, false)
    assert.strictEqual(waiting.dropped.nextDay(), next)
  })

  it.each(ways)("%s, has its own rows looked for, also behind the days that the pull is about", (_, giveUp) => {
    const before = addDays(day, -1)
    const waiting = { ...request(), period: { from: before, to: before } }
    assert.deepStrictEqual(giveUp(waiting), [])
    waiting.dropped.keep(others, window.days, false)
    assert.strictEqual(waiting.dropped.nextDay(), day)
  })
})
