import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../bench/Acceptance.ts"
import type { Sample } from "../../bench/Notebook.ts"
import { readOptions } from "../../bench/Options.ts"
import { names } from "../../bench/sections/load.ts"
import * as month from "../../bench/sections/month.ts"

const options = readOptions(["--quick"])
const rows = 98_000

const loaded = (name: string, round: number, seconds: number): Sample => ({
  section: "load",
  name,
  rows,
  round,
  measures: { seconds }
})

const again = (round: number, rowsWritten: number): Sample => ({
  section: "month",
  name: month.names.again,
  rows,
  round,
  measures: { rowsWritten }
})

const found = (samples: ReadonlyArray<Sample>, demand: string) =>
  judge(samples, options).find((judgement) => judgement.demand === demand)

const plain = `pull of ${rows} rows, times as fast as the plain script`

describe("the benchmark's acceptance", () => {
  it("compares within each round and takes the median of the rounds", () => {
    const samples = [
      loaded(names.pull, 1, 1),
      loaded(names.plain, 1, 6),
      loaded(names.pull, 2, 10),
      loaded(names.plain, 2, 40),
      loaded(names.plain, 3, 8),
      loaded(names.pull, 3, 1)
    ]
    assert.deepInclude(found(samples, plain), { value: { median: 6, min: 4, max: 8 }, met: true })
  })

  it("is met at the bound and not below it", () => {
    assert.isTrue(found([loaded(names.pull, 1, 1), loaded(names.plain, 1, 5)], plain)?.met)
    assert.isFalse(found([loaded(names.pull, 1, 1), loaded(names.plain, 1, 4.99)], plain)?.met)
  })

  it("says neither where a contender is missing", () => {
    assert.isUndefined(found([loaded(names.pull, 1, 1)], plain)?.met)
  })

  it("holds every round to what must never happen", () => {
    const samples = [again(1, 0), again(2, 0), again(3, 1)]
    assert.isFalse(found(samples, "rows written by the second pull of a month")?.met)
  })
})
