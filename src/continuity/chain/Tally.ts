/**
 * Sums and counts of a chain's rows.
 */
import * as Money from "../../domain/Money.ts"
import type { RowColumns } from "../../domain/RowColumns.ts"
import type { Row } from "./Edges.ts"

/** What the rows of a chain come to, confirmed or not. */
export interface Tally {
  readonly rows: number
  readonly debit: Money.Money
  readonly credit: Money.Money
  readonly unconfirmed: number
  readonly zeroAmount: number
  readonly noBalance: number
}

/** All in one pass because the rows lie scattered in memory. */
export const tallyOf = (rows: ReadonlyArray<Row>): Tally => {
  const tally = {
    rows: rows.length,
    debit: Money.zero,
    credit: Money.zero,
    unconfirmed: 0,
    zeroAmount: 0,
    noBalance: 0
  }
  for (const row of rows) {
    if (row.type === "Debit") tally.debit = Money.add(tally.debit, row.amount)
    else tally.credit = Money.add(tally.credit, row.amount)
    if (!row.confirmed) tally.unconfirmed++
    if (row.amount === Money.zero) tally.zeroAmount++
    if (row.balance === null) tally.noBalance++
  }
  return tally
}

/** The same of columns. */
export const tallyOfColumns = ({ amount, confirmed, count, credit }: RowColumns): Tally => {
  const taken = new Sum()
  const given = new Sum()
  let unconfirmed = 0
  let zeroAmount = 0
  for (let index = 0; index < count; index++) {
    const moved = amount[index] as number
    if (credit[index] === 1) given.add(moved)
    else taken.add(moved)
    if (confirmed[index] === 0) unconfirmed++
    if (moved === 0) zeroAmount++
  }
  return { rows: count, debit: taken.total, credit: given.total, unconfirmed, zeroAmount, noBalance: 0 }
}

/** Below it a double counts exactly, even after one more amount of a column. */
const mostCounted = 2 ** 52

/** Adds up whole numbers of columns: in a double as long as that is exact. */
class Sum {
  private counted = 0
  private rest = 0n

  add(value: number): void {
    this.counted += value
    if (Math.abs(this.counted) < mostCounted) return
    this.rest += BigInt(this.counted)
    this.counted = 0
  }

  get total(): Money.Money {
    return Money.fromTenThousandths(this.rest + BigInt(this.counted))
  }
}
