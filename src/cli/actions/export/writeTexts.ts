/**
 * Writes an export in a text format: its rows go through, and a file is begun anew where its reader takes no larger one.
 */
import { Effect, type Scope, Stream } from "effect"
import { ExportRefused } from "../../../analytics/export/ExportRefused.ts"
import type { Exported, ExportText, TextFormat } from "../../../analytics/export/Format.ts"
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import type { LedgerReader } from "../../../analytics/export/LedgerReader.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import type { CommandEnd } from "../../ending/exit.ts"
import { TextFile } from "./TextFile.ts"

/** A file that is whole under a name of its own; several may hold one ledger, in their order. */
export interface WrittenPart {
  readonly temporary: string
  readonly ledgers: ReadonlyArray<Ledger>
}

type Failure = CommandEnd | ExportRefused | SinkError

/** The files of an export, and what its format could not hold as it was. */
export interface Written {
  readonly parts: ReadonlyArray<WrittenPart>
  readonly notes: ReadonlyArray<string>
}

/** Writes all files; `newName` gives a name for each. */
export const writeTexts = Effect.fnUntraced(
  function*(
    format: TextFormat,
    exported: Exported,
    reader: Pick<LedgerReader, "rows">,
    newName: () => string
  ): Effect.fn.Return<Written, Failure, Scope.Scope> {
    const text = format.text(exported)
    const { ledgers } = exported
    const groups = format.isSplitByLedger ? ledgers.map((ledger) => [ledger]) : [ledgers]
    const written = yield* Effect.forEach(
      groups,
      (group) =>
        writeGroup({
          group,
          text,
          mostBytes: format.mostBytes ?? Infinity,
          mostRows: format.mostRows ?? Infinity,
          reader,
          newName
        })
    )
    return { parts: written.flat(), notes: text.notes?.() ?? [] }
  }
)

interface Group {
  readonly group: ReadonlyArray<Ledger>
  readonly text: ExportText
  readonly mostBytes: number
  readonly mostRows: number
  readonly reader: Pick<LedgerReader, "rows">
  readonly newName: () => string
}

const writeGroup = Effect.fnUntraced(
  function*({ group, mostBytes, mostRows, newName, reader, text }: Group): Effect.fn.Return<
    ReadonlyArray<WrittenPart>,
    Failure,
    Scope.Scope
  > {
    const parts: Array<WrittenPart> = []
    const begin = Effect.suspend(() => TextFile.begin(newName())).pipe(
      Effect.tap((begun) => Effect.sync(() => begun.put(text.before)))
    )
    const end = (file: TextFile) => {
      file.put(text.after)
      return Effect.map(file.end, () => parts.push({ temporary: file.path, ledgers: group }))
    }
    let file = yield* begin
    let rowsOfFile = 0
    for (const ledger of group) {
      const own = yield* orRefused(text.ledger(ledger))
      file.put(own.before)
      yield* reader.rows(ledger).pipe(
        Stream.runForEach(Effect.fnUntraced(function*(rows) {
          for (const row of rows) {
            const line = yield* orRefused(own.row(row))
            if (line === "") continue
            if (rowsOfFile === mostRows || file.bytes + Buffer.byteLength(line) + text.after.length > mostBytes) {
              yield* end(file)
              file = yield* begin
              rowsOfFile = 0
            }
            file.put(line)
            rowsOfFile++
          }
          yield* file.flush
        }))
      )
      file.put(yield* orRefused(own.after()))
    }
    yield* end(file)
    return parts
  }
)

const orRefused = <A>(made: A | ExportRefused): Effect.Effect<A, ExportRefused> =>
  made instanceof ExportRefused ? Effect.fail(made) : Effect.succeed(made)
