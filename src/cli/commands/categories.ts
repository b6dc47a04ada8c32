/**
 * `categories`: the user's rules for categories and counterparties.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, daysFlags, dbFlag, jsonFlag, waitFlag, walletsFlag, withSettings } from "../flags/sharedFlags.ts"

const actions = Effect.promise(() => import("../actions/categories/categories.ts"))

const common = { db: dbFlag, config: configFlag, json: jsonFlag }

const rules = Argument.File("file").pipe(
  Argument.withDescription("TOML with a table [[rule]] for each rule, or CSV whose first line names the columns")
)

const load = Command.make("load", { file: rules, wait: waitFlag, ...common }, (input) =>
  actions.pipe(
    Effect.flatMap(({ loadCategories }) => loadCategories(input.file, input.json)),
    withSettings({ config: input.config, db: input.db, wait: input.wait }),
    toEnding(input.json)
  )).pipe(Command.withDescription("Load the rules of a file in the place of those before"))

const list = Command.make("list", common, (input) =>
  actions.pipe(
    Effect.flatMap(({ listCategories }) => listCategories(input.json)),
    withSettings(input),
    toEnding(input.json)
  )).pipe(Command.withDescription("List the rules in force, in the order in which they are tried"))

const test = Command.make("test", {
  file: Argument.optional(rules),
  wallet: walletsFlag("whose rows are looked at"),
  ...daysFlags("loaded"),
  ...common
}, (input) =>
  actions.pipe(
    Effect.flatMap(({ testCategories }) => testCategories(input)),
    withSettings({ config: input.config, db: input.db }),
    toEnding(input.json)
  )).pipe(
    Command.withDescription(
      "Show what each rule takes and what is left: of the rules loaded, or of a file before it is"
    )
  )

export const categories = Command.make("categories").pipe(
  Command.withDescription("Rules by which rows have a category and a counterparty"),
  Command.withSubcommands([load, list, test]),
  Command.withExamples([
    { command: "wallet-statement categories test categories.toml", description: "What would these rules take?" },
    { command: "wallet-statement categories load categories.toml", description: "Keep them in the database" }
  ])
)
