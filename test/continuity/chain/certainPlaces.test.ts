/**
 * The places of a path's edges that are the same in every path through them, held against every order that there is.
 */
import { assert, describe, it } from "@effect/vitest"
import { CertainPlaces } from "../../../src/continuity/chain/certainPlaces.ts"
import { unknown } from "../../../src/continuity/chain/Edges.ts"
import { make, type Row } from "../../kit/continuity.ts"
import { commonPlaces, everyOrder, money, step } from "../statements.ts"

const balanceOf = (letter: string | undefined): number => (letter ?? "a").charCodeAt(0) - 97

/** Rows of one second from letter to letter: `aba` is a row that leads from a to b, and one that leads back. */
const along = (path: string): ReadonlyArray<Row> =>
  [...path].slice(1).map((letter, index) => step(`T${index}`, balanceOf(path[index]), balanceOf(letter), 1))

const textOf = (places: Iterable<number | null>): string =>
  Array.from(places, (place) => place === null || place === unknown ? "." : place.toString(36)).join("")

const marked = (path: string): string => {
  const rows = along(path)
  const places = new Int32Array(rows.length).fill(unknown)
  new CertainPlaces(make(rows, {})).mark(Int32Array.from(rows.keys()), 0, rows.length, places)
  return textOf(places)
}

/** The same by trying all orders that begin with the first letter. */
const tried = (path: string): string => {
  const rows = along(path)
  return textOf(commonPlaces(rows.length, everyOrder(rows, { opening: money(balanceOf(path[0])) }, false)))
}

describe("the places of edges on a path", () => {
  it.each([
    ["one edge", "ab", "0"],
    ["an edge that leads nowhere", "aa", "0"],
    ["no balance twice", "abcde", "0123"],
    ["back to the beginning", "aba", "01"],
    ["a balance twice", "abcbd", "0123"],
    ["a balance three times", "abcbdbe", "0....5"],
    ["edges that are alike", "ababa", "...."],
    ["an edge that leads nowhere twice", "aaa", ".."],
    ["a balance twice inside another", "abcbda", "01234"],
    ["a balance three times inside another", "abcbdbea", "0....56"],
    ["two that overlap, of one length", "axbyazb", "..23.."],
    ["two that overlap, of two lengths", "axbyazwb", "......."],
    ["two that overlap, of one length, by edges that are alike", "abcab", ".12."],
    ["three that overlap, of one length", "abcabc", "..2.."],
    ["three of one length, of which the last overlaps only the second", "axbyadbzwd", "........."],
    ["two that overlap and one beside", "axbyazbcdc", "..23..678"],
    ["two that overlap around a balance three times", "acbxbybadc", "........."],
    ["two that overlap inside another", "vaxbyazbv", "0..34..7"],
    ["two that overlap behind edges that do not", "vwaxbyazb", "01..45.."]
  ])("are certain or not: %s", (_, path, expected) => {
    assert.strictEqual(marked(path), tried(path), "every order")
    assert.strictEqual(marked(path), expected)
  })

  it("are told of parts of a path, one after the other, as of each by itself", () => {
    const path = "abcbdbeabcabxyzyabcde"
    const rows = along(path)
    const list = Int32Array.from(rows.keys())
    const certain = new CertainPlaces(make(rows, {}))
    const parts = [[0, 6], [6, 12], [3, 6], [1, 5], [7, 12], [7, 20], [0, 3], [5, 20], [6, 11], [12, 13], [
      0,
      20
    ]] as const
    for (const [from, to] of parts) {
      const places = new Int32Array(rows.length).fill(unknown)
      certain.mark(list, from, to, places)
      const own = Array.from(places.subarray(from, to), (place) => place === unknown ? null : place - from)
      assert.strictEqual(textOf(own), marked(path.slice(from, to + 1)), `${from} to ${to}`)
      assert.isTrue([...places.subarray(0, from), ...places.subarray(to)].every((place) => place === unknown))
    }
  })

  it("are so on every path of four edges between three balances", () => {
    for (let number = 0; number < 3 ** 4; number++) {
      const path = `a${[0, 1, 2, 3].map((at) => "abc"[Math.floor(number / 3 ** at) % 3]).join("")}`
      assert.strictEqual(marked(path), tried(path), path)
    }
  })
})
