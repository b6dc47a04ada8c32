/**
 * The tables of the file as its first version has them; this list is never edited once released. A later version changes them by
 * a step in `file/migrations.ts`, with what `laterTables.ts` says of new tables and columns.
 *
 * `transactions` has no primary key: it would make a page many times dearer in a large file, and the comparison of a
 * window with the stored rows gives every row its identity without one.
 */
import type { Column, Table } from "./tableText.ts"

const identity: ReadonlyArray<Column> = [
  ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
  ["txn_id", "VARCHAR NOT NULL", "Identifier as received; may be blank, may be shared by several rows"],
  ["leg", "INTEGER NOT NULL", "Numbers the rows of a wallet that share an id, from 0"]
]

/** What makes a row's content, in the order of the canonical audit text. */
export const content: ReadonlyArray<Column> = [
  ["type", "VARCHAR", "Debit takes from the wallet, Credit adds to it"],
  ["amount", "DECIMAL(18,4)", "Amount as received, not signed by the type"],
  ["balance", "DECIMAL(18,4)", "Balance after the transaction; NULL when the service gave none"],
  ["currency", "VARCHAR", "ISO 4217 code; NULL when neither settings nor description name one"],
  ["description", "VARCHAR", "Text as received"],
  ["confirmed", "BOOLEAN", "Whether the service calls the transaction confirmed"],
  ["occurred_at", "TIMESTAMPTZ", "Instant of the transaction"],
  ["local_time", "TIMESTAMP", "Wall clock of the service's zone"],
  ["date_text", "VARCHAR", "Timestamp as received"],
  ["time_flag", "VARCHAR", "NULL, marker-conflict, ambiguous-local or nonexistent-local"]
]

/** The names of these columns. */
export const contentColumns: ReadonlyArray<string> = content.map(([name]) => name)

const contentStruct = `STRUCT(${content.map(([name, type]) => `"${name}" ${type}`).join(", ")})`

const signedAmount: Column = ["signed_amount", "DECIMAL(18,4) NOT NULL", "Amount as it moves the balance: + for Credit"]

const nullable: ReadonlySet<string> = new Set(["balance", "currency", "time_flag"])

const transactions: Table = {
  name: "transactions",
  about: "Every row that the service has shown, withdrawn ones included; see current_transactions",
  columns: [
    ...identity,
    ...content.flatMap(([name, type, about]): Array<Column> => {
      const column: Column = [name, nullable.has(name) ? type : `${type} NOT NULL`, about]
      return name === "amount" ? [column, signedAmount] : [column]
    }),
    [
      "position",
      "BIGINT",
      "Place in the rebuilt order of its currency: days since 1970-01-01 x 10000000 + place in the day; NULL unknown"
    ],
    ["first_seen_at", "TIMESTAMPTZ NOT NULL", "When the row was inserted"],
    ["last_changed_at", "TIMESTAMPTZ NOT NULL", "When the row was last inserted, changed, withdrawn or returned"],
    ["withdrawn_at", "TIMESTAMPTZ", "When the service was found to show the row no longer; NULL while it does"],
    ["run_id", "VARCHAR NOT NULL", "Run that last inserted, changed, withdrew or returned the row"],
    ["window_sequence", "BIGINT NOT NULL", "Window that inserted the row: statement_windows.sequence"]
  ]
}

const rowChanges: Table = {
  name: "row_changes",
  about: "Changes of stored rows; insertions are not written twice, transaction_events adds them",
  columns: [
    ["sequence", "BIGINT NOT NULL", "Window that made the change: statement_windows.sequence"],
    ["kind", "VARCHAR NOT NULL", "changed, withdrawn or returned"],
    ...identity,
    ["before", contentStruct, "Content before"],
    ["after", contentStruct, "Content after; NULL when withdrawn"],
    ["run_id", "VARCHAR NOT NULL", "Run that made the change"],
    ["at", "TIMESTAMPTZ NOT NULL", "When the change was made"]
  ]
}

const statementWindows: Table = {
  name: "statement_windows",
  about: "One row for each committed request: what was asked, what came, what it changed",
  columns: [
    ["sequence", "BIGINT NOT NULL", "Counts the windows of this file, from 1"],
    ["run_id", "VARCHAR NOT NULL", "Run that fetched the window"],
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["from_day", "DATE NOT NULL", "First day that the window replaces"],
    ["to_day", "DATE NOT NULL", "Last day that the window replaces"],
    ["last_settled_day", "DATE NOT NULL", "Last day that was over when the window was fetched"],
    ["asked_from", "DATE NOT NULL", "from_date of the request"],
    ["asked_to", "DATE NOT NULL", "to_date of the request"],
    ["row_limit", "INTEGER NOT NULL", "limit of the request"],
    ["attempts", "INTEGER NOT NULL", "Attempts that the answer took"],
    [
      "status",
      "VARCHAR NOT NULL",
      "complete, cut-off when the answer may lack rows, or quarantine-retry for records read from quarantine"
    ],
    ["received", "BIGINT NOT NULL", "Records received = rows + outside + duplicates + quarantined"],
    ["rows", "BIGINT NOT NULL", "Records that became rows of the window"],
    ["outside", "BIGINT NOT NULL", "Records of days asked for beyond the window"],
    ["duplicates", "BIGINT NOT NULL", "Records that came twice in the answer"],
    ["quarantined", "BIGINT NOT NULL", "Records that could not be normalised"],
    ["inserted", "BIGINT NOT NULL", "Rows inserted"],
    ["changed", "BIGINT NOT NULL", "Rows changed"],
    ["unchanged", "BIGINT NOT NULL", "Rows that were there already"],
    ["withdrawn", "BIGINT NOT NULL", "Stored rows that the service shows no longer"],
    ["returned", "BIGINT NOT NULL", "Withdrawn rows that the service shows again"],
    ["bytes", "BIGINT NOT NULL", "Length of the decoded body"],
    ["sha256", "VARCHAR NOT NULL", "SHA-256 of the decoded body, lower-case hex"],
    ["opening_balance", "DECIMAL(18,4)", "Balance before the first row; NULL unknown"],
    ["closing_balance", "DECIMAL(18,4)", "Balance after the last row; NULL unknown"],
    ["debit_total", "DECIMAL(38,4) NOT NULL", "Sum of the debits"],
    ["credit_total", "DECIMAL(38,4) NOT NULL", "Sum of the credits"],
    ["verdict", "VARCHAR NOT NULL", "proven, gap, ambiguous, unanchored or truncated"],
    ["requested_at", "TIMESTAMPTZ NOT NULL", "When the successful attempt was sent"],
    ["duration_ms", "BIGINT NOT NULL", "From the first attempt to the last byte of the answer"],
    ["committed_at", "TIMESTAMPTZ NOT NULL", "When the window was committed"],
    ["previous_hash", "VARCHAR NOT NULL", "audit_hash of the window before; 64 zeros for the first"],
    ["audit_hash", "VARCHAR NOT NULL", "SHA-256 over this record, its rows and events; see docs/audit.md"]
  ]
}

const runs: Table = {
  name: "runs",
  about: "One row for each run",
  columns: [
    ["run_id", "VARCHAR NOT NULL", "Identifier of the run"],
    ["status", "VARCHAR NOT NULL", "running, complete, incomplete, failed, or interrupted when it never ended"],
    ["program_version", "VARCHAR NOT NULL", "Version of the program that ran"],
    ["wallets", "VARCHAR[] NOT NULL", "Wallets asked for"],
    ["asked_from", "DATE", "First day asked for; NULL when each wallet went on from its watermark"],
    ["asked_to", "DATE", "Last day asked for; NULL likewise"],
    ["started_at", "TIMESTAMPTZ NOT NULL", "When the run began"],
    ["ended_at", "TIMESTAMPTZ", "When the run ended; NULL while it runs or when it was interrupted"],
    ["duration_ms", "BIGINT", "How long the run took"],
    ["report", "VARCHAR", "The run's report as JSON, the document that pull --json prints"]
  ]
}

const watermarks: Table = {
  name: "watermarks",
  about: "How far each wallet is complete",
  columns: [
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["complete_from", "DATE NOT NULL", "First day of the complete range"],
    ["complete_to", "DATE NOT NULL", "Last day of the complete range; that day is over"],
    ["updated_at", "TIMESTAMPTZ NOT NULL", "When the range last changed"],
    ["run_id", "VARCHAR NOT NULL", "Run that last changed the range"]
  ]
}

const quarantine: Table = {
  name: "quarantine",
  about: "Records that could not be normalised, with the very text that was received",
  columns: [
    ["id", "BIGINT NOT NULL", "Counts the records of this file, from 1"],
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["raw_text", "VARCHAR NOT NULL", "The record exactly as received"],
    ["reason", "VARCHAR NOT NULL", "What stood in the way"],
    ["detail", "VARCHAR NOT NULL", "The field and what it should look like"],
    ["day", "DATE", "Day the record stands on; NULL when its date can't be read"],
    [
      "state",
      "VARCHAR NOT NULL",
      "open, replaced when later complete answers for its days show it no longer, or resolved when it became a row"
    ],
    ["window_sequence", "BIGINT NOT NULL", "Window that brought it first: statement_windows.sequence"],
    ["window_from", "DATE NOT NULL", "First day of that window"],
    ["window_to", "DATE NOT NULL", "Last day of that window"],
    [
      "awaited_from",
      "DATE",
      "First day that complete windows have yet to cover without it; NULL when its day is known"
    ],
    ["awaited_to", "DATE", "Last such day; a record of an unknown day is replaced when none is left"],
    ["first_seen_at", "TIMESTAMPTZ NOT NULL", "When it came first"],
    ["first_run_id", "VARCHAR NOT NULL", "Run that brought it first"],
    ["last_seen_at", "TIMESTAMPTZ NOT NULL", "When it came last"],
    ["last_run_id", "VARCHAR NOT NULL", "Run that brought it last"],
    ["closed_at", "TIMESTAMPTZ", "When it left the state open"],
    ["closed_run_id", "VARCHAR", "Run that closed it"],
    ["closed_sequence", "BIGINT", "Window that closed it: statement_windows.sequence"]
  ]
}

const continuityWindows: Table = {
  name: "continuity_windows",
  about: "What the balances of some days say, for the program's own use: enough to join them to other days",
  columns: [
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["from_day", "DATE NOT NULL", "First of the days; the days of a wallet's entries never overlap"],
    ["to_day", "DATE NOT NULL", "Last of the days"],
    ["cut_off", "BOOLEAN NOT NULL", "Whether the answer for the days may be cut off"],
    ["record", "VARCHAR", "What they say; NULL when it has to be worked out again from the rows"]
  ]
}

const continuityGaps: Table = {
  name: "continuity_gaps",
  about: "Places where the balances of a wallet do not meet",
  columns: [
    ["id", "BIGINT NOT NULL", "Counts the gaps of this file, from 1"],
    ["wallet_no", "VARCHAR NOT NULL", "Wallet account number"],
    ["currency", "VARCHAR", "Currency of the chain; NULL unknown"],
    ["after_txn_id", "VARCHAR", "Row before the gap; NULL when nothing stands there"],
    ["before_txn_id", "VARCHAR", "Row after the gap; NULL when nothing stands there"],
    ["from_time", "TIMESTAMP", "Wall clock of the row before"],
    ["to_time", "TIMESTAMP", "Wall clock of the row after"],
    ["missing", "DECIMAL(38,4) NOT NULL", "What the balance moved by in between"],
    ["state", "VARCHAR NOT NULL", "open or closed"],
    ["found_at", "TIMESTAMPTZ NOT NULL", "When the gap was found"],
    ["found_run_id", "VARCHAR NOT NULL", "Run that found it"],
    ["closed_at", "TIMESTAMPTZ", "When it was closed"],
    ["closed_run_id", "VARCHAR", "Run that closed it"]
  ]
}

/** What the audit hash covers of a window's record, in the order of the canonical audit text. */
export const recordColumns: ReadonlyArray<Column> = statementWindows.columns.filter(([name]) => name !== "audit_hash")

/** All tables of the first version. */
export const firstTables: ReadonlyArray<Table> = [
  transactions,
  rowChanges,
  statementWindows,
  runs,
  watermarks,
  quarantine,
  continuityWindows,
  continuityGaps
]

/** The columns of `transactions`, as the first version has them. */
export const firstRowColumns: ReadonlyArray<Column> = transactions.columns

/** The content of a row of `transactions`, under a table alias, as the struct that events hold. */
export const contentOf = (alias: string): string =>
  `struct_pack(${contentColumns.map((name) => `"${name}" := ${alias}."${name}"`).join(", ")})`
