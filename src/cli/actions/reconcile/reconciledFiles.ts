/**
 * What came of holding a statement against books, as files: a page to look at, and a table to work with.
 */
import { Clock, Effect, Option, Stream } from "effect"
import { basename } from "node:path"
import { noteOutcome, outcomeColumns, outcomeRows } from "../../../analytics/reconcile/outcome.ts"
import type { Reconciled, ReconcileOptions } from "../../../analytics/reconcile/reconcile.ts"
import { reconciledPage } from "../../../analytics/reconcile/reconciledPage.ts"
import { rulesText } from "../../../analytics/reconcile/rulesText.ts"
import type { Workspace } from "../../../analytics/Workspace.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import type { CommandEnd } from "../../ending/exit.ts"
import { spreadsheetLine } from "../../output/spreadsheetCsv.ts"
import { pageKindOf } from "../pageKind.ts"
import { type FileKind, refuseUnfit, writeParts, writeText } from "../writtenFile.ts"

/** Where files go, if they are asked for. */
export interface FilesInput {
  readonly out: Option.Option<string>
  readonly csv: Option.Option<string>
}

const head = spreadsheetLine(outcomeColumns)

const table: FileKind = { beginning: head.trim(), name: "CSV of reconcile" }

/** Refuses places that can't be written, before the work. */
export const refuseUnfitFiles = Effect.fnUntraced(
  function*({ csv, out }: FilesInput): Effect.fn.Return<void, CommandEnd> {
    if (Option.isSome(out)) yield* refuseUnfit(out.value, pageKindOf("reconcile"))
    if (Option.isSome(csv)) yield* refuseUnfit(csv.value, table)
  }
)

/** Writes the files that are asked for, and gives what is to be said of each. */
export const writeFiles = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    reconciled: Reconciled,
    options: ReconcileOptions,
    { csv, out }: FilesInput
  ): Effect.fn.Return<ReadonlyArray<string>, SinkError | CommandEnd> {
    if (Option.isNone(out) && Option.isNone(csv)) return []
    yield* workspace.run(noteOutcome)
    const told: Array<string> = []
    if (Option.isSome(out)) {
      const madeAt = yield* Clock.currentTimeMillis
      const facts = { books: basename(options.books.path), rules: rulesText(options), madeAt }
      yield* writeText(out.value, yield* reconciledPage(workspace, reconciled, facts))
      told.push(`${out.value}: the same as a page. Open it in a browser; it needs nothing else, and prints on A4.`)
    }
    if (Option.isSome(csv)) {
      const lines = outcomeRows(workspace).pipe(Stream.map((rows) => rows.map(spreadsheetLine).join("")))
      yield* writeParts(csv.value, Stream.concat(Stream.make(head), lines))
      told.push(`${csv.value}: every row as a line of CSV.`)
    }
    return told
  }
)
