/**
 * Two losses that cancel out, drawn from seeds, in wallets whose balances come again: joining windows never explains them
 * away, whatever other currencies the wallet has.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { contains, type Period } from "../../src/domain/Period.ts"
import { dayOf, signedAmount, type Transaction } from "../../src/domain/Transaction.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { joinedAcrossGaps } from "../../src/pipeline/joinedAcrossGaps.ts"
import { judgeWallet, type WalletJudgement } from "../../src/pipeline/judgeWallet.ts"
import type { WalletHistory } from "../../src/pipeline/WalletHistory.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { type Draw, draw, random } from "../continuity/statements.ts"
import { byDay, cutAnyhow, daysOf } from "../kit/asWindows.ts"
import { cases } from "../kit/cases.ts"
import { checkWindow, type WalletRow } from "../kit/continuity.ts"
import { isWholeInTime } from "../kit/inTimeOrder.ts"
import { wallet } from "../kit/pullSettings.ts"
import { anyShape, type Habit, walletOf } from "../kit/wallets.ts"

const [kes, usd] = [Currency.make("KES"), Currency.make("USD")]

const storedOf = (row: WalletRow, currency: Currency): Transaction => ({
  ...row,
  walletNo: wallet,
  txnId: `${currency} ${row.txnId}`,
  currency,
  description: "",
  occurredAt: row.localTime,
  dateText: "",
  timeFlag: row.timeFlag ?? null
})

interface Block {
  readonly from: number
  readonly to: number
}

/** Blocks of up to five rows that move the balance, by what they move it. */
const blocksIn = (rows: ReadonlyArray<WalletRow>): ReadonlyMap<bigint, ReadonlyArray<Block>> => {
  const blocks = rows.flatMap((_, from) =>
    Array.from({ length: Math.min(5, rows.length - 1 - from) }, (_size, more): Block => ({ from, to: from + more }))
  ).filter(({ from }) => from > 0)
  const sumOf = ({ from, to }: Block): bigint =>
    rows.slice(from, to + 1).reduce((sum, row) => sum + signedAmount(row), 0n)
  return Map.groupBy(blocks.filter((block) => sumOf(block) !== 0n), sumOf)
}

/** The rows without two blocks that cancel out and stand apart; undefined where chance finds none. */
const withoutTwo = (next: Draw, rows: ReadonlyArray<WalletRow>): ReadonlyArray<WalletRow> | undefined => {
  const blocks = blocksIn(rows)
  const all = [...blocks].flatMap(([sum, own]) => own.map((block) => ({ block, sum })))
  for (let tries = 0; tries < 60; tries++) {
    const one = all[draw(next, 0, all.length - 1)]
    if (one === undefined) return undefined
    const { block: { from, to }, sum } = one
    const others = (blocks.get(-sum) ?? []).filter((each) => each.from > to + 1 || each.to < from - 1)
    const other = others[draw(next, 0, others.length - 1)]
    if (other === undefined) continue
    return rows.filter((_, index) => [one.block, other].every((lost) => index < lost.from || index > lost.to))
  }
  return undefined
}

const within = (rows: ReadonlyArray<Transaction>, days: Period): ReadonlyArray<Transaction> =>
  rows.filter((row) => contains(days, dayOf(row)))

const placesIn = ({ verdict: { gaps, orders } }: WalletJudgement): number => gaps.length + orders.length

/** How many places are in doubt before windows are joined and after it. */
const placesOf = Effect.fnUntraced(function*(rows: ReadonlyArray<Transaction>, periods: ReadonlyArray<Period>) {
  const history = periods.map((period) => checkWindow({ period, rows: within(rows, period) }))
  const judge = (windows: WalletHistory) =>
    judgeWallet(wallet, windows, [], {
      settledTo: periods.at(-1)?.to ?? null,
      asked: [],
      over: [],
      lastOver: undefined
    }, null)
  const sink = Sink.of({
    ...yield* Sink,
    rowsOf: (_wallet, days) => Effect.succeed(within(rows, days)),
    rowsByDay: (_wallet, days) =>
      Effect.succeed(new Map([...Map.groupBy(within(rows, days), dayOf)].map(([day, own]) => [day, own.length])))
  })
  const apart = { history, judgement: judge(history), joined: [] }
  const joined = yield* joinedAcrossGaps(apart, { walletNo: wallet, own: new Set(), jitter: 0, judge }).pipe(
    Effect.provideService(Sink, sink)
  )
  return [placesIn(apart.judgement), placesIn(joined.judgement)] as const
})

describe.each(["toggling", "swept"] as const)("two losses of a %s wallet that cancel out", (habit: Habit) => {
  it.effect.each(["alone", "beside a currency of many balances"] as const)(
    "stay told however the windows are cut: %s",
    (how) =>
      Effect.gen(function*() {
        let told = 0
        for (let seed = 1; seed <= cases(600); seed++) {
          const next = random(seed)
          const lacking = withoutTwo(next, walletOf(next, habit, anyShape(next)))
          if (lacking === undefined) continue
          const other = how === "alone"
            ? []
            : walletOf(next, "wide", { days: 7, rows: 40, perSecond: 1, repeatedHour: false })
          const rows = [...other.map((row) => storedOf(row, kes)), ...lacking.map((row) => storedOf(row, usd))]
          const days = daysOf(rows)
          const [apart, joined] = yield* placesOf(rows, next() < 0.4 ? byDay(days) : cutAnyhow(next, days))
          if (apart === 0) continue
          told++
          assert.isTrue(joined > 0 || isWholeInTime(lacking), `seed ${seed}`)
        }
        assert.isAbove(told, cases(600) / 4)
      }).pipe(Effect.provide(Sink.layerMemory))
  )
})
