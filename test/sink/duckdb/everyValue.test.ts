/**
 * Each value of a file changed by hand, and each kind of row taken out or put in twice: a check of the file says so, but for what
 * docs/audit.md names as not checked, and it can say so of any value. EVERY_VALUE=1 tries each of them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Ref, Schema } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import type { StatementRequest } from "../../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../../src/domain/StatementRecord.ts"
import { Currency, WalletNo } from "../../../src/domain/Wallet.ts"
import { continuityOfEntry } from "../../../src/pipeline/continuityRecord.ts"
import { decideFinding } from "../../../src/pipeline/decideFinding.ts"
import * as Pull from "../../../src/pipeline/Pull.ts"
import { rememberExport } from "../../../src/pipeline/rememberExport.ts"
import { retryQuarantine } from "../../../src/pipeline/retryQuarantine.ts"
import { storedFindings } from "../../../src/pipeline/storedFindings.ts"
import { verifyContinuity } from "../../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../../src/settings/PullSettings.ts"
import { currentVersion, tablesAt } from "../../../src/sink/duckdb/file/migrations.ts"
import { Database, isReadable, layerDuckDbReadOnly, verifyAudit } from "../../../src/sink/duckdb/index.ts"
import { day, money, period } from "../../../src/testing/windows.ts"
import { isThorough } from "../../kit/cases.ts"
import { openCopy } from "../../kit/changedFile.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { type Entry, fakeStatement, recordsOf } from "../../kit/fakeStatement.ts"
import { balanceOf, pullSettings, wallet } from "../../kit/pullSettings.ts"
import { ask, folder } from "./files.ts"

/** One change in so many is tried: all of them take some minutes. */
const part = Number(process.env["EVERY_VALUE"] ?? (isThorough ? 3 : 120))
const tried = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.filter((_, index) => index % part === 0)

type Records = ReadonlyArray<StatementRecord>

/** Two payments a day for twelve days, and on the sixth more than are given at once. */
const recordsAt = (minute: string, currency: string): Records =>
  recordsOf(
    Array.from({ length: 12 }, (_, index): ReadonlyArray<Entry> => {
      const day = String(index + 1).padStart(2, "0")
      return (index === 5 ? ["08", "09", "10", "11", "12"] : ["08", "09"]).map((hour) => ({
        id: `T${day}${hour}${minute}`,
        at: `2024-01-${day} ${hour}:${minute}:00`,
        amount: index % 3 === 2 ? `-${index}.50` : `${index + 10}.25`
      }))
    }).flat()
  ).map((record) => ({ ...record, description: record.description.replace("KES", currency) }))

const all = [...recordsAt("00", "KES"), ...recordsAt("30", "USD")]
  .sort((left, right) => (left.date < right.date ? -1 : 1))
  .filter(({ txnId }) => txnId !== "T080800")

const without = (records: Records, ...ids: ReadonlyArray<string>): Records =>
  records.filter(({ txnId }) => !ids.includes(txnId))
const unreadable = (records: Records, ...ids: ReadonlyArray<string>): Records =>
  records.map((record) => (ids.includes(record.txnId) ? { ...record, date: record.date.replace("AM", "PM") } : record))

const settings = pullSettings({
  limit: 8,
  markerPolicy: "reject",
  maxWithdrawals: 3,
  wallets: [{
    walletNo: wallet,
    currency: null,
    balances: [balanceOf("opening", "2024-01-01", "0", Currency.make("KES"))]
  }]
})

const night = (records: Records) =>
  Effect.gen(function*() {
    yield* TestClock.adjust("1 day")
    const books = yield* Ref.make({ [wallet]: records })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    yield* Pull.run.pipe(
      Effect.provide(fakeStatement(books, requests)),
      Effect.provideService(PullSettings, settings)
    )
  })

/**
 * A file of two currencies with a gap, a day that is cut off, a known balance, rows that were changed, withdrawn, shown again
 * and held, quarantined records, a finding that somebody accepted, and an export.
 */
const withFile = Effect.gen(function*() {
  yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.gen(function*() {
    yield* night(unreadable(all, "T030800", "T040800"))
    yield* night(unreadable(without(all, "T040800", "T120900"), "T030800"))
    yield* retryQuarantine.pipe(Effect.provideService(PullSettings, { ...settings, markerPolicy: "trust-24h" }))
    const changed = all.map((each) => (each.txnId === "T110900" ? { ...each, description: "KES1.00 other" } : each))
    yield* night(unreadable(changed, "T110830"))
    yield* night([])
    yield* night(unreadable(changed.filter(({ date }) => date < "2024-01-10"), "T110830"))
    const [gap] = (yield* storedFindings(yield* verifyContinuity(wallet))).filter(({ kind }) => kind === "gap")
    if (gap !== undefined) yield* decideFinding(wallet, gap, { decision: "accepted", by: "a.muriuki", reason: "told" })
    yield* rememberExport(wallet, {
      format: "hledger",
      days: period("2024-01-01", "2024-01-04"),
      currencies: [{ currency: Currency.make("KES"), rows: 8, closing: money("1.25") }],
      place: "january.journal",
      unproven: true,
      by: "a.muriuki"
    })
  }).pipe(Effect.provide(layerFile(path)))
  return path
})

const walletNosIn = Schema.decodeUnknownEffect(Schema.Array(WalletNo))

/** What a check says of a file. */
const saidOf = (path: string) =>
  Effect.gen(function*() {
    const database = yield* Database.openToCheck(path)
    const { difference } = yield* verifyAudit(database)
    if (!(yield* isReadable(database))) return difference?.what ?? []
    const { rows } = yield* database.query("SELECT DISTINCT wallet_no FROM statement_windows")
    const wallets = yield* Effect.forEach(
      yield* walletNosIn(rows.map(([walletNo]) => walletNo)),
      (walletNo) => Effect.provide(verifyContinuity(walletNo), layerDuckDbReadOnly({ path }))
    )
    return [
      ...difference?.what ?? [],
      ...wallets.flatMap(({ conclusions, differing, outdated }) => [
        ...conclusions,
        ...differing.map(() => "days differ"),
        ...outdated
      ])
    ]
  }).pipe(Effect.scoped)

/** What a value may be changed to that another program could write. */
const othersOf = (name: string, type: string): ReadonlyArray<string> => {
  const value = `"${name}"`
  if (type.startsWith("DATE")) return [`${value} + 1`, "'-infinity'", "'290000-01-01'"]
  if (type.startsWith("TIMESTAMP")) return [`${value} + INTERVAL 1 HOUR`, "'infinity'"]
  if (type.startsWith("STRUCT")) return [`struct_update(${value}, amount := 7::DECIMAL(18,4))`]
  if (type.startsWith("VARCHAR")) return [`concat(${value}, 'x')`, "''"]
  if (type.startsWith("BOOLEAN")) return [`NOT ${value}`]
  return [`coalesce(${value}, 0) + 1`, "-1"]
}

/** What docs/audit.md says is not checked, beside runs and the layout. */
const unchecked: ReadonlySet<string> = new Set([
  "transactions.position",
  "watermarks.updated_at",
  "watermarks.run_id",
  "quarantine.last_seen_at",
  "quarantine.last_run_id",
  "quarantine.awaited_from",
  "quarantine.awaited_to",
  "continuity_windows.answer",
  "continuity_gaps.id",
  "continuity_gaps.found_at",
  "continuity_gaps.found_run_id",
  "proofs.updated_at",
  "proofs.run_id",
  "held_rows.id"
])

/** Which rows of a table are changed, one of each kind. */
const kindsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  row_changes: ["kind = 'changed'", "kind = 'withdrawn'", "kind = 'returned'"],
  statement_windows: [
    "status = 'complete'",
    "status = 'doubted'",
    "status = 'quarantine-retry'",
    "status = 'decided'",
    "status = 'exported'"
  ],
  quarantine: ["true"],
  continuity_windows: ["record IS NOT NULL", "cut_off"],
  continuity_gaps: ["state = 'open'"],
  declarations: ["kind = 'anchor'", "kind = 'settings'", "kind = 'decision'", "kind = 'export'"],
  proofs: ["currency = 'KES'", "currency = 'USD'"],
  held_rows: ["state = 'held'", "state = 'shown'"]
}

/** One that can't be read is worked out again; those that can are changed in each place. */
const readRecord = "continuity_windows.record"

const tables = tablesAt(currentVersion).filter(({ name }) => !["layout", "migrations", "runs"].includes(name))

/** All that is done to a file: each value of a row of each kind changed, each such row taken out and put in twice. */
const edits: ReadonlyArray<{ readonly column: string; readonly sql: string }> = tables.flatMap((
  { columns, name }
) =>
  (kindsOf[name] ?? ["true"]).flatMap((kind) => {
    const where = `WHERE rowid = (SELECT min(rowid) FROM ${name} WHERE ${kind})`
    return [
      ...columns.filter(([column]) => `${name}.${column}` !== readRecord).flatMap(([column, type]) =>
        [...othersOf(column, type), "NULL"].map((value) => ({
          column: `${name}.${column}`,
          sql: `UPDATE ${name} SET "${column}" = ${value} ${where} AND "${column}" IS DISTINCT FROM ${value}`
        }))
      ),
      { column: name, sql: `DELETE FROM ${name} ${where}` },
      { column: name, sql: `INSERT INTO ${name} FROM ${name} ${where}` }
    ]
  })
)

/** What a record says, changed in one place each, but for the rows that its window begins and ends with. */
const forgeriesOf = (record: string): ReadonlyArray<string> => {
  const noted = record.replaceAll(/"(first|last)":\{[^}]*\}/g, (mark) => " ".repeat(mark.length))
  return [...noted.matchAll(/\d(?=[^\d])|true|false|null/g)].map(({ 0: word, index }) => {
    const other = { true: "false", false: "true", null: "1" }[word] ?? String((Number(word) + 1) % 10)
    return record.slice(0, index) + other + record.slice(index + word.length)
  }).filter(isDecodable)
}

describe("a file that was changed by hand", () => {
  it.effect("is known by what a check says of it", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.deepStrictEqual(yield* saidOf(path), [])
      const { change, copy } = yield* openCopy(path)
      for (const { column, sql } of tried(edits)) {
        if (!Option.exists(yield* change(sql), (rows) => rows > 0)) continue
        const said = yield* saidOf(copy)
        if (!unchecked.has(column) || /infinity|290000/.test(sql)) assert.isNotEmpty(said, sql)
      }
      const changeRecord = (sql: string) =>
        Effect.map(change(`UPDATE continuity_windows SET record = ${sql}`), Option.exists((rows) => rows > 0))
      assert.isTrue(yield* changeRecord("'unreadable' WHERE NOT cut_off"))
      assert.deepStrictEqual(yield* saidOf(copy), [], "nobody goes by a record that can't be read")
      const record = yield* recordIn(path)
      const forgeries = forgeriesOf(record)
      assert.isAbove(forgeries.length, 20)
      for (const forged of tried(forgeries)) {
        assert.isTrue(yield* changeRecord(`'${forged}' WHERE record = '${record}'`))
        assert.isNotEmpty(yield* saidOf(copy), forged)
      }
    }), 600_000)
})

const isDecodable = (record: string): boolean =>
  Option.isSome(
    continuityOfEntry({ days: { from: day("2024-01-01"), to: day("2024-01-02") }, record, truncated: false })
  )

const recordIn = (path: string) =>
  Effect.map(
    ask(
      path,
      "SELECT record FROM continuity_windows WHERE record LIKE '%USD%' AND NOT cut_off ORDER BY from_day LIMIT 1"
    ),
    ([[record = null] = []]) => record ?? ""
  )
