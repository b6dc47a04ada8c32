/**
 * Tables of what people keep in a file for their books: rules, and what they decided about rows. No hash covers them. Never edited once released.
 */
import type { Table } from "./tableText.ts"

/** Rules that somebody loaded. */
export const categoryRules: Table = {
  name: "category_rules",
  about: "Rules by which rows have a category and a counterparty, as somebody loaded them; see rules_in_force",
  columns: [
    ["number", "INTEGER NOT NULL", "Place of the rule: the first that fits a row counts"],
    [
      "description",
      "VARCHAR",
      "What the description is without its direction, currency and amount, with * and ?; NULL any"
    ],
    ["type", "VARCHAR", "Debit or Credit; NULL either"],
    ["amount_from", "DECIMAL(18,4)", "Least amount; NULL none"],
    ["amount_to", "DECIMAL(18,4)", "Greatest amount; NULL none"],
    ["category", "VARCHAR", "Category of the rows that it fits; NULL none"],
    [
      "counterparty",
      "VARCHAR",
      "Counterparty of the rows that it fits; NULL is the name in their description, empty none"
    ],
    ["source", "VARCHAR NOT NULL", "The file that it stood in, and the line"],
    ["loaded_at", "TIMESTAMPTZ NOT NULL", "When it was loaded"]
  ]
}

/** What somebody decided when the statement was held against books. */
export const rowDecisions: Table = {
  name: "row_decisions",
  about: "What somebody decided about rows when the statement was held against books; a row for each row decided about",
  columns: [
    ["decision", "VARCHAR NOT NULL", "Id of the decision, which all its rows have"],
    ["kind", "VARCHAR NOT NULL", "together when its rows belong together, alone when the row has no other on purpose"],
    ["number", "INTEGER NOT NULL", "Counts the rows of a decision, from 1"],
    ["side", "VARCHAR NOT NULL", "statement or books: where the row stands"],
    ["wallet_no", "VARCHAR", "Wallet account number; NULL where the books name none"],
    [
      "row_id",
      "VARCHAR",
      "Identifier of the row: transactions.txn_id, or the id in the books; NULL where these tell none"
    ],
    ["leg", "INTEGER", "Leg of a row of the statement: transactions.leg"],
    ["local_time", "TIMESTAMP NOT NULL", "Time of the row when that was decided; midnight where the books tell a day"],
    ["amount", "DECIMAL(18,4) NOT NULL", "Amount of the row when that was decided; what comes in is positive"],
    ["currency", "VARCHAR", "Currency of the row; NULL where nobody named one"],
    ["reference", "VARCHAR", "Reference of a row of the books"],
    ["found_by", "VARCHAR NOT NULL", "id when the id alone finds the row again; contents when all of these columns do"],
    [
      "alike",
      "INTEGER NOT NULL",
      "Rows that were alike in that; when they are more or fewer, the decision fits no longer"
    ],
    ["decided_at", "TIMESTAMPTZ NOT NULL", "When it was decided"],
    ["decided_by", "VARCHAR NOT NULL", "Who decided it"],
    ["reason", "VARCHAR NOT NULL", "Why"],
    ["reopened_at", "TIMESTAMPTZ", "When it was taken back; NULL while it is in force"],
    ["reopened_by", "VARCHAR", "Who took it back"],
    ["reopened_reason", "VARCHAR", "Why; NULL where nobody gave a reason"],
    [
      "profile",
      "VARCHAR",
      "Profile of the books that were held against the statement; NULL where there was none, and then it holds for any"
    ]
  ]
}
