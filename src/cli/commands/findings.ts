/**
 * `findings`: what speaks against the statement, what may explain it, and what somebody decides about it.
 */
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, switchFlag, waitFlag, withSettings } from "../flags/sharedFlags.ts"

const actions = Effect.promise(() => import("../actions/findings/findings.ts"))
const deciding = Effect.promise(() => import("../actions/findings/decide.ts"))

const common = { db: dbFlag, config: configFlag, json: jsonFlag }

const listFlags = {
  wallet: Flag.String("wallet").pipe(
    Flag.withDescription("Those of one wallet (default: all of the file)"),
    Flag.optional
  ),
  all: switchFlag("all", "Those that are over, too"),
  ...common
}

const listing = (
  input: {
    readonly wallet: Option.Option<string>
    readonly all: boolean
    readonly json: boolean
    readonly config: Option.Option<string>
    readonly db: Option.Option<string>
  }
) =>
  actions.pipe(
    Effect.flatMap(({ listFindings }) => listFindings({ wallet: input.wallet, all: input.all, json: input.json })),
    withSettings({ config: input.config, db: input.db }),
    toEnding(input.json)
  )

const list = Command.make("list", listFlags, listing).pipe(
  Command.withDescription("List the findings, with what may explain them")
)

const id = Argument.String("id").pipe(
  Argument.withDescription("A finding's id, as the list gives it, or its beginning")
)

const show = Command.make("show", { id, ...common }, (input) =>
  actions.pipe(
    Effect.flatMap(({ showFinding }) => showFinding(input.id, input.json)),
    withSettings({ config: input.config, db: input.db }),
    toEnding(input.json)
  )).pipe(Command.withDescription("Show all that is known of one finding, and what can be done"))

const ids = Argument.String("id").pipe(
  Argument.withDescription(
    "Findings' ids, as the list gives them, or their beginnings: all are decided about, or none"
  ),
  Argument.variadic({ min: 1 })
)

const by = Flag.String("by").pipe(
  Flag.withDescription("Who decides that (default: the system's name of the user)"),
  Flag.optional
)

const accept = Command.make(
  "accept",
  {
    ids,
    reason: Flag.String("reason").pipe(Flag.withDescription("Why, in a sentence; kept for the auditor")),
    by,
    wait: waitFlag,
    ...common
  },
  (input) =>
    deciding.pipe(
      Effect.flatMap(({ decide }) => decide({ ...input, decision: "accepted", reason: Option.some(input.reason) })),
      withSettings({ config: input.config, db: input.db, wait: input.wait }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Accept findings that are explained: they no longer make runs end with 3"))

const reopen = Command.make(
  "reopen",
  {
    ids,
    reason: Flag.String("reason").pipe(Flag.withDescription("Why"), Flag.optional),
    by,
    wait: waitFlag,
    ...common
  },
  (input) =>
    deciding.pipe(
      Effect.flatMap(({ decide }) => decide({ ...input, decision: "reopened" })),
      withSettings({ config: input.config, db: input.db, wait: input.wait }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Take acceptances back"))

export const findings = Command.make("findings", listFlags, listing).pipe(
  Command.withDescription("What speaks against the statement, what may explain it, and what was decided about it"),
  Command.withSubcommands([list, show, accept, reopen]),
  Command.withExamples([
    { command: "wallet-statement findings", description: "What is open, and what may explain it" },
    { command: "wallet-statement findings show 3f9a", description: "One of them, and what can be done" },
    {
      command: "wallet-statement findings accept 3f9a --reason \"fee of May, told by the bank\"",
      description: "It is explained: runs end with 0 again"
    },
    {
      command: "wallet-statement findings accept 3f9a 07c2 --reason \"both told by the bank\"",
      description: "Two for one reason; neither, when one of them can't be accepted"
    }
  ])
)
