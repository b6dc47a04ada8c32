/**
 * `status`: what the file holds, how far each wallet is complete, and what is open.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../flags/settingFlags.ts"

export const status = Command.make(
  "status",
  { db: dbFlag, config: configFlag, json: jsonFlag },
  (input) =>
    Effect.promise(() => import("../actions/status/status.ts")).pipe(
      Effect.flatMap(({ status }) => status(input.json)),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Show wallets, how far each is complete, last runs, and what is open"),
  Command.withExamples([{ command: "wallet-statement status", description: "What the file holds" }])
)
