/**
 * Books in a workbook (XLSX): a sheet whose first row names the columns. Its rows are counted as the sheet counts them; those without
 * anything in the columns that matter are passed over.
 */
import { Effect, Result } from "effect"
import { basename } from "node:path"
import { printable } from "../../domain/printable.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import { openWorkbook, type Workbook } from "../workbook/openWorkbook.ts"
import type { Cells } from "../workbook/sheetRows.ts"
import { damaged, type WorkbookRefused, workbookRefused } from "../workbook/WorkbookRefused.ts"
import type { Workspace } from "../Workspace.ts"
import { rawBooks, readCells } from "./bookCells.ts"
import type { Books } from "./Books.ts"
import { type BooksField, booksFields, type ColumnNames, placesOf } from "./booksColumns.ts"
import { BooksRefused, booksRefused } from "./BooksRefused.ts"
import type { CellStyles } from "./cellStyles.ts"
import { cellText } from "./workbookCells.ts"

/** So many rows that can't be read are told. */
const mostTold = 10

type Fields = ReadonlyArray<readonly [BooksField, number]>

/** Reads a sheet, the first unless one is named, into the table `books`. Fails with BooksRefused, which says what to do. */
export const readWorkbookBooks = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    { columns: names, path, sheet, styles }: Books
  ): Effect.fn.Return<ReadonlySet<BooksField>, SinkError | BooksRefused> {
    const shown = printable(basename(path), 100)
    yield* workspace.run([
      `CREATE TABLE raw_source (line BIGINT, ${booksFields.map((field) => `"${field}" VARCHAR`).join(", ")})`
    ])
    const appender = yield* workspace.attempt(() => workspace.connection.createAppender("raw_source"))
    const append = (line: number, texts: ReadonlyMap<BooksField, string>) => {
      appender.appendBigInt(BigInt(line))
      for (const field of booksFields) {
        const text = texts.get(field)
        if (text === undefined) appender.appendNull()
        else appender.appendVarchar(text)
      }
      appender.endRow()
    }
    const fields = yield* openWorkbook(path).pipe(
      Effect.flatMap((workbook) => sheetRead(workbook, shown, sheet, names, styles, append)),
      Effect.scoped,
      Effect.ensuring(Effect.sync(() => appender.closeSync())),
      Effect.catchTag("WorkbookRefused", ({ problem }) => Effect.fail(booksRefused(`${shown} ${problem}`)))
    )
    const told = new Set(fields.map(([field]) => field))
    yield* workspace.run([rawBooks(told, { texts: "for a spreadsheet", styles }), "DROP TABLE raw_source"])
    yield* readCells(workspace, `${shown}, row`, told, { texts: "for a spreadsheet", styles })
    return told
  }
)

const listedSheets = ({ names }: Workbook): string =>
  names.slice(0, 30).map((name) => JSON.stringify(printable(name, 40))).join(", ")

const placeOfSheet = (workbook: Workbook, sheet: string | null): Effect.Effect<number, WorkbookRefused> => {
  const { names } = workbook
  if (names.length === 0) return Effect.fail(workbookRefused("has no sheet of cells"))
  if (sheet === null) return Effect.succeed(0)
  const exact = names.indexOf(sheet)
  const place = exact === -1 ? names.findIndex((name) => name.toLowerCase() === sheet.toLowerCase()) : exact
  return place === -1
    ? Effect.fail(
      workbookRefused(
        `has no sheet ${JSON.stringify(printable(sheet, 40))}, which --sheet names; it has ${listedSheets(workbook)}`
      )
    )
    : Effect.succeed(place)
}

/** Which columns hold what; `advice` is said behind what is wrong with them. */
const fieldsOf = (cells: Cells, names: ColumnNames, advice: string): Fields => {
  const width = Math.max(...cells.keys()) + 1
  const columns = Array.from({ length: width }, (_, place) => cells.get(place)?.text.trim() ?? "")
  const places = placesOf(columns, names)
  if (Result.isFailure(places)) throw workbookRefused(`${places.failure}${advice}`)
  return booksFields.flatMap((field) => {
    const place = places.success[field]
    return place === undefined ? [] : [[field, place] as const]
  })
}

/** Reads a sheet's rows, and gives which columns hold what. */
const sheetRead = Effect.fnUntraced(
  function*(
    workbook: Workbook,
    shown: string,
    sheet: string | null,
    names: ColumnNames,
    styles: CellStyles,
    append: (line: number, texts: ReadonlyMap<BooksField, string>) => void
  ): Effect.fn.Return<Fields, WorkbookRefused | BooksRefused> {
    const advice = sheet === null && workbook.names.length > 1
      ? `. That is its first sheet, as none was named: --sheet names one of ${listedSheets(workbook)}`
      : ""
    let fields: Fields = []
    const problems: Array<string> = []
    let [wrong, last] = [0, 0]
    yield* workbook.rows(yield* placeOfSheet(workbook, sheet), (row, cells) => {
      if (row <= last) throw damaged()
      last = row
      if (fields.length === 0) {
        fields = fieldsOf(cells, names, advice)
        return
      }
      const texts = new Map<BooksField, string>()
      for (const [field, place] of fields) {
        const cell = cells.get(place)
        if (cell === undefined) continue
        const text = cellText(field, cell, workbook, styles.amounts)
        if (Result.isSuccess(text)) texts.set(field, text.success)
        else {
          wrong++
          if (problems.length < mostTold) problems.push(`${shown}, row ${row}: the row ${text.failure}`)
        }
      }
      if (wrong === 0 && [...texts.values()].some((text) => text.trim() !== "")) append(row, texts)
    })
    const [first, ...others] = problems
    const more = wrong - problems.length
    if (first !== undefined) {
      return yield* new BooksRefused({
        problems: [first, ...others, ...(more > 0 ? [`${more} more cells have such problems`] : [])]
      })
    }
    if (fields.length === 0) {
      return yield* workbookRefused(`is empty: the first row of the sheet names the columns${advice}`)
    }
    return fields
  }
)
