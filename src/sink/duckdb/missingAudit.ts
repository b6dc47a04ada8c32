/**
 * The questions about what may not be missing that a check of the audit chain asks.
 */
import type { AuditQuery } from "./auditQueries.ts"
import { currentVersion, tablesAt } from "./migrations.ts"

/** Which window a table's row is told at; none's where no column says so. */
const windowOf: Readonly<Record<string, string>> = {
  transactions: "window_sequence",
  row_changes: "sequence",
  statement_windows: "sequence",
  quarantine: "window_sequence",
  declarations: "sequence",
  held_rows: "held_sequence"
}

/** The tables are created so that these values can't be missing, but who can write the file can alter them. */
const missing: AuditQuery = {
  what: "a value is missing that every row of its table has",
  sql: tablesAt(currentVersion).map(({ columns, name }) => {
    const required = columns.filter(([, type]) => type.endsWith("NOT NULL")).map(([column]) => `"${column}" IS NULL`)
    return `SELECT ${windowOf[name] ?? "NULL::BIGINT"} FROM ${name} WHERE ${required.join(" OR ")}`
  }).join("\nUNION ALL ")
}

const ofNoWallet: AuditQuery = {
  what: "something is concluded of a wallet that no window is of",
  sql: `SELECT NULL::BIGINT FROM (
  ${
    ["proofs", "continuity_windows", "continuity_gaps"].map((name) => `SELECT wallet_no FROM ${name}`)
      .join(" UNION ALL ")
  }
) ANTI JOIN statement_windows USING (wallet_no)`
}

/** These questions; what they find may be no single window's. */
export const missingAudit: ReadonlyArray<AuditQuery> = [missing, ofNoWallet]
