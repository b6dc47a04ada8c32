/**
 * The questions about what may not be missing, or be anything, that a check of the audit chain asks.
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

/** Some of them are hashed as they are: with a line end inside one could stand for two. A withdrawal leaves no contents behind it. */
const unknown: AuditQuery = {
  what: "a value is none of those that its column has",
  sql: `SELECT sequence FROM row_changes
WHERE kind NOT IN ('changed', 'returned', 'withdrawn') OR (kind = 'withdrawn') IS DISTINCT FROM ("after" IS NULL)
UNION ALL SELECT window_sequence FROM quarantine
WHERE state NOT IN ('open', 'replaced', 'resolved') OR NOT regexp_full_match(reason, '[a-z0-9-]+')`
}

/** These questions; what they find may be no single window's. */
export const missingAudit: ReadonlyArray<AuditQuery> = [missing, ofNoWallet, unknown]
