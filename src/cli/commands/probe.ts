/**
 * `probe`: measures what the interface leaves open on the real service, and prints the settings to use.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, jsonFlag, tellingUnknownVariables, withSettings } from "../flags/sharedFlags.ts"

const flags = {
  wallet: Flag.String("wallet").pipe(
    Flag.withAlias("w"),
    Flag.withDescription("Wallet number (default: the first of the settings)"),
    Flag.optional
  ),
  from: Flag.String("from").pipe(
    Flag.withDescription("First of some days with many rows, YYYY-MM-DD (default: looks for them backwards)"),
    Flag.optional
  ),
  to: Flag.String("to").pipe(
    Flag.withDescription("Last of these days, YYYY-MM-DD (default: three days ago)"),
    Flag.optional
  ),
  requests: Flag.Int("requests").pipe(
    Flag.withDescription("Requests that may be made, logins and retries included (default: 40)"),
    Flag.withDefault(40)
  ),
  config: configFlag,
  json: jsonFlag
}

export const probe = Command.make(
  "probe",
  flags,
  (input) =>
    Effect.promise(() => import("../actions/probe/probe.ts")).pipe(
      Effect.flatMap(({ probe }) => probe(input)),
      withSettings(input),
      tellingUnknownVariables,
      toEnding(input.json)
    )
).pipe(
  Command.withDescription(
    "Measure what the interface leaves open on the real service, and print the settings to use"
  ),
  Command.withExamples([
    { command: "wallet-statement probe", description: "Measure with at most 40 requests" },
    {
      command: "wallet-statement probe --wallet 254700000001 --from 2025-11-24 --to 2025-12-05",
      description: "Around some busy days, where more can be told"
    }
  ])
)
