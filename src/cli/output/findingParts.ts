/**
 * What a finding is about, in words for people.
 */
import type { Finding } from "../../domain/Finding.ts"

/** Its days, `2025-02-19` or `2025-02-19 to 2025-02-21`; empty where they are not known. */
export const daysText = ({ from, to }: Pick<Finding, "from" | "to">): string => {
  const [first, last] = [from ?? to, to ?? from]
  return first === null || last === null ? "" : first === last ? first : `${first} to ${last}`
}

/** Its amount with its currency, `306.34 KES`; empty where there is none. */
export const amountText = ({ amount, currency }: Pick<Finding, "amount" | "currency">): string =>
  amount === null ? "" : `${amount}${currency === null ? "" : ` ${currency}`}`
