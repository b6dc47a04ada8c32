/**
 * The process that asks a question of the database: it gets the question on stdin, prints the answer, and says on a channel of
 * its own why there is none. It is started without the environment of the program, and so without any secret: whatever a
 * statement does to the database's engine, nothing is there to be shown.
 */
import { Effect, Schema, Stream } from "effect"
import { writeSync } from "node:fs"
import { text } from "node:stream/consumers"
import { Database, type QueryStream } from "../../../sink/duckdb/index.ts"
import {
  isTooLong,
  moreMemoryNeeded,
  QueryRefused,
  type SinkError,
  sinkError,
  valueTooLong
} from "../../../sink/SinkError.ts"
import { printPart } from "../../output/output.ts"
import { csvForTerminal, named, rowFormats } from "../../output/rowFormats.ts"
import { renderTable, tableInParts, type TextTable } from "../../output/table.ts"
import { firstRows } from "./firstRows.ts"
import { mostBytes, type NoAnswer, noAnswerDescriptor, NoAnswerText, type Question, QuestionText } from "./question.ts"

const answer = Effect.fnUntraced(function*(question: Question) {
  const database = yield* Database.openReadOnly(question.path, question.bytes)
  const stream = yield* database.stream(question.sql, question.values)
  if (question.columns === null) {
    return yield* question.format === "table" ? printTable(stream) : printRows(stream, question.format, false)
  }
  const { batches, isMore } = firstRows(stream.batches, question.rows)
  const shown = { ...stream, batches }
  yield* question.format === "table"
    ? printToTerminal(shown, question.columns)
    : printRows(shown, question.format, true)
  if (isMore()) tell({ _tag: "RowsLeftOut", shown: question.rows })
}, Effect.scoped)

const printToTerminal = Effect.fnUntraced(function*({ batches, columns }: QueryStream, width: number) {
  const rows = yield* Stream.runCollect(Stream.flattenIterable(batches))
  yield* printPart(`${renderTable({ columns, rows }, width)}\n`)
})

/** Rows that are as many, or characters that are as long, are written before there are more. */
const [enoughRows, enoughCharacters] = [1000, 2 ** 20]

const printTable = Effect.fnUntraced(
  function*({ batches, columns }: QueryStream): Effect.fn.Return<void, SinkError> {
    const table = tableInParts(columns)
    let waiting: Array<TextTable["rows"][number]> = []
    let length = 0
    let isFirst = true
    const write = Effect.suspend(() => {
      const part = table(waiting)
      waiting = []
      length = 0
      isFirst = false
      return printPart(part)
    })
    yield* Stream.runForEach(batches, (rows) => {
      waiting.push(...rows)
      for (const row of rows) length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0)
      return waiting.length < enoughRows && length < enoughCharacters ? Effect.void : write
    })
    if (waiting.length > 0 || isFirst) yield* write
  }
)

const printRows = Effect.fnUntraced(
  function*(
    { batches, columns }: QueryStream,
    format: keyof typeof rowFormats,
    isForTerminal: boolean
  ): Effect.fn.Return<void, SinkError> {
    const twice = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) < index)
    if (named.has(format) && twice !== undefined) {
      return yield* sinkError(
        new QueryRefused({ kind: "columns with one name" }),
        "Two columns have one name, and one of them would be lost: give them names of their own with AS."
      )
    }
    const { after, before, row } = (format === "csv" && isForTerminal ? csvForTerminal : rowFormats[format])(columns)
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

const encodeNoAnswer = Schema.encodeSync(NoAnswerText)

/** Tells why there is no answer, or not all of it. */
const tell = (noAnswer: NoAnswer): void => {
  writeSync(noAnswerDescriptor, encodeNoAnswer(noAnswer))
}

/** Tells it, and ends at once: an exit would wait for the engine. */
const giveUp = (noAnswer: NoAnswer): void => {
  tell(noAnswer)
  process.kill(process.pid, "SIGKILL")
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  giveUp({ _tag: "OutputLost", code: error.code ?? error.name })
})

/** Whoever asked may be gone without having said so; nobody waits for the answer then. */
const asker = Number(process.argv[2])
const second = 1000
setInterval(() => {
  if (process.ppid !== asker) process.kill(process.pid, "SIGKILL")
}, second).unref()

/** The engine counts most of what it takes, and not all: long values in rows that it hands over it does not. */
const watchMemory = (most: number): void => {
  setInterval(() => {
    if (process.memoryUsage.rss() > most) giveUp(moreMemoryNeeded())
  }, second / 50).unref()
}

await Effect.promise(() => text(process.stdin)).pipe(
  Effect.map(Schema.decodeSync(QuestionText)),
  Effect.tap(({ bytes }) => Effect.sync(() => watchMemory(mostBytes(bytes)))),
  Effect.flatMap(answer),
  Effect.catchDefect((defect) => (isTooLong(defect) ? Effect.fail(valueTooLong()) : Effect.die(defect))),
  Effect.catch((error) => Effect.sync(() => giveUp(error))),
  Effect.runPromise
)
