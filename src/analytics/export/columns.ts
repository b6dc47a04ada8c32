/**
 * The columns of formats that have all of them, in their order.
 */

/** `amount` is signed: what comes in is positive. */
export const columns = [
  "wallet",
  "currency",
  "date",
  "id",
  "leg",
  "type",
  "amount",
  "balance",
  "description",
  "counterparty",
  "category",
  "confirmed",
  "in_balance",
  "time_flag"
] as const
