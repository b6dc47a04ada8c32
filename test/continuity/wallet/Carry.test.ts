import { assert, describe, it } from "@effect/vitest"
import * as Carry from "../../../src/continuity/wallet/Carry.ts"
import { check } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

const shown = (carry: Carry.Carry): ReadonlyArray<string> =>
  [...carry].map(([balance, openings]) => `${balance} from ${[...openings].join(" or ")}`)

/** A window that may be passed in some ways, as its balances before and behind it; one may be out of time. */
const windowOf = (...ways: ReadonlyArray<readonly [opening: number, closing: number, outOfTime?: boolean]>) => ({
  ...check([step("A", 0, 10, 1)]),
  ways: ways.map(([opening, closing, outOfTime = false]) => ({
    opening: money(opening),
    closing: money(closing),
    outOfTime
  }))
})
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const either = Carry.anyOf([money(10), money(20)])

describe("what may stand behind a window", () => {
  it("is what its ways lead to from what stood before it, with all that this began with", () => {
    const window = windowOf([10, 11], [20, 21], [30, 31])
    assert.deepStrictEqual(shown(Carry.through(Carry.known(money(10)), window)), ["11 from 10"])
    assert.deepStrictEqual(shown(Carry.through(either, window)), ["11 from 10", "21 from 20"])
    assert.deepStrictEqual(shown(Carry.through(either, windowOf([10, 15], [20, 15]))), ["15 from 10 or 20"])
    assert.deepStrictEqual(shown(Carry.through(Carry.known(money(40)), window)), [])
    assert.deepStrictEqual(shown(Carry.through(Carry.nothing, window)), ["11 from 10", "21 from 20", "31 from 30"])
  })

  it("may be what stood before it where it may rest, and nothing where that is not known", () => {
    const window = { ...windowOf([10, 11]), mayRest: true }
    assert.deepStrictEqual(shown(Carry.through(either, window)), ["11 from 10", "10 from 10", "20 from 20"])
    assert.deepStrictEqual(shown(Carry.through(Carry.nothing, window)), [])
  })

  it("is led to in the order of times, or in any where that is asked", () => {
    const window = windowOf([10, 11], [20, 21, true])
    assert.deepStrictEqual(shown(Carry.through(either, window)), ["11 from 10"])
    assert.deepStrictEqual(shown(Carry.throughAnyhow(either, window)), ["11 from 10", "21 from 20"])
  })

  it("is told by the likeliest beginning behind a gap, with the openings from before it", () => {
    const window = windowOf([30, 31], [40, 41], [30, 32], [30, 33, true])
    assert.deepStrictEqual(shown(Carry.beyondGap(either, window)), ["31 from 10 or 20", "32 from 10 or 20"])
  })

  it("is one of 256 balances at most, of 256 openings each", () => {
    const apart = Carry.through(Carry.nothing, windowOf(...upTo(257).map((each) => [each, 1000 + each] as const)))
    assert.deepStrictEqual([apart.size, apart.has(money(1255)), apart.has(money(1256))], [256, true, false])
    const same = Carry.through(Carry.nothing, windowOf(...upTo(257).map((each) => [each, 1000] as const)))
    assert.deepStrictEqual([same.size, same.get(money(1000))?.size], [1, 256])
  })
})

describe("some possible balances", () => {
  it("are what the chain may have begun with while it has no row", () => {
    assert.deepStrictEqual([...Carry.openingsOf(Carry.known(money(5)))], [money(5)])
    assert.deepStrictEqual([...Carry.openingsOf(either)], [money(10), money(20)])
    assert.deepStrictEqual([...Carry.openingsOf(Carry.nothing)], [])
  })

  it("are certain where there is but one, and the first is the likeliest", () => {
    assert.deepStrictEqual([[], [money(1)], [money(1), money(2)]].map(Carry.certain), [null, money(1), null])
    assert.deepStrictEqual([Carry.likeliest(either), Carry.likeliest(Carry.nothing)], [money(10), undefined])
    assert.deepStrictEqual(shown(Carry.only(either, (balance) => balance === money(20))), ["20 from 20"])
  })

  it("are told by windows with rows that tell one", () => {
    assert.deepStrictEqual([undefined, windowOf(), windowOf([0, 1])].map(Carry.tells), [false, false, true])
  })
})
