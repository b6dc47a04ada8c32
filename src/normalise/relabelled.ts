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

/** How many rows of a window bear another currency than they name, and both of the first one. */
export interface Relabelled {
  readonly rows: number
  /** Those of them that begin with what the service says of a booking. */
  readonly booked: number
  readonly named: Currency
  readonly stored: Currency
}

/** Finds them; undefined where there are none. */
export const relabelledIn = (rows: Rows): Relabelled | undefined => {
  const reader = new CurrencyReader(rows, null)
  const pairs: Array<{ readonly named: Currency; readonly stored: Currency }> = []
  let booked = 0
  for (let index = 0; index < rows.count; index++) {
    const stored = currencyAt(rows, index)
    const named = reader.found[reader.at(index)] ?? null
    if (stored === null || named === null || named === stored) continue
    pairs.push({ named, stored })
    const amount = fromTenThousandths(rows.amount[index] as bigint)
    if (readCurrency(descriptionAt(rows, index), amount).isBooked) booked++
  }
  const [first] = pairs
  return first === undefined ? undefined : { rows: pairs.length, booked, ...first }
}
