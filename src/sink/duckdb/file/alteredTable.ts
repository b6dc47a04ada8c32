/**
 * Tells a table as the program made it from one that somebody altered: one whose column may be NULL or compares texts otherwise
 * answers the same question differently, and a check of the file would find what they like.
 */
import type { Column, Table } from "../schema/tableText.ts"

/** What of a table is not as the program makes it, by the statement that the database prints for it; nothing where all is. */
export const alterationOf = (table: Table, printed: string): string | undefined => {
  const expected = table.columns.map(printedColumn)
  const statement = printed.replaceAll(plainName, "$1")
  if (statement === `CREATE TABLE ${table.name}(${expected.join(", ")});`) return undefined
  const found = partsOf(statement)
  const more = found.filter((part) => !expected.includes(part)).join(", ")
  const less = expected.filter((part) => !found.includes(part)).join(", ")
  if (more === "") return less === "" ? "otherwise in name or order" : `without ${less}`
  return less === "" ? `with ${more}` : `with ${more} instead of ${less}`
}

const printedColumn = ([name, type]: Column): string =>
  `${name} ${type.replaceAll(plainName, "$1").replaceAll("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE")}`

/** The database quotes some plain names as it sees fit. Others keep their quotes, which could hide what stands in them. */
const plainName = /"([a-z][a-z0-9_]*)"/g

/** The columns and constraints of a statement, to be told. */
const partsOf = (statement: string): ReadonlyArray<string> => {
  const inside = statement.slice(statement.indexOf("(") + 1, statement.lastIndexOf(")"))
  return [...inside.matchAll(part)].map(([text]) => text.trim())
}

/** Up to a comma outside of quotes and brackets; what is in more than two brackets is cut somewhere. */
const part = /(?:[^,("']|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))+/g
