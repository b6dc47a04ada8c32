import { assert, describe, it } from "@effect/vitest"
import type { AnswerMark } from "../../../src/domain/AnswerMark.ts"
import type { ContinuityEntry } from "../../../src/domain/ContinuityEntry.ts"
import * as Rows from "../../../src/domain/Rows.ts"
import type { StatementWindow } from "../../../src/domain/Window.ts"
import { isStored } from "../../../src/sink/plan/storedAnswer.ts"
import { day, money, row, window } from "../../../src/testing/windows.ts"

const rows = [row("A", "2024-01-05 10:00:00", "10.00", "110.00"), row("B", "2024-01-06 11:00:00", "-4.50", "105.50")]
const entry: ContinuityEntry = {
  days: { from: day("2024-01-05"), to: day("2024-01-06") },
  truncated: false,
  record: "{}",
  answer: "the answer"
}
const total = { rows: 2, moved: money("5.50") }
const january = () => window("2024-01-05", "2024-01-06", rows)
const marked = (answer: AnswerMark): StatementWindow => ({ ...january(), rows: { ...january().rows, answer } })
const repeated = () => marked({ answer: "the answer", repeats: entry })

describe("a window's rows are stored already", () => {
  it("when its days were last committed from the same answer and hold as many rows with the same total", () => {
    assert.isTrue(isStored(repeated(), [entry], total))
  })

  it("not when nothing marks it, its answer is new, or a stage made other rows of them", () => {
    assert.isFalse(isStored(january(), [entry], total))
    const fresh = marked({ answer: "the answer", repeats: undefined })
    assert.isFalse(isStored(fresh, [entry], total))
    const window = repeated()
    assert.isFalse(isStored({ ...window, rows: Rows.map(window.rows, (row) => row) }, [entry], total))
    assert.isFalse(isStored({ ...window, rows: Rows.filter(window.rows, () => true) }, [entry], total))
    assert.isTrue(isStored({ ...window, rows: { ...window.rows } }, [entry], total))
  })

  it("not when its days were committed from another answer since, or have to be worked out again", () => {
    assert.isFalse(isStored(repeated(), [{ ...entry, answer: "another answer" }], total))
    assert.isFalse(isStored(repeated(), [{ ...entry, answer: null }], total))
    assert.isFalse(isStored(repeated(), [{ ...entry, record: null }], total))
  })

  it("not when the entries of its days are not its own", () => {
    const [first, second] = [day("2024-01-05"), day("2024-01-06")]
    assert.isFalse(isStored(repeated(), [], total))
    assert.isFalse(isStored(repeated(), [{ ...entry, days: { from: first, to: first } }], total))
    assert.isFalse(isStored(repeated(), [{ ...entry, days: { from: second, to: second } }], total))
    assert.isFalse(isStored(repeated(), [entry, { ...entry, days: { from: second, to: second } }], total))
  })

  it("not when another number of rows or another total stands there", () => {
    assert.isFalse(isStored(repeated(), [entry], { ...total, rows: 3 }))
    assert.isFalse(isStored(repeated(), [entry], { ...total, moved: money("5.51") }))
  })
})
