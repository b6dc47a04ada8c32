/**
 * The amount that the text of one record tells, whatever else in it can't be read.
 */
import { Result } from "effect"
import { JsonNumber } from "../domain/JsonNumber.ts"
import * as Money from "../domain/Money.ts"
import { parse } from "../json/ExactJson.ts"
import { defaultBounds } from "../json/JsonValue.ts"

const utf8 = new TextEncoder()

/** The amount, below zero where the record takes from the wallet (interface 2.5, `type`); undefined where it is not told exactly. */
export const amountIn = (recordText: string): Money.Money | undefined => {
  const record = Result.getOrUndefined(parse(utf8.encode(recordText), defaultBounds))
  if (typeof record !== "object" || record === null || record instanceof JsonNumber || !("amount" in record)) {
    return undefined
  }
  const { amount, type } = record
  const text = amount instanceof JsonNumber ? amount.text : amount
  const read = typeof text === "string" ? Money.parse(text) : "not-a-decimal"
  if (typeof read === "string" || (type !== "Debit" && type !== "Credit")) return undefined
  return type === "Debit" ? Money.negate(read) : read
}
