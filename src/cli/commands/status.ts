/**
 * `status`: how each wallet is, what the file holds, and what is open.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, switchFlag, withSettings } from "../flags/sharedFlags.ts"

const flags = {
  db: dbFlag,
  config: configFlag,
  maxAge: Flag.String("max-age").pipe(
    Flag.withDescription("End with 3 when the last complete day of a wallet ended longer ago, such as 26h"),
    Flag.optional
  ),
  prometheus: switchFlag("prometheus", "Print metrics for a textfile collector"),
  json: jsonFlag
}

export const status = Command.make(
  "status",
  flags,
  (input) =>
    Effect.promise(() => import("../actions/status/status.ts")).pipe(
      Effect.flatMap(({ status }) => status(input)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Show how each wallet is, how far it is complete and proven, last runs, and what is open"),
  Command.withExamples([
    { command: "wallet-statement status", description: "What the file holds, and what to do" },
    { command: "wallet-statement status --max-age 26h", description: "A monitor's check" },
    { command: "wallet-statement status --prometheus > wallet.prom", description: "Metrics for a textfile collector" }
  ])
)
