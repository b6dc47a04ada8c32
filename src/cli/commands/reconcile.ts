/**
 * `reconcile`: the statement held against the books that somebody keeps.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../flags/sharedFlags.ts"

export const reconcile = Command.make(
  "reconcile",
  {
    against: Flag.String("against").pipe(
      Flag.withDescription("The books: CSV whose first line names the columns, Parquet, or a DuckDB file with --sql")
    ),
    sql: Flag.String("sql").pipe(
      Flag.withDescription("A SELECT whose rows are the books, in the DuckDB file that --against names"),
      Flag.optional
    ),
    wallet: Flag.String("wallet").pipe(
      Flag.withAlias("w"),
      Flag.withDescription("Only this wallet"),
      Flag.optional
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription("First day, YYYY-MM-DD (default: the first of the books)"),
      Flag.optional
    ),
    to: Flag.String("to").pipe(
      Flag.withDescription("Last day, YYYY-MM-DD (default: the last of the books)"),
      Flag.optional
    ),
    days: Flag.String("days").pipe(
      Flag.withDescription("How many days apart two times of one payment may be (default: 3)"),
      Flag.optional
    ),
    column: Flag.String("column").pipe(
      Flag.withDescription(
        "Which column of the books is what, such as id=ORDER_NO; may be given several times. No need for columns named " +
          "id, date, amount, reference, description, currency or wallet"
      ),
      Flag.atLeast(0)
    ),
    db: dbFlag,
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/reconcile/reconcile.ts")).pipe(
      Effect.flatMap(({ reconcileBooks }) => reconcileBooks(input)),
      withSettings({ config: input.config, db: input.db }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Hold the statement against your own records: what is in both, and what is open"),
  Command.withExamples([
    {
      command: "wallet-statement reconcile --against books.csv --from 2025-01-01 --to 2025-01-31",
      description: "A month of the books"
    },
    {
      command: "wallet-statement reconcile --against orders.csv --column id=ORDER_NO --column reference=INVOICE",
      description: "Books whose columns have other names"
    }
  ])
)
