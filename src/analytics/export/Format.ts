/**
 * A format that statements are exported in. Most are texts: a format says what stands around the rows and what a row is, and
 * never holds more than one row, so that a statement of any length goes through.
 */
import type { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { ExportRefused } from "./ExportRefused.ts"
import type { Ledger, LedgerRow } from "./Ledger.ts"
import type { LedgerReader } from "./LedgerReader.ts"

/** All that one export holds. */
export interface Exported {
  readonly ledgers: ReadonlyArray<Ledger>
  /** When it is made, in milliseconds since 1970. */
  readonly madeAt: number
  /** The last window of the audit chain, `SEQUENCE:HASH`; null where nothing was committed yet. */
  readonly head: string | null
  /** Whether the days go on from those of another file, which has the opening balance: then none is booked. */
  readonly goesOn?: boolean
}

/** What is written of a ledger: its rows come in their order, each once. A refusal ends the export, and no file is left. */
export interface LedgerText {
  readonly before: string
  /** Empty for a row that has no place in the format. */
  readonly row: (row: LedgerRow) => string | ExportRefused
  /** Asked for behind the last row. */
  readonly after: () => string | ExportRefused
}

/** What is written of an export. */
export interface ExportText {
  readonly before: string
  readonly ledger: (ledger: Ledger) => LedgerText | ExportRefused
  readonly after: string
  /** Asked for when all is written: what the format could not hold as it was, a sentence each; absent where it holds all. */
  readonly notes?: () => ReadonlyArray<string>
}

interface Common {
  /** What a file of it begins with, letters in lower case: only such a file is replaced. */
  readonly beginning: string
  /** Whether files of other programs begin like that, too: then one that is there is replaced only when somebody says so. */
  readonly mayBeAnothers?: boolean
  /** Whether it books the opening balance, and can do without one where it goes on from another file. */
  readonly booksOpening?: boolean
  /** What it is called: "hledger journal". */
  readonly title: string
}

/** A format that is text. */
export interface TextFormat extends Common {
  readonly kind: "text"
  /** Whether each wallet and currency has a file of its own, because who reads it takes one account at a time. */
  readonly isSplitByLedger: boolean
  /** The bytes that a file may have before another is begun; null for any number. */
  readonly mostBytes: number | null
  /** The rows that a file may have, likewise; absent for any number. */
  readonly mostRows?: number
  readonly text: (exported: Exported) => ExportText
}

/** A format that is written by other means. */
export interface BinaryFormat extends Common {
  readonly kind: "binary"
  /** Writes all ledgers into a new file; gives what the format could not hold as it was, a sentence each. */
  readonly write: (
    exported: Exported,
    reader: LedgerReader,
    path: string
  ) => Effect.Effect<ReadonlyArray<string>, ExportRefused | SinkError>
}

export type Format = TextFormat | BinaryFormat
