/**
 * `verify`: checks the file again, without network: the audit chain, totals and counts, and the running balances.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../flags/sharedFlags.ts"

export const verify = Command.make(
  "verify",
  {
    expect: Flag.String("expect").pipe(
      Flag.withDescription("SEQUENCE:HASH that a run printed: the file's chain must have come by it"),
      Flag.optional
    ),
    // No file flag, which would refuse the pipe that `<(ssh … cat head)` is.
    witness: Flag.String("witness").pipe(
      Flag.withDescription(
        "File that WITNESS_FILE of the pulls names: all its lines are compared with the file's chain"
      ),
      Flag.optional
    ),
    db: dbFlag,
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/verify/verify.ts")).pipe(
      Effect.flatMap(({ verify }) => verify(input)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Check the file again, offline: audit chain, counts, totals, running balances"),
  Command.withExamples([
    { command: "wallet-statement verify", description: "Was anything changed since it was loaded?" },
    {
      command: "wallet-statement verify --witness /mnt/worm/witness",
      description: "… or the whole file rewritten, with a sound chain of its own?"
    }
  ])
)
