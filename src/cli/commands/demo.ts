/**
 * `demo`: the main job on the simulated service, without any account.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { jsonFlag } from "../flags/sharedFlags.ts"

export const demo = Command.make(
  "demo",
  {
    db: Flag.File("db").pipe(Flag.withDescription("DuckDB file to load into"), Flag.withDefault("demo.duckdb")),
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/demo/demo.ts")).pipe(
      Effect.flatMap(({ demo }) => demo(input.db, input.json)),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Pull a year of several wallets from an embedded simulated service into demo.duckdb"),
  Command.withExamples([{ command: "wallet-statement demo", description: "See it work without any account" }])
)
