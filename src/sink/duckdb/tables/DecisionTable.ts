/**
 * The table `row_decisions`: what people decided about rows that they held against books. Nothing is deleted: a decision that is taken
 * back says so. It says nothing of what the statement is, so no hash covers it.
 */
import { Effect, type Scope } from "effect"
import type { RowDecision } from "../../../domain/RowDecision.ts"
import type { SinkError } from "../../SinkError.ts"
import type { OpenDatabase } from "../file/DatabaseFile.ts"
import { Session } from "../file/Session.ts"
import { quoteText, textOrNull } from "../schema/tableText.ts"
import { instant } from "./commitSql.ts"

const valuesOf = ({ at, by, id, kind, profile, reason, rows }: RowDecision): ReadonlyArray<string> =>
  rows.map((row, index) =>
    `(${
      [
        quoteText(id),
        quoteText(kind),
        String(index + 1),
        quoteText(row.side),
        textOrNull(row.wallet),
        textOrNull(row.id),
        row.leg === null ? "NULL" : String(row.leg),
        quoteText(row.time),
        quoteText(row.amount),
        textOrNull(row.currency),
        textOrNull(row.reference),
        quoteText(row.foundBy),
        String(row.alike),
        instant(at),
        quoteText(by),
        quoteText(reason),
        "NULL, NULL, NULL",
        textOrNull(profile)
      ].join(", ")
    })`
  )

/** Keeps decisions, all or none. */
export const keepDecisions = Effect.fnUntraced(
  function*(
    database: OpenDatabase,
    decisions: ReadonlyArray<RowDecision>
  ): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const session = new Session(database, yield* database.connect)
    yield* session.run(`INSERT INTO row_decisions VALUES ${decisions.flatMap(valuesOf).join(", ")}`)
  },
  Effect.scoped
)

/** Notes that decisions were taken back, all or none. */
export const endDecisions = Effect.fnUntraced(
  function*(
    database: OpenDatabase,
    ids: ReadonlyArray<string>,
    { at, by, reason }: NonNullable<RowDecision["reopened"]>
  ): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const session = new Session(database, yield* database.connect)
    yield* session.run(
      `UPDATE row_decisions SET reopened_at = ${instant(at)}, reopened_by = ${quoteText(by)}, reopened_reason = ${
        textOrNull(reason)
      } WHERE reopened_at IS NULL AND decision IN (${ids.map(quoteText).join(", ")})`
    )
  },
  Effect.scoped
)
