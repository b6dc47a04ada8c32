/**
 * What rules take of the rows of a file, before and after they are loaded.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { readRules } from "../../../src/analytics/categories/readRules.ts"
import { rulesTried, type TriedOn } from "../../../src/analytics/categories/rulesTried.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { compactFile, Database, loadRules, verifyLayout } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { day, row, window } from "../../../src/testing/windows.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { ask, folder } from "../../sink/duckdb/files.ts"

const kes = { currency: Currency.make("KES") }
const rows = [
  row("A", "2024-01-05 10:00:00", "-100.00", "900.00", { ...kes, description: "Debited KES100.00 to Kilimo Ltd" }),
  row("A", "2024-01-05 10:00:00", "-2.50", "897.50", { ...kes, description: "Debited KES2.50 transaction fee" }),
  row("B", "2024-01-31 09:00:00", "40.00", "937.50", { ...kes, description: "Credited KES40.00 from Ann 'O%_\\ Neil" })
]

const text = `[[rule]]
description = "*kilimo*"
category = "Stock 'n' more"
counterparty = "Kilimo"
[[rule]]
description = "from ann 'o%_\\\\ ne?l"
amount_from = "40"
amount_to = "40.00"
category = "Friends"
[[rule]]
type = "Credit"
category = "Never reached"
`

const file = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.flatMap(Sink, (sink) => sink.commit(window("2024-01-01", "2024-01-31", rows, { positions: [0, 1, 0] })))
    .pipe(Effect.provide(layerFile(path)))
  return path
})

const tried = (path: string, rules?: Parameters<typeof rulesTried>[1], on?: TriedOn) =>
  Effect.scoped(Effect.flatMap(Database.openReadOnly(path), (database) => rulesTried(database, rules, on)))

const categoriesIn = "SELECT category, counterparty FROM categorised ORDER BY local_time, leg"

const rule = (description: string, gives: string): string =>
  `[[rule]]\ndescription = ${JSON.stringify(description)}\n${gives}\n`

describe("rules that are tried", () => {
  it.effect("take the same as when they are loaded, and nothing of the file changes before", () =>
    Effect.gen(function*() {
      const path = yield* file
      const rules = yield* readRules("categories.toml", text)
      const before = yield* tried(path, rules)
      assert.deepStrictEqual(yield* ask(path, categoriesIn), [[null, "Kilimo Ltd"], ["Fees", null], [
        null,
        "Ann 'O%_\\ Neil"
      ]])
      yield* Effect.scoped(loadRules({ path }, rules))
      const after = yield* tried(path)
      assert.deepStrictEqual(before, after)
      assert.deepStrictEqual(
        after.taken.rows.map(([number, , , , , category, , , count, debits]) => [number, category, count, debits]),
        [
          ["1", "Stock 'n' more", "1", "100.0000"],
          ["2", "Friends", "1", "0.0000"],
          ["3", "Never reached", "0", "0.0000"],
          ["1000000", "Fees", "1", "2.5000"]
        ]
      )
      assert.strictEqual(after.leftRows, 0)
    }))

  it.effect("are replaced by others, also by none, and stay when the file is written anew", () =>
    Effect.gen(function*() {
      const path = yield* file
      const rules = yield* readRules("categories.toml", text)
      yield* Effect.scoped(loadRules({ path }, rules))
      yield* Effect.scoped(compactFile({ path }))
      assert.deepStrictEqual(yield* ask(path, "SELECT number, source FROM category_rules ORDER BY number"), [
        ["1", "categories.toml, line 1: rule 1"],
        ["2", "categories.toml, line 5: rule 2"],
        ["3", "categories.toml, line 10: rule 3"]
      ])
      assert.deepStrictEqual(yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyLayout)), [])
      yield* Effect.scoped(loadRules({ path }, []))
      const { left, leftRows } = yield* tried(path)
      assert.deepStrictEqual([leftRows, left.rows.map(([name]) => name)], [2, ["Ann 'O%_\\ Neil", "Kilimo Ltd"]])
    }))

  it.effect("are remarked on where they take nothing for want of a star, and where they take what the program names itself", () =>
    Effect.gen(function*() {
      const path = yield* file
      const remarked = Effect.fnUntraced(function*(text: string) {
        return (yield* tried(path, yield* readRules("categories.toml", text))).remarks
      })
      assert.deepStrictEqual(
        yield* remarked(
          rule("kilimo", "category = \"Stock\"") + rule("*kilimo*", "category = \"Stock\"") +
            rule("neither", "category = \"No\"")
        ),
        ["Rule 1 takes no row, as \"kilimo\" has to be all of the text; it stands inside that of 1 row. Did you mean \"*kilimo*\"?"]
      )
      assert.deepStrictEqual(yield* remarked(rule("*fee*", "category = \"Bank\"")), [
        "Rule 1 takes 1 row that would be Fees: now they are Bank, and the view fees does not have them."
      ])
      assert.deepStrictEqual(yield* remarked(rule("*fee*", "counterparty = \"Bank\"")), [
        "Rule 1 takes 1 row that would be Fees: it gives no category, so they have none. Say category = \"Fees\" in it to keep them there."
      ])
      assert.deepStrictEqual(yield* remarked(rule("*fee*", "category = \"fees\"")), [])
    }))

  it.effect("are not loaded into a file that is not there, and none is made", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "none.duckdb")
      const { reason } = yield* Effect.flip(Effect.scoped(loadRules({ path }, [])))
      assert.strictEqual(reason._tag, "Inaccessible")
      assert.strictEqual((yield* Effect.flip(tried(path))).reason._tag, "Inaccessible")
    }))
})

describe("rules that are tried on some rows", () => {
  it.effect("tell of these days and wallets alone, loaded or not", () =>
    Effect.gen(function*() {
      const path = yield* file
      const rules = yield* readRules("categories.toml", text)
      const counts = (on: TriedOn, given?: typeof rules) =>
        Effect.map(tried(path, given, on), ({ left, leftRows, taken }) => [
          taken.rows.map(([number, , , , , , , , count]) => `${number}: ${count}`).slice(0, 3),
          leftRows,
          left.rows.length
        ])
      const early: TriedOn = { wallets: [], from: null, to: day("2024-01-30") }
      const late: TriedOn = { wallets: [], from: day("2024-01-31"), to: null }
      const other: TriedOn = { wallets: ["it's another"], from: null, to: null }
      assert.deepStrictEqual(yield* counts(early, rules), [["1: 1", "2: 0", "3: 0"], 0, 0])
      assert.deepStrictEqual(yield* counts(late, rules), [["1: 0", "2: 1", "3: 0"], 0, 0])
      assert.deepStrictEqual(yield* counts(other, rules), [["1: 0", "2: 0", "3: 0"], 0, 0])
      assert.deepStrictEqual((yield* counts(early))[1], 1)
      const { remarks } = yield* tried(path, yield* readRules("c.toml", rule("Kilimo", "category = \"Stock\"")), late)
      assert.deepStrictEqual(remarks, [])
    }))
})
