/**
 * What is written down of a window's balances, held against what stored rows say.
 */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as Rows from "../../src/domain/Rows.ts"
import { continuityOfEntry, entryOfContinuity, isAlike } from "../../src/pipeline/continuityRecord.ts"
import { checkRows, type WindowCheck } from "../../src/pipeline/WindowCheck.ts"
import { day, row } from "../../src/testing/windows.ts"

const days = { from: day("2024-01-01"), to: day("2024-01-01") }

/** One row with a balance, and some without one behind it, all in one second. */
const checkOf = (ids: ReadonlyArray<string>): WindowCheck =>
  checkRows({
    period: days,
    rows: Rows.from([
      row("A", "2024-01-01 09:00:00", "5.00", "5.00"),
      ...ids.map((id) => row(id, "2024-01-01 10:00:00", "1.00", null))
    ])
  })

/** The same as an earlier version has written it down: with rows of one second as they came. */
const asTheyCame = (check: WindowCheck, ids: ReadonlyArray<string>): WindowCheck => ({
  ...check,
  chains: check.chains.map((chain) => ({
    ...chain,
    silent: chain.silent && { ...chain.silent, behind: { ...chain.silent.behind, rows: ids } }
  }))
})

const check = checkOf(["T9", "T10"])

const isAlikeNaming = (ids: ReadonlyArray<string>): boolean =>
  Option.exists(continuityOfEntry(entryOfContinuity(asTheyCame(check, ids))), (known) => isAlike(known, check))

describe("a check that was written down", () => {
  it("names rows of one second in one order, however they come", () => {
    assert.deepStrictEqual(entryOfContinuity(check), entryOfContinuity(checkOf(["T10", "T9"])))
  })

  it("is alike where rows stood in another order, and not where others are named", () => {
    assert.deepStrictEqual(
      [["T9", "T10"], ["T10", "T9"], ["T9"], ["T9", "T9"], ["T9", "T11"], ["T9", "T10", "T10"]].map(isAlikeNaming),
      [true, true, false, false, false, false]
    )
  })
})
