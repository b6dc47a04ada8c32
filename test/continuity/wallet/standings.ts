/**
 * What may stand at the boundaries of a currency's days, as a text; rows are written with the second of their day.
 */
import { settle } from "../../../src/continuity/wallet/settle.ts"
import { type Standing, Standings } from "../../../src/continuity/wallet/standing.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import type { WalletRow } from "../../kit/continuity.ts"
import { onDay } from "../statements.ts"
import { day, kes, usd, windowOf as windowWith } from "./windows.ts"

/** A row of a day and a second, from one balance to another, in shillings. */
export const row = (day: number, second: number, from: number, to: number, more: Partial<WalletRow> = {}): WalletRow =>
  onDay(day, second, from, to, { currency: kes, ...more })

export const windowOf = (from: number, to: number, rows: ReadonlyArray<WalletRow>, jitter = 0) =>
  windowWith(from, to, rows, { jitter })
/** Windows whose rows may be in no currency: the wallet holds shillings and dollars. */
export const settled = (...windows: Windows): Windows => settle(windows, [kes, usd])
export type Windows = ReadonlyArray<ReturnType<typeof windowOf>>
export type Anchors = ConstructorParameters<typeof Standings>[2]

const shown = (standing: Standing): string => typeof standing === "string" ? standing : `[${standing.join(" ")}]`

/** What is told of the boundaries before days, from one to another. */
export const told = (
  windows: Windows,
  from: number,
  to: number,
  anchors: Anchors = {},
  currency: Currency | null = kes
) => {
  const standings = new Standings(windows, currency, anchors)
  return Array.from({ length: to - from + 1 }, (_, index) => shown(standings.at(day(from + index)))).join(
    " "
  )
}
