/**
 * `reconcile`: the statement held against the books that somebody keeps.
 */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { toEnding } from "../ending/ending.ts"
import { configFlag, dbFlag, jsonFlag, switchFlag, waitFlag, withSettings } from "../flags/sharedFlags.ts"

const actions = Effect.promise(() => import("../actions/reconcile/reconcile.ts"))
const deciding = Effect.promise(() => import("../actions/reconcile/decide.ts"))
const decided = Effect.promise(() => import("../actions/reconcile/decisions.ts"))

const common = { db: dbFlag, config: configFlag, json: jsonFlag }

const booksFlags = {
  against: Flag.String("against").pipe(
    Flag.withDescription(
      "The books: CSV or XLSX whose first line names the columns, Parquet, or a DuckDB file with --sql"
    ),
    Flag.optional
  ),
  sql: Flag.String("sql").pipe(
    Flag.withDescription("A SELECT whose rows are the books, in the DuckDB file that --against names"),
    Flag.optional
  ),
  profile: Flag.String("profile").pipe(
    Flag.withDescription(
      "What the table [reconcile.NAME] of the configuration file says of the books; flags count before it"
    ),
    Flag.optional
  ),
  sheet: Flag.String("sheet").pipe(
    Flag.withDescription("The sheet of a workbook that holds the books (default: its first)"),
    Flag.optional
  ),
  column: Flag.String("column").pipe(
    Flag.withDescription(
      "Which column of the books is what, such as id=ORDER_NO; may be given several times. No need for columns named " +
        "id, date, amount (or in and out), reference, description, currency or wallet"
    ),
    Flag.atLeast(0)
  ),
  dates: Flag.String("dates").pipe(
    Flag.withDescription("How days are written in the books' texts, such as DD/MM/YYYY (default: YYYY-MM-DD)"),
    Flag.optional
  ),
  amounts: Flag.String("amounts").pipe(
    Flag.withDescription("How 1234.56 is written in the books' texts, such as 1,234.56 or 1.234,56 (default: 1234.56)"),
    Flag.optional
  )
}

const by = Flag.String("by").pipe(
  Flag.withDescription("Who decides that (default: the system's name of the user)"),
  Flag.optional
)

const decide = Command.make(
  "decide",
  {
    statement: Flag.String("statement").pipe(
      Flag.withDescription(
        "A row of the statement by its id, ID#1 for a second one of that id; may be given several times"
      ),
      Flag.atLeast(0)
    ),
    books: Flag.String("books").pipe(
      Flag.withDescription("A row of the books by its id or its line, or line:9; may be given several times"),
      Flag.atLeast(0)
    ),
    alone: switchFlag("alone", "Each of these rows stands alone on purpose, and is open no longer"),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why, in a sentence; kept for the auditor")),
    by,
    ...booksFlags,
    wallet: Flag.String("wallet").pipe(
      Flag.withAlias("w"),
      Flag.withDescription("Whose rows of the statement are meant, where several wallets have such an id"),
      Flag.optional
    ),
    wait: waitFlag,
    ...common
  },
  (input) =>
    deciding.pipe(
      Effect.flatMap(({ decide }) => decide(input)),
      withSettings({ config: input.config, db: input.db, wait: input.wait }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription(
    "Decide that rows belong together, or that a row stands alone: kept for every later reconcile"
  )
)

const decisions = Command.make(
  "decisions",
  { all: switchFlag("all", "Those that were taken back, too"), ...common },
  (input) =>
    decided.pipe(
      Effect.flatMap(({ listDecisions }) => listDecisions(input)),
      withSettings({ config: input.config, db: input.db }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("List what was decided about rows, by whom and why"))

const reopen = Command.make(
  "reopen",
  {
    ids: Argument.String("id").pipe(
      Argument.withDescription(
        "Decisions' ids, as the list gives them, or their beginnings: all are taken back, or none"
      ),
      Argument.variadic({ min: 1 })
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why"), Flag.optional),
    by,
    wait: waitFlag,
    ...common
  },
  (input) =>
    decided.pipe(
      Effect.flatMap(({ reopenDecisions }) => reopenDecisions(input)),
      withSettings({ config: input.config, db: input.db, wait: input.wait }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Take decisions back: their rows are matched as others are"))

export const reconcile = Command.make(
  "reconcile",
  {
    ...booksFlags,
    wallet: Flag.String("wallet").pipe(
      Flag.withAlias("w"),
      Flag.withDescription("Only this wallet"),
      Flag.optional
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription("First day, YYYY-MM-DD (default: the first of the books)"),
      Flag.optional
    ),
    to: Flag.String("to").pipe(
      Flag.withDescription("Last day, YYYY-MM-DD (default: the last of the books)"),
      Flag.optional
    ),
    out: Flag.File("out").pipe(
      Flag.withDescription("HTML page with totals and lists to write, which needs nothing else"),
      Flag.optional
    ),
    csv: Flag.File("csv").pipe(
      Flag.withDescription("CSV to write, with a line for each row of either side and what became of it"),
      Flag.optional
    ),
    days: Flag.String("days").pipe(
      Flag.withDescription("How many days apart two times of one payment may be (default: 3)"),
      Flag.optional
    ),
    fee: Flag.String("fee").pipe(
      Flag.withDescription(
        "What the service keeps of a payment of the books: \"1.5% + 10.00, at least 12.00, at most 250.00\", or a tariff such as " +
          "\"up to 500.00: 7.00\" given several times. A match is exact when it is taken (default: no fee)"
      ),
      Flag.atLeast(0)
    ),
    ...common
  },
  (input) =>
    actions.pipe(
      Effect.flatMap(({ reconcileBooks }) => reconcileBooks(input)),
      withSettings({ config: input.config, db: input.db }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Hold the statement against your own records: what is in both, and what is open"),
  Command.withSubcommands([decide, decisions, reopen]),
  Command.withExamples([
    {
      command: "wallet-statement reconcile --against books.csv --from 2025-01-01 --to 2025-01-31",
      description: "A month of the books"
    },
    {
      command: "wallet-statement reconcile --against orders.csv --column id=ORDER_NO --column reference=INVOICE",
      description: "Books whose columns have other names"
    },
    {
      command:
        "wallet-statement reconcile decide --against books.csv --statement QGH7XYZ --books 17 --reason \"paid late, told by the shop\"",
      description: "These belong together, whatever else speaks for it"
    }
  ])
)
