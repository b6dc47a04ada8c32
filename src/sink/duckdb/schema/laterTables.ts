/**
 * What later versions of the file's layout added to the tables of the first; never edited once released.
 */
import { contentColumns } from "./tables.ts"
import type { AddedColumn, Column, RetoldColumn, RetypedColumn, Table } from "./tableText.ts"

/** What the audit hash covers of a declaration, in the order of the canonical audit text. */
export const declaredColumns: ReadonlyArray<Column> = [
  ["id", "BIGINT NOT NULL", "Counts the declarations of this file, from 1"],
  ["kind", "VARCHAR NOT NULL", "anchor, settings, or accepted for withdrawals that were held until then"],
  ["currency", "VARCHAR", "Currency of an anchor; NULL for a wallet of one chain whose currency nobody named"],
  ["day", "DATE", "Day of an anchor"],
  ["side", "VARCHAR", "opening or closing: which balance of the day an anchor is"],
  ["balance", "DECIMAL(38,4)", "That balance; NULL takes back what was declared before"],
  ["source", "VARCHAR", "Where an anchor was given"],
  ["settings", "VARCHAR", "The settings that decide what a row is, from this window on"],
  ["rows", "BIGINT", "Withdrawn rows that were accepted"],
  ["from_day", "DATE", "First day of those rows"],
  ["to_day", "DATE", "Last day of those rows"]
]

/** What it covers of a decision behind these. */
export const decisionColumns: ReadonlyArray<Column> = [
  ["decision", "VARCHAR", "accepted or reopened; NULL for other kinds, as the columns behind it"],
  ["finding", "VARCHAR", "Id of the finding that a decision is about"],
  ["finding_kind", "VARCHAR", "Kind of that finding"],
  ["amount", "DECIMAL(38,4)", "Amount of the finding when that was decided; NULL where it has none"],
  ["decided_by", "VARCHAR", "Who decided it"],
  ["reason", "VARCHAR", "Why; NULL where nobody gave a reason, as for reopening nobody has to"]
]

/** What it covers of an export behind those of all kinds. */
export const exportColumns: ReadonlyArray<Column> = [
  ["format", "VARCHAR", "What an export was written as; NULL for other kinds, as the columns behind it"],
  ["place", "VARCHAR", "Name of the file that was written"],
  ["unproven", "BOOLEAN", "Whether its days were not proven, and somebody asked for them all the same"],
  ["up_to", "BIGINT", "Last window of which it holds the rows: statement_windows.sequence"],
  ["exported_by", "VARCHAR", "Who exported it"]
]

const addedToDeclarations = (columns: ReadonlyArray<Column>): ReadonlyArray<AddedColumn> =>
  columns.map((column) => ({ table: "declarations", column }))

/** The same as columns that the table got later. */
export const columnsOfDecisions = addedToDeclarations(decisionColumns)

/** The same of exports. */
export const columnsOfExports = addedToDeclarations(exportColumns)

/** What somebody decided or set. */
export const declarations: Table = {
  name: "declarations",
  about: "What somebody decided or set, as far as it decides what the statement says; see anchors",
  columns: [
    ["sequence", "BIGINT NOT NULL", "Window that it came with: statement_windows.sequence"],
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ...declaredColumns,
    ["run_id", "VARCHAR NOT NULL", "Run that brought it"],
    ["at", "TIMESTAMPTZ NOT NULL", "When that window was committed"]
  ]
}

/** What is proven. */
export const proofs: Table = {
  name: "proofs",
  about: "How far the balances prove the rows of each wallet and currency, by its last window; see proven",
  columns: [
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["currency", "VARCHAR", "Currency of the chain; NULL unknown"],
    ["proven_from", "DATE", "First day whose opening balance is met; NULL when nothing is proven"],
    ["proven_to", "DATE", "Last day whose closing balance is met; what comes after is provisional"],
    ["quiet_since", "DATE", "First day after the last row, when complete answers show none since"],
    ["opening_known", "BOOLEAN NOT NULL", "Whether the balance before the first proven row is known from elsewhere"],
    ["updated_at", "TIMESTAMPTZ NOT NULL", "When this last changed"],
    ["run_id", "VARCHAR NOT NULL", "Run that last changed it"]
  ]
}

/** How far a wallet is proven beside how far it is complete. */
export const provenOfWatermark: ReadonlyArray<AddedColumn> = [
  {
    table: "watermarks",
    column: ["proven_from", "DATE", "First day that is proven in each currency of the wallet; NULL when none is"]
  },
  {
    table: "watermarks",
    column: [
      "proven_to",
      "DATE",
      "Last day that is proven in each currency; what comes after is provisional; see proven"
    ]
  }
]

/** Rows that are held. */
export const heldRows: Table = {
  name: "held_rows",
  about: "Rows that an answer too poor to be believed no longer showed, and that were kept",
  columns: [
    ["id", "BIGINT NOT NULL", "Counts the held rows of this file, from 1"],
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["txn_id", "VARCHAR NOT NULL", "Identifier of the row: transactions.txn_id"],
    ["leg", "INTEGER NOT NULL", "Leg of the row: transactions.leg"],
    ["day", "DATE NOT NULL", "Day of the row when it was held"],
    ["state", "VARCHAR NOT NULL", "held, shown when an answer shows the row again, or accepted when it was withdrawn"],
    ["held_sequence", "BIGINT NOT NULL", "Window that lacked the row first: statement_windows.sequence"],
    ["window_from", "DATE NOT NULL", "First day of that window"],
    ["window_to", "DATE NOT NULL", "Last day of that window"],
    ["held_at", "TIMESTAMPTZ NOT NULL", "When it was held"],
    ["held_run_id", "VARCHAR NOT NULL", "Run that held it"],
    ["ended_sequence", "BIGINT", "Window that ended that: statement_windows.sequence"],
    ["ended_at", "TIMESTAMPTZ", "When that was"],
    ["ended_run_id", "VARCHAR", "Run of that window"]
  ]
}

/** Which answer the days of an entry came in. */
export const answerOfEntry: AddedColumn = {
  table: "continuity_windows",
  column: ["answer", "VARCHAR", "The answer that all the rows of the days came in; NULL when unknown or changed since"]
}

/** By which rules a run read records. */
export const rulesOfRun: AddedColumn = {
  table: "runs",
  column: ["rules", "VARCHAR", "For each wallet all that decides what a row of it is, as JSON; NULL unknown"]
}

/** What an event's content before lacks. */
export const flagBeforeEvent: AddedColumn = {
  table: "row_changes",
  column: [
    "flag_before",
    "VARCHAR",
    "time_flag of the content before, where an earlier version had stored it as empty; NULL elsewhere"
  ]
}

/** The content before an event of `row_changes`, with the flag that it should have had. */
export const contentBefore = `struct_pack(${
  contentColumns.map((name) =>
    `"${name}" := ${name === "time_flag" ? `coalesce(flag_before, "before".time_flag)` : `"before"."${name}"`}`
  ).join(", ")
})`

/** What a row's balance and amount make of the balance before it may have more digits than either. */
export const widerBalances: ReadonlyArray<RetypedColumn> = ["opening_balance", "closing_balance"].map((name) => ({
  table: "statement_windows",
  name,
  type: "DECIMAL(38,4)"
}))

/** What a window may be that a file of an earlier version knows nothing of. */
export const statusesOfWindows: RetoldColumn = {
  table: "statement_windows",
  name: "status",
  about: "complete; doubted when it lacks rows that were kept; cut-off when the answer may lack rows; " +
    "quarantine-retry for records read from quarantine; joined for days that are checked as one from then on"
}

/** What a window may be since decisions are kept. */
export const statusesWithDecisions: RetoldColumn = {
  ...statusesOfWindows,
  about: `${statusesOfWindows.about}; decided for one that only brings what somebody decided about a finding`
}

const retold = (columns: ReadonlyArray<readonly [name: string, about: string]>): ReadonlyArray<RetoldColumn> =>
  columns.map(([name, about]) => ({ table: "declarations", name, about }))

/** What columns of declarations hold since decisions are kept. */
export const retoldForDecisions = retold([
  ["kind", "anchor, settings, accepted for withdrawals that were held until then, or decision about a finding"],
  ["currency", "Currency of an anchor or a finding; NULL where nobody named one"],
  ["source", "Where an anchor was given; by which accepted finding withdrawals were accepted"],
  ["rows", "Withdrawn rows that were accepted; rows or records that a finding counted"],
  ["from_day", "First day of those rows, or of the finding"],
  ["to_day", "Last day of those rows, or of the finding"]
])

/** What they hold, and what a window may be, since exports are remembered. */
export const retoldForExports: ReadonlyArray<RetoldColumn> = [
  {
    ...statusesOfWindows,
    about: `${statusesWithDecisions.about}; exported for one that only says what was exported`
  },
  ...retold([
    [
      "kind",
      "anchor, settings, accepted for withdrawals that were held until then, decision about a finding, export of rows, or proven " +
      "for days of a month that balances proved"
    ],
    ["currency", "Currency of an anchor, a finding, or exported or proven rows; NULL where nobody named one"],
    [
      "balance",
      "The balance of an anchor, NULL takes back what was declared before; behind the last row of an export, NULL unknown"
    ],
    ["rows", "Withdrawn rows that were accepted; rows or records that a finding counted; rows that were exported"],
    ["from_day", "First day of those rows, of the finding, or of what is proven"],
    ["to_day", "Last day of those rows, of the finding, or of what is proven"]
  ])
]
