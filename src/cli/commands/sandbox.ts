/**
 * `sandbox`: the simulated service on loopback, and what a correct pull of it must find.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { sandboxFlags } from "../flags/sandboxFlags.ts"

export const sandbox = Command.make(
  "sandbox",
  sandboxFlags,
  (input) =>
    Effect.promise(() => import("../actions/sandbox/sandbox.ts")).pipe(
      Effect.flatMap(({ sandbox }) => sandbox(input)),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Serve the simulated service on 127.0.0.1, with faults to order"),
  Command.withExamples([
    { command: "wallet-statement sandbox", description: "1,000 records of one wallet on port 8080" },
    {
      command: "wallet-statement sandbox --preset large --order shuffled",
      description: "1,000,000 records, in no order"
    },
    {
      command: "wallet-statement sandbox --rate-limit 60 --fault statement:reset@10%",
      description: "A slow and shaky service"
    }
  ])
)
