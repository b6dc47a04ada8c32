/**
 * Workbooks (XLSX) as spreadsheet programs write them, read as they come and never into a double.
 */
import { Effect, type Scope } from "effect"
import { dayStylesIn, sheetsIn, textsIn } from "./sheetParts.ts"
import { type Cells, readRows } from "./sheetRows.ts"
import type { WorkbookRefused } from "./WorkbookRefused.ts"
import { openZip } from "./zipParts.ts"

/** What is known of a workbook before its rows are read. */
export interface Workbook {
  /** The names of its sheets, in their order. */
  readonly names: ReadonlyArray<string>
  /** Whether days are counted from 1904-01-01. */
  readonly from1904: boolean
  /** Whether a style is one of days or times. */
  readonly isDay: (style: number) => boolean
  /** Tells the rows of a sheet by its place, those that have a cell; a WorkbookRefused that `tell` throws ends the reading. */
  readonly rows: (place: number, tell: (row: number, cells: Cells) => void) => Effect.Effect<void, WorkbookRefused>
}

/** Opens a workbook until the scope ends; fails with WorkbookRefused where it can't be read. */
export const openWorkbook = Effect.fnUntraced(
  function*(path: string): Effect.fn.Return<Workbook, WorkbookRefused, Scope.Scope> {
    const zip = yield* openZip(path)
    const { from1904, sheets, styles, texts } = yield* sheetsIn(zip)
    const days = yield* dayStylesIn(zip, styles)
    return {
      names: sheets.map(({ name }) => name),
      from1904,
      isDay: (style) => days.has(style),
      rows: (place, tell) => {
        const sheet = sheets[place]
        return sheet === undefined
          ? Effect.void
          : Effect.flatMap(textsIn(zip, texts), (shared) => readRows(zip, sheet.part, shared, tell))
      }
    }
  }
)
