/**
 * The work of `reconcile decide`: what a person decides about rows, kept with who, when and why.
 */
import { Clock, Effect, Option } from "effect"
import { nameOfRow } from "../../../analytics/reconcile/decisions.ts"
import { fillBooks } from "../../../analytics/reconcile/fillBooks.ts"
import { sides } from "../../../analytics/reconcile/matchTables.ts"
import { newDecisions } from "../../../analytics/reconcile/newDecisions.ts"
import { differenceOf, moreOrLess } from "../../../analytics/reconcile/settledByPeople.ts"
import { openWorkspace } from "../../../analytics/Workspace.ts"
import * as Money from "../../../domain/Money.ts"
import type { RowDecision } from "../../../domain/RowDecision.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../../settings/Settings.ts"
import { decideRows } from "../../../sink/duckdb/index.ts"
import { wrongUsage } from "../../ending/exit.ts"
import { printData, printJson } from "../../output/output.ts"
import { nameFrom, reasonFrom } from "../reason.ts"
import { tellingWait } from "../tellingWait.ts"
import { booksFrom, type BooksInput, profileFrom } from "./books.ts"
import { documentOf } from "./decisionsText.ts"

/** Which rows are meant, and what is decided about them. */
export interface DecideInput extends BooksInput {
  readonly statement: ReadonlyArray<string>
  readonly books: ReadonlyArray<string>
  readonly alone: boolean
  readonly wallet: Option.Option<string>
  readonly reason: string
  readonly by: Option.Option<string>
  readonly json: boolean
}

/** Keeps a decision, and tells what the next `reconcile` does about it. */
export const decide = Effect.fnUntraced(
  function*({ alone, books, by, json, reason, statement, wallet, ...where }: DecideInput) {
    const asked = {
      kind: alone ? "alone" : "together",
      statement,
      books,
      wallet: Option.getOrUndefined(wallet) ?? (yield* profileFrom(where.profile)).wallet ?? null,
      profile: Option.getOrNull(where.profile),
      by: yield* nameFrom(Option.getOrUndefined(by)),
      reason: yield* reasonFrom(reason),
      at: yield* Clock.currentTimeMillis
    } as const
    const count = statement.length + books.length
    if (count < (alone ? 1 : 2)) {
      return yield* wrongUsage(
        alone
          ? "--alone wants a row: name it with --statement ID or --books ID."
          : "Name the rows that belong together, two at least, with --statement ID and --books ID; --alone is for a row without another."
      )
    }
    const workspace = yield* openWorkspace
    yield* workspace.run(sides)
    if (books.length > 0) yield* fillBooks(workspace, yield* booksFrom(where))
    const { allowGroup, path, wait } = yield* DatabaseSettings
    const decisions = yield* decideRows(
      { path, allowGroup, wait: wait && { atMost: wait } },
      (reader) => newDecisions(workspace, reader, asked)
    ).pipe(tellingWait("reconcile decide", wait))
    yield* json
      ? printJson({ decisions: decisions.map(documentOf) })
      : printData(decisions.map(doneText).join("\n"))
  },
  Effect.catchTags({
    BooksRefused: ({ message }) => Effect.fail(wrongUsage(message)),
    DecisionRefused: ({ message }) => Effect.fail(wrongUsage(`${message}\nNothing was decided.`))
  }),
  Effect.scoped,
  Effect.provide(layerDatabase)
)

const doneText = (decision: RowDecision): string => {
  const { by, id, kind, rows } = decision
  const names = rows.map((row) => `${nameOfRow(row)} (${row.side})`).join(", ")
  if (kind === "alone") return `Decision ${id} by ${by}: ${names} stands alone, and is no longer open.`
  const difference = differenceOf(decision)
  return `Decision ${id} by ${by}: ${names} belong together.${
    difference === Money.zero
      ? ""
      : ` The statement's are ${moreOrLess(difference)}, which is accepted with that.`
  }`
}
