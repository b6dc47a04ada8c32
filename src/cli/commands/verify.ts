/**
 * `verify`: checks the file again, without network: the audit chain, totals and counts, and the running balances.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../settingFlags.ts"

export const verify = Command.make(
  "verify",
  { db: dbFlag, config: configFlag, json: jsonFlag },
  (input) =>
    Effect.promise(() => import("../actions/verify.ts")).pipe(
      Effect.flatMap(({ verify }) => verify(input.json)),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Check the file again, offline: audit chain, counts, totals, running balances"),
  Command.withExamples([{
    command: "wallet-statement verify",
    description: "Was anything changed since it was loaded?"
  }])
)
