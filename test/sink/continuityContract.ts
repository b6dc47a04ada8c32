/**
 * What every sink does with continuity entries, gaps, quarantined records that are read again, and runs that were
 * interrupted.
 */
import { assert } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import { type BalanceColumns, balanceColumnsOf } from "../../src/domain/BalanceColumns.ts"
import type { ContinuityEntry } from "../../src/domain/ContinuityEntry.ts"
import { fromTenThousandths } from "../../src/domain/Money.ts"
import * as Period from "../../src/domain/Period.ts"
import type { Proof } from "../../src/domain/Proof.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import type { Gap } from "../../src/domain/Verdict.ts"
import { type Currency, WalletNo } from "../../src/domain/Wallet.ts"
import { Sink } from "../../src/sink/Sink.ts"
import type { SinkTest, Subject } from "./contract.ts"
import { day, money, rejection, row, wallet, window } from "./windows.ts"

const period = (from: string, to: string): Period.Period => ({ from: day(from), to: day(to) })

const entry = (from: string, to: string, record: string | null, truncated = false): ContinuityEntry => ({
  days: period(from, to),
  truncated,
  record,
  answer: null
})

const gap = (after: string | null, from: string | null, before: string | null, to: string | null): Gap => ({
  afterTxnId: after,
  beforeTxnId: before,
  from: from === null ? null : Date.parse(`${from}Z`),
  to: to === null ? null : Date.parse(`${to}Z`),
  missing: money("-25.00"),
  currency: null
})

const january = (options: Parameters<typeof window>[3] = {}, rows: Parameters<typeof window>[2] = []) =>
  window("2024-01-01", "2024-01-31", rows, options)

const february = (options: Parameters<typeof window>[3] = {}, rows: Parameters<typeof window>[2] = []) =>
  window("2024-02-01", "2024-02-29", rows, options)

const report = (runId: string) => ({ runId, status: "failed" as const, durationMs: 1, head: "", wallets: [] })

const byTime = (columns: BalanceColumns) =>
  Array.from(columns.localTimes, (localTime, index) => ({
    localTime,
    amount: columns.amounts[index],
    balance: columns.balances[index],
    isCredit: columns.credits[index],
    isConfirmed: columns.confirmed[index],
    currency: columns.currencies[columns.currencyOf[index] ?? -1]
  })).sort((left, right) => left.localTime - right.localTime)

/** A row on a day of January and again on one of February. */
const twice = (txnId: string, more: Partial<Transaction>) =>
  ["2024-01-20 10:00:00", "2024-02-05 10:00:00"].map((at) => row(txnId, at, "5.00", "5.00", more))

/** Defines the tests. */
export const continuityContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const awkward = "NUL \u0000, 'quoted', 金額 😀"

  test("gives the live rows of some days as they came", (sink) =>
    Effect.gen(function*() {
      const odd = row("\u0000'", "2024-01-31 23:59:59", "99999999999999.9999", null, {
        description: awkward,
        confirmed: false,
        timeFlag: "marker-conflict"
      })
      yield* sink.commit(january({}, [a, b, odd]))
      yield* sink.commit(january({}, [a, odd]))
      const rows = yield* sink.rowsOf(wallet, period("2024-01-05", "2024-01-31"))
      assert.deepStrictEqual([...rows].sort((left, right) => left.localTime - right.localTime), [a, odd])
      assert.deepStrictEqual(yield* sink.rowsOf(wallet, period("2024-01-06", "2024-01-30")), [])
      assert.deepStrictEqual(yield* sink.rowsOf(WalletNo.make("W-2"), period("2024-01-01", "2024-01-31")), [])
    }))

  test("gives the live rows of some days as columns", (sink) =>
    Effect.gen(function*() {
      const largest = 2 ** 52
      const [fits, tooLarge] = [fromTenThousandths(BigInt(largest)), fromTenThousandths(BigInt(largest) + 1n)]
      const odd = ["KES", null, "USD", "USD", null, null, "KES"].map((currency, index) =>
        row(`C${index}`, `2024-01-06 10:00:0${index}`, index % 2 === 0 ? "1.00" : "-1.00", null, {
          currency: currency as Currency | null,
          confirmed: index !== 3,
          balance: [fits, tooLarge, fromTenThousandths(-BigInt(largest)), null][index] ?? money("-0.0001"),
          amount: index === 5 ? tooLarge : money("0.0001")
        })
      )
      const many = Array.from({ length: 5_000 }, (_, index) => ({
        ...row(`M${index}`, "2024-01-07 00:00:00", index % 3 === 0 ? "-1.50" : "2.25", `${index}.00`),
        localTime: Date.parse("2024-01-07T00:00:00Z") + index * 10_000
      }))
      yield* sink.commit(january({}, [a, ...odd, ...many]))
      yield* sink.commit(january({}, [...odd, ...many]))
      const columnsIn = sink.balanceColumns ??
        ((walletNo, days) => Effect.map(sink.rowsOf(walletNo, days), balanceColumnsOf))
      const columns = yield* columnsIn(wallet, period("2024-01-05", "2024-01-07"))
      assert.deepStrictEqual(byTime(columns), byTime(balanceColumnsOf([...odd, ...many])))
      const none = yield* columnsIn(WalletNo.make("W-2"), period("2024-01-01", "2024-01-31"))
      assert.deepStrictEqual(byTime(none), [])
    }))

  test("keeps texts of every length as they came", (sink) =>
    Effect.gen(function*() {
      const texts = [
        "",
        "A",
        "12345678901",
        "123456789012",
        "1234567890123",
        "é",
        "12345678901é",
        "金額金額",
        "\u007f",
        "\u0080"
      ]
      const rows = texts.map((txnId, index) =>
        row(txnId, `2024-01-05 10:00:${String(index).padStart(2, "0")}`, "1.00", null, { description: `${txnId}|` })
      )
      yield* sink.commit(january({}, rows))
      const kept = yield* sink.rowsOf(wallet, period("2024-01-05", "2024-01-05"))
      assert.deepStrictEqual([...kept].sort((left, right) => left.localTime - right.localTime), rows)
    }))

  test("replaces the continuity entries that a window's entries overlap, and no others", (sink) =>
    Effect.gen(function*() {
      const first = entry("2024-01-01", "2024-01-31", awkward)
      const second = entry("2024-02-01", "2024-02-29", "{}")
      yield* sink.commit(january({ continuity: [first] }))
      yield* sink.commit(february({ continuity: [second] }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [first, second])
      const parts = [
        entry("2024-01-01", "2024-01-20", null),
        entry("2024-01-21", "2024-02-05", "middle"),
        entry("2024-02-06", "2024-02-29", null)
      ]
      yield* sink.commit(window("2024-01-21", "2024-02-05", [], { continuity: parts }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), parts)
      assert.deepStrictEqual(yield* sink.continuity(WalletNo.make("W-2")), [])
    }))

  test("leaves the entry of a day to be worked out again that loses a row to another window", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january", true)] }, [a, b]))
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
      const own = entry("2024-02-01", "2024-02-29", "february")
      yield* sink.commit(february({ runId: "run-2", continuity: [own] }, [moved]))
      const stale = entry("2024-01-01", "2024-01-31", null, true)
      assert.deepStrictEqual(yield* sink.continuity(wallet), [stale, own])
      const anew = entry("2024-01-01", "2024-01-31", "january anew", true)
      yield* sink.recordContinuity(wallet, [anew, entry("2024-01-01", "2024-01-30", "of days that no entry has")])
      assert.deepStrictEqual(yield* sink.continuity(wallet), [anew, own])
      const parts = [
        entry("2024-01-01", "2024-01-20", "first part", true),
        entry("2024-01-21", "2024-01-31", "second part", true)
      ]
      yield* sink.recordContinuity(wallet, parts.slice(1))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [anew, own])
      yield* sink.recordContinuity(wallet, parts)
      assert.deepStrictEqual(yield* sink.continuity(wallet), [...parts, own])
    }))

  test("notes nothing as proven when a day loses a row to another window, until that is worked out again", (sink) =>
    Effect.gen(function*() {
      const kes = "KES" as Currency
      const proof: Proof = {
        currency: kes,
        from: day("2024-01-02"),
        to: day("2024-02-20"),
        quietSince: null,
        openingKnown: false
      }
      const proofs = [proof, { ...proof, currency: null }]
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")], proofs }, [a, b]))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], proofs)
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
      const later = { runId: "run-2", continuity: [entry("2024-02-01", "2024-02-29", "february")], proofs }
      const left = proofs.map((each) => ({ ...each, from: null, to: null }))
      yield* sink.commit(february(later, [moved]))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], left)
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { runId: "run-2", proofs }))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], left)
      yield* sink.recordContinuity(wallet, [entry("2024-01-01", "2024-01-31", "anew")])
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { runId: "run-3", proofs }))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], proofs)
    }))

  test("lets a joining put one entry in the place of those that are all of its days, and of no others", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")] }))
      yield* sink.commit(february({ continuity: [entry("2024-02-01", "2024-02-29", "february")] }))
      const rows = yield* sink.rowsOf(wallet, { from: day("2024-01-01"), to: day("2024-02-29") })
      const mark = yield* sink.watermark(wallet)
      const joining = (from: string, to: string, record: string, walletNo = wallet) =>
        sink.commit({
          ...window(from, to, [], { complete: false, continuity: [entry(from, to, record)], origin: "joining" }),
          walletNo
        })
      for (
        const [from, to] of [["2024-01-01", "2024-02-28"], ["2024-01-02", "2024-02-29"], [
          "2023-12-01",
          "2024-02-29"
        ]] as const
      ) {
        const refused = yield* Effect.flip(joining(from, to, "not"))
        assert.include(refused.message, "joins windows that are not all of its days")
      }
      const elsewhere = yield* Effect.flip(joining("2024-01-01", "2024-02-29", "not", WalletNo.make("W-2")))
      assert.include(elsewhere.message, "joins windows that are not all of its days")
      assert.lengthOf(yield* sink.continuity(wallet), 2)
      const outcome = yield* joining("2024-01-01", "2024-02-29", "both \u0000 金額")
      assert.deepStrictEqual(
        outcome,
        { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }
      )
      assert.deepStrictEqual(yield* sink.continuity(wallet), [entry("2024-01-01", "2024-02-29", "both \u0000 金額")])
      assert.sameDeepMembers(
        [...yield* sink.rowsOf(wallet, { from: day("2024-01-01"), to: day("2024-02-29") })],
        [...rows]
      )
      assert.deepStrictEqual(yield* sink.watermark(wallet), mark)
      assert.deepStrictEqual((yield* sink.windows(wallet)).map(({ origin }) => origin), [
        "service",
        "service",
        "joining"
      ])
      yield* sink.commit(
        february({
          runId: "run-2",
          continuity: [entry("2024-01-01", "2024-01-31", "again"), entry("2024-02-01", "2024-02-29", "anew")]
        })
      )
      assert.deepStrictEqual((yield* sink.continuity(wallet)).map(({ record }) => record), ["again", "anew"])
    }))

  test("tells which rows may be dated anew, until their days are seen again", (sink) =>
    Effect.gen(function*() {
      const old = row("P", "2024-01-20 10:00:00", "-5.00", null, { confirmed: false })
      const others = [
        row("Q", "2024-01-20 11:00:00", "-5.00", "95.00"),
        row(" ", "2024-01-20 12:00:00", "-5.00", "90.00"),
        row("R", "2024-01-20 13:00:00", "5.00", "95.00"),
        row("S", "2024-01-20 14:00:00", "-5.00", "90.00"),
        row("\t\ufeff", "2024-01-20 15:00:00", "-5.00", "85.00"),
        row("T", "2024-01-20 16:00:00", "-5.00", null),
        // Of several nobody can say which one is dated anew.
        row("U", "2024-01-20 17:00:00", "-5.00", null, { confirmed: false }),
        row("U", "2024-01-20 18:00:00", "-5.00", null, { confirmed: false })
      ]
      const longAgo = row("V", "2024-01-02 17:00:00", "-5.00", null, { confirmed: false })
      const anew = [
        row("P", "2024-02-05 10:00:00", "-5.00", "90.00"),
        row(" ", "2024-02-05 11:00:00", "-5.00", "85.00"),
        row("Q", "2024-02-05 12:00:00", "-5.01", "79.99"),
        row("R", "2024-02-05 13:00:00", "-5.00", "74.99"),
        row("S", "2024-02-05 14:00:00", "-5.00", "69.99"),
        row("\t\ufeff", "2024-02-05 15:00:00", "-5.00", "85.00"),
        row("T", "2024-02-05 16:00:00", "-5.00", null),
        row("U", "2024-02-05 17:00:00", "-5.00", "80.00"),
        row("V", "2024-02-05 17:00:00", "-5.00", "75.00")
      ]
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january({}, [old, ...others, longAgo]))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), [])
      yield* sink.endRun(report("run-1"))
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(february({ runId: "run-2" }, anew))
      const found = [{
        day: day("2024-01-20"),
        txnId: "P",
        type: "Debit" as const,
        amount: money("5.00"),
        balance: null,
        confirmed: false
      }]
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.endRun(report("run-2"))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.commit(window("2024-01-20", "2024-01-20", others, { runId: "run-3", complete: false }))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.commit(window("2024-01-20", "2024-01-20", [old, ...others], { runId: "run-3" }))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), [])
    }))

  test("tells of no confirmed row that it may be dated anew, whose day was seen by the run that brought the other", (sink) =>
    Effect.gen(function*() {
      const [[confirmed, later], [unconfirmed, latest]] = [twice("P", {}), twice("Q", { confirmed: false })]
      if (confirmed === undefined || later === undefined || unconfirmed === undefined || latest === undefined) return
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january({}, [confirmed, unconfirmed]))
      yield* sink.commit(february({}, [later, { ...latest, confirmed: true }]))
      assert.deepStrictEqual((yield* sink.maybeRedated(wallet)).map(({ txnId }) => txnId), ["Q"])
    }))

  test("leaves what remains of such an entry to be worked out again too", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")] }, [a, b]))
      const moved = { ...b, localTime: b.localTime + 14 * 86_400_000, occurredAt: b.occurredAt + 14 * 86_400_000 }
      const parts = [entry("2024-01-01", "2024-01-14", "left"), entry("2024-01-15", "2024-01-31", "right")]
      yield* sink.commit(window("2024-01-15", "2024-01-31", [moved], { runId: "run-2", continuity: parts }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [
        entry("2024-01-01", "2024-01-14", null),
        ...parts.slice(1)
      ])
    }))

  const inside = gap("A", "2024-01-05T10:00:00", "B", "2024-01-06T00:00:00")
  const across = gap("Z", "2024-01-31T23:59:59.999", "F", "2024-02-01T00:00:00")
  const open = gap(null, null, awkward, "2023-12-01T00:00:00")
  const days = [entry("2024-01-01", "2024-01-31", "january")]
  const ofFebruary = [entry("2024-02-01", "2024-02-29", "february")]

  test("opens, keeps and closes gaps, and says which run did", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: days, gaps: [inside, across, open] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside, across])
      yield* sink.commit(february({ runId: "run-2", continuity: ofFebruary, gaps: [] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside])
      yield* sink.commit(january({ runId: "run-3", continuity: days, gaps: [inside, across] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside, across])
      yield* sink.commit(january({ runId: "run-4", continuity: days, gaps: [] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open])
      assert.deepStrictEqual(yield* sink.openGaps(WalletNo.make("W-2")), [])
      assert.deepStrictEqual((yield* look).gaps, [
        "A..B -25.00 closed by run-4",
        "Z..F -25.00 closed by run-2",
        "Z..F -25.00 closed by run-4",
        `null..${awkward} -25.00 found by run-1`
      ])
    }))

  test("puts what a run found in the end in the place of what windows left, also for another process", () =>
    Effect.gen(function*() {
      const { layer, snapshot } = yield* subject()
      const proof = { currency: null, from: day("2024-01-02"), to: day("2024-01-30"), quietSince: null }
      const proofs: ReadonlyArray<Proof> = [{ ...proof, openingKnown: false }]
      const elsewhere = gap(awkward, "2023-05-05T10:00:00", "Y", "2023-05-06T00:00:00")
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        yield* sink.commit(january({ continuity: days, gaps: [inside, across, open] }))
        yield* sink.recordConclusions({ runId: "run-2", walletNo: wallet, gaps: [inside, elsewhere], proofs })
        yield* sink.recordConclusions({ runId: "run-3", walletNo: WalletNo.make("W-2"), gaps: [], proofs: [] })
        yield* sink.recordConclusions({ runId: "run-4", walletNo: wallet, gaps: [elsewhere, inside], proofs })
      })
      yield* first.pipe(Effect.provide(yield* layer))
      const next = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.openGaps(wallet), [elsewhere, inside])
        assert.deepStrictEqual(yield* sink.proofs(wallet), proofs)
        yield* sink.recordConclusions({ runId: "run-5", walletNo: wallet, gaps: [elsewhere, across], proofs: [] })
        yield* sink.commit(january({ runId: "run-6", continuity: days, gaps: [inside] }))
        assert.deepStrictEqual(yield* sink.proofs(wallet), [])
      })
      yield* next.pipe(Effect.provide(yield* layer))
      assert.deepStrictEqual((yield* snapshot).gaps, [
        "A..B -25.00 closed by run-5",
        "A..B -25.00 found by run-6",
        `${awkward}..Y -25.00 found by run-2`,
        "Z..F -25.00 closed by run-2",
        "Z..F -25.00 closed by run-6",
        `null..${awkward} -25.00 closed by run-2`
      ])
    }))

  test(
    "keeps a gap without ends concerned by every window, and like gaps apart",
    (sink, look) =>
      Effect.gen(function*() {
        const endless = gap(null, null, null, null)
        yield* sink.commit(january({ continuity: days, gaps: [endless, inside, inside] }))
        yield* sink.commit(january({ runId: "run-2", continuity: days, gaps: [inside, endless] }))
        yield* sink.commit(february({ runId: "run-3", continuity: ofFebruary }))
        assert.deepStrictEqual((yield* look).gaps, [
          "A..B -25.00 closed by run-2",
          "A..B -25.00 found by run-1",
          "null..null -25.00 closed by run-3"
        ])
      })
  )

  test("leaves entries and gaps as they are when the same window comes again", (sink, look) =>
    Effect.gen(function*() {
      const same = { continuity: days, gaps: [inside, across] }
      yield* sink.commit(january(same, [a, b]))
      const before = yield* look
      yield* sink.commit(january({ ...same, runId: "run-2" }, [b, a]))
      assert.deepStrictEqual({ ...(yield* look), hashes: [] }, { ...before, hashes: [] })
      assert.deepStrictEqual(yield* sink.continuity(wallet), days)
    }))

  const unread = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}\u0000", null)]

  test("lists open quarantined records with the window that brought them", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ rejections: unread }))
      const days = period("2024-01-01", "2024-01-31")
      const brought = { walletNo: wallet, window: days, awaited: days }
      const listed = yield* sink.quarantined(Option.some(wallet))
      assert.deepStrictEqual(listed, unread.map((record, index) => ({ ...record, ...brought, id: index + 1 })))
      assert.deepStrictEqual(yield* sink.quarantined(Option.none()), listed)
      assert.deepStrictEqual(yield* sink.quarantined(Option.some(WalletNo.make("W-2"))), [])
    }))

  test("resolves quarantined records with the window that their rows come in", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ rejections: unread }, [a]))
      const retry = window("2024-01-05", "2024-01-05", [b], {
        runId: "run-2",
        complete: false,
        origin: "quarantine",
        resolves: [1]
      })
      const outcome = yield* sink.commit(retry)
      assert.deepStrictEqual([outcome.inserted, outcome.withdrawn], [1, 0])
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} resolved", "{\"n\":2}\u0000 open"])
      assert.deepStrictEqual((yield* look).rows.length, 2)
      assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
      assert.strictEqual((yield* sink.commit(january({ rejections: unread.slice(1) }, [a, b]))).unchanged, 2)
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} resolved", "{\"n\":2}\u0000 open"])
    }))

  test(
    "refuses to resolve what is not open, too much, or with a complete window, and keeps nothing",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january({ rejections: unread }))
        const before = yield* look
        const from = { complete: false, origin: "quarantine" as const }
        for (
          const [options, says] of [
            [{ ...from, resolves: [7] }, "not open"],
            [{ ...from, resolves: [1, 2] }, "2 records are resolved"],
            [{ ...from, resolves: [] }, "0 records are resolved"],
            [{ ...from, complete: true, resolves: [1] }, "only an answer of the service"],
            [{ resolves: [1] }, "only a window that comes from quarantine"]
          ] as const
        ) {
          const error = yield* Effect.flip(sink.commit(january(options, [b])))
          assert.strictEqual(error.reason._tag, "DatabaseFailed")
          assert.include(error.message, says)
        }
        assert.deepStrictEqual(yield* look, before)
        assert.strictEqual((yield* sink.commit(january({ ...from, resolves: [2] }, [b]))).inserted, 1)
      })
  )

  const year = period("2024-01-01", "2024-12-31")
  const run = (
    runId: string,
    asked: Period.Period | null = year,
    rules: ReadonlyMap<WalletNo, string> = new Map()
  ) => ({
    runId,
    startedAt: 1,
    programVersion: "0.1.0",
    wallets: [wallet, WalletNo.make("W-2")],
    asked,
    rules
  })

  test("tells what an interrupted run has finished to the run that goes on", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { complete: false }))
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { lastSettledDay: "2024-03-10" }))
      yield* sink.commit(window("2024-05-01", "2024-05-31", [], { lastSettledDay: "2024-03-10" }))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      yield* sink.beginRun(run("run-2"))
      const finished = [period("2024-01-01", "2024-01-31"), period("2024-03-01", "2024-03-10")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(WalletNo.make("W-2"), year, null), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(WalletNo.make("W-3"), year, null), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, period("2024-01-01", "2024-12-30"), null), [])
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { runId: "run-2" }))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [period("2024-01-01", "2024-03-10")])
      yield* sink.endRun(report("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
    }))

  test("does not count days as finished that an interrupted run found cut off later", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(window("2024-01-10", "2024-01-11", [], { runId: "run-2", complete: false }))
      yield* sink.commit(window("2024-01-11", "2024-01-11", [], { runId: "run-2" }))
      yield* sink.beginRun(run("run-3"))
      const finished = [period("2024-01-01", "2024-01-09"), period("2024-01-11", "2024-01-31")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), finished)
    }))

  test("tells it only to a run that goes by the same rules", (sink) =>
    Effect.gen(function*() {
      const other = WalletNo.make("W-2")
      yield* sink.beginRun(run("run-1", year, new Map([[wallet, "Nairobi"], [other, "Kampala"]])))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2", year, new Map([[wallet, "Nairobi"]])))
      const finished = [period("2024-01-01", "2024-01-31")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Nairobi"), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      yield* sink.beginRun(run("run-3", year, new Map([[wallet, "Kampala"]])))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), [])
      yield* sink.commit(january({ runId: "run-3" }))
      yield* sink.beginRun(run("run-4", year, new Map([[wallet, "Kampala"]])))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Nairobi"), [])
    }))

  test("forgets what runs before one for other days have finished", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2", null))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
    }))

  test("tells the first day that the last run of a wallet was asked for, however it ended", (sink) =>
    Effect.gen(function*() {
      const from = (walletNo: WalletNo) => Effect.map(sink.askedFrom(walletNo), Option.map(Period.formatDay))
      assert.deepStrictEqual(yield* from(wallet), Option.none())
      yield* sink.beginRun(run("run-1"))
      yield* sink.beginRun(run("run-2", period("2024-02-01", "2024-12-31")))
      yield* sink.endRun(report("run-2"))
      yield* sink.beginRun(run("run-3", null))
      assert.deepStrictEqual(yield* from(wallet), Option.some("2024-02-01"))
      assert.deepStrictEqual(yield* from(WalletNo.make("W-3")), Option.none())
    }))

  test("finds a run interrupted whose process is gone", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        yield* sink.beginRun(run("run-1"))
        yield* sink.commit(january({ continuity: days, gaps: [inside], rejections: unread }))
      })
      yield* first.pipe(Effect.provide(yield* layer))
      const next = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [period("2024-01-01", "2024-01-31")])
        assert.deepStrictEqual(yield* sink.continuity(wallet), days)
        assert.deepStrictEqual(yield* sink.openGaps(wallet), [inside])
        assert.strictEqual((yield* sink.quarantined(Option.none())).length, 2)
      })
      yield* next.pipe(Effect.provide(yield* layer))
    }))
}
