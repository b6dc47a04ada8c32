/**
 * The wallet account number and the currency of its money.
 *
 * A wallet number is data of the service: it is kept as the text the service knows, never as a number, and goes
 * into the signing text unchanged (interface 2.3 and 5.4).
 */
import { Schema } from "effect"

/** A wallet account number: 1 to 64 printable characters without spaces (interface 2.3, `wallet_no`). */
export const WalletNo = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,64}$/, { expected: "a wallet number: 1 to 64 printable characters, no spaces" })
).pipe(Schema.brand("WalletNo"))
export type WalletNo = typeof WalletNo.Type

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

/** Whether `code` is an ISO 4217 currency code that this runtime knows. */
export const isCurrencyCode = (code: string): boolean => isoCurrencies.has(code)

/** An ISO 4217 currency code such as `KES`. It is no field of the service: it stands inside descriptions only. */
export const Currency = Schema.String.check(
  Schema.makeFilter((code: string) => isCurrencyCode(code) || "an ISO 4217 currency code such as KES or USD")
).pipe(Schema.brand("Currency"))
export type Currency = typeof Currency.Type
