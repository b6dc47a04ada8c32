/**
 * What is stored of days that a plan is not about, in the form of answers: what new answers show of these days has to be there.
 */
import { Effect, Option } from "effect"
import * as Money from "../domain/Money.ts"
import { contains, type Day, formatDay, type Period, stretchAround, union } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { StatementRecord } from "../domain/StatementRecord.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { Sink, SinkError } from "../sink/Sink.ts"
import { boundless, readTexts, recordText } from "../statement/recordTexts.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import type { LoadedDays } from "./LoadedDays.ts"

/** Whose days are stored. */
export interface StoredWallet {
  readonly runId: string
  readonly walletNo: WalletNo
  /** The days that the pull of the wallet is about. */
  readonly period: Period
  /** The days that earlier runs loaded. */
  readonly before: ReadonlyArray<Period>
  /** Those of them that an answer left open. */
  readonly cutOff: ReadonlyArray<Period>
  /** The days that the same run has loaded. */
  readonly loaded: LoadedDays
}

/** What is stored of a wallet. */
export interface StoredDays {
  /** A day as it is stored; undefined when it was never loaded. */
  readonly day: (day: Day) => Effect.Effect<FetchedWindow | undefined, SinkError>
  /** A day, and if no row of it is stored those around it that were loaded and have none either. */
  readonly emptyAround: (day: Day) => Effect.Effect<Period, SinkError>
}

/** The stored days of a wallet. */
export const storedDays = (sink: Sink["Service"], wallet: StoredWallet): StoredDays => {
  const { before, cutOff, loaded, period, runId, walletNo } = wallet
  const day = Effect.fnUntraced(function*(day: Day) {
    const days = { from: day, to: day }
    if (!loaded.hasAny(days) && !before.some((each) => contains(each, day))) return undefined
    const rows = yield* sink.rowsOf(walletNo, days)
    const texts = (yield* sink.quarantined(Option.some(walletNo))).map(({ rawText }) => rawText)
    const window: FetchedWindow = {
      runId,
      walletNo,
      days,
      complete: !cutOff.some((each) => contains(each, day)),
      lastSettledDay: day,
      asked: period,
      page: pageOf(rows, texts, { walletNo, fromDate: formatDay(day), toDate: formatDay(day) })
    }
    return window
  })
  const emptyAround = Effect.fnUntraced(function*(day: Day) {
    const within = union([...before, ...loaded.all]).find((days) => contains(days, day))
    if (within === undefined) return { from: day, to: day }
    const rows = yield* sink.rowsByDay(walletNo, within)
    return stretchAround(day, within, (each) => !rows.has(each))
  })
  return { day, emptyAround }
}

const pageOf = (
  rows: ReadonlyArray<Transaction>,
  rejected: ReadonlyArray<string>,
  request: Omit<StatementPage["request"], "limit">
): StatementPage => {
  const records = readTexts([...rows.map((row) => recordText(recordOf(row))), ...rejected], boundless)
  return {
    request: { ...request, limit: records.count },
    records,
    bytes: 0,
    sha256: "",
    attempts: 0,
    requestedAt: 0,
    durationMillis: 0
  }
}

const recordOf = (row: Transaction): StatementRecord => ({
  txnId: row.txnId,
  type: row.type,
  amount: Money.format(row.amount),
  balance: row.balance === null ? null : Money.format(row.balance),
  description: row.description,
  confirmed: row.confirmed,
  date: row.dateText
})
