import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, formatDay, parseDay } from "../../src/domain/Period.ts"
import { DroppedAnswers } from "../../src/pipeline/DroppedAnswers.ts"
import { droppedFindings } from "../../src/pipeline/droppedFindings.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { pageOf } from "../kit/pageOf.ts"
import { wallet } from "../kit/pullSettings.ts"

const day = parseDay("2024-01-03") ?? assert.fail()
const days = { from: day, to: day }
const request = { walletNo: wallet, fromDate: "2024-01-03", toDate: "2024-01-03", limit: 10 }
const pageWith = (...ids: ReadonlyArray<string>) =>
  pageOf(request, recordsOf(ids.map((id) => ({ id, at: "2024-01-03 12:00:00", amount: "1.00" }))))

describe("a day of which a kept answer lacks what a dropped one showed", () => {
  it("is asked for once more, twice at most, and then kept from what was dropped", () => {
    const dropped = new DroppedAnswers()
    const asked = ["A", "B", "C"].map((id) => {
      dropped.drop({ page: pageWith("1", id), lastSettledDay: day }, days)
      dropped.keep(pageWith("1"), days, false)
      const next = dropped.nextDay()
      if (next !== undefined) dropped.keep(pageWith("1", id), days, false)
      return next
    })
    assert.deepStrictEqual(asked, [day, day, undefined])
    assert.strictEqual(dropped.lackedDay(days), day)
    assert.deepStrictEqual(dropped.leftOvers().map(({ indexes }) => indexes), [[1]])
    assert.deepStrictEqual(droppedFindings(wallet, dropped).map(({ kind }) => kind), ["dropped"])
  })

  it("is not asked for again when the kept answer was full, nor while it is asked for", () => {
    const dropped = new DroppedAnswers()
    dropped.drop({ page: pageWith("1", "A"), lastSettledDay: day }, days)
    dropped.keep(pageWith("1"), days, true)
    assert.strictEqual(dropped.nextDay(), undefined)
    dropped.keep(pageWith("1"), days, false)
    assert.deepStrictEqual([dropped.nextDay(), dropped.nextDay()], [day, undefined])
    assert.deepStrictEqual(droppedFindings(wallet, dropped).length, 1)
  })
})

const other = (index: number) => dayFromNumber(day - index)
const found = (dropped: DroppedAnswers) => droppedFindings(wallet, dropped).map(({ from }) => from)

describe("stored days of which an answer shows other contents", () => {
  it("are asked for once more, three of them, and the others are told until a whole answer is loaded of them", () => {
    const dropped = new DroppedAnswers()
    for (let index = 0; index < 5; index++) dropped.doubt(other(index), { page: pageWith("1"), lastSettledDay: day })
    const asked = [dropped.nextDay(), dropped.nextDay(), dropped.nextDay(), dropped.nextDay()]
    assert.deepStrictEqual(asked, [day, other(1), other(2), undefined])
    assert.deepStrictEqual(found(dropped), [formatDay(other(3)), formatDay(other(4))])
    assert.include(
      droppedFindings(wallet, dropped)[0]?.explanation,
      `\`wallet-statement pull --wallet ${wallet} --from DAY --to ${formatDay(other(3))}\``
    )
    dropped.loaded({ from: other(3), to: day })
    assert.deepStrictEqual(found(dropped), [formatDay(other(4))])
    assert.deepStrictEqual(dropped.leftOvers().map(({ day: open }) => open), [other(4)])
    assert.strictEqual(dropped.nextDay(), undefined)
  })
})
