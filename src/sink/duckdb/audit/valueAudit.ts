/**
 * The questions about values that the program writes nowhere, that a check of the audit chain asks: missing ones, days that no
 * calendar has, words that are none of a column's.
 */
import { currentVersion, tablesAt } from "../file/migrations.ts"
import type { AuditQuery } from "./auditQueries.ts"

/** Which window a table's row is told at; none's where no column says so. */
const windowOf: Readonly<Record<string, string>> = {
  transactions: "window_sequence",
  row_changes: "sequence",
  statement_windows: "sequence",
  quarantine: "window_sequence",
  declarations: "sequence",
  held_rows: "held_sequence"
}

/** The rows of a table of which one of some conditions holds. */
const rowsWhere = (name: string, conditions: ReadonlyArray<string>): ReadonlyArray<string> =>
  conditions.length === 0
    ? []
    : [`SELECT ${windowOf[name] ?? "NULL::BIGINT"} FROM ${name} WHERE ${conditions.join(" OR ")}`]

const together = (selects: ReadonlyArray<string>): string => selects.join("\nUNION ALL ")

/** The rows of all tables for which a condition holds on one of the columns of some types. */
const rowsWithColumn = (isOfType: (type: string) => boolean, condition: (column: string) => string): string =>
  together(
    tablesAt(currentVersion).flatMap(({ columns, name }) => {
      const conditions = columns.flatMap(([column, type]) => (isOfType(type) ? [condition(`"${column}"`)] : []))
      return isLarge(name) ? conditions.flatMap((each) => rowsWhere(name, [each])) : rowsWhere(name, conditions)
    })
  )

/** Asked about one column alone, the database looks at what it keeps of many rows together, and at nearly no row. */
const isLarge = (table: string): boolean => table === "transactions" || table === "row_changes"

/** The tables are created so that these values can't be missing, but who can write the file can alter them. */
const missing: AuditQuery = {
  what: "a value is missing that every row of its table has",
  sql: rowsWithColumn((type) => type.endsWith("NOT NULL"), (column) => `${column} IS NULL`)
}

/**
 * DuckDB has infinite days, and such as no other program can write. A service can mean the years 0100 to 9999; requests reach
 * beyond the days that they are about, and instants are of another zone.
 */
const outOfCalendar: AuditQuery = {
  what: "a day or a time is none that a service can mean",
  sql: rowsWithColumn(
    (type) => /^(DATE|TIMESTAMP)/.test(type),
    (column) => `${column} < '0099-12-30' OR ${column} > '10000-01-02'`
  )
}

/** Some of them are hashed as they are: with a line end inside one could stand for two. A withdrawal leaves no contents behind it. */
const unknown: AuditQuery = {
  what: "a value is none of those that its column has",
  sql: together([
    ...rowsWhere("row_changes", [
      "kind NOT IN ('changed', 'returned', 'withdrawn')",
      `(kind = 'withdrawn') IS DISTINCT FROM ("after" IS NULL)`,
      `flag_before IS NOT NULL AND ("before".time_flag IS DISTINCT FROM '' OR NOT regexp_full_match(flag_before, '[a-z-]+'))`
    ]),
    ...rowsWhere("quarantine", [
      "state NOT IN ('open', 'replaced', 'resolved')",
      "NOT regexp_full_match(reason, '[a-z0-9-]+')"
    ]),
    ...rowsWhere("continuity_gaps", [
      "state NOT IN ('open', 'closed')",
      "(state = 'open') IS DISTINCT FROM (closed_at IS NULL)",
      "(state = 'open') IS DISTINCT FROM (closed_run_id IS NULL)"
    ]),
    ...rowsWhere("declarations", [
      "decision NOT IN ('accepted', 'reopened')",
      "(kind = 'decision') IS DISTINCT FROM (decision IS NOT NULL)",
      "kind = 'decision' AND (finding IS NULL OR finding_kind IS NULL OR decided_by IS NULL OR from_day IS NULL OR to_day IS NULL)",
      "kind <> 'decision' AND (finding IS NOT NULL OR finding_kind IS NOT NULL OR amount IS NOT NULL OR decided_by IS NOT NULL OR reason IS NOT NULL)",
      "(kind = 'export') IS DISTINCT FROM (format IS NOT NULL)",
      "kind = 'export' AND (place IS NULL OR unproven IS NULL OR up_to IS NULL OR exported_by IS NULL OR \"rows\" IS NULL OR from_day IS NULL OR to_day IS NULL)",
      "kind = 'export' AND up_to NOT BETWEEN 0 AND sequence - 1",
      "kind = 'proven' AND (from_day IS NULL OR to_day IS NULL OR from_day > to_day)",
      "kind <> 'export' AND (place IS NOT NULL OR unproven IS NOT NULL OR up_to IS NOT NULL OR exported_by IS NOT NULL)"
    ]),
    ...rowsWhere("statement_windows", ["NOT regexp_full_match(wallet_no, '[!-~]{1,64}')"]),
    ...["proofs", "continuity_gaps", "declarations"].flatMap((name) =>
      rowsWhere(name, ["NOT regexp_full_match(currency, '[A-Z]{3}')"])
    )
  ])
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

/** While these find something nothing else of the file can be relied on to be read. What they find may be no single window's. */
export const unreadableValues: ReadonlyArray<AuditQuery> = [missing, outOfCalendar, unknown]

/** All questions about values. */
export const valueAudit: ReadonlyArray<AuditQuery> = [...unreadableValues, ofNoWallet]
