import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { join } from "node:path"
import { judge } from "../../src/continuity/wallet/judge.ts"
import { type WindowContinuity } from "../../src/continuity/wallet/WalletContinuity.ts"
import type { ContinuityEntry } from "../../src/domain/ContinuityEntry.ts"
import { add, negate } from "../../src/domain/Money.ts"
import {
  addDays,
  contains,
  dayFromNumber,
  dayOfLocalTime,
  formatDay,
  type Period,
  startOfDay
} from "../../src/domain/Period.ts"
import { dayOf, signedAmount, type Transaction } from "../../src/domain/Transaction.ts"
import { nothingAssumed } from "../../src/domain/Verdict.ts"
import { type Currency, WalletNo } from "../../src/domain/Wallet.ts"
import { entryOfContinuity } from "../../src/pipeline/continuityRecord.ts"
import { verifyContinuity, type WalletVerification } from "../../src/pipeline/verifyContinuity.ts"
import { layerDuckDbToCheck } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { row, window } from "../../src/testing/windows.ts"
import * as Statements from "../continuity/statements.ts"
import { checkWindow } from "../kit/continuity.ts"
import { layerOpen } from "../kit/openFile.ts"
import { folder } from "../sink/duckdb/files.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const first = dayFromNumber(19_787)

/** Checks each window by its rows: what verifying means, at many times the cost. */
const byRows = Effect.fnUntraced(function*(walletNo: WalletNo) {
  const sink = yield* Sink
  const checks: Array<WindowContinuity> = []
  const differing: Array<Period> = []
  for (const entry of yield* sink.continuity(walletNo)) {
    const { days, record, truncated } = entry
    const check = checkWindow({ period: days, rows: yield* sink.rowsOf(walletNo, days), truncated })
    if (record !== null && record !== entryOfContinuity(check).record) differing.push(days)
    checks.push(check)
  }
  const judged = judge(checks, [], Option.getOrNull(yield* sink.watermark(walletNo))?.to ?? null)
  const verification: Omit<WalletVerification, "conclusions" | "outdated" | "remark"> = {
    walletNo,
    verdict: checks.length === 0
      ? { kind: "unanchored", modulo: nothingAssumed, gaps: [], orders: [], rows: [] }
      : judged.verdict,
    ends: checks.length === 0 ? [] : judged.ends,
    findings: judged.holes.map(({ from, to }) => ({
      kind: "gap",
      from: formatDay(from),
      to: formatDay(to),
      amount: null,
      currency: null,
      count: null,
      place: null,
      explanation: "These days were never loaded, and days before and behind them were: " +
        `\`wallet-statement pull --wallet ${walletNo} --from ${formatDay(from)} --to ${formatDay(to)}\` loads them.`,
      own: null
    })),
    truncatedDays: checks.filter(({ truncated }) => truncated).map(({ period }) => formatDay(period.from)),
    proofs: checks.length === 0 ? [] : judged.proofs,
    differing
  }
  return verification
})

/** The rows of a wallet over some days, and whether each is there. */
const drawRows = (next: Statements.Draw, walletNo: WalletNo): ReadonlyArray<Transaction> => {
  const { rows } = Statements.statement(
    next,
    60,
    (["distinct", "mixed", "repeated"] as const)[
      Statements.draw(next, 0, 2)
    ] ?? "mixed",
    2
  )
  const faultless = next() < 0.3
  const cash = next() < 0.3 ? "USD" as Currency : null
  const isNameless = next() < 0.4
  return rows.flatMap((each, index) => {
    const day = addDays(first, Math.floor(index / 8))
    if (!faultless && next() < 0.03) return []
    return [{
      ...row("", "2024-03-05 00:00:00", "1", "1"),
      ...each,
      walletNo,
      txnId: `${each.txnId}`,
      currency: isNameless && next() < 0.3 ? null : cash !== null && next() < 0.2 ? cash : "KES" as Currency,
      confirmed: next() > 0.02,
      localTime: startOfDay(day) + each.localTime - Statements.midnight
    }]
  })
}

const entriesOf = (next: Statements.Draw, rows: ReadonlyArray<Transaction>): ReadonlyArray<ContinuityEntry> => {
  const entries: Array<ContinuityEntry> = []
  let day = first
  while (day <= addDays(first, 8)) {
    const days = { from: day, to: addDays(day, Statements.draw(next, 0, 1)) }
    day = addDays(days.to, next() < 0.1 ? 2 : 1)
    const inside = rows.filter((each) => dayOf(each) >= days.from && dayOf(each) <= days.to)
    const seen = next() < 0.1 ? inside.slice(1) : inside
    const entry = entryOfContinuity(checkWindow({ period: days, rows: seen, truncated: next() < 0.03 }))
    entries.push(next() < 0.1 ? { ...entry, record: null } : entry)
  }
  return entries
}

const walletNos = Array.from({ length: 60 }, (_, index) => WalletNo.make(`W-${index}`))

const load = Effect.gen(function*() {
  const sink = yield* Sink
  for (const [index, walletNo] of walletNos.entries()) {
    const next = Statements.random(seed + index)
    const rows = drawRows(next, walletNo)
    const order = next() < 0.6 ? rows : next() < 0.5 ? rows.toReversed() : Statements.shuffle(next, rows)
    for (const entry of entriesOf(next, rows)) {
      const inside = order.filter((each) => contains(entry.days, dayOf(each)))
      const options = { continuity: [entry], complete: !entry.truncated }
      yield* sink.commit({ ...window(formatDay(entry.days.from), formatDay(entry.days.to), inside, options), walletNo })
    }
  }
})

const compare = Effect.gen(function*() {
  const kinds = new Set<string>()
  let [gaps, differing] = [0, 0]
  for (const walletNo of [...walletNos, WalletNo.make("W-unknown")]) {
    const { conclusions: _, outdated: __, remark: ___, ...verification } = yield* verifyContinuity(walletNo)
    const expected = yield* byRows(walletNo)
    assert.deepStrictEqual(verification, expected, walletNo)
    kinds.add(verification.verdict.kind)
    gaps += verification.verdict.gaps.length
    differing += verification.differing.length
  }
  assert.includeMembers([...kinds], ["unanchored", "gap", "truncated"])
  assert.isAbove(gaps, 20)
  assert.isAbove(differing, 5)
})

describe("verifying the balances of stored rows", () => {
  it.effect("says what a check of every row says, gaps between windows included", () =>
    load.pipe(Effect.andThen(compare), Effect.provide(Sink.layerMemory)))

  it.effect("says the same of a file", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* Effect.provide(load, layerOpen(path))
      yield* Effect.provide(compare, layerDuckDbToCheck({ path }))
    }))

  it.effect("names the row before a gap where several windows before it name no currency", () =>
    Effect.gen(function*() {
      const sink = yield* Sink
      const walletNo = WalletNo.make("W-1")
      const [usd, kes] = ["USD" as Currency, "KES" as Currency]
      const days: ReadonlyArray<ReadonlyArray<Transaction>> = [
        [
          row("A", "2024-03-05 10:00:00", "10", "10", { currency: usd }),
          row("K", "2024-03-05 11:00:00", "7", "7", { currency: kes })
        ],
        [row("B", "2024-03-06 10:00:00", "5", "15")],
        [row("C", "2024-03-07 10:00:00", "1", "8")],
        [row("D", "2024-03-08 10:00:00", "1", "21", { currency: usd })]
      ]
      for (const rows of days) {
        const [{ localTime } = { localTime: 0 }] = rows
        const day = formatDay(dayOfLocalTime(localTime))
        const period = { from: dayOfLocalTime(localTime), to: dayOfLocalTime(localTime) }
        const entry = entryOfContinuity(checkWindow({ period, rows }))
        yield* sink.commit({ ...window(day, day, rows, { continuity: [entry] }), walletNo })
      }
      const { verdict: { gaps } } = yield* verifyContinuity(walletNo)
      assert.deepStrictEqual(gaps.map(({ afterTxnId, beforeTxnId }) => [afterTxnId, beforeTxnId]), [["B", "D"]])
      assert.deepStrictEqual(gaps, (yield* byRows(walletNo)).verdict.gaps)
    }).pipe(Effect.provide(Sink.layerMemory)))

  it.effect("finds rows that were changed by hand since", () =>
    Effect.gen(function*() {
      const sink = yield* Sink
      const walletNo = WalletNo.make("W-1")
      const [a, b] = [row("A", "2024-03-05 10:00:00", "10", "10"), row("B", "2024-03-05 11:00:00", "5", "15")]
      const days = { from: dayOf(a), to: dayOf(a) }
      const entry = entryOfContinuity(checkWindow({ period: days, rows: [a, b] }))
      const edits: ReadonlyArray<ReadonlyArray<Transaction>> = [
        [a],
        [a, { ...b, amount: add(b.amount, b.amount), balance: add(a.balance ?? a.amount, add(b.amount, b.amount)) }],
        [a, { ...b, type: "Debit", balance: add(a.balance ?? a.amount, negate(b.amount)) }],
        [a, { ...b, balance: add(a.amount, signedAmount(a)) }],
        [a, { ...b, currency: "KES" as Currency }]
      ]
      for (const rows of edits) {
        yield* sink.commit({ ...window("2024-03-05", "2024-03-05", rows, { continuity: [entry] }), walletNo })
        assert.deepStrictEqual((yield* verifyContinuity(walletNo)).differing, [days])
      }
      yield* sink.commit({ ...window("2024-03-05", "2024-03-05", [a, b], { continuity: [entry] }), walletNo })
      assert.deepStrictEqual((yield* verifyContinuity(walletNo)).differing, [])
    }).pipe(Effect.provide(Sink.layerMemory)))
})
