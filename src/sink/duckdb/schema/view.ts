/**
 * A view as text: what it asks, and what it says of itself and its columns.
 */
import { quoteText } from "./tableText.ts"
import { viewColumns } from "./viewColumns.ts"

/** A view of the file, which a file has from a version of the layout on, or has in another form before. */
export interface View {
  readonly name: string
  readonly about: string
  readonly since: number
  /** What it selects. */
  readonly sql: string
}

/** The statements that make a view, and make it anew when it is there. */
export const createView = ({ about, name, sql }: View): string =>
  [
    `CREATE OR REPLACE VIEW ${name} AS ${sql};\n`,
    `COMMENT ON VIEW ${name} IS ${quoteText(about)};\n`,
    ...(viewColumns[name] ?? []).map(([column, what]) =>
      `COMMENT ON COLUMN ${name}."${column}" IS ${quoteText(what)};\n`
    )
  ].join("")

/** The statement that makes a view for one connection alone. */
export const createTemporaryView = ({ name, sql }: Pick<View, "name" | "sql">): string =>
  `CREATE OR REPLACE TEMP VIEW ${name} AS ${sql};\n`
