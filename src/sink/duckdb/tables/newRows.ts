/**
 * What can be made ready of a window's rows before its transaction begins, while another one is under way.
 */
import { columnsOf, type RowColumns } from "../../../domain/RowColumns.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import { columnLines } from "../../audit/columnLines.ts"
import { mayBeStored } from "../../plan/storedAnswer.ts"
import type { ColumnSource } from "../vectors/ColumnSource.ts"
import { newContent } from "../vectors/newColumns.ts"

/** The rows of a window that travel as columns, should all of them be new. */
export interface NewRows {
  readonly columns: RowColumns
  /** The columns of content, in the order in which the rows go into the table. */
  readonly content: ReadonlyArray<ColumnSource>
  /** The rows' lines in the canonical audit text. */
  readonly lines: Uint8Array
}

/** Makes them ready; undefined for a window that is committed in another way. */
export const newRowsOf = (window: StatementWindow): NewRows | undefined => {
  const columns = mayBeStored(window) ? undefined : columnsOf(window)
  return columns === undefined
    ? undefined
    : { columns, content: newContent(columns, window.check.positions), lines: columnLines(columns) }
}
