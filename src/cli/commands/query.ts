/**
 * `query`: read-only SQL over the file.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, switchFlag, withSettings } from "../flags/sharedFlags.ts"
import { Format } from "../output/rowFormats.ts"

export const query = Command.make(
  "query",
  {
    sql: Argument.String("sql").pipe(
      Argument.withDescription("One SQL statement that reads; - takes it from stdin"),
      Argument.optional
    ),
    // No file flag, which would refuse the pipe that `<(…)` is.
    file: Flag.String("file").pipe(
      Flag.withDescription("A file with the statement, instead of writing it here"),
      Flag.optional
    ),
    param: Flag.String("param").pipe(
      Flag.withDescription(
        "A text for $name in the statement, such as --param wallet=254700000001; nullif($name, '') makes NULL of an empty one"
      ),
      Flag.atLeast(0)
    ),
    format: Flag.Literals("format", Format.literals).pipe(
      Flag.withDescription("How to print the result"),
      Flag.withDefault("table" as const)
    ),
    json: switchFlag("json", "The same as --format json"),
    timeout: Flag.String("timeout").pipe(
      Flag.withDescription(
        "Longest time the query may take, with the reading of its statement from a pipe (default: 5m)"
      ),
      Flag.optional
    ),
    memory: Flag.String("memory").pipe(
      Flag.withDescription("Memory it may take, such as 4GB (default: half of the machine's)"),
      Flag.optional
    ),
    rows: Flag.String("rows").pipe(
      Flag.withDescription("Rows that are printed to a terminal at most, in any format (default: 1000)"),
      Flag.optional
    ),
    db: dbFlag,
    config: configFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/query/query.ts")).pipe(
      Effect.flatMap(({ query }) => query(input, input.param, input.json ? "json" : input.format)),
      withSettings(input),
      toEnding(input.json || input.format === "json")
    )
).pipe(
  Command.withDescription("Run read-only SQL over the file"),
  Command.withExamples([
    { command: `wallet-statement query "FROM wallet_summary"`, description: "Totals of each wallet" },
    {
      command:
        `wallet-statement query "FROM daily_balance WHERE wallet_no = \\$wallet" --param wallet=254700000001 --format csv`,
      description: "Closing balances by day, as CSV"
    },
    { command: "wallet-statement query --file month.sql", description: "The statement of a file" }
  ])
)
