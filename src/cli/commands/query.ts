/**
 * `query`: read-only SQL over the file.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending.ts"
import { configFlag, dbFlag, withSettings } from "../settingFlags.ts"
import { formats } from "../table.ts"

export const query = Command.make(
  "query",
  {
    sql: Argument.String("sql").pipe(Argument.withDescription("One SQL statement")),
    format: Flag.Literals("format", formats).pipe(
      Flag.withDescription("How to print the result"),
      Flag.withDefault("table" as const)
    ),
    json: Flag.Boolean("json").pipe(Flag.withDescription("The same as --format json"), Flag.withDefault(false)),
    db: dbFlag,
    config: configFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/query.ts")).pipe(
      Effect.flatMap(({ query }) => query(input.sql, input.json ? "json" : input.format)),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json || input.format === "json")
    )
).pipe(
  Command.withDescription("Run read-only SQL over the file"),
  Command.withExamples([
    { command: `wallet-statement query "FROM wallet_summary"`, description: "Totals of each wallet" },
    {
      command: `wallet-statement query "FROM daily_balance WHERE wallet_no = '254700000001'" --format csv`,
      description: "Closing balances by day, as CSV"
    }
  ])
)
