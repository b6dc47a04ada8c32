/**
 * `quarantine`: records that could not be read; look at them, and try again without asking the service.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, switchFlag, waitFlag, withSettings } from "../flags/sharedFlags.ts"

const actions = Effect.promise(() => import("../actions/quarantine/quarantine.ts"))

const common = { db: dbFlag, config: configFlag, json: jsonFlag }

const list = Command.make(
  "list",
  {
    all: switchFlag("all", "Those that were resolved or replaced, too"),
    ...common
  },
  (input) =>
    actions.pipe(
      Effect.flatMap(({ listQuarantine }) => listQuarantine(input.all, input.json)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(Command.withDescription("List the records, without their text"))

const show = Command.make(
  "show",
  { id: Argument.Int("id").pipe(Argument.withDescription("A record's id, as the list gives it")), ...common },
  (input) =>
    actions.pipe(
      Effect.flatMap(({ showQuarantined }) => showQuarantined(input.id, input.json)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Show one record with the very text that was received"))

const retry = Command.make(
  "retry",
  {
    wallet: Flag.String("wallet").pipe(
      Flag.withDescription("Wallet number; may be given several times (default: those of the settings)"),
      Flag.atLeast(0)
    ),
    wait: waitFlag,
    ...common
  },
  (input) =>
    actions.pipe(
      Effect.flatMap(({ retryQuarantine }) => retryQuarantine(input.json)),
      withSettings(input),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Read the open records again, with the settings of now; asks the service nothing"))

export const quarantine = Command.make("quarantine").pipe(
  Command.withDescription("Records that could not be read"),
  Command.withSubcommands([list, show, retry]),
  Command.withExamples([
    { command: "wallet-statement quarantine list", description: "What is in quarantine, and why" },
    { command: "wallet-statement quarantine show 3", description: "The record as it was received" },
    { command: "wallet-statement quarantine retry", description: "Try again after a change of settings or an upgrade" }
  ])
)
