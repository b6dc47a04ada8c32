/**
 * Books that are a SELECT in another DuckDB file. The file is opened for reading, and closed to all that lies outside of it; what is
 * asked is judged as any question of a user's is.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope, Stream } from "effect"
import { basename, resolve } from "node:path"
import { printable } from "../../domain/printable.ts"
import { reading } from "../../sink/duckdb/file/access.ts"
import { attemptOn } from "../../sink/duckdb/file/attemptOn.ts"
import { readerOf } from "../../sink/duckdb/file/Database.ts"
import { fileError, questionError } from "../../sink/duckdb/file/duckErrors.ts"
import { isDuckDb } from "../../sink/duckdb/file/setAside.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { rawBooks, readCells } from "./bookCells.ts"
import type { Books } from "./Books.ts"
import { type BooksField, placesOf, refuseInexact } from "./booksColumns.ts"
import { type BooksRefused, booksRefused } from "./BooksRefused.ts"
import { type BooksFields, refuseStyles } from "./readBooks.ts"

/** Memory that the question may take. */
const bytes = 256 * 2 ** 20

/** Opens any DuckDB file for reading until the scope ends. */
const openBooks = Effect.fnUntraced(
  function*(path: string): Effect.fn.Return<DatabaseReader, SinkError, Scope.Scope> {
    const attempt = attemptOn(path)
    const instance = yield* Effect.acquireRelease(
      attempt(() =>
        DuckDBInstance.create(path, {
          access_mode: "READ_ONLY",
          autoinstall_known_extensions: "false",
          autoload_known_extensions: "false"
        })
      ),
      (made) => Effect.sync(() => made.closeSync())
    )
    const connect = Effect.acquireRelease(
      attempt(() => instance.connect()),
      (made) => Effect.sync(() => made.closeSync())
    )
    const first = yield* connect
    yield* attempt(() => first.run(`SET GLOBAL TimeZone='UTC'; ${reading(bytes)} SET lock_configuration=true`))
    return readerOf({
      path,
      written: false,
      isNew: false,
      connect,
      failure: (cause) => fileError(path, cause),
      refusal: (cause) => questionError(path, cause),
      leave: Effect.void
    })
  }
)

const refused = (problem: string): BooksRefused => booksRefused(`The answer to --sql ${problem}`)

/** Reads the rows of a question into the table `books`; its rows are counted from 1. Fails with BooksRefused, which says what to do. */
export const readDatabaseBooks = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    { columns: names, path, styles }: Books,
    sql: string
  ): Effect.fn.Return<BooksFields, SinkError | BooksRefused> {
    const shown = printable(basename(path), 100)
    if (!(yield* Effect.orElseSucceed(isDuckDb(path), () => false))) {
      return yield* booksRefused(`${shown} is no DuckDB file that is there: --sql asks one`)
    }
    yield* refuseStyles(styles, "The answer to --sql")
    const fields = yield* Effect.scoped(Effect.gen(function*() {
      const reader = yield* openBooks(resolve(path))
      // A comment at its end would go on behind it.
      const asked = `(${sql.trim().replace(/;$/, "")}\n)`
      const { columns } = yield* reader.query(`SELECT * FROM ${asked} LIMIT 0`)
      const [columnNames, types] = [columns.map(({ name }) => name), columns.map(({ type }) => type)]
      const places = yield* Effect.mapError(Effect.fromResult(placesOf(columnNames, names)), refused)
      yield* Effect.mapError(Effect.fromResult(refuseInexact(types, places)), refused)
      const told = Object.entries(places) as ReadonlyArray<readonly [BooksField, number]>
      const cells = told.map(([field, place]) =>
        `"${columnNames[place]?.replaceAll("\"", "\"\"")}"::VARCHAR AS "${field}"`
      )
      yield* workspace.run([
        `CREATE TABLE raw_source (line BIGINT, ${told.map(([field]) => `"${field}" VARCHAR`).join(", ")})`
      ])
      const appender = yield* workspace.attempt(() => workspace.connection.createAppender("raw_source"))
      yield* reader.chunks(`SELECT row_number() OVER () AS line, ${cells.join(", ")} FROM ${asked}`, "singly").pipe(
        Stream.runForEach((chunk) => Effect.sync(() => appender.appendDataChunk(chunk))),
        Effect.ensuring(Effect.sync(() => appender.closeSync()))
      )
      return new Set(told.map(([field]) => field))
    }))
    yield* workspace.run([rawBooks(fields, { texts: "exact", styles }), "DROP TABLE raw_source"])
    yield* readCells(workspace, "The answer to --sql, row", fields, { texts: "exact", styles })
    return fields
  }
)
