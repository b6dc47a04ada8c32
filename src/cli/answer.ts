/**
 * The process that asks a question of the database: it gets the question on stdin, prints the answer, and says on a channel of
 * its own why there is none. It is started without the environment of the program, and so without any secret: whatever a
 * statement does to the database's engine, nothing is there to be shown.
 */
import { Effect, Schema, Stream } from "effect"
import { writeSync } from "node:fs"
import { text } from "node:stream/consumers"
import { Database, type QueryStream } from "../sink/duckdb/index.ts"
import { QueryRefused, type SinkError, sinkError } from "../sink/SinkError.ts"
import { onWriteError, printPart } from "./output.ts"
import { type Question, QuestionText, refusalDescriptor, RefusalText } from "./question.ts"
import { named, rowFormats } from "./rowFormats.ts"
import { renderTable } from "./table.ts"

const answer = Effect.fnUntraced(function*(question: Question) {
  const database = yield* Database.openReadOnly(question.path, question.bytes ?? undefined)
  const stream = yield* database.stream(question.sql, question.values)
  yield* question.format === "table" ? printTable(stream, question) : printRows(stream, question.format)
}, Effect.scoped)

const printTable = Effect.fnUntraced(function*({ batches, columns }: QueryStream, question: Question) {
  const isForTerminal = question.columns !== null
  const shown = Stream.flattenIterable(batches).pipe(isForTerminal ? Stream.take(question.rows + 1) : (all) => all)
  const rows = yield* Stream.runCollect(shown)
  const isMore = isForTerminal && rows.length > question.rows
  const table = { columns, rows: isMore ? rows.slice(0, question.rows) : rows }
  yield* printPart(`${renderTable(table, question.columns ?? undefined)}\n`)
  if (isMore) {
    yield* printPart(
      `These are the first ${question.rows} rows: --rows N shows more, --format csv writes all to a file or a program.\n`
    )
  }
})

const printRows = Effect.fnUntraced(
  function*({ batches, columns }: QueryStream, format: keyof typeof rowFormats): Effect.fn.Return<void, SinkError> {
    const twice = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) < index)
    if (named.has(format) && twice !== undefined) {
      return yield* sinkError(
        new QueryRefused({ kind: "columns with one name" }),
        "Two columns have one name, and one of them would be lost: give them names of their own with AS."
      )
    }
    const { after, before, row } = rowFormats[format](columns)
    yield* printPart(before)
    let isFirst = true
    yield* Stream.runForEach(batches, (rows) => {
      const lines = rows.map((values, index) => row(values, isFirst && index === 0)).join("")
      isFirst &&= rows.length === 0
      return printPart(lines)
    })
    yield* printPart(after)
  }
)

const encodeRefusal = Schema.encodeSync(RefusalText)

process.stdout.on("error", onWriteError)

/** Whoever asked may be gone without having said so; nobody waits for the answer then, and an exit would wait for the engine. */
const asker = Number(process.argv[2])
const second = 1000
setInterval(() => {
  if (process.ppid !== asker) process.kill(process.pid, "SIGKILL")
}, second).unref()

await Effect.promise(() => text(process.stdin)).pipe(
  Effect.flatMap((given) => answer(Schema.decodeSync(QuestionText)(given))),
  Effect.catch((error) =>
    Effect.sync(() => {
      writeSync(refusalDescriptor, encodeRefusal(error))
      process.exitCode = 1
    })
  ),
  Effect.runPromise
)
