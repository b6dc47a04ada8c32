/**
 * `sign`: the signing text and the signature of a request, to compare with what the service expects.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, jsonFlag, switchFlag, withSettings } from "../flags/sharedFlags.ts"

export const sign = Command.make(
  "sign",
  {
    wallet: Flag.String("wallet").pipe(Flag.withDescription("Wallet number of the request")),
    to: Flag.String("to").pipe(Flag.withDescription("Last day of the request, YYYY-MM-DD")),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Limit of the request"), Flag.withDefault(5000)),
    explain: switchFlag("explain", "Print a shell script that makes and verifies the signature with OpenSSL"),
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    Effect.promise(() => import("../actions/sign/sign.ts")).pipe(
      Effect.flatMap(({ sign }) => sign(input)),
      withSettings({ config: input.config }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Print the signing text and the signature of a statement request"),
  Command.withExamples([
    { command: "wallet-statement sign --wallet 254700000001 --to 2024-03-31", description: "Sign a request" },
    {
      command: "wallet-statement sign --wallet 254700000001 --to 2024-03-31 --explain > check.sh",
      description: "Get the OpenSSL commands that give the same"
    }
  ])
)
