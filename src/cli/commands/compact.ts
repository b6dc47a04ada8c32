/**
 * `compact`: the file without what it no longer needs.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, waitFlag, withSettings } from "../flags/sharedFlags.ts"

export const compact = Command.make(
  "compact",
  { db: dbFlag, config: configFlag, wait: waitFlag, json: jsonFlag },
  (input) =>
    Effect.promise(() => import("../actions/compact/compact.ts")).pipe(
      Effect.flatMap(({ compact }) => compact(input.json)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription(
    "Write the file anew without what it no longer needs, verify it, and replace the old one at once"
  ),
  Command.withExamples([
    { command: "wallet-statement compact", description: "After many nights with changed rows: see what it saves" }
  ])
)
