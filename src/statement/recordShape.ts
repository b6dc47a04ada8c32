/**
 * The record of interface 2.5 as nearly every service writes it: the fields in the order that the interface has them,
 * no others. A record that looks otherwise is read by JsonReader, to the same result.
 */
import { JsonNumber } from "../domain/JsonNumber.ts"
import { type JsonShape, token } from "../json/JsonShape.ts"
import type { JsonValue } from "../json/JsonValue.ts"

const { boolean, number, space, string } = token

const fields = [
  `"txnId":${space}${string}`,
  `"type":${space}${string}`,
  `"amount":${space}(?:${string}|${number})`,
  `"balance":${space}(?:${string}|${number}|null)`,
  `"description":${space}${string}`,
  `"confirmed":${space}${boolean}`,
  `"date":${space}${string}`
]

/** For the elements of a statement's `data`. */
export const recordShape: JsonShape = {
  pattern: new RegExp(`\\{${fields.join(`,${space}`)}\\}`, "y"),
  keys: fields.length,
  make: (
    [, txnId = "", type = "", amount, amountNumber, balance, balanceNumber, description = "", confirmed, date = ""]
  ) => ({
    txnId,
    type,
    amount: numeric(amount, amountNumber),
    balance: numeric(balance, balanceNumber),
    description,
    confirmed: confirmed === "true",
    date
  })
}

const numeric = (string: string | undefined, number: string | undefined): JsonValue =>
  string ?? (number === undefined ? null : new JsonNumber(number))
