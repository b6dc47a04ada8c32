/**
 * A workbook for people: a summary with formulas, and a sheet for each wallet and currency, which goes on in another one where it is full.
 */
import { Effect, Stream } from "effect"
import type { SinkError } from "../../../sink/SinkError.ts"
import { columns } from "../columns.ts"
import { ExportRefused } from "../ExportRefused.ts"
import type { BinaryFormat, Exported } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import type { LedgerReader } from "../LedgerReader.ts"
import { isNumber } from "../workbook/cells.ts"
import { ledgerSheet, rowOfSheet } from "../workbook/ledgerSheet.ts"
import { firstParts, firstPath, lastParts, sheetPath } from "../workbook/parts.ts"
import { SheetNames, summaryName } from "../workbook/sheetNames.ts"
import { filtered } from "../workbook/sheetParts.ts"
import {
  decimalsOf,
  filteredSummary,
  type LedgerPart,
  notesOf,
  summarySheet,
  type WrittenLedger
} from "../workbook/summarySheet.ts"
import { headerOf, ZipFile } from "../workbook/ZipFile.ts"

/** What a sheet may have before another is begun: rows with the headings, and bytes, of which an archive's entry has less than 4 GB. */
export interface SheetBounds {
  readonly rows: number
  readonly bytes: number
}

const boundsOfExcel: SheetBounds = { rows: 1_048_576, bytes: 2 ** 31 }

/** A workbook of sheets with such bounds. */
export const workbookWith = (bounds: SheetBounds): BinaryFormat => ({
  kind: "binary",
  title: "workbook of an export",
  beginning: headerOf(firstPath).toString("latin1").toLowerCase(),
  write: (exported, reader, path) => Effect.scoped(writeWorkbook(bounds, exported, reader, path))
})

/** Excel's workbook. */
export const xlsx: BinaryFormat = workbookWith(boundsOfExcel)

const writeWorkbook = Effect.fnUntraced(
  function*(bounds: SheetBounds, exported: Exported, reader: LedgerReader, path: string) {
    const zip = yield* ZipFile.begin(path)
    const names = new SheetNames()
    const put = Effect.fnUntraced(function*(path: string, text: string) {
      yield* zip.begin(path)
      zip.put(text)
    })
    yield* Effect.forEach(firstParts(exported), (part) => put(...part))
    // The summary is the first sheet and written last, when it is known which sheets there are.
    let sheets = 1
    const begin = Effect.fnUntraced(function*(ledger: Ledger, part: number) {
      yield* zip.begin(sheetPath(++sheets))
      zip.put(ledgerSheet(ledger).before)
      return names.next(ledger, part)
    })
    const written = yield* Effect.forEach(
      exported.ledgers,
      (ledger) => writeLedger({ zip, ledger, reader, bounds, begin })
    )
    yield* put(sheetPath(1), summarySheet(exported, written))
    const tabs = [
      { name: summaryName, filtered: filteredSummary(written.length) },
      ...written.flatMap(({ sheets }) =>
        sheets.map(({ lastRow, name }) => ({ name, filtered: filtered(columns.length, lastRow) }))
      )
    ]
    yield* Effect.forEach(lastParts(tabs), (part) => put(...part))
    yield* zip.end
    return notesOf(written)
  }
)

interface LedgerWriting {
  readonly zip: ZipFile
  readonly ledger: Ledger
  readonly reader: LedgerReader
  readonly bounds: SheetBounds
  /** Begins a sheet and gives its name. */
  readonly begin: (ledger: Ledger, part: number) => Effect.Effect<string, SinkError | ExportRefused>
}

const writeLedger = Effect.fnUntraced(
  function*({ begin, bounds, ledger, reader, zip }: LedgerWriting): Effect.fn.Return<
    WrittenLedger,
    SinkError | ExportRefused
  > {
    const sheets: Array<LedgerPart> = []
    let [name, lastRow] = [yield* begin(ledger, 1), 1]
    let [decimals, texts, textAmounts] = [2, 0, 0]
    const end = (): void => {
      zip.put(ledgerSheet(ledger).after(lastRow))
      sheets.push({ name, lastRow })
    }
    const count = ({ balance, signed }: LedgerRow): void => {
      decimals = Math.max(decimals, decimalsOf(signed))
      if (!isNumber(signed)) textAmounts++
      if (balance !== null && !isNumber(balance)) texts++
    }
    yield* reader.rows(ledger).pipe(
      Stream.runForEach(Effect.fnUntraced(function*(rows) {
        for (const row of rows) {
          if (lastRow >= bounds.rows || zip.bytes > bounds.bytes) {
            end()
            name = yield* begin(ledger, sheets.length + 1)
            lastRow = 1
          }
          const cells = rowOfSheet(ledger, row, lastRow + 1)
          if (cells instanceof ExportRefused) return yield* cells
          zip.put(cells)
          lastRow++
          count(row)
        }
        yield* zip.flush
      }))
    )
    end()
    return { ledger, sheets, decimals, texts: texts + textAmounts, textAmounts }
  }
)
