/**
 * Rows that bear another currency than their description names: a setting gave it to them that is not so, or was not.
 *
 * What the service itself says first, "Credited KES10.00", may be believed of each row. Other words may be those of whoever paid:
 * they count only where most rows of a wallet name another currency.
 */
import { fromTenThousandths } from "../domain/Money.ts"
import { currencyAt, descriptionAt, type Rows } from "../domain/Rows.ts"
import type { Currency } from "../domain/Wallet.ts"
import { readCurrency } from "./currencyOf.ts"
import { CurrencyReader } from "./CurrencyReader.ts"

/** Rows that bear one currency and name another. */
export interface Relabelled {
  readonly named: Currency
  readonly stored: Currency
  readonly rows: number
  /** Those of them that begin with what the service says of a booking. */
  readonly booked: number
}

/** Finds them, whatever order the rows come in. */
export const relabelledIn = (rows: Rows): ReadonlyArray<Relabelled> => {
  const reader = new CurrencyReader(rows, null)
  const found = new Map<string, Relabelled>()
  for (let index = 0; index < rows.count; index++) {
    const stored = currencyAt(rows, index)
    const named = reader.found[reader.at(index)] ?? null
    if (stored === null || named === null || named === stored) continue
    const amount = fromTenThousandths(rows.amount[index] as bigint)
    const { isBooked } = readCurrency(descriptionAt(rows, index), amount)
    const before = found.get(`${named} ${stored}`) ?? { named, stored, rows: 0, booked: 0 }
    const booked = before.booked + (isBooked ? 1 : 0)
    found.set(`${named} ${stored}`, { named, stored, rows: before.rows + 1, booked })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair)
}
