/**
 * `check`: goes through everything a pull needs, step by step: ok, or what to do.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, tellingUnknownVariables, withSettings } from "../flags/sharedFlags.ts"

export const check = Command.make(
  "check",
  { db: dbFlag, config: configFlag, json: jsonFlag },
  (input) =>
    Effect.promise(() => import("../actions/check/check.ts")).pipe(
      Effect.flatMap(({ check }) => check(input.json)),
      withSettings(input),
      tellingUnknownVariables,
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Check settings, database and key, then the way to the service, login, clock and signature"),
  Command.withExamples([
    {
      command: "wallet-statement check",
      description: "See whether a pull would work, with a login and one small request a wallet"
    },
    { command: "wallet-statement check --json 2>/dev/null", description: "The same for a program" }
  ])
)
