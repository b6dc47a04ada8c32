/**
 * How a balance of a day is written.
 */
import { Option, Schema } from "effect"
import * as Money from "../domain/Money.ts"
import { type Day, parseDay } from "../domain/Period.ts"
import { Currency } from "../domain/Wallet.ts"
import type { SettingShape } from "./SettingShape.ts"

/** A balance as a setting writes it: null where it leaves something to the other settings. */
export interface WrittenBalance {
  readonly walletNo: string | null
  readonly currency: Currency | null
  readonly day: Day | null
  readonly balance: Money.Money | null
}

const decodeCurrency = Schema.decodeUnknownOption(Currency)

/** `[NUMBER:][CUR:]AMOUNT[@DAY]`; the amount `none` takes a balance back. */
const parseBalance = (value: string): WrittenBalance | undefined => {
  const at = value.lastIndexOf("@")
  const day = at < 0 ? null : parseDay(value.slice(at + 1).trim())
  const parts = (at < 0 ? value : value.slice(0, at)).split(":").map((part) => part.trim())
  const amount = parts.pop() ?? ""
  const balance = amount === "none" ? null : Money.parse(amount)
  if (day === undefined || typeof balance === "string") return undefined
  const currency = decodeCurrency(parts.at(-1))
  if (Option.isSome(currency)) parts.pop()
  const walletNo = parts.length === 0 ? null : parts.join(":")
  return walletNo === "" ? undefined : { walletNo, currency: Option.getOrNull(currency), day, balance }
}

/** What one looks like. */
export const example = "254700000001:KES:1250.00@2024-01-01"

/** A list of them. */
export const balances: SettingShape<ReadonlyArray<WrittenBalance>> = {
  expected: `a list of balances such as ${example}, with commas between`,
  parse: (value) => {
    const read = value.split(",").filter((part) => part.trim() !== "").map(parseBalance)
    const known = read.filter((balance) => balance !== undefined)
    return known.length === read.length ? known : undefined
  }
}
