/**
 * Rows without a balance beside others that wrong times may put on their other side: which gaps they fill.
 */
import { assert, describe, it } from "@effect/vitest"
import { joinWindows } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { addDays } from "../../../src/domain/Period.ts"
import { check, checkWindow } from "../../kit/continuity.ts"
import { shortRows } from "../shortRows.ts"
import { firstDay } from "../statements.ts"

const said = (rows: string, jitter: number): string => {
  const { verdict: { gaps, kind, rows: filling } } = check(shortRows(rows), {}, { jitter })
  return [kind, ...gaps.map(({ missing }) => String(missing)), filling.join("")].join(" ").trim()
}

const eleven = Array.from({ length: 11 }, (_, at) => `${10 + at}>${11 + at}@${100 + at}_`).join(" ")

describe("rows without a balance fill", () => {
  it.each<readonly [string, rows: string, jitter: number, string]>([
    ["a gap in whose time they stand", "0>1@1 1>2@10_ 2>3@20", 0, "ambiguous B"],
    ["a gap that wrong times keep them out of", "0>10@60 10>13@59_ 13>20@100", 5, "ambiguous B"],
    ["it from as far as two times may be wrong", "0>10@60 10>13@50_ 13>20@100", 5, "ambiguous B"],
    ["it no further", "0>10@60 10>13@49_ 13>20@100", 5, "gap 3"],
    ["it behind, too", "0>10@60 13>20@100 10>13@110_", 5, "ambiguous C"],
    ["it no further behind", "0>10@60 13>20@100 10>13@111_", 5, "gap 3"],
    [
      "the first of two gaps, another behind unconfirmed rows that the chain does without",
      "0>1@1 1>2@10_ 2>3@20 3>4@22_ 4>5@40?",
      1,
      "ambiguous B"
    ],
    ["the same before", "0>1@9? 1>2@18_ 2>3@20 3>4@30_ 4>5@40", 1, "ambiguous D"],
    ["the same in the second of the last that is certain", "0>1@1 1>2@10_ 2>3@20 3>4@20_ 4>5@40?", 0, "ambiguous B"],
    ["each the gap in whose time it stands", "0>1@100 1>2@104_ 2>3@107 3>4@109 4>5@110_ 5>6@120", 2, "ambiguous BE"],
    [
      "gaps beside more of them than are tried",
      `0>10@99 ${eleven} 21>22@111 22>29@112 29>30@113_ 30>31@200`,
      1,
      "ambiguous BCDEFGHIJKLO"
    ]
  ])("%s", (_, rows, jitter, expected) => {
    assert.strictEqual(said(rows, jitter), expected)
  })

  it.each<readonly [string, string, string]>([
    ["before one row", "10>15@1:95_ 15>20@1:100", "ambiguous A"],
    ["before two", "10>15@1:95_ 15>20@1:100 20>30@1:104", "ambiguous A"],
    ["before two, behind the first", "10>15@1:103_ 15>20@1:100 20>30@1:140", "ambiguous A"]
  ])("a gap between windows, near rows that may stand on either side: %s", (_, rows, expected) => {
    const windows = [shortRows("0>10@50"), shortRows(rows)].map((each, index) => {
      const day = addDays(firstDay, index)
      return checkWindow({ period: { from: day, to: day }, rows: each, jitter: 5 })
    })
    const { verdict } = joinWindows(windows)
    assert.strictEqual(`${verdict.kind} ${verdict.rows.join("")}`, expected)
  })
})
