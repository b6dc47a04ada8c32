/**
 * `publish`: a copy for readers.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, waitFlag, withSettings } from "../flags/sharedFlags.ts"

const flags = {
  paths: Argument.String("path").pipe(
    Argument.withDescription(
      "Where the copy goes: NAME.duckdb, or a folder of Parquet, which ends in / (default: those of the settings)"
    ),
    Argument.variadic()
  ),
  wait: waitFlag,
  db: dbFlag,
  config: configFlag,
  json: jsonFlag
}

export const publish = Command.make(
  "publish",
  flags,
  (input) =>
    Effect.promise(() => import("../actions/publish/publish.ts")).pipe(
      Effect.flatMap(({ publish }) => publish(input.json)),
      withSettings({ ...input, publish: input.paths }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Publish a consistent copy for readers, which takes the place of the one before at once"),
  Command.withExamples([
    { command: "wallet-statement publish /srv/readers/wallets.duckdb", description: "A DuckDB file to read" },
    { command: "wallet-statement publish /srv/readers/wallets/", description: "A folder of Parquet files" }
  ])
)
