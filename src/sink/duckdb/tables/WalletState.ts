/**
 * What a sink knows of a wallet without asking the file: the sink is the file's only writer, so this stays true.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { ContinuityEntry } from "../../../domain/ContinuityEntry.ts"
import { dayFromNumber, length, overlap, type Period } from "../../../domain/Period.ts"
import type { Proof } from "../../../domain/Proof.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { OpenGap } from "../../plan/gapPlan.ts"
import type { HeldRow } from "../../plan/heldPlan.ts"
import { type CompleteDays, completeDaysAfter, type Watermark } from "../../plan/Watermark.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { KnownIds } from "../vectors/KnownIds.ts"
import { readOpenGaps } from "./GapTable.ts"
import { readHeld } from "./HeldTable.ts"
import type { NewRows } from "./newRows.ts"
import { readProofs } from "./ProofTable.ts"
import { countOpen } from "./QuarantineTable.ts"
import { readWindows } from "./readWindows.ts"

/** What is known of a wallet. */
export interface WalletState {
  /** All its ids; undefined when the file must be asked. */
  knownIds: KnownIds | undefined
  completeDays: CompleteDays
  watermark: Watermark | undefined
  /** False only when it surely has no open quarantined record. */
  mayHaveQuarantine: boolean
  /** Days within which all its rows stand; undefined when it has none. */
  rowDays: Period | undefined
  openGaps: ReadonlyArray<OpenGap>
  held: ReadonlyArray<HeldRow>
  /** Its continuity entries; undefined when the file must be asked. */
  entries: ReadonlyArray<ContinuityEntry> | undefined
  proofs: ReadonlyArray<Proof>
}

/** Whether a wallet may have rows on some days. */
export const mayHaveRows = ({ rowDays }: WalletState, days: Period): boolean =>
  rowDays !== undefined && overlap(rowDays, days) !== undefined

/** So many times looking for a window's ids in the file takes about as long as reading all of them once. */
const manySearches = 6

/** Whether a window of new days begins a pull that is better served by knowing all ids than by asking for each window's. */
export const needsIds = (wallet: WalletState, { asked, days }: Pick<StatementWindow, "asked" | "days">): boolean =>
  wallet.knownIds === undefined && !mayHaveRows(wallet, days) &&
  (asked.to - days.from + 1) / length(days) >= manySearches

/**
 * Whether all rows of a window are new to the wallet, by their days and their ids: then there is nothing to compare, and
 * the ids are known from now on.
 */
export const takeNew = ({ idPrints }: NewRows, days: Period, wallet: WalletState): boolean =>
  !mayHaveRows(wallet, days) && wallet.knownIds?.addAll(idPrints) === true

/** The days within which all rows stand when some days have got rows. */
export const rowDaysWith = ({ rowDays }: WalletState, { from, to }: Period): Period => ({
  from: rowDays === undefined || from < rowDays.from ? from : rowDays.from,
  to: rowDays === undefined || to > rowDays.to ? to : rowDays.to
})

/** Reads what is known of a wallet at first. */
export const loadWalletState = Effect.fnUntraced(function*(session: Session, walletNo: WalletNo) {
  const rowDays = yield* session.ask((open) => readRowDays(open, walletNo))
  const state: WalletState = {
    knownIds: rowDays === undefined ? new KnownIds() : undefined,
    completeDays: yield* session.ask((open) => readCompleteDays(open, walletNo)),
    watermark: yield* session.ask((open) => readWatermark(open, walletNo)),
    mayHaveQuarantine: (yield* session.ask((open) => countOpen(open, walletNo))) > 0,
    rowDays,
    openGaps: yield* session.ask((open) => readOpenGaps(open, walletNo)),
    held: yield* session.ask((open) => readHeld(open, walletNo)),
    entries: undefined,
    proofs: yield* session.ask((open) => readProofs(open, walletNo))
  }
  return state
})

const readRowDays = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Period | undefined> =>
  connection
    .runAndReadAll(
      `SELECT min(local_time)::DATE - DATE '1970-01-01', max(local_time)::DATE - DATE '1970-01-01' FROM transactions
       WHERE wallet_no = ${quoteText(walletNo)}`
    )
    .then((reader) => {
      const [[from = null, to = null] = []] = reader.getRows()
      return from === null || to === null
        ? undefined
        : { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
    })

/** The complete days of a wallet, as its windows left them one after the other: asked once for a wallet and sink. */
const readCompleteDays = (connection: DuckDBConnection, walletNo: WalletNo): Promise<CompleteDays> =>
  readWindows(connection, walletNo).then((windows) => windows.reduce<CompleteDays>(completeDaysAfter, []))

/** How far a wallet is complete. */
export const readWatermark = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Watermark | undefined> =>
  connection
    .runAndReadAll(
      `SELECT complete_from - DATE '1970-01-01', complete_to - DATE '1970-01-01' FROM watermarks
       WHERE wallet_no = ${quoteText(walletNo)}`
    )
    .then((reader) => {
      const [row] = reader.getRows()
      return row === undefined
        ? undefined
        : { from: dayFromNumber(Number(row[0])), to: dayFromNumber(Number(row[1])) }
    })
