import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import type { Declaration } from "../../../../src/domain/Declaration.ts"
import { formatDay } from "../../../../src/domain/Period.ts"
import * as Rows from "../../../../src/domain/Rows.ts"
import type { Transaction } from "../../../../src/domain/Transaction.ts"
import type { Currency } from "../../../../src/domain/Wallet.ts"
import { firstWrongHash } from "../../../../src/sink/duckdb/audit/auditHashes.ts"
import { repeatedIdentities } from "../../../../src/sink/duckdb/audit/auditQueries.ts"
import { Database, verifyAudit } from "../../../../src/sink/duckdb/index.ts"
import { MemoryTables } from "../../../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { day, money, period, rejection, row, wallet, window } from "../../../../src/testing/windows.ts"
import { isThorough } from "../../../kit/cases.ts"
import { changedFile } from "../../../kit/changedFile.ts"
import { layerFile, madeOnce } from "../../../kit/emptyFile.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { suspectsIn } from "../../../kit/suspects.ts"
import { tamper } from "../../../kit/tamper.ts"
import { memorySnapshot } from "../../memorySnapshot.ts"
import { ask, brokenIn, folder, reading } from "../files.ts"

const awkward = "tab\t, line\nfeed, return\r, back\\slash, quote ', NUL \u0000, \\N, 金額 😀"
const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00", { description: awkward })
const b = row("B\t😀", "2024-01-05 11:00:00", "-0.5", null)
const c = row("B\ufb01", "2024-01-06 09:00:00", "99999999999999.9999", "-0.0001", { timeFlag: "marker-conflict" })
const blank = row("", "2024-01-06 09:00:00", "0", "1.5", { dateText: "\\" })
const january = (rows: ReadonlyArray<Transaction>, more = {}) => window("2024-01-01", "2024-01-31", rows, more)

/** Insertions, changes, withdrawals, returns, a moved row, rejections and a cut-off window. */
const history = [
  january([c, blank, a, b, blank], { rejections: [rejection("{\"raw\":\t1}\n", null), rejection("{}", "2024-01-02")] }),
  january([a, { ...b, confirmed: false }, { ...c, description: awkward }, blank]),
  january([{ ...a, confirmed: false }], {
    complete: false,
    runId: "run-2",
    rejections: [rejection("{}", "2024-01-02")]
  }),
  january([b], { runId: "run-3" }),
  window("2024-02-01", "2024-02-29", [{ ...c, description: awkward, localTime: c.localTime + 30 * 86_400_000 }], {
    runId: "run-4"
  }),
  january([a, b, blank, blank], { runId: "run-5" }),
  window("2023-12-01", "2023-12-31", [row("Z", "2023-12-05 10:00:00", "1", "1")], { runId: "run-5" }),
  window("2023-11-01", "2023-11-30", [], {
    runId: "run-6",
    rejections: [rejection("{\"late\":1}", null), rejection("{\"open\":1}", null)]
  }),
  window("2023-11-05", "2023-11-05", [row("Q", "2023-11-05 10:00:00", "1", "1")], {
    runId: "run-7",
    complete: false,
    origin: "quarantine",
    resolves: [4]
  }),
  window("2022-12-01", "2022-12-31", [row("Y", "2022-12-05 10:00:00", "1", "1")], { runId: "run-8" }),
  window("2022-12-01", "2022-12-31", [], { runId: "run-9" })
]

const anchor: Declaration = {
  kind: "anchor",
  currency: null,
  day: day("2022-12-01"),
  end: "opening",
  balance: money("-0.5"),
  source: awkward
}

/** What somebody decided, with two windows of which the first has no row. */
const declared = [
  window("2022-11-01", "2022-11-30", [], {
    runId: "run-10",
    declarations: [anchor, { kind: "settings", text: awkward }]
  }),
  window("2022-12-01", "2022-12-31", [row("Y", "2022-12-05 10:00:00", "1", "1")], {
    runId: "run-11",
    declarations: [{ ...anchor, balance: null }, {
      kind: "accepted",
      rows: 3,
      days: { from: day("2022-12-01"), to: day("2022-12-31") },
      source: awkward
    }]
  }),
  window("2022-12-05", "2022-12-06", [], {
    runId: "run-12",
    origin: "decision",
    complete: false,
    declarations: [{
      kind: "decision",
      decision: "accepted",
      finding: "0a1b2c3d4e5f",
      findingKind: "gap",
      days: period("2022-12-05", "2022-12-06"),
      currency: null,
      amount: money("-22.85"),
      count: 2,
      by: awkward,
      reason: awkward,
      sequence: 0,
      at: 0
    }]
  }),
  window("2022-12-05", "2022-12-06", [], {
    runId: "run-13",
    origin: "export",
    complete: false,
    declarations: [{
      kind: "export",
      format: awkward,
      days: period("2022-12-05", "2022-12-06"),
      currency: null,
      rows: 2,
      closing: money("-22.85"),
      place: awkward,
      unproven: true,
      upTo: 3,
      by: awkward,
      at: 0
    }]
  })
]

const commitAll = Effect.flatMap(Sink, (sink) => Effect.forEach(history, (entry) => sink.commit(entry)))

const verify = (path: string) => Effect.scoped(Effect.flatMap(Database.openReadOnly(path), verifyAudit))

const withFile = madeOnce((path) => Effect.provide(commitAll, layerFile(path)))

/** Rows whose descriptions come to some thirty megabytes, as an answer may; to a tenth where not all cases are tried. */
const longRowCount = isThorough ? 4000 : 400
const longRows = (first: string) =>
  Array.from(
    { length: longRowCount },
    (_, index) =>
      row(`T${index}`, "2024-01-05 10:00:00", "1.00", null, { description: `${first}\n${"x".repeat(7000)}` })
  )

const longAnswer = (runId: string, first: string) => {
  const plain = window("2024-01-01", "2024-01-31", longRows(first), { runId })
  return { ...plain, receipt: { ...plain.receipt, bytes: 30_000_000 } }
}

const wrongIn = (path: string, rows: number, others: number) =>
  Effect.scoped(
    Effect.flatMap(Database.openToCheck(path), (database) =>
      firstWrongHash(database, new Set(), { most: { rows, bytes: 1_000_000, others } }))
  )

describe("the audit chain", () => {
  it.effect("is what plain SQL over the tables computes", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM statement_windows"), [["11"]])
      const kinds = yield* ask(path, "SELECT kind, count(*) FROM transaction_events GROUP BY kind ORDER BY kind")
      assert.deepStrictEqual(kinds, [["changed", "4"], ["inserted", "8"], ["returned", "4"], ["withdrawn", "5"]])
      assert.deepStrictEqual(yield* brokenIn(path), [])
    }))

  it.effect("is the same for a sink in memory and one on disk, whatever order the rows came in", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const reversed = history.map((entry) => ({
        ...entry,
        rows: Rows.from([...Rows.values(entry.rows)].reverse()),
        check: { ...entry.check, positions: [...entry.check.positions].reverse() },
        rejections: [...entry.rejections].reverse()
      }))
      const context = yield* Layer.build(Sink.layerMemory)
      const { hashes } = yield* Effect.flatMap(Sink, (sink) => Effect.forEach(reversed, (entry) => sink.commit(entry)))
        .pipe(
          Effect.andThen(Effect.map(MemoryTables, memorySnapshot)),
          Effect.provide(context)
        )
      const stored = yield* ask(path, "SELECT audit_hash FROM statement_windows ORDER BY sequence")
      assert.deepStrictEqual(hashes, stored.map(([hash]) => hash ?? ""))
    }))

  it.effect("is checked as a whole: a file as it was written has no difference", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const verdict = yield* verify(path)
      const [[hash = null] = []] = yield* ask(path, "SELECT arg_max(audit_hash, sequence) FROM statement_windows")
      const head = { sequence: 11, hash: hash ?? "" }
      assert.deepStrictEqual(verdict, { windows: 11, rows: 8, head, difference: null, repairable: 0 })
      const empty = join(yield* folder, "empty.duckdb")
      yield* Effect.provide(Effect.asVoid(Sink), layerFile(empty))
      assert.deepStrictEqual(yield* verify(empty), {
        windows: 0,
        rows: 0,
        head: { sequence: 0, hash: "0".repeat(64) },
        difference: null,
        repairable: 0
      })
    }))

  it.effect("is checked on one thread a question and in little memory when the file is opened for that", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const [verdict, settings] = yield* Effect.scoped(
        Effect.flatMap(Database.openToCheck(path), (database) =>
          Effect.all([
            verifyAudit(database),
            database.query("SELECT current_setting('threads'), current_setting('memory_limit')")
          ]))
      )
      assert.isNull(verdict.difference)
      assert.deepStrictEqual(settings.rows, [["1", "95.3 MiB"]])
    }))

  it.effect("is checked in the file of a sink that is at work", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const verdict = commitAll.pipe(Effect.andThen(verify(path)), Effect.provide(layerFile(path)))
      assert.isNull((yield* verdict).difference)
    }))

  /** What is changed by hand, how, the first window that it concerns, and whether plain SQL over the views shows it. */
  const tamperings: ReadonlyArray<readonly [string, string, number, "docs"?]> = [
    ["an amount", "UPDATE transactions SET amount = amount + 0.0001 WHERE txn_id = 'Z'", 7, "docs"],
    [
      "an amount with its sign and balance",
      "UPDATE transactions SET amount = 2, signed_amount = 2 WHERE txn_id = 'Z'",
      7
    ],
    ["an amount of a row with a history", "UPDATE transactions SET amount = 9 WHERE txn_id LIKE 'B_😀'", 4, "docs"],
    ["a sign", "UPDATE transactions SET signed_amount = -signed_amount WHERE txn_id = 'Z'", 7, "docs"],
    ["a description", "UPDATE transactions SET description = description || ' ' WHERE txn_id = 'Z'", 7, "docs"],
    ["a text's escape", "UPDATE transactions SET date_text = date_text || '\\t' WHERE txn_id = 'Z'", 7, "docs"],
    ["a row's wallet", "UPDATE transactions SET wallet_no = 'W-2' WHERE txn_id = 'Z'", 7],
    ["when a row was first seen", "UPDATE transactions SET first_seen_at = now() WHERE txn_id = 'Z'", 7],
    ["the run of a row", "UPDATE transactions SET run_id = 'run-1' WHERE txn_id = 'Z'", 7],
    ["a withdrawal", "UPDATE transactions SET withdrawn_at = now() WHERE txn_id = 'Z'", 7, "docs"],
    ["when a row was withdrawn", "UPDATE transactions SET withdrawn_at = now() WHERE withdrawn_at IS NOT NULL", 11],
    [
      "an event",
      "UPDATE row_changes SET \"after\" = struct_update(\"after\", description := 'x') WHERE sequence = 2",
      2,
      "docs"
    ],
    [
      "an event's content before",
      "UPDATE row_changes SET \"before\" = struct_update(\"before\", amount := 3) WHERE sequence = 6",
      6,
      "docs"
    ],
    ["the kind of an event", "UPDATE row_changes SET kind = 'changed' WHERE kind = 'returned'", 5, "docs"],
    ["the time of an event", "UPDATE row_changes SET \"at\" = now() WHERE sequence = 4", 4],
    ["the run of an event", "UPDATE row_changes SET run_id = 'x' WHERE sequence = 5", 5],
    ["a lost event", "DELETE FROM row_changes WHERE sequence = 5", 4, "docs"],
    ["an event of no window", "INSERT INTO row_changes SELECT * REPLACE (99 AS sequence) FROM row_changes LIMIT 1", 99],
    ["a window's count", "UPDATE statement_windows SET received = received + 1 WHERE sequence = 3", 3, "docs"],
    ["a window's verdict", "UPDATE statement_windows SET verdict = 'proven' WHERE sequence = 3", 3, "docs"],
    [
      "a window's status",
      "UPDATE statement_windows SET status = 'complete' WHERE status = 'quarantine-retry'",
      9,
      "docs"
    ],
    ["a window's hash", "UPDATE statement_windows SET audit_hash = repeat('a', 64) WHERE sequence = 4", 4, "docs"],
    ["a lost window", "DELETE FROM statement_windows WHERE sequence = 9", 9],
    ["a quarantined text", "UPDATE quarantine SET raw_text = raw_text || ' '", 1, "docs"],
    ["a quarantined record's state", "UPDATE quarantine SET state = 'replaced' WHERE state = 'resolved'", 9, "docs"],
    ["a quarantined record closed", "UPDATE quarantine SET state = 'resolved' WHERE state = 'open'", 8],
    [
      "a quarantined record opened",
      "UPDATE quarantine SET state = 'open', closed_sequence = NULL WHERE id = 4",
      9,
      "docs"
    ],
    ["a quarantined record's wallet", "UPDATE quarantine SET wallet_no = 'W-2' WHERE id = 4", 8],
    ["a lost quarantined record", "DELETE FROM quarantine WHERE id = 1", 1, "docs"],
    ["a lost row", "DELETE FROM transactions WHERE txn_id = 'A'", 1, "docs"],
    [
      "a row added",
      "INSERT INTO transactions SELECT * REPLACE ('N' AS txn_id) FROM transactions WHERE txn_id = 'Z'",
      7,
      "docs"
    ],
    ["a row added twice", "INSERT INTO transactions SELECT * FROM transactions WHERE txn_id = 'Z'", 7, "docs"],
    [
      "a row added to no window",
      "INSERT INTO transactions SELECT * REPLACE ('N' AS txn_id, 99 AS window_sequence) FROM transactions LIMIT 1",
      99
    ]
  ]
  const changed = changedFile(withFile)
  for (const [what, sql, first, docs] of tamperings) {
    it.effect(`shows ${what} changed by hand, at the first window that it concerns`, () =>
      Effect.gen(function*() {
        const path = yield* changed(sql)
        const window = `SELECT wallet_no, from_day, to_day FROM statement_windows WHERE sequence = ${first}`
        const [{ difference }, [broken], [named]] = yield* reading(
          path,
          Effect.all([verify(path), docs === undefined ? Effect.succeed([first]) : brokenIn(path), ask(path, window)])
        )
        assert.strictEqual(broken, first)
        assert.strictEqual(difference?.sequence, first, difference?.what.join("; "))
        assert.isAbove(difference?.what.length ?? 0, 0)
        const days = difference?.days ?? null
        assert.deepStrictEqual(
          [
            difference?.walletNo,
            days === null ? null : formatDay(days.from),
            days === null ? null : formatDay(days.to)
          ],
          named === undefined ? [null, null, null] : [...named]
        )
      }))
  }

  /** What a row's field was, and what it is made: the line that was hashed, had it not been escaped. */
  const lookalikes: ReadonlyArray<readonly [string, Partial<Transaction>, string]> = [
    ["a tab", { description: "one\ttwo" }, "description = 'one\\ttwo'"],
    ["a line feed", { description: "one\ntwo" }, "description = 'one\\ntwo'"],
    ["a carriage return", { description: "one\rtwo" }, "description = 'one\\rtwo'"],
    ["a backslash", { description: "one\\two" }, "description = 'one\\\\two'"],
    ["no flag", {}, "time_flag = '\\N'"],
    ["no currency", {}, "currency = '\\N'"]
  ]
  for (const [what, fields, changed] of lookalikes) {
    it.effect(`tells ${what} in a text from how it is written`, () =>
      Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        const entry = january([row("A", "2024-01-05 10:00:00", "1", "1", fields)])
        yield* Effect.flatMap(Sink, (sink) => sink.commit(entry)).pipe(Effect.provide(layerOpen(path)))
        assert.isNull((yield* verify(path)).difference)
        assert.strictEqual(yield* tamper(path, `UPDATE transactions SET ${changed} WHERE txn_id = 'A'`), 1)
        assert.deepStrictEqual((yield* verify(path)).difference?.what, [
          "its record, its rows, its events, its quarantined records or its declarations are not those that were committed"
        ])
      }))
  }

  it.effect("tells rows apart whose lines stand in the text of another", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const fields = { currency: "KES" as Currency, timeFlag: "marker-conflict" } as const
      const rows = [
        row("A", "2024-01-05 10:00:00", "1", "1", fields),
        row("B", "2024-01-06 10:00:00", "1", "2", fields)
      ]
      yield* Effect.flatMap(Sink, (sink) => sink.commit(january(rows))).pipe(Effect.provide(layerOpen(path)))
      const [[line = null] = []] = yield* ask(path, "SELECT line FROM audit_lines WHERE txn_id = 'B'")
      const flag = `concat(time_flag, chr(10), '${line}')`
      assert.isAbove(yield* tamper(path, `UPDATE transactions SET time_flag = ${flag} WHERE txn_id = 'A'`), 0)
      yield* tamper(path, "DELETE FROM transactions WHERE txn_id = 'B'")
      assert.include((yield* verify(path)).difference?.what.join("; ") ?? "", "are not those that were committed")
    }))

  it.effect("shows an identity that two rows have, whichever windows inserted them", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const twin = "SELECT * REPLACE (7 AS window_sequence) FROM transactions WHERE txn_id = 'Y'"
      assert.strictEqual(yield* tamper(path, `INSERT INTO transactions ${twin}`), 1)
      yield* tamper(path, "DELETE FROM transactions WHERE txn_id = 'Z'")
      const what = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), (database) =>
        Effect.flatMap(suspectsIn(database), (hashes) =>
          database.query(repeatedIdentities(hashes).sql))))
      assert.deepStrictEqual(what.rows, [["10"]])
      const none = yield* Effect.scoped(
        Effect.flatMap(Database.openToCheck(yield* withFile), (database) =>
          suspectsIn(database))
      )
      assert.deepStrictEqual(none, [])
    }))

  it.effect("finds each window that differs, however much is looked at at once", () =>
    Effect.gen(function*() {
      const bounds = [[2, 3], [1, 100], [100, 1]] as const
      for (const sequence of isThorough ? history.map((_, index) => index + 1) : [1, 6, 11]) {
        const path = yield* withFile
        yield* tamper(path, `UPDATE statement_windows SET bytes = bytes + 1 WHERE sequence IN (${sequence}, 11)`)
        for (const [rows, others] of isThorough ? bounds : bounds.slice(0, 1)) {
          assert.strictEqual(yield* wrongIn(path, rows, others), sequence, `window ${sequence}, ${rows} and ${others}`)
        }
      }
      for (const [rows, others] of bounds) assert.isUndefined(yield* wrongIn(yield* withFile, rows, others))
    }))

  const withDeclarations = madeOnce((path) =>
    Effect.flatMap(Sink, (sink) => Effect.forEach([...history, ...declared], (entry) => sink.commit(entry))).pipe(
      Effect.provide(layerFile(path))
    )
  )

  it.effect("covers what somebody declared and decided, in later versions of its text and no other window's", () =>
    Effect.gen(function*() {
      const path = yield* withDeclarations
      assert.deepStrictEqual(yield* brokenIn(path), [])
      assert.isNull((yield* verify(path)).difference)
      const forms = "SELECT sequence, line FROM audit_lines WHERE part = 0 AND sequence >= 11 ORDER BY sequence"
      assert.deepStrictEqual(yield* ask(path, forms), [
        ["11", "wallet-statement audit 1"],
        ["12", "wallet-statement audit 2"],
        ["13", "wallet-statement audit 2"],
        ["14", "wallet-statement audit 3"],
        ["15", "wallet-statement audit 4"]
      ])
      const lines = "SELECT line FROM audit_lines WHERE part = 6 AND sequence >= 13 ORDER BY leg"
      const source = awkward.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll(
        "\r",
        "\\r"
      )
      assert.deepStrictEqual(yield* ask(path, lines), [
        [`declared\t3\tanchor\t\\N\t2022-12-01\topening\t\\N\t${source}\t\\N\t\\N\t\\N\t\\N`],
        [`declared\t4\taccepted\t\\N\t\\N\t\\N\t\\N\t${source}\t\\N\t3\t2022-12-01\t2022-12-31`],
        [
          "declared\t5\tdecision\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t2\t2022-12-05\t2022-12-06\t" +
          `accepted\t0a1b2c3d4e5f\tgap\t-22.8500\t${source}\t${source}`
        ],
        [
          "declared\t6\texport\t\\N\t\\N\t\\N\t-22.8500\t\\N\t\\N\t2\t2022-12-05\t2022-12-06\t" +
          `${source}\t${source}\ttrue\t3\t${source}`
        ]
      ])
    }))

  it.effect("is the same with declarations for a sink in memory and one on disk", () =>
    Effect.gen(function*() {
      const path = yield* withDeclarations
      const context = yield* Layer.build(Sink.layerMemory)
      const { hashes } = yield* Effect.flatMap(Sink, (sink) =>
        Effect.forEach([...history, ...declared], (entry) => sink.commit(entry)))
        .pipe(Effect.andThen(Effect.map(MemoryTables, memorySnapshot)), Effect.provide(context))
      const stored = yield* ask(path, "SELECT audit_hash FROM statement_windows ORDER BY sequence")
      assert.deepStrictEqual(
        hashes,
        stored.map(([hash]) =>
          hash ?? ""
        )
      )
    }))

  const declaredByHand: ReadonlyArray<readonly [string, string, number, "docs"?]> = [
    ["a declared balance", "UPDATE declarations SET balance = 0.5 WHERE id = 1", 12, "docs"],
    ["a balance that was taken back", "UPDATE declarations SET balance = 1 WHERE id = 3", 13, "docs"],
    ["the day of a balance", "UPDATE declarations SET day = '2022-12-02' WHERE id = 1", 12, "docs"],
    ["declared settings", "UPDATE declarations SET settings = settings || ' ' WHERE id = 2", 12, "docs"],
    ["accepted withdrawals", "UPDATE declarations SET \"rows\" = 2 WHERE id = 4", 13, "docs"],
    ["what was decided", "UPDATE declarations SET decision = 'reopened' WHERE id = 5", 14, "docs"],
    ["the amount that was accepted", "UPDATE declarations SET amount = -22.84 WHERE id = 5", 14, "docs"],
    ["who decided", "UPDATE declarations SET decided_by = 'root' WHERE id = 5", 14, "docs"],
    ["the reason of a decision", "UPDATE declarations SET reason = NULL WHERE id = 5", 14, "docs"],
    ["the finding of a decision", "UPDATE declarations SET finding = '0a1b2c3d4e5e' WHERE id = 5", 14, "docs"],
    ["a lost decision", "DELETE FROM declarations WHERE id = 5", 14, "docs"],
    ["what was exported as", "UPDATE declarations SET format = 'ofx' WHERE id = 6", 15, "docs"],
    ["the file of an export", "UPDATE declarations SET place = 'x' WHERE id = 6", 15, "docs"],
    [
      "that an export was of days that nothing proves",
      "UPDATE declarations SET unproven = false WHERE id = 6",
      15,
      "docs"
    ],
    ["the window up to which was exported", "UPDATE declarations SET up_to = 14 WHERE id = 6", 15, "docs"],
    ["who exported", "UPDATE declarations SET exported_by = 'root' WHERE id = 6", 15, "docs"],
    ["a lost export", "DELETE FROM declarations WHERE id = 6", 15, "docs"],
    ["the wallet of a declaration", "UPDATE declarations SET wallet_no = 'W-2' WHERE id = 1", 12],
    ["the run of a declaration", "UPDATE declarations SET run_id = 'run-1' WHERE id = 1", 12],
    ["the time of a declaration", "UPDATE declarations SET \"at\" = now() WHERE id = 4", 13],
    ["a lost declaration", "DELETE FROM declarations WHERE id = 3", 13, "docs"],
    ["all of a window's declarations lost", "DELETE FROM declarations WHERE sequence = 12", 12, "docs"],
    [
      "a declaration added",
      "INSERT INTO declarations SELECT * REPLACE (11 AS sequence) FROM declarations WHERE id = 1",
      11,
      "docs"
    ],
    [
      "a declaration of no window",
      "INSERT INTO declarations SELECT * REPLACE (99 AS sequence) FROM declarations WHERE id = 1",
      99
    ]
  ]
  const changedDeclarations = changedFile(withDeclarations)
  for (const [what, sql, first, docs] of declaredByHand) {
    it.effect(`shows ${what} changed by hand, at its window`, () =>
      Effect.gen(function*() {
        const path = yield* changedDeclarations(sql)
        const [{ difference }, [broken]] = yield* reading(
          path,
          Effect.all([verify(path), docs === undefined ? Effect.succeed([first]) : brokenIn(path)])
        )
        assert.deepStrictEqual([difference?.sequence, broken], [first, first])
      }))
  }

  it.effect(
    "checks a file with a large answer, whose rows all changed since",
    () =>
      Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        yield* Effect.gen(function*() {
          const sink = yield* Sink
          yield* sink.commit(longAnswer("run-1", "a"))
          yield* sink.commit(longAnswer("run-2", "b"))
        }).pipe(Effect.provide(layerFile(path)))
        const { difference, rows } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
        assert.deepStrictEqual([difference, rows], [null, longRowCount])
      }),
    60_000
  )

  it.effect("finds counts that no whole number of the database can be the sum of", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.isAbove(yield* tamper(path, "UPDATE statement_windows SET changed = 9223372036854775807, outside = 1"), 0)
      assert.isNotNull((yield* verify(path)).difference)
    }))

  it.effect("shows a watermark that was moved by hand", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.strictEqual(yield* tamper(path, "UPDATE watermarks SET complete_to = '2024-03-01'"), 1)
      const { difference } = yield* verify(path)
      assert.deepInclude(difference ?? {}, { sequence: null, walletNo: "W-1" })
      assert.include(difference?.what[0] ?? "", "watermark")
    }))

  it.effect("shows a watermark that was moved by hand to other days that are complete", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* Effect.gen(function*() {
        const sink = yield* Sink
        for (const [from, to] of [["2024-01-01", "2024-01-10"], ["2024-01-21", "2024-01-31"]] as const) {
          yield* sink.commit(window(from, to, []))
        }
      }).pipe(Effect.provide(layerOpen(path)))
      assert.isNull((yield* verify(path)).difference)
      const moved = "UPDATE watermarks SET complete_from = '2024-01-21', complete_to = '2024-01-31'"
      assert.strictEqual(yield* tamper(path, moved), 1)
      assert.include((yield* verify(path)).difference?.what[0] ?? "", "watermark")
    }))

  it.effect("lets a watermark follow what a run found proven in the end", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const proof = { currency: null, from: day("2024-01-06"), to: day("2024-01-20"), quietSince: null }
      const conclusions = { runId: "run-9", walletNo: wallet, gaps: [], proofs: [{ ...proof, openingKnown: false }] }
      yield* Effect.flatMap(Sink, (sink) => sink.recordConclusions(conclusions)).pipe(
        Effect.provide(layerFile(path))
      )
      const reach = "SELECT proven_from, proven_to, run_id FROM watermarks WHERE wallet_no = 'W-1'"
      assert.deepStrictEqual(yield* ask(path, reach), [["2024-01-06", "2024-01-20", "run-9"]])
      assert.isNull((yield* verify(path)).difference)
    }))

  it.effect("gives each event the content before and after", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const events = yield* ask(
        path,
        `SELECT sequence, kind, "before".local_time::DATE, "after".local_time::DATE, "before".amount, run_id
         FROM transaction_events WHERE txn_id = '${c.txnId}' ORDER BY sequence`
      )
      assert.deepStrictEqual(events, [
        ["1", "inserted", null, "2024-01-06", null, "run-1"],
        ["2", "changed", "2024-01-06", "2024-01-06", "99999999999999.9999", "run-1"],
        ["4", "withdrawn", "2024-01-06", null, "99999999999999.9999", "run-3"],
        ["5", "returned", "2024-01-06", "2024-02-05", "99999999999999.9999", "run-4"]
      ])
    }))
})
