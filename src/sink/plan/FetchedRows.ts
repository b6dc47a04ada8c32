/**
 * The fetched rows of a window while they are compared with stored ones: each is made an object when it is looked at.
 */
import { at, type Rows } from "../../domain/Rows.ts"
import type { Transaction } from "../../domain/Transaction.ts"
import { contentKey } from "./rowContent.ts"

/** Rows and their places in the window, which decide between rows with equal content. */
export class FetchedRows {
  readonly rows: Rows
  private readonly positions: ReadonlyArray<number | null>
  private readonly made: Array<Transaction | undefined> = []

  constructor(rows: Rows, positions: ReadonlyArray<number | null>) {
    this.rows = rows
    this.positions = positions
  }

  at(index: number): Transaction {
    return this.made[index] ??= at(this.rows, index)
  }

  /** Some rows by content; those with equal content by their place in the window, unknown places last. */
  inCanonicalOrder(indexes: ReadonlyArray<number>): Array<number> {
    return this.inTimeOrder(indexes) ?? indexes
      .map((index) => ({ index, key: contentKey(this.at(index)), place: this.positions[index] ?? Infinity }))
      .sort((left, right) => byText(left.key, right.key) || comparePlaces(left.place, right.place))
      .map((entry) => entry.index)
  }

  /** The same where times alone tell, which a content begins with; undefined where two are the same. */
  private inTimeOrder(indexes: ReadonlyArray<number>): Array<number> | undefined {
    const timeOf = (index: number): number => this.rows.localTime[index] as number
    const sorted = indexes.toSorted((left, right) => timeOf(left) - timeOf(right))
    const isTold = sorted.every((index, place) =>
      timeOf(index) > (place === 0 ? -1 : timeOf(sorted[place - 1] as number))
    )
    return isTold ? sorted : undefined
  }
}

/** The order of texts by their code units. */
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const comparePlaces = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1)
