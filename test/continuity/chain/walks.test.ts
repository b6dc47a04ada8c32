/**
 * All ways over rows, in a line for each: the chains with their balances, their first and last row and how many rows they took that
 * name none; the optional rows that every such way takes, and those that this one takes; to whom rows were given; and the cost.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Edges } from "../../../src/continuity/chain/Edges.ts"
import {
  anyChain,
  mostWalks,
  notAlways,
  type Question,
  takenSometimes,
  type Walk,
  walks
} from "../../../src/continuity/chain/walks.ts"
import { make } from "../../kit/continuity.ts"
import { lettersOf, shortRows, valueOf } from "../shortRows.ts"

const bits = (edges: Edges, mask: bigint): string => {
  const optional = [...edges.unconfirmed.keys()].filter((edge) => edges.unconfirmed[edge] === 1)
  return lettersOf(edges, optional.filter((_, index) => ((mask >> BigInt(index)) & 1n) === 1n))
}

const given = (edges: Edges, walk: Walk): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let next = walk.given; next !== undefined; next = next.before) {
    found.unshift(`${lettersOf(edges, [next.edge])}${next.chain}`)
  }
  return found
}

const said = (edges: Edges, walk: Walk): string =>
  [
    walk.chains.map((chain) =>
      chain === undefined
        ? "none"
        : `${valueOf(edges, chain.opening)}>${valueOf(edges, chain.closing)} ${
          lettersOf(edges, [chain.first, chain.last])
        }${chain.assumed === 0 ? "" : `+${chain.assumed}`}`
    ).join(" | "),
    `${bits(edges, walk.always) || "-"}/${bits(edges, walk.taken) || "-"}`,
    ...given(edges, walk),
    String(walk.cost)
  ].join(", ")

/** The chain of each row by its name: `0` or `1`, `x` for one that names none. */
const asked = (rows: string, chains: string, more: Partial<Question> = {}) => {
  const edges = make(shortRows(rows), {})
  const chainOf = (edge: number): number => chains[edge] === "x" ? anyChain : Number(chains[edge] ?? 0)
  const found = walks({
    edges,
    chainOf,
    isOptional: (edge) => edges.unconfirmed[edge] === 1,
    named: 1,
    mostFree: 0,
    mayBegin: () => false,
    jitter: undefined,
    ...more
  })
  return { edges, found }
}

const always = () => true

type Case = readonly [string, rows: string, chains: string, Partial<Question>, ReadonlyArray<string>]

const cases: ReadonlyArray<Case> = [
  ["no row", "", "", {}, ["none, -/-, 0"]],
  ["one row", "0>10@1", "", {}, ["0>10 AA, -/-, 0"]],
  ["rows that meet", "0>10@1 10>20@2 20>5@3", "", {}, ["0>5 AC, -/-, 0"]],
  ["rows in another order than that of their times", "10>20@2 20>5@3 0>10@1", "", {}, ["0>5 CB, -/-, 0"]],
  ["rows that do not meet", "0>10@1 11>20@2", "", {}, []],
  ["rows that meet only in another order", "10>20@1 0>10@2", "", {}, []],
  ["the same within the jitter", "10>20@1 0>10@2", "", { jitter: 1 }, ["0>20 BA, -/-, 0"]],
  ["rows of one second in any order", "20>30@1 0>10@1 10>20@1", "", {}, ["0>30 BA, -/-, 0"]],
  ["a circuit of one second", "0>10@1 10>0@1", "", {}, ["10>10 BA, -/-, 0", "0>0 AB, -/-, 0"]],
  ["rows of one second that do not meet", "0>10@1 20>30@1", "", {}, []],
  ["an optional row", "0>10@1?", "", {}, ["0>10 AA, A/A, 0", "none, -/-, 1"]],
  ["an optional last row", "0>10@1 10>20@2?", "", {}, ["0>20 AB, B/B, 0", "0>10 AA, -/-, 1"]],
  ["an optional first row", "0>10@1? 10>20@2", "", {}, ["0>20 AB, A/A, 0", "10>20 BB, -/-, 1"]],
  ["an optional row that another needs", "0>10@1 10>20@2? 20>25@3", "", {}, ["0>25 AC, B/B, 0"]],
  ["an optional row that another goes without", "0>10@1 10>20@2? 10>15@3", "", {}, ["0>15 AC, -/-, 1"]],
  ["two optional rows of which another needs the second", "0>10@1 10>20@2? 10>15@3? 15>16@4", "", {}, [
    "0>16 AD, C/C, 1"
  ]],
  ["optional rows that lead back", "0>10@1 10>20@2? 20>10@3?", "", {}, ["0>10 AC, -/BC, 0", "0>20 AB, B/B, 1"]],
  ["optional rows that lead back and one beside", "0>10@1? 10>20@2? 20>10@3? 10>11@4", "", {}, [
    "0>11 AD, A/ABC, 0",
    "10>11 BD, -/BC, 1",
    "20>11 CD, C/C, 2"
  ]],
  ["two ways that end alike, and what both take", "0>10@1? 10>20@2? 10>20@3? 20>30@4", "", {}, [
    "0>30 AD, A/AB, 1",
    "10>30 BD, -/B, 2",
    "20>30 DD, -/-, 3"
  ]],
  ["an optional row in a second", "0>10@1 10>20@1?", "", {}, ["0>20 AB, B/B, 0", "0>10 AA, -/-, 1"]],
  ["two optional rows in a second", "0>10@1? 10>20@1?", "", {}, [
    "0>20 AB, AB/AB, 0",
    "10>20 BB, B/B, 1",
    "0>10 AA, A/A, 1",
    "none, -/-, 2"
  ]],
  ["three rows in a second, of which two are optional", "0>10@1 10>20@1? 20>10@1?", "", {}, [
    "0>10 AC, -/BC, 0",
    "0>20 AB, B/B, 1"
  ]],
  ["a row like an optional one in a second", "0>10@1? 0>10@1", "", {}, ["0>10 BB, -/-, 1"]],
  ["a row like one in a second", "0>10@1 10>0@1 0>10@1", "", {}, ["0>10 AC, -/-, 0"]],
  ["an optional row like an optional one in a second", "5>0@0 0>10@1? 0>10@1?", "", {}, [
    "5>10 AC, -/C, 1",
    "5>0 AA, -/-, 2"
  ]],
  ["rows alike in a second behind another", "0>10@0 10>0@1 0>10@1 10>0@1 0>10@1", "", {}, ["0>10 AE, -/-, 0"]],
  ["rows from one balance, of which the second goes first", "0>20@1 0>10@1 10>0@1", "", {}, ["0>20 BA, -/-, 0"]],
  ["rows to one balance, of which the second goes first", "20>10@1 0>10@1 10>20@1", "", {}, ["0>10 BA, -/-, 0"]],
  ["two chains", "0>10@1 50>60@2 10>20@3 60>55@4", "0101", { named: 2 }, ["0>20 AC | 50>55 BD, -/-, 0"]],
  ["two chains, one broken", "0>10@1 50>60@2 10>20@3 61>55@4", "0101", { named: 2 }, []],
  ["a chain without rows", "0>10@1", "0", { named: 2 }, ["0>10 AA | none, -/-, 0"]],
  ["two chains of one second", "0>10@1 50>60@1 10>20@1", "010", { named: 2 }, ["0>20 AC | 50>60 BB, -/-, 0"]],
  ["two chains with like rows in a second", "0>10@1 0>10@1", "01", { named: 2 }, ["0>10 AA | 0>10 BB, -/-, 0"]],
  [
    "two chains that may begin and end in two ways",
    "0>1 2>3 3>4 4>5 5>6 6>7 7>8 8>9 0>10@2? 10>3@3 1>11@4?",
    "02222222110",
    {
      named: 3
    },
    [
      "0>11 AK | 0>3 IJ | 2>9 BH, IK/IK, 0",
      "0>1 AA | 0>3 IJ | 2>9 BH, I/I, 1",
      "0>11 AK | 10>3 JJ | 2>9 BH, K/K, 1",
      "0>1 AA | 10>3 JJ | 2>9 BH, -/-, 2"
    ]
  ],
  ["eight chains of one second", "0>10 10>20 20>30 30>40 40>50 50>60 60>70 70>80", "01234567", { named: 8 }, [
    "0>10 AA | 10>20 BB | 20>30 CC | 30>40 DD | 40>50 EE | 50>60 FF | 60>70 GG | 70>80 HH, -/-, 0"
  ]],
  ["a row that names none", "0>10@1 10>20@2", "0x", {}, ["0>20 AB+1, -/-, B0, 0"]],
  ["a row that names none and fits nowhere", "0>10@1 11>20@2", "0x", {}, []],
  ["a row that names none and makes up a chain", "0>10@1 11>20@2", "0x", { mostFree: 1 }, [
    "0>10 AA | 11>20 BB+1, -/-, B1, 4"
  ]],
  ["a row that names none and fits", "0>10@1 10>20@2", "0x", { mostFree: 1 }, ["0>20 AB+1, -/-, B0, 0"]],
  ["a row that names none, fits, and may begin a chain", "0>10@1 10>20@2", "0x", { mostFree: 1, mayBegin: always }, [
    "0>20 AB+1, -/-, B0, 0",
    "0>10 AA | 10>20 BB+1, -/-, B1, 4"
  ]],
  ["only the second of two may begin a chain", "0>10@1 10>20@2 10>15@3", "0xx", {
    mostFree: 1,
    mayBegin: (edge) => edge === 2
  }, ["0>20 AB+1 | 10>15 CC+1, -/-, B0, C1, 4"]],
  ["a row like one that names none in a second", "5>0@0 0>10@1 0>10@1", "0x0", { mostFree: 1 }, [
    "5>10 AC | 0>10 BB+1, -/-, B1, 4"
  ]],
  ["rows that name none alone", "0>10@1 10>20@2", "xx", { named: 0, mostFree: 1 }, ["0>20 AB+2, -/-, A0, B0, 4"]],
  ["two chains that no row names", "0>10@1 50>60@2 10>20@3 60>70@4", "xxxx", { named: 0, mostFree: 2 }, [
    "0>20 AC+2 | 50>70 BD+2, -/-, A0, B1, C0, D1, 8"
  ]],
  ["three where two are looked for", "0>10@1 50>60@2 90>91@3", "xxx", { named: 0, mostFree: 2 }, []],
  ["three beside one that is named", "0>10@1 50>60@2 90>91@3", "0xx", { mostFree: 2 }, [
    "0>10 AA | 50>60 BB+1 | 90>91 CC+1, -/-, B1, C2, 8"
  ]],
  ["a row that two may take", "0>10@1 5>10@2 10>20@3", "01x", { named: 2 }, [
    "0>20 AC+1 | 5>10 BB, -/-, C0, 0",
    "0>10 AA | 5>20 BC+1, -/-, C1, 0"
  ]],
  ["a row that two may take, and the one that needs it", "0>10@1 5>10@2 10>20@3 20>30@4", "01x1", { named: 2 }, [
    "0>10 AA | 5>30 BD+1, -/-, C1, 0"
  ]],
  ["a row before the first one of a chain", "0>10@1 10>20@2", "x0", {}, ["0>20 AB+1, -/-, A0, 0"]],
  ["a row before another's first one", "0>10@1 5>20@2", "x0", {}, []],
  ["a row before the first ones of two", "0>10@1 10>20@2 10>30@3", "x01", { named: 2 }, [
    "0>20 AB+1 | 10>30 CC, -/-, A0, 0",
    "10>20 BB | 0>30 AC+1, -/-, A1, 0"
  ]],
  ["an optional row that names none", "0>10@1 10>20@2?", "0x", { mostFree: 1 }, [
    "0>20 AB+1, B/B, B0, 0",
    "0>10 AA, -/-, 1"
  ]],
  ["an optional row that names none and fits nowhere", "0>10@1 11>20@2?", "0x", { mostFree: 1 }, [
    "0>10 AA, -/-, 1",
    "0>10 AA | 11>20 BB+1, B/B, B1, 4"
  ]]
]

describe("the ways over rows", () => {
  for (const [what, rows, chains, more, expected] of cases) {
    it(`are told of ${what}`, () => {
      const { edges, found } = asked(rows, chains, more)
      assert.deepStrictEqual(found?.map((walk) => said(edges, walk)), expected)
    })
  }

  it("tell which optional rows all take, some that end alike, or none", () => {
    const { edges, found = [] } = asked("0>10@1? 10>20@2? 10>20@3? 20>30@4 30>40@5?", "")
    assert.deepStrictEqual(
      found.map((walk) => `${said(edges, walk)}; sometimes ${lettersOf(edges, takenSometimes(walk, edges))}`),
      [
        "0>40 AE, AE/ABE, 1; sometimes B",
        "0>30 AD, A/AB, 2; sometimes B",
        "10>40 BE, E/BE, 2; sometimes B",
        "10>30 BD, -/B, 3; sometimes B",
        "20>40 DE, E/E, 3; sometimes ",
        "20>30 DD, -/-, 4; sometimes "
      ]
    )
    const left = (count: number): string => lettersOf(edges, notAlways(found.slice(0, count), edges))
    assert.deepStrictEqual([left(1), left(2), left(3), left(6)], ["BC", "BCE", "ABCE", "ABCE"])
  })

  it("are the likeliest where there are too many", () => {
    const { found = [] } = asked(Array.from({ length: 11 }, (_, at) => `${at}>${at + 1}@${at}?`).join(" "), "")
    assert.strictEqual(found.length, mostWalks)
    assert.deepStrictEqual(
      Array.from({ length: 12 }, (_, cost) => found.filter((walk) => walk.cost === cost).length),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 0]
    )
    assert.deepStrictEqual(
      found.map(({ cost }) => cost),
      found.map(({ cost }) => cost).toSorted((one, other) => one - other)
    )
  })

  it("are told of many rows of a second that are alike", () => {
    const { edges, found } = asked(Array.from({ length: 12 }, () => "0>10@1 10>0@1").join(" "), "")
    assert.deepStrictEqual(found?.map((walk) => said(edges, walk)), ["10>10 BW, -/-, 0", "0>0 AX, -/-, 0"])
  })
})
