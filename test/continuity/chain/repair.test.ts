import { assert, describe, it } from "@effect/vitest"
import { unknown } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { repair } from "../../../src/continuity/chain/repair.ts"
import { make, type Row } from "../../kit/continuity.ts"
import { draw, money, random, shuffle, step } from "../statements.ts"

/** The order that `repair` gives rows between two ends, and where it jumps. */
const repaired = (rows: ReadonlyArray<Row>, opening?: number, closing?: number) => {
  const edges = make(rows, {
    opening: opening === undefined ? undefined : money(opening),
    closing: closing === undefined ? undefined : money(closing)
  })
  const graph = new Graph(edges)
  const out = new Int32Array(rows.length)
  repair(graph, Int32Array.from(rows.keys()), 0, rows.length, edges.opening, edges.closing, out)
  let [balance, jumps] = [edges.opening, 0]
  for (const edge of out) {
    if (balance !== unknown && edges.tail[edge] !== balance) jumps++
    balance = edges.head[edge] ?? unknown
  }
  if (edges.closing !== unknown && balance !== edges.closing) jumps++
  return { order: Array.from(out, (edge) => rows[edge]?.txnId).join(""), jumps }
}

/** The balances before and after a row. */
const ends = (row: Row): readonly [number, number] => {
  const after = Number(row.balance)
  return [after - (row.type === "Credit" ? 1 : -1) * Number(row.amount), after]
}

/** The fewest jumps of any order. */
const fewest = (rows: ReadonlyArray<Row>, opening?: number, closing?: number): number => {
  const from = (left: ReadonlyArray<Row>, balance: number | undefined): number =>
    left.length === 0
      ? closing === undefined || balance === closing ? 0 : 1
      : Math.min(...left.map((row, index) => {
        const [tail, head] = ends(row)
        return (balance === undefined || balance === tail ? 0 : 1) + from(left.toSpliced(index, 1), head)
      }))
  return from(rows, opening)
}

describe("repair", () => {
  const path = [step("A", 0, 10, 1), step("B", 10, 20, 1)]
  const apart = [step("X", 50, 60, 1), step("Y", 60, 50, 1)]

  it("jumps over a break once", () => {
    assert.deepStrictEqual(repaired([step("C", 40, 50, 1), ...path], 0, 50), { order: "ABC", jumps: 1 })
    assert.deepStrictEqual(repaired([...path, step("C", 40, 50, 1)]), { order: "ABC", jumps: 1 })
    assert.deepStrictEqual(repaired([step("C", 40, 50, 1), ...path], undefined, 50), { order: "ABC", jumps: 1 })
  })

  it("jumps to and from rows that lead back to their beginning", () => {
    assert.strictEqual(repaired([...path, ...apart], 0, 20).jumps, 2)
    assert.strictEqual(repaired(apart, 0, 0).jumps, 2)
    assert.strictEqual(repaired(apart, 0).jumps, 1)
  })

  it("jumps from the known beginning and to the known end where the rows don't touch them", () => {
    assert.strictEqual(repaired(path, 5, 25).jumps, 2)
    assert.strictEqual(repaired(path, 5).jumps, 1)
    assert.strictEqual(repaired(path, undefined, 25).jumps, 1)
    assert.strictEqual(repaired(path).jumps, 0)
  })

  it("keeps every row, with hardly a jump more than there must be", () => {
    let more = 0
    for (let seed = 0; seed < 300; seed++) {
      const next = random(seed)
      const rows = shuffle(
        next,
        Array.from(
          { length: draw(next, 1, 5) },
          (_, index) => step(String(index), draw(next, 0, 4), draw(next, 0, 4), 1)
        )
      )
      const opening = next() < 0.5 ? draw(next, 0, 4) : undefined
      const closing = next() < 0.5 ? draw(next, 0, 4) : undefined
      const { jumps, order } = repaired(rows, opening, closing)
      assert.deepStrictEqual([...order].sort(), rows.map((row) => row.txnId).sort(), `seed ${seed}`)
      const least = fewest(rows, opening, closing)
      assert.isAtLeast(jumps, least, `seed ${seed}`)
      more += jumps - least
    }
    assert.isAtMost(more, 30)
  })
})
