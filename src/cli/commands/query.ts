/**
 * `query`: read-only SQL over the file.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../settings/Settings.ts"
import { Database } from "../../sink/duckdb/index.ts"
import { toEnding } from "../ending.ts"
import { dataColumns, printData } from "../output.ts"
import { configFlag, dbFlag, withSettings } from "../settingFlags.ts"
import { type Format, formats, render } from "../table.ts"

const run = Effect.fnUntraced(function*(sql: string, format: Format) {
  const { path } = yield* DatabaseSettings
  const database = yield* Database.openReadOnly(path)
  const result = yield* database.query(sql)
  yield* printData(render(result, format, dataColumns()))
}, Effect.scoped)

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
    run(input.sql, input.json ? "json" : input.format).pipe(
      Effect.provide(layerDatabase),
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
