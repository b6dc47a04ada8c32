/**
 * Stored rows of a wallet that are looked at again and again in one run: each is read once, and no more than so many.
 */
import { Effect } from "effect"
import { addDays, contains, type Day, outside, type Period, union, widen } from "../domain/Period.ts"
import { dayOf, farthestDated, type Transaction } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"

/** So many rows are read. */
const mostRows = 200_000

/** So many are handed out, each as often as it is: to look at a row takes time too. */
const mostLooks = 1_000_000

/** So many are read of days around others. */
const mostAround = 20_000

/** The rows of a wallet's days, read when they are asked for. */
export class StretchRows {
  private readonly walletNo: WalletNo
  private readonly byDay = new Map<Day, ReadonlyArray<Transaction>>()
  private loaded: ReadonlyArray<Period> = []
  private left = mostRows
  private looks = mostLooks

  constructor(walletNo: WalletNo) {
    this.walletNo = walletNo
  }

  /** The rows of some days; undefined when they are too many. */
  of(period: Period): Effect.Effect<ReadonlyArray<Transaction> | undefined, SinkError, Sink> {
    return Effect.gen({ self: this }, function*() {
      const missing = outside([period], this.loaded)
      const counts = yield* this.countsOf(missing)
      if (sumOf(counts.values()) > this.left) return undefined
      for (const days of missing) yield* this.load(days)
      const rows = this.rowsIn(period)
      this.looks -= rows.length
      return this.looks < 0 ? undefined : rows
    })
  }

  /**
   * The rows of days before and behind some, as far as a row may be dated from its day: the nearest, when they are many; undefined
   * when not even the nearest days can be read, or when they are fewer because no more may be read.
   */
  around(period: Period): Effect.Effect<ReadonlyArray<Transaction> | undefined, SinkError, Sink> {
    return Effect.gen({ self: this }, function*() {
      const near = widen(period, farthestDated, farthestDated)
      const counts = yield* this.countsOf(outside([near], [period, ...this.loaded]))
      let reach = 0
      let rows = 0
      while (reach < farthestDated) {
        const days = [addDays(period.from, -reach - 1), addDays(period.to, reach + 1)]
        rows += sumOf(days.map((day) => counts.get(day) ?? 0))
        if (rows > mostAround) break
        reach++
        if (rows > this.left) return undefined
      }
      if (reach === 0) return undefined
      const around = outside([widen(period, reach, reach)], [period])
      for (const days of outside(around, this.loaded)) yield* this.load(days)
      return around.flatMap((days) => this.rowsIn(days))
    })
  }

  private countsOf(periods: ReadonlyArray<Period>): Effect.Effect<ReadonlyMap<Day, number>, SinkError, Sink> {
    return Effect.flatMap(Sink, (sink) =>
      Effect.map(
        Effect.forEach(periods, (period) => sink.rowsByDay(this.walletNo, period)),
        (counts) => new Map(counts.flatMap((each) => [...each]))
      ))
  }

  private load(period: Period): Effect.Effect<void, SinkError, Sink> {
    return Effect.map(Effect.flatMap(Sink, (sink) => sink.rowsOf(this.walletNo, period)), (rows) => {
      for (const [day, own] of Map.groupBy(rows, dayOf)) this.byDay.set(day, own)
      this.loaded = union([...this.loaded, period])
      this.left -= rows.length
    })
  }

  private rowsIn(period: Period): ReadonlyArray<Transaction> {
    return [...this.byDay].flatMap(([day, rows]) => (contains(period, day) ? rows : []))
  }
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)
