/**
 * The table `category_rules`: rules for categories as somebody loaded them last. They say how a statement is looked at and nothing of
 * what it is, so they are replaced and not kept, and no hash covers them.
 */
import { Effect, type Scope } from "effect"
import type { CategoryRule } from "../../../domain/CategoryRule.ts"
import * as Money from "../../../domain/Money.ts"
import type { SinkError } from "../../SinkError.ts"
import type { OpenDatabase } from "../file/DatabaseFile.ts"
import { Session } from "../file/Session.ts"
import { quoteText, textOrNull } from "../schema/tableText.ts"
import { instant } from "./commitSql.ts"

/** The rules as rows of the table, each as the inside of a row of VALUES, without the time at which they were loaded. */
export const ruleRows = (rules: ReadonlyArray<CategoryRule>): ReadonlyArray<string> =>
  rules.map(({ amountFrom, amountTo, category, counterparty, description, source, type }, index) =>
    [
      String(index + 1),
      textOrNull(description),
      textOrNull(type),
      amountOrNull(amountFrom),
      amountOrNull(amountTo),
      textOrNull(category),
      textOrNull(counterparty),
      quoteText(source)
    ].join(", ")
  )

const amountOrNull = (amount: Money.Money | null): string => (amount === null ? "NULL" : Money.format(amount))

/** Puts rules in the place of those that were loaded before, all or none; `at` in milliseconds since 1970. */
export const replaceRules = Effect.fnUntraced(
  function*(
    database: OpenDatabase,
    rules: ReadonlyArray<CategoryRule>,
    at: number
  ): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const session = new Session(database, yield* database.connect)
    const rows = ruleRows(rules).map((row) => `(${row}, ${instant(at)})`)
    yield* session.run(
      [
        "BEGIN TRANSACTION",
        "DELETE FROM category_rules",
        ...(rows.length === 0 ? [] : [`INSERT INTO category_rules VALUES ${rows.join(", ")}`]),
        "COMMIT"
      ].join(";\n")
    ).pipe(Effect.tapError(() => Effect.ignore(session.run("ROLLBACK"))))
  },
  Effect.scoped
)
