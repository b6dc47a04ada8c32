/**
 * Books from a file: a workbook, CSV with a first line of names, or Parquet; DuckDB reads the latter two.
 *
 * All cells are taken as texts, so that no number is rounded on the way. Lines are counted as an editor does; empty ones are
 * passed over.
 */
import { parse } from "csv-parse/sync"
import { Effect, Schema } from "effect"
import { statSync } from "node:fs"
import { basename, extname } from "node:path"
import { printable } from "../../domain/printable.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { type CellReading, rawBooks, readCells } from "./bookCells.ts"
import type { Books } from "./Books.ts"
import { type BooksField, placesOf, refuseInexact } from "./booksColumns.ts"
import { type BooksRefused, booksRefused } from "./BooksRefused.ts"
import type { CellStyles } from "./cellStyles.ts"
import { delimiterOf, type EmptyLines, emptyLinesIn, firstLine, hasPairedQuotes } from "./csvBytes.ts"
import { csvFault } from "./csvFaults.ts"
import { readWorkbookBooks } from "./workbookBooks.ts"

/** The fields that the books tell. */
export type BooksFields = ReadonlySet<BooksField>

/** Reads a file into the table `books`. Fails with BooksRefused, which says what to do. */
export const readBooks = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    books: Books
  ): Effect.fn.Return<BooksFields, SinkError | BooksRefused> {
    const { columns: names, path, sheet, styles } = books
    const shown = printable(basename(path), 100)
    yield* refuseOther(path, shown)
    if (extname(path).toLowerCase() === ".xlsx") return yield* readWorkbookBooks(workspace, books)
    if (sheet !== null) {
      return yield* booksRefused(`${shown} has no sheets, which --sheet names: it is no workbook (XLSX)`)
    }
    const isParquet = extname(path).toLowerCase() === ".parquet"
    const reading: CellReading = { texts: isParquet ? "exact" : "for a spreadsheet", styles }
    if (isParquet) yield* refuseStyles(styles, shown)
    const source = isParquet
      ? yield* parquetSource(workspace, path, shown)
      : yield* csvSource(path, shown)
    const places = yield* Effect.mapError(
      Effect.fromResult(placesOf(source.columns, names)),
      (problem) => booksRefused(`${shown} ${problem}`)
    )
    const fields = new Set(Object.keys(places) as ReadonlyArray<BooksField>)
    yield* Effect.mapError(
      Effect.fromResult(refuseInexact(source.types, places)),
      (problem) => booksRefused(`${shown} ${problem}`)
    )
    const selected = Object.entries(places).map(([field, place]) => `${source.cell(place)} AS "${field}"`)
    const lines = source.textColumns.length === 0
      ? "number + 1"
      : `number + 1 + coalesce(sum(breaks) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`
    const breaks = source.textColumns.map((column) => `length(${column}) - length(replace(${column}, chr(10), ''))`)
    yield* workspace.run([
      "CREATE TABLE empty_lines (from_row BIGINT, empty BIGINT)",
      "SET preserve_insertion_order = true"
    ])
    const appender = yield* workspace.attempt(() => workspace.connection.createAppender("empty_lines"))
    for (const { lines: empty, row } of source.emptyLines) {
      appender.appendBigInt(BigInt(row))
      appender.appendBigInt(BigInt(empty))
      appender.endRow()
    }
    appender.closeSync()
    yield* workspace.run([
      `CREATE VIEW raw_source AS SELECT (${lines} + coalesce(empty, 0))::BIGINT AS line, * EXCLUDE (number, breaks, from_row, empty) FROM (
        SELECT row_number() OVER () AS number, ${
        breaks.length === 0 ? "0" : breaks.map((each) => `coalesce(${each}, 0)`).join(" + ")
      } AS breaks, ${selected.join(", ")} FROM ${source.from})${
        source.emptyLines.length === 0
          ? " CROSS JOIN (SELECT NULL AS from_row, 0 AS empty)"
          : " ASOF LEFT JOIN empty_lines ON number >= from_row"
      }`
    ])
    yield* fillRaw(
      workspace,
      rawBooks(fields, reading),
      () => unreadable(path, shown)
    )
    yield* workspace.run(["DROP VIEW raw_source", "DROP TABLE empty_lines", "SET preserve_insertion_order = false"])
    yield* readCells(workspace, `${shown}, line`, fields, reading)
    return fields
  }
)

/** Where columns have types, days are dates and amounts are decimals. */
export const refuseStyles = ({ amounts, dates }: CellStyles, shown: string): Effect.Effect<void, BooksRefused> =>
  amounts === null && dates === null
    ? Effect.void
    : Effect.fail(
      booksRefused(
        `${shown} has columns with types, and --dates and --amounts are for texts of CSV and workbooks: leave them out, and have a day as DATE and an amount as DECIMAL`
      )
    )

interface Source {
  readonly from: string
  readonly columns: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
  readonly cell: (place: number) => string
  /** Columns whose cells may hold ends of lines. */
  readonly textColumns: ReadonlyArray<string>
  readonly emptyLines: ReadonlyArray<EmptyLines>
}

const refuseOther = (path: string, shown: string) =>
  Effect.suspend(() => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return Effect.fail(booksRefused(`${shown} does not exist: name the file with the books`))
    if (!stats.isFile()) return Effect.fail(booksRefused(`${shown} is no plain file: name the file with the books`))
    const kind = extname(path).toLowerCase()
    if (kind === ".duckdb") {
      return Effect.fail(
        booksRefused(`${shown} is a database: say with --sql "SELECT …" which of its rows are the books`)
      )
    }
    if (kind === ".xls" || kind === ".xlsb" || kind === ".ods") {
      return Effect.fail(
        booksRefused(`${shown} is a workbook of another kind: save it as XLSX, or the sheet as CSV (UTF-8)`)
      )
    }
    return stats.size === 0
      ? Effect.fail(booksRefused(`${shown} is empty: its first line names the columns`))
      : Effect.void
  })

/** What a table is refused for, of which a CSV file tells its one fault. */
const unreadable = (path: string, shown: string): BooksRefused => {
  const fault = extname(path).toLowerCase() === ".parquet" ? undefined : csvFault(path, delimiterOf(firstLine(path)))
  return booksRefused(
    fault === undefined
      ? `${shown} can't be read as a table: each line needs as many cells as the first line names`
      : `${shown}, line ${fault}`
  )
}

const fillRaw = ({ run }: Workspace, sql: string, refusal: () => BooksRefused) =>
  run([sql]).pipe(
    Effect.mapError((error) => (error.reason._tag === "DatabaseFailed" ? refusal() : error))
  )

const decodeNames = Schema.decodeUnknownSync(Schema.Array(Schema.Array(Schema.String)))

const csvSource = (path: string, shown: string): Effect.Effect<Source, BooksRefused> =>
  Effect.try({
    try: () => {
      const head = firstLine(path)
      const delimiter = delimiterOf(head)
      if (!hasPairedQuotes(path)) throw new Error("a quote has no end")
      const [columns = []] = decodeNames(parse(head, { delimiter }))
      const named = columns.map((_, place) => `${quoteText(`c${place}`)}: 'VARCHAR'`)
      return {
        columns,
        types: columns.map(() => "VARCHAR"),
        cell: (place: number) => `c${place}`,
        textColumns: columns.map((_, place) => `c${place}`),
        emptyLines: emptyLinesIn(path),
        from: `read_csv(${quoteText(path)}, auto_detect = false, header = true, parallel = false, delim = ${
          quoteText(delimiter)
        }, quote = '"', escape = '"', columns = {${named.join(", ")}})`
      }
    },
    catch: () => unreadable(path, shown)
  })

const parquetSource = Effect.fnUntraced(
  function*(workspace: Workspace, path: string, shown: string): Effect.fn.Return<Source, SinkError | BooksRefused> {
    const from = `read_parquet(${quoteText(path)})`
    const described = yield* workspace.ask(`SELECT column_name, column_type FROM (DESCRIBE FROM ${from})`).pipe(
      Effect.mapError((error) =>
        error.reason._tag === "DatabaseFailed" ? booksRefused(`${shown} is no Parquet that can be read`) : error
      )
    )
    const columns = described.map(([name]) => String(name))
    return {
      from,
      columns,
      types: described.map(([, type]) => String(type)),
      cell: (place) => `"${(columns[place] ?? "").replaceAll("\"", "\"\"")}"::VARCHAR`,
      textColumns: [],
      emptyLines: []
    }
  }
)
