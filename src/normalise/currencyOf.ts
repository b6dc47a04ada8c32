/**
 * The currency of a transaction is no field of the service; it stands inside the description, "Credited KES10.00 …".
 *
 * A code is believed only where it names the transaction's own amount: text written by people is full of other
 * three-letter words and other sums. Nothing believable, or two codes that are: null, not a guess.
 */
import * as Money from "../domain/Money.ts"
import { type Currency, isCurrencyCode } from "../domain/Wallet.ts"

const number = String.raw`\d[\d,]*(?:\.\d+)?`
const named = new RegExp(
  String.raw`(?<![A-Za-z])([A-Z]{3})\s?-?(${number})|(?<![\d.,])(${number})\s?([A-Z]{3})(?![A-Za-z])`,
  "g"
)

/** The currency that a description names together with the amount (interface 2.5, `description`), or null. */
export const currencyOf = (description: string, amount: Money.Money): Currency | null => {
  const magnitude = amount < 0n ? Money.negate(amount) : amount
  let found: string | null = null
  for (const match of description.matchAll(named)) {
    const code = match[1] ?? match[4] ?? ""
    const sum = Money.parse((match[2] ?? match[3] ?? "").replaceAll(",", ""))
    if (sum !== magnitude || !isCurrencyCode(code)) continue
    if (found !== null && found !== code) return null
    found = code
  }
  return found as Currency | null
}
