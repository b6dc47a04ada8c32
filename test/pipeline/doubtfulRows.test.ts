/**
 * Night after night of a wallet some of whose rows are not confirmed or name no currency: nothing is missing, so nothing
 * may be said to be, in whatever pieces it comes, nor of balances that are known to be right; and what is missing or known to
 * be otherwise must show.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import type { Doubt, Finding } from "../../src/domain/Finding.ts"
import { dayFromNumber, formatDay } from "../../src/domain/Period.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import * as Statements from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"
import { fakeStatement } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { balanceOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { ask, folder } from "../sink/duckdb/files.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const firstDay = 19_723
const dayText = (day: number): string => formatDay(dayFromNumber(day))

type Balance = ReturnType<typeof balanceOf>

interface Truth {
  readonly records: ReadonlyArray<StatementRecord>
  /** The balance at the end of each day with rows, by currency. */
  readonly closings: ReadonlyMap<string, string>
  /** A record in the middle that its balances would miss. */
  readonly lost: string | undefined
}

/** Some days of a wallet with two currencies; the last row of each is confirmed and says which it is. */
const draw = (next: Statements.Draw, days: number, nameless = 0.3): Truth => {
  const balances = { KES: 1_000, USD: 900_000 }
  const closings = new Map<string, string>()
  const records: Array<StatementRecord> = []
  const kept: Array<{ readonly txnId: string; readonly currency: string }> = []
  const place = (day: number, second: number, isPlain: boolean): void => {
    const currency = next() < 0.6 ? "KES" : "USD"
    const isPending = !isPlain && next() < 0.2
    const isNamed = isPlain || next() >= nameless
    const amount = Statements.draw(next, 1, 400)
    const before = balances[currency]
    const isCredit = before < 400 || next() < 0.5
    const after = before + (isCredit ? amount : -amount)
    if (!isPending || next() < 0.5) balances[currency] = after
    const txnId = `T${records.length}`
    if (!isPending && isNamed) kept.push({ txnId, currency })
    records.push({
      txnId,
      type: isCredit ? "Credit" : "Debit",
      amount: `${amount}.00`,
      balance: `${after}.00`,
      description: isNamed ? `${currency}${amount}.00 shop` : "shop",
      confirmed: !isPending,
      date: `${dayText(day)} ${String(8 + Math.floor(second / 3600)).padStart(2, "0")}:${
        String(Math.floor(second / 60) % 60).padStart(2, "0")
      }:${String(second % 60).padStart(2, "0")} ${second < 4 * 3600 ? "AM" : "PM"}`
    })
    closings.set(`${currency} ${dayText(day)}`, `${balances[currency]}.0000`)
  }
  for (let day = firstDay; day < firstDay + days; day++) {
    let second = 0
    const rows = Statements.draw(next, 0, 4)
    for (let row = 0; row < rows; row++) place(day, second += Statements.draw(next, 0, 900), false)
    if (day === firstDay || day === firstDay + days - 1) {
      for (let row = 0; row < 6; row++) place(day, second += Statements.draw(next, 1, 900), true)
    }
  }
  const inside = kept.filter(({ currency }, place) =>
    [kept.slice(0, place), kept.slice(place + 1)].every((side) => side.some((other) => other.currency === currency))
  )
  return { records, closings, lost: inside[Statements.draw(next, 0, inside.length - 1)]?.txnId }
}

const contradicted = (told: { readonly findings: ReadonlyArray<Doubt | Finding> } | undefined) =>
  told?.findings.filter(({ kind }) => kind === "contradiction").map(({ currency, from }) => `${currency} ${from}`) ?? []

/** Pulls night after night, some nights with a look-back, and gives the last report and what a check of the rows says. */
const pullNightly = Effect.fnUntraced(
  function*(
    next: Statements.Draw,
    records: ReadonlyArray<StatementRecord>,
    days: number,
    balances: ReadonlyArray<Balance> = []
  ) {
    const books = yield* Ref.make({ [wallet]: records })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    const sink = yield* Sink
    let report = undefined
    for (let day = firstDay; day < firstDay + days; day += Statements.draw(next, 1, 3)) {
      yield* TestClock.setTime((Math.min(day, firstDay + days - 1) + 1) * 86_400_000 + 3_600_000)
      const isFirst = day === firstDay
      const { report: run } = yield* Pull.run.pipe(
        Effect.provide(fakeStatement(books, requests)),
        Effect.provideService(
          PullSettings,
          pullSettings({
            from: isFirst ? Option.some(dayFromNumber(firstDay)) : Option.none(),
            to: Option.none(),
            lookbackDays: Statements.draw(next, 0, 2),
            limit: Statements.draw(next, 12, 40)
          })
        )
      )
      report = run.wallets[0]
    }
    yield* TestClock.setTime((firstDay + days) * 86_400_000 + 3_600_000)
    const last = yield* Pull.run.pipe(
      Effect.provide(fakeStatement(books, requests)),
      Effect.provideService(
        PullSettings,
        pullSettings({
          from: Option.none(),
          to: Option.none(),
          lookbackDays: 1,
          wallets: [{ walletNo: wallet, currency: null, balances }]
        })
      )
    )
    report = last.report.wallets[0] ?? report
    const verified = yield* verifyContinuity(wallet)
    assert.deepStrictEqual([verified.differing, verified.conclusions, verified.outdated], [[], [], []])
    assert.deepStrictEqual([verified.verdict.kind, verified.remark], [report?.verdict, report?.remark])
    assert.deepStrictEqual(contradicted(verified), contradicted(report))
    assert.sameMembers(
      (yield* sink.openGaps(wallet)).map((gap) => `${gap.afterTxnId}..${gap.beforeTxnId} ${gap.currency}`),
      report?.gaps.map((gap) => `${gap.after}..${gap.before} ${gap.currency}`) ?? []
    )
    return report
  }
)

const days = 12

const check = Effect.fnUntraced(function*(index: number, isLossy: boolean) {
  const next = Statements.random(seed + index)
  const { closings, lost, records } = draw(next, days)
  const shown = isLossy ? records.filter(({ txnId }) => txnId !== lost) : records
  const report = yield* pullNightly(next, shown, days)
  const text = () => `seed ${seed + index}: ${report?.remark} ${shown.map(textOf).join(" ")}`
  if (isLossy) assert.isAbove(report?.findings.length ?? 0, 0, text())
  else assert.deepStrictEqual([report?.findings, report?.modulo.outOfTime], [[], 0], text())
  return closings
})

/** The closing balances of all days with rows, one of them by a part that no amount has. */
const knownBalances = (closings: Truth["closings"], wrong?: string): ReadonlyArray<Balance> =>
  [...closings].map(([where, balance]) => {
    const [currency = "", day = ""] = where.split(" ")
    return balanceOf(
      "closing",
      day,
      where === wrong ? balance.replace(".0000", ".3700") : balance,
      Currency.make(currency)
    )
  })

/** Gives balances of all days in the last night; what a check of the rows says is the same as what the report does. */
const checkKnown = Effect.fnUntraced(function*(index: number, nameless: number, isRight: boolean) {
  const next = Statements.random(seed + index)
  const { closings, records } = draw(next, days, nameless)
  const places = [...closings.keys()]
  const wrong = isRight ? undefined : places[Statements.draw(next, 0, places.length - 1)]
  const report = yield* pullNightly(next, records, days, knownBalances(closings, wrong))
  const text = `seed ${seed + index}: ${wrong} ${report?.remark} ${records.map(textOf).join(" ")}`
  return { closings, findings: report?.findings ?? [], text, verdict: report?.verdict }
})

/** Compares the closing balances of a file with the true ones; gives how many it tells. */
const compareClosings = Effect.fnUntraced(function*(path: string, closings: Truth["closings"], text: string) {
  const found = yield* ask(
    path,
    "SELECT currency, day, opening_balance, closing_balance, rows > 0 FROM daily_balance WHERE currency IS NOT NULL ORDER BY day"
  )
  const before = new Map<string | null | undefined, string | undefined>()
  for (const [currency, day, opening, closing] of found) {
    const where = `${text}: ${currency} ${day}`
    const known = before.get(currency)
    if (opening !== null && known !== undefined) assert.strictEqual(opening, known, where)
    const ending = closings.get(`${currency} ${day}`) ?? known
    if (closing !== null) assert.strictEqual(closing, ending, where)
    before.set(currency, ending)
  }
  return found.filter(([, , , closing, hasRows]) => hasRows === "true" && closing !== null).length
})

const textOf = ({ balance, confirmed, date, description, txnId }: StatementRecord): string =>
  `${txnId}@${date.slice(5, 16)}${confirmed ? "" : "~"}${description.slice(0, 3)}:${balance}`

describe("a wallet with rows not confirmed and rows without a currency", () => {
  it.effect("is whole in a memory sink, night after night, and checked again says the same", () =>
    Effect.forEach(
      Array.from({ length: cases(60) }, (_, index) => index),
      (index) => check(index, false).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
    ))

  it.effect("shows a lost row in the end, whatever rows stand around it", () =>
    Effect.forEach(
      Array.from({ length: cases(60) }, (_, index) => index + 1_000),
      (index) => check(index, true).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
    ))

  it.effect("has in the file the right closing balance of a day, or none", () =>
    Effect.forEach(
      Array.from({ length: cases(6) }, (_, index) => index),
      (index) =>
        Effect.scoped(Effect.gen(function*() {
          const path = join(yield* folder, "x.duckdb")
          const closings = yield* check(index, false).pipe(Effect.provide(layerOpen(path)))
          assert.isAbove(yield* compareClosings(path, closings, `seed ${seed + index}`), 2)
        }))
    ))

  it.effect("has in the file the right closing balance of a day, or none, also where balances are known", () =>
    Effect.forEach(
      Array.from({ length: cases(4) }, (_, index) => index + 2_000),
      (index) =>
        Effect.scoped(Effect.gen(function*() {
          const path = join(yield* folder, "x.duckdb")
          const { closings, findings, text, verdict } = yield* checkKnown(index, 0, true).pipe(
            Effect.provide(layerOpen(path))
          )
          assert.deepStrictEqual([findings, verdict], [[], "proven"], text)
          assert.isAbove(yield* compareClosings(path, closings, text), 2)
        }))
    ))

  describe.each(sinks)("and known balances, in %s", (name, sinkAt) => {
    const indexes = Array.from({ length: cases(name === "memory" ? 40 : 3) }, (_, index) => index + 2_000)
    const inSinkOfItsOwn = <A>(test: Effect.Effect<A, unknown, Sink>) =>
      Effect.scoped(Effect.flatMap(folder, (path) => Effect.provide(test, Layer.fresh(sinkAt(join(path, "x.duckdb"))))))

    it.effect.each([0, 0.3])(
      "is not said to contradict right ones: %d of its rows without a currency",
      (nameless) =>
        Effect.forEach(indexes, (index) =>
          Effect.gen(function*() {
            const { findings, text, verdict } = yield* inSinkOfItsOwn(checkKnown(index, nameless, true))
            assert.deepStrictEqual(findings, [], text)
            if (nameless === 0) assert.strictEqual(verdict, "proven", text)
          }))
    )

    it.effect.each([0, 0.3])(
      "is never proven with a wrong one: %d of its rows without a currency",
      (nameless) =>
        Effect.gen(function*() {
          let told = 0
          for (const index of indexes) {
            const { findings, text, verdict } = yield* inSinkOfItsOwn(checkKnown(index, nameless, false))
            if (findings.length > 0) told++
            else assert.strictEqual(verdict, "unanchored", text)
          }
          assert.isAtLeast(told, nameless === 0 ? indexes.length : indexes.length / 3)
        })
    )
  })
})
