/**
 * What the columns of the views hold, for those who look at the file: each view's columns in their order.
 */
import { categoryRules } from "./bookTables.ts"
import { firstRowColumns } from "./tables.ts"

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

const category: ViewColumn = ["category", "Category that the first rule gives which fits; NULL when none does"]

const counterparty: ViewColumn = [
  "counterparty",
  "Who stands at the other end: the rule says it, or the description, without invoices, telephone numbers and directions; NULL nobody"
]

/** What `current_transactions` and `categorised` show of a row; columns of later versions stand at the end. */
export const shownOfRows: ReadonlyArray<ViewColumn> = firstRowColumns.map(([name, , about]) => [name, about])

const missingOfWallet: ViewColumn = [
  "days_missing",
  "Days that no complete answer covers, from the wallet's first that was asked for or has a row to its last loaded one: the sums lack them"
]

const identity: ReadonlyArray<ViewColumn> = [
  walletNo,
  ["txn_id", "Identifier of the row: transactions.txn_id"],
  ["leg", "Leg of the row: transactions.leg"]
]

const ofRow: ReadonlyArray<ViewColumn> = [
  walletNo,
  currency,
  ["txn_id", "Identifier of the row: transactions.txn_id"],
  ["leg", "Leg of the row: transactions.leg"],
  ["local_time", "Wall clock of the row"]
]

/** The columns of all views. */
export const viewColumns: Readonly<Record<string, ReadonlyArray<ViewColumn>>> = {
  current_transactions: shownOfRows,
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
    [
      "closing_balance",
      "Balance that the day ends with; NULL when that is not known, as on a day that may lack rows; so far, of the day that was under way when it was last asked for"
    ],
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
    counterparty,
    ...totals,
    ["first_at", "Time of the first row, by the service's clock"],
    ["last_at", "Time of the last row, by the service's clock"],
    missingOfWallet
  ],
  rules_in_force: categoryRules.columns.slice(0, 7).map(([name, , about]) => [name, about]),
  categorised: [...shownOfRows, category, counterparty, ["rule", "Number of the rule in rules_in_force; NULL none"]],
  categories: [walletNo, currency, ["month", "First day of the month"], category, ...totals],
  fees: [
    ...ofRow,
    ["amount", "The fee"],
    ["description", "Text as received"],
    ["principal_leg", "Leg of the row of the same id that it was taken for; NULL when there is none"],
    ["principal_type", "Debit or Credit: what that row is"],
    ["principal_amount", "Amount of that row"],
    ["principal_counterparty", "Counterparty of that row"]
  ],
  reversals: [
    ...ofRow,
    ["type", "Debit or Credit: what the reversal itself is"],
    ["amount", "Amount that it takes back"],
    ["description", "Text as received"],
    counterparty,
    ["original_leg", "Leg of the row of the same id and amount that it takes back; NULL when there is none"],
    ["original_time", "Wall clock of that row"],
    ["original_description", "Text of that row"]
  ],
  monthly_statement: [
    walletNo,
    currency,
    ["month", "First day of the month; every month from the first loaded one to the last"],
    ["opening", "Balance that the month begins with, or the first day with rows; NULL when that is not known"],
    ["credits", "Sum of the amounts that added to the wallet"],
    ["debits", "Sum of the amounts that took from it, fees included"],
    ["fees", "Sum of the fees, a part of the debits"],
    ["closing", "Balance that the month, or its last loaded day, ends with; NULL when that is not known"],
    ["rows", "How many rows that are not withdrawn"],
    ["days_missing", "Days of the month that no complete answer covers, those to come included: the sums lack them"],
    [
      "verdict",
      "proven when the balances meet up to its last day; gap, truncated when days may lack rows, otherwise unanchored"
    ]
  ],
  balance_curve: [
    walletNo,
    currency,
    ["day", "Day of the service's calendar; those of daily_balance"],
    ["opening_balance", "Balance that the day begins with; NULL when that is not known"],
    ["lowest", "Lowest balance of the day, its opening included"],
    ["highest", "Highest balance of the day, its opening included"],
    ["closing_balance", "Balance that the day ends with; NULL when that is not known"]
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
