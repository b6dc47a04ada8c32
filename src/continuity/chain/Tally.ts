/**
 * Sums and counts of a chain's rows.
 */
import { int64At } from "../../domain/int64.ts"
import * as Money from "../../domain/Money.ts"
import { wordsOf } from "../../domain/moneyText.ts"
import type { ChainRows } from "./Edges.ts"

/** What the rows of a chain come to, confirmed or not. */
export interface Tally {
  readonly rows: number
  readonly debit: Money.Money
  readonly credit: Money.Money
  readonly unconfirmed: number
  readonly zeroAmount: number
  readonly noBalance: number
}

/** Sums and counts rows. */
export const tallyOf = (rows: ChainRows): Tally => {
  const { confirmed, count, credit, hasBalance } = rows
  const taken = new Sum(rows.amount)
  const given = new Sum(rows.amount)
  let [unconfirmed, zeroAmount, noBalance] = [0, 0, 0]
  for (let index = 0; index < count; index++) {
    const isZero = (credit[index] === 1 ? given : taken).add(index)
    if (isZero) zeroAmount++
    if (confirmed[index] === 0) unconfirmed++
    if (hasBalance[index] === 0) noBalance++
  }
  return { rows: count, debit: taken.total, credit: given.total, unconfirmed, zeroAmount, noBalance }
}

/** Below it a double counts exactly, even after one more that is. */
const mostCounted = 2 ** 52

/** Adds up elements of a column: in a double as long as that is exact. */
class Sum {
  private readonly column: BigInt64Array
  private readonly words: Int32Array
  private counted = 0
  private rest = 0n

  constructor(column: BigInt64Array) {
    this.column = column
    this.words = wordsOf(column)
  }

  /** Adds an element, and says whether it is zero. */
  add(index: number): boolean {
    const value = int64At(this.words, index)
    if (Math.abs(value) >= mostCounted) this.rest += this.column[index] as bigint
    else {
      this.counted += value
      if (Math.abs(this.counted) >= mostCounted) {
        this.rest += BigInt(this.counted)
        this.counted = 0
      }
    }
    return value === 0
  }

  get total(): Money.Money {
    return Money.fromTenThousandths(this.rest + BigInt(this.counted))
  }
}
