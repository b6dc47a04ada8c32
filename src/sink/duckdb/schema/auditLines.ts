/**
 * The lines of the audit chain's canonical text as SQL expressions, without their line feeds but where it is said; docs/audit.md gives the
 * form.
 */
import { decisionColumns, declaredColumns, exportColumns } from "./laterTables.ts"
import { content, recordColumns } from "./tables.ts"
import type { Column } from "./tableText.ts"

/** The first line: the version of the form; a window with declarations needs the second, with a decision the third, with an export the fourth. */
export const formLine = (alias: string): string =>
  `concat('wallet-statement audit ', coalesce((
    SELECT max(CASE d.kind WHEN 'export' THEN 4 WHEN 'decision' THEN 3 ELSE 2 END) FROM declarations d WHERE d.sequence = ${alias}.sequence
  ), 1))`

const special = ["'\\'", "chr(9)", "chr(10)", "chr(13)"]

/** Nearly no text holds a special character, and to look for them is far cheaper than to replace them. */
const escaped = (text: string): string =>
  `coalesce(CASE WHEN ${special.map((character) => `contains(${text}, ${character})`).join(" OR ")}
   THEN replace(replace(replace(replace(${text}, '\\', '\\\\'), chr(9), '\\t'), chr(10), '\\n'), chr(13), '\\r')
   ELSE ${text} END, '\\N')`

const isText = ([, type]: Column): boolean => type.startsWith("VARCHAR")

const field = (prefix: string, column: Column): string => {
  const [name, type] = column
  const value = `${prefix}."${name}"`
  if (type.startsWith("TIMESTAMP")) return `coalesce(epoch_us(${value})::VARCHAR, '\\N')`
  return isText(column) ? escaped(value) : `coalesce(${value}::VARCHAR, '\\N')`
}

const tabbed = (values: ReadonlyArray<string>): string => values.join(", chr(9), ")

const line = (...values: ReadonlyArray<string>): string => `concat(${tabbed(values)})`

const fields = (prefix: string, columns: ReadonlyArray<Column>): ReadonlyArray<string> =>
  columns.map((column) => field(prefix, column))

const identity = (alias: string): ReadonlyArray<string> => [escaped(`${alias}.txn_id`), `${alias}.leg`]

/** The line of a window's record; `alias` is of `statement_windows`. */
export const windowLine = (alias: string): string => line("'window'", ...fields(alias, recordColumns))

const rowFields = (alias: string, prefix: string): ReadonlyArray<string> => [
  "'row'",
  ...identity(alias),
  ...fields(prefix, content)
]

/** The line of an inserted row; `prefix` leads to its content as it was inserted. */
export const rowLine = (alias: string, prefix: string): string => line(...rowFields(alias, prefix))

/** The same with its line feed: to add it to the line of each of many rows takes as long as to copy them all. */
export const endedRowLine = (alias: string, prefix: string): string =>
  `concat(${tabbed(rowFields(alias, prefix))}, chr(10))`

/** The line of a change; `alias` is of `row_changes`. */
export const changeLine = (alias: string): string => {
  const before = line(`${alias}.kind`, ...identity(alias), ...fields(`${alias}."before"`, content))
  return `concat(${before}, CASE WHEN ${alias}.kind <> 'withdrawn' THEN concat(chr(9), ${
    line(...fields(`${alias}."after"`, content))
  }) END)`
}

/** The line of a record that a window added to `quarantine`. */
export const quarantinedLine = (alias: string): string =>
  line(
    "'quarantined'",
    `${alias}.id`,
    `${alias}.reason`,
    escaped(`${alias}.detail`),
    `coalesce(${alias}."day"::VARCHAR, '\\N')`,
    escaped(`${alias}.raw_text`)
  )

/** The line of a quarantined record that a window closed. */
export const closedLine = (alias: string): string => line(`${alias}.state`, `${alias}.id`)

/** The line of a declaration as files knew it that had no decisions. */
export const formerDeclaredLine = (alias: string): string => line("'declared'", ...fields(alias, declaredColumns))

const ownFields = (alias: string, columns: ReadonlyArray<Column>): string =>
  `concat(chr(9), ${line(...fields(alias, columns))})`

/** The line of a declaration; a decision's and an export's have their own fields behind. */
export const declaredLine = (alias: string): string =>
  `concat(${formerDeclaredLine(alias)}, CASE ${alias}.kind WHEN 'decision' THEN ${
    ownFields(alias, decisionColumns)
  } WHEN 'export' THEN ${ownFields(alias, exportColumns)} END)`
