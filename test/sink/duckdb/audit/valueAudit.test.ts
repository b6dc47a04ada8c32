/**
 * Files with values that no file of the program's has, also where their columns may be NULL: opening such a file refuses it, and
 * what a check of it asks does not rely on that. Here the check is asked without the opening.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readerOf } from "../../../../src/sink/duckdb/file/Database.ts"
import { fileError } from "../../../../src/sink/duckdb/file/duckErrors.ts"
import { verifyAudit } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { rejection, row, window } from "../../../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../../../kit/emptyFile.ts"
import { tamper } from "../../../kit/tamper.ts"

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const b = row("B", "2024-01-06 10:00:00", "5.00", "115.00")
const c = row("C", "2024-02-06 10:00:00", "1.00", "116.00")

/** Rows, an event, a declaration, a quarantined record and held rows. */
const history = [
  window("2024-01-01", "2024-01-31", [a, b], {
    rejections: [rejection("{}", "2024-01-02")],
    declarations: [{ kind: "settings", text: "x" }]
  }),
  window("2024-01-01", "2024-01-31", [{ ...a, description: "other" }, b], { runId: "run-2" }),
  window("2024-02-01", "2024-02-29", [c], { runId: "run-3" }),
  window("2024-02-01", "2024-02-29", [], { runId: "run-4", kept: [c] })
]

const withFile = madeOnce((path) =>
  Effect.flatMap(Sink, (sink) => Effect.forEach(history, (entry) => sink.commit(entry))).pipe(
    Effect.provide(layerFile(path))
  )
)

const verifyUnguarded = (path: string) =>
  Effect.gen(function*() {
    const instance = yield* Effect.acquireRelease(
      Effect.promise(() => DuckDBInstance.create(path, { access_mode: "READ_ONLY" })),
      (opened) => Effect.sync(() => opened.closeSync())
    )
    const connect = Effect.acquireRelease(
      Effect.promise(() => instance.connect()),
      (connection) => Effect.sync(() => connection.closeSync())
    )
    const failure = (cause: unknown) => fileError(path, cause)
    return yield* verifyAudit(
      readerOf({ path, written: false, isNew: false, connect, failure, leave: Effect.void, refusal: failure })
    )
  }).pipe(Effect.scoped)

const missing = "a value is missing that every row of its table has"
const unknown = "a value is none of those that its column has"
const outOfCalendar = "a day or a time is none that a service can mean"
const ofNoWallet = "something is concluded of a wallet that no window is of"
const ofNoWindow = "no window inserted it"
const forged = (more: string): string =>
  `INSERT INTO transactions SELECT * REPLACE ('FORGED' AS txn_id, ${more}) FROM transactions WHERE txn_id = 'B'`

/** What is done, the column that may be NULL for it, the statement, the window that it is told at, and what is said. */
const tamperings: ReadonlyArray<readonly [string, string | null, string, number | null, string]> = [
  ["a row of no window", "transactions.window_sequence", forged("NULL AS window_sequence"), null, ofNoWindow],
  [
    "two rows of no window that cancel out",
    "transactions.window_sequence",
    `${forged("NULL AS window_sequence")}; ${
      forged("NULL AS window_sequence, 1 AS leg, 'Debit' AS type, -signed_amount AS signed_amount")
    }`,
    null,
    ofNoWindow
  ],
  ["rows without a wallet", "transactions.wallet_no", "UPDATE transactions SET wallet_no = NULL", 1, missing],
  [
    "a row without an id",
    "transactions.txn_id",
    "UPDATE transactions SET txn_id = NULL WHERE txn_id = 'B'",
    1,
    missing
  ],
  [
    "a record in quarantine that stands for two",
    null,
    "UPDATE quarantine SET reason = concat(reason, chr(9), 'detail', chr(10), 'quarantined')",
    1,
    unknown
  ],
  [
    "a record in quarantine of no state",
    null,
    "UPDATE quarantine SET state = concat('replaced', chr(10), 'replaced')",
    1,
    unknown
  ],
  [
    "a change with nothing behind it",
    null,
    "UPDATE row_changes SET \"after\" = NULL WHERE kind <> 'withdrawn'",
    2,
    unknown
  ],
  ["a row without a leg", "transactions.leg", "UPDATE transactions SET leg = NULL WHERE txn_id = 'B'", 1, missing],
  [
    "a row that nobody saw first",
    "transactions.first_seen_at",
    "UPDATE transactions SET first_seen_at = NULL WHERE txn_id = 'C'",
    3,
    ofNoWindow
  ],
  [
    "a row without a sign",
    "transactions.signed_amount",
    "UPDATE transactions SET signed_amount = NULL WHERE txn_id = 'C'",
    3,
    "no longer what it left"
  ],
  [
    "a row without the run that last wrote it",
    "transactions.run_id",
    "UPDATE transactions SET run_id = NULL WHERE txn_id = 'A'",
    1,
    missing
  ],
  [
    "a window without a number",
    "statement_windows.sequence",
    `INSERT INTO statement_windows SELECT * REPLACE (NULL AS sequence, DATE '2024-03-01' AS from_day, DATE '2024-03-31' AS to_day)
     FROM statement_windows WHERE sequence = 4; UPDATE watermarks SET complete_to = DATE '2024-03-31'`,
    null,
    "does not follow on the window before"
  ],
  [
    "a last window without a hash",
    "statement_windows.audit_hash",
    "UPDATE statement_windows SET audit_hash = NULL WHERE sequence = 4",
    4,
    missing
  ],
  [
    "a window without a count",
    "statement_windows.received",
    "UPDATE statement_windows SET received = NULL WHERE sequence = 4",
    4,
    "its counts do not add up"
  ],
  [
    "an event of no window",
    "row_changes.sequence",
    "INSERT INTO row_changes SELECT * REPLACE (NULL AS sequence) FROM row_changes",
    null,
    "an event that it is said to have caused"
  ],
  [
    "an event at no time",
    "row_changes.at",
    "UPDATE row_changes SET \"at\" = NULL",
    2,
    "an event that it is said to have caused"
  ],
  [
    "a quarantined record of no window",
    "quarantine.window_sequence",
    "INSERT INTO quarantine SELECT * REPLACE (NULL AS window_sequence, 9 AS id, 'open' AS state, NULL AS closed_sequence) FROM quarantine",
    null,
    "a record that it put into quarantine"
  ],
  [
    "a quarantined record of no days",
    "quarantine.window_from",
    "UPDATE quarantine SET window_from = NULL",
    1,
    "a record that it put into quarantine"
  ],
  [
    "a quarantined record in no state",
    "quarantine.state",
    "UPDATE quarantine SET state = NULL",
    1,
    "a record that it put into quarantine"
  ],
  [
    "a declaration of no window",
    "declarations.sequence",
    "INSERT INTO declarations SELECT * REPLACE (NULL AS sequence, 9 AS id) FROM declarations",
    null,
    "a declaration that came with it"
  ],
  [
    "a held row of no day",
    "held_rows.day",
    "UPDATE held_rows SET day = NULL",
    4,
    "a row that it kept although its answer lacked it"
  ],
  [
    "a held row of no window",
    "held_rows.held_sequence",
    "INSERT INTO held_rows SELECT * REPLACE (NULL AS held_sequence, 9 AS id) FROM held_rows",
    null,
    "a row that it kept although its answer lacked it"
  ],
  [
    "a run without an id",
    "runs.run_id",
    "INSERT INTO runs (status, program_version, wallets, started_at) VALUES ('complete', '0', [], now())",
    null,
    missing
  ],
  [
    "a watermark of no wallet",
    "watermarks.wallet_no",
    "INSERT INTO watermarks SELECT * REPLACE (NULL AS wallet_no) FROM watermarks",
    null,
    missing
  ],
  ["a row of window 0", null, forged("0 AS window_sequence"), 0, ofNoWindow],
  ["a row of a window before the first", null, forged("-1 AS window_sequence"), -1, ofNoWindow],
  ["a row of a window behind the last", null, forged("5 AS window_sequence"), 5, ofNoWindow],
  ["a row of another wallet", null, forged("'W-2' AS wallet_no"), 1, ofNoWindow],
  [
    "a proof of another wallet",
    null,
    "INSERT INTO proofs VALUES ('W-2', NULL, '2024-01-01', '2024-01-31', NULL, true, now(), 'run-1')",
    null,
    ofNoWallet
  ],
  [
    "days of another wallet",
    null,
    "INSERT INTO continuity_windows VALUES ('W-2', '2024-01-01', '2024-01-31', false, NULL, NULL)",
    null,
    ofNoWallet
  ],
  ["an instant without an end", null, "UPDATE transactions SET occurred_at = 'infinity'", 1, outOfCalendar],
  ["a day behind all calendars", null, "UPDATE quarantine SET awaited_to = '290000-01-01'", 1, outOfCalendar],
  ["a day before all calendars", null, "UPDATE watermarks SET complete_from = '-infinity'", null, outOfCalendar]
]

describe("a check of the audit chain that was asked of a file nobody should open", () => {
  it.effect("finds nothing where nothing was changed", () =>
    Effect.gen(function*() {
      assert.isNull((yield* verifyUnguarded(yield* withFile)).difference)
    }))

  for (const [what, column, sql, first, said] of tamperings) {
    it.effect(`finds ${what}`, () =>
      Effect.gen(function*() {
        const path = yield* withFile
        const [table, name] = column?.split(".") ?? []
        if (name !== undefined) yield* tamper(path, `ALTER TABLE ${table} ALTER "${name}" DROP NOT NULL`)
        yield* tamper(path, sql)
        const { difference } = yield* verifyUnguarded(path)
        assert.strictEqual(difference?.sequence, first, difference?.what.join("; "))
        assert.include(difference?.what.join("; "), said)
      }))
  }

  it.effect("finds contents that were put behind a withdrawal", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const withdrawing = Effect.flatMap(Sink, (sink) =>
        sink.commit(window("2024-01-01", "2024-01-31", [b], { runId: "run-5" })))
      assert.strictEqual((yield* Effect.provide(withdrawing, layerFile(path))).withdrawn, 1)
      assert.isNull((yield* verifyUnguarded(path)).difference)
      yield* tamper(
        path,
        `UPDATE row_changes SET "after" = struct_update("before", amount := 777777::DECIMAL(18,4)) WHERE kind = 'withdrawn';
         UPDATE transactions SET amount = 777777, signed_amount = CASE type WHEN 'Credit' THEN 777777 ELSE -777777 END
         WHERE withdrawn_at IS NOT NULL`
      )
      const { difference } = yield* verifyUnguarded(path)
      assert.deepStrictEqual([difference?.sequence, difference?.what], [5, [unknown]])
    }))
})
