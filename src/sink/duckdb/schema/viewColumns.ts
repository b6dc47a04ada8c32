/**
 * What the columns of the views hold, for those who look at the file: each view's columns in their order.
 */
import { firstTables } from "./tables.ts"

/** A column of a view: its name, and what it holds. */
export type ViewColumn = readonly [name: string, about: string]

const walletNo: ViewColumn = ["wallet_no", "Wallet account number"]
const currency: ViewColumn = ["currency", "ISO 4217 code; NULL when neither settings nor description name one"]

const totals: ReadonlyArray<ViewColumn> = [
  ["rows", "How many rows that are not withdrawn"],
  ["debit_total", "Sum of the amounts that took from the wallet, not signed"],
  ["credit_total", "Sum of the amounts that added to it"],
  ["net", "Credits less debits"]
]

const missingOfWallet: ViewColumn = [
  "days_missing",
  "Days between the wallet's first loaded day and its last that no complete answer covers: the sums lack them"
]

const identity: ReadonlyArray<ViewColumn> = [
  walletNo,
  ["txn_id", "Identifier of the row: transactions.txn_id"],
  ["leg", "Leg of the row: transactions.leg"]
]

/** The columns of all views. */
export const viewColumns: Readonly<Record<string, ReadonlyArray<ViewColumn>>> = {
  current_transactions: firstTables.filter(({ name }) => name === "transactions").flatMap(({ columns }) =>
    columns.map(([name, , about]): ViewColumn => [name, about])
  ),
  transaction_events: [
    ["sequence", "Window that brought it: statement_windows.sequence"],
    ["kind", "inserted, changed, withdrawn or returned"],
    ...identity,
    ["before", "The row's content before; NULL when it was inserted"],
    ["after", "The row's content after; NULL when it was withdrawn"],
    ["run_id", "Run that brought it"],
    ["at", "When it was committed"]
  ],
  daily_balance: [
    walletNo,
    currency,
    ["day", "Day of the service's calendar; every day from the currency's first row to the wallet's last loaded day"],
    ...totals,
    ["opening_balance", "Balance that the day begins with; NULL when that is not known"],
    ["closing_balance", "Balance that the day ends with; NULL when that is not known, as on a day that may lack rows"],
    ["days_missing", "1 when no complete answer covers the day, so that its sums may lack rows; otherwise 0"]
  ],
  monthly_cashflow: [
    walletNo,
    currency,
    ["month", "First day of the month; every month from the first loaded one to the last"],
    ...totals,
    ["days_missing", "Days of the month that no complete answer covers, those to come included: the sums lack them"]
  ],
  counterparties: [
    walletNo,
    currency,
    ["counterparty", "The description without the direction, currency and amount that it begins with"],
    ...totals,
    ["first_at", "Time of the first row, by the service's clock"],
    ["last_at", "Time of the last row, by the service's clock"],
    missingOfWallet
  ],
  wallet_summary: [
    walletNo,
    currency,
    ["rows", "How many rows that are not withdrawn"],
    ["first_at", "Time of the first row, by the service's clock"],
    ["last_at", "Time of the last row, by the service's clock"],
    ...totals.slice(1),
    ["closing_balance", "Balance behind the last row; NULL when that is not known"],
    ["withdrawn", "Rows that the service no longer shows"],
    ["complete_from", "First day that is loaded without a hole"],
    ["complete_to", "Last such day"],
    ["quarantined", "Records of the wallet that could not be read and are open"],
    ["gaps", "Open places of the wallet where balances do not meet"],
    missingOfWallet
  ],
  audit_lines: [
    ["sequence", "Window that the line is of: statement_windows.sequence"],
    ["part", "Kind of line; orders them"],
    ["txn_id", "Identifier of the row that the line is of; orders them"],
    ["leg", "Leg or number of what the line is of; orders them"],
    ["line", "The line of the canonical text; see docs/audit.md"]
  ],
  anchors: [
    walletNo,
    ["currency", "Currency of the balance; NULL for a wallet of one chain whose currency nobody named"],
    ["day", "Day that begins or ends with it"],
    ["opening", "Balance that the day begins with; NULL when only the other is known"],
    ["closing", "Balance that the day ends with; NULL when only the other is known"],
    ["source", "Where the last one was given"]
  ],
  proven: [
    walletNo,
    ["currency", "Currency of the chain; NULL unknown"],
    ["proven_from", "First day whose opening balance is met; NULL when nothing is proven"],
    ["proven_to", "Last day whose closing balance is met; what comes after is provisional"],
    ["quiet_since", "First day after the last row, when complete answers show none since"],
    ["opening_known", "Whether the balance before the first proven row is known from elsewhere"]
  ]
}
