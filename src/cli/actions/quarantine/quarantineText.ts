/**
 * Quarantined records for people: as much of each as fits the terminal.
 */
import { narrowed, renderTable, type TextTable } from "../../output/table.ts"

/** What a narrow terminal has no room for, the first ones first; of open records alone their state says nothing. */
const [sparedOfAll, sparedOfOpen] = [["first_seen_at", "detail", "day"], ["state", "first_seen_at", "detail", "day"]]

/** A table of records, the open ones or all, in so many columns; undefined is as long as it takes. */
export const listText = (records: TextTable, all: boolean, columns: number | undefined): string => {
  if (records.rows.length === 0) return "Nothing is in quarantine."
  const shown = narrowed(records, all ? sparedOfAll : sparedOfOpen, columns)
  return [
    renderTable(shown, columns),
    ...(shown.columns.length < records.columns.length ? ["", more] : [])
  ].join("\n")
}

const more = "`wallet-statement quarantine show ID` has all of a record."
