/**
 * What `query` is given: the statement, from an argument, a file or stdin, and the values for its `$name`s.
 */
import { Effect, Option, Stream } from "effect"
import { printable } from "../../../domain/printable.ts"
import { type CommandEnd, wrongUsage } from "../../ending/exit.ts"
import { bounded, inputFile, type InputRefused } from "../InputFile.ts"

/** Where a statement may be given. */
export interface StatementGiven {
  readonly sql: Option.Option<string>
  readonly file: Option.Option<string>
}

/** Longer than any statement that somebody writes. */
const maxBytes = 2 ** 20

/** Whether the statement is typed by a person, who may take as long as it takes. */
export const isTyped = ({ sql }: StatementGiven): boolean => Option.contains(sql, "-") && process.stdin.isTTY

/** The statement, from where it is given. */
export const statementText = ({ file, sql }: StatementGiven): Effect.Effect<string, CommandEnd> => {
  if (Option.isSome(sql) && Option.isNone(file)) {
    return sql.value === "-"
      ? textOf(bounded(process.stdin, maxBytes), "What came on stdin")
      : Effect.succeed(sql.value)
  }
  if (Option.isSome(file) && Option.isNone(sql)) {
    return textOf(inputFile(file.value, maxBytes), printable(file.value, Infinity))
  }
  return wrong("Give one statement: as an argument, with --file FILE, or - to read it from stdin.")
}

const textOf = (bytes: Stream.Stream<Uint8Array, InputRefused>, name: string): Effect.Effect<string, CommandEnd> =>
  Stream.mkString(Stream.decodeText(bytes)).pipe(
    Effect.catch(({ problem }) => wrong(`${name} ${problem}: a file or a pipe with one statement is wanted.`))
  )

/** The values of `--param NAME=VALUE`s. A value may be empty, and each name is given one. */
export const parameterValues = Effect.fnUntraced(
  function*(given: ReadonlyArray<string>): Effect.fn.Return<Readonly<Record<string, string>>, CommandEnd> {
    const values = new Map<string, string>()
    for (const text of given) {
      const at = text.indexOf("=")
      const name = text.slice(0, Math.max(at, 0))
      if (name === "") return yield* wrong("--param is NAME=VALUE, for $NAME in the statement; the value may be empty.")
      if (values.has(name)) return yield* wrong(`--param ${printable(name)} is given twice: keep one of them.`)
      values.set(name, text.slice(at + 1))
    }
    return Object.fromEntries(values)
  }
)

const wrong = (message: string): Effect.Effect<never, CommandEnd> => Effect.fail(wrongUsage(message))
