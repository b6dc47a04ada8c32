/**
 * Rows that bear another currency than their description names: a setting gave it to them that is not so, or was not.
 *
 * What the service itself says first, "Credited KES10.00", is believed of each row. Other words may be those of whoever paid,
 * and count only where most rows of a window name another currency.
 */
import { fromTenThousandths } from "../domain/Money.ts"
import { currencyAt, descriptionAt, type Rows } from "../domain/Rows.ts"
import type { Currency } from "../domain/Wallet.ts"
import { readCurrency } from "./currencyOf.ts"
import { CurrencyReader } from "./CurrencyReader.ts"

/** How many rows of a window bear another currency than they name, and both of the first one. */
export interface Relabelled {
  readonly rows: number
  readonly named: Currency
  readonly stored: Currency
}

/** Finds them; undefined where there are none. */
export const relabelledIn = (rows: Rows): Relabelled | undefined => {
  const reader = new CurrencyReader(rows, null)
  const differing: Array<{ readonly named: Currency; readonly stored: Currency; readonly isBooked: boolean }> = []
  for (let index = 0; index < rows.count; index++) {
    const stored = currencyAt(rows, index)
    const named = reader.found[reader.at(index)] ?? null
    if (stored === null || named === null || named === stored) continue
    const { isBooked } = readCurrency(
      descriptionAt(rows, index),
      fromTenThousandths(rows.amount[index] as bigint)
    )
    differing.push({ named, stored, isBooked })
  }
  const told = 2 * differing.length > rows.count ? differing : differing.filter(({ isBooked }) => isBooked)
  const [first] = told
  return first === undefined ? undefined : { rows: told.length, named: first.named, stored: first.stored }
}
