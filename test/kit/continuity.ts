/**
 * What continuity says of rows that tests write as objects, with no more in them than continuity looks at.
 */
import * as Continuity from "../../src/continuity/chain/Continuity.ts"
import * as Edges from "../../src/continuity/chain/Edges.ts"
import * as OutOfTime from "../../src/continuity/chain/outOfTime.ts"
import * as WithoutBalance from "../../src/continuity/chain/withoutBalance.ts"
import * as WalletContinuity from "../../src/continuity/wallet/WalletContinuity.ts"
import * as Rows from "../../src/domain/Rows.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"

/** A row; what else a transaction has may be left out. */
export type Row =
  & Pick<Transaction, "txnId" | "type" | "amount" | "balance" | "confirmed" | "localTime">
  & Partial<Pick<Transaction, "timeFlag">>

/** A row that names a currency, or none. */
export type WalletRow = Row & Pick<Transaction, "currency">

/** A window of such rows. */
export interface Window extends Omit<WalletContinuity.Window, "rows"> {
  readonly rows: ReadonlyArray<WalletRow>
}

const walletNo = WalletNo.make("W")

/** The rows as columns. */
export const asRows = (rows: ReadonlyArray<Row & Partial<Transaction>>): Rows.Rows =>
  Rows.from(
    rows.map((row) => ({
      currency: null,
      description: "",
      occurredAt: row.localTime,
      dateText: "",
      timeFlag: null,
      ...row,
      walletNo
    }))
  )

export const make = (rows: ReadonlyArray<Row>, anchors: Edges.Anchors): Edges.Edges => Edges.make(asRows(rows), anchors)

export const check = (
  rows: ReadonlyArray<Row>,
  anchors?: Edges.Anchors,
  options?: Continuity.ChainOptions
): Continuity.ChainCheck => Continuity.check(asRows(rows), anchors, options)

export const examine = (
  rows: ReadonlyArray<Row>,
  anchors?: Edges.Anchors,
  options?: Continuity.ChainOptions
): Continuity.Examined => Continuity.examine(asRows(rows), anchors, options)

export const reconstruct = (rows: ReadonlyArray<Row>, anchors?: Edges.Anchors) =>
  Continuity.reconstruct(asRows(rows), anchors)

export const fill = (gaps: Parameters<typeof WithoutBalance.fill>[0], rows: ReadonlyArray<Row>) =>
  WithoutBalance.fill(gaps, asRows(rows))

export const meetByBalances = (
  rows: ReadonlyArray<Row>,
  around: ReadonlyArray<Row>,
  within: Parameters<typeof OutOfTime.meetByBalances>[2],
  jitter: number
): boolean => OutOfTime.meetByBalances(asRows(rows), asRows(around), within, jitter)

const inColumns = (window: Window): WalletContinuity.Window => ({ ...window, rows: asRows(window.rows) })

export const checkWindow = (
  window: Window,
  anchors?: ReadonlyArray<WalletContinuity.WalletAnchors>
): WalletContinuity.WindowContinuity => WalletContinuity.checkWindow(inColumns(window), anchors)

export const examineWindow = (
  window: Window,
  anchors?: ReadonlyArray<WalletContinuity.WalletAnchors>
): WalletContinuity.ExaminedWindow => WalletContinuity.examineWindow(inColumns(window), anchors)

export const checkWallet = (
  windows: ReadonlyArray<Window>,
  anchors?: ReadonlyArray<WalletContinuity.WalletAnchors>
): WalletContinuity.WalletCheck => WalletContinuity.checkWallet(windows.map(inColumns), anchors)
