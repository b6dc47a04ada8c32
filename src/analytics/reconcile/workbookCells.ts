/**
 * Cells of a workbook as the texts that books have.
 */
import { Result } from "effect"
import { dayText } from "../workbook/dayFormat.ts"
import { exactNumber } from "../workbook/exactNumber.ts"
import type { Workbook } from "../workbook/openWorkbook.ts"
import type { Cell } from "../workbook/sheetRows.ts"
import { type BooksField, isAmount } from "./booksColumns.ts"
import type { AmountStyle } from "./cellStyles.ts"

/** The text of a cell of a column, an amount as it is written in texts of the books; fails with what is wrong with it and what to do. */
export const cellText = (
  field: BooksField,
  { kind, style, text }: Cell,
  { from1904, isDay }: Pick<Workbook, "from1904" | "isDay">,
  amounts: AmountStyle | null
): Result.Result<string, string> => {
  switch (kind) {
    case "text":
      return Result.succeed(text)
    case "error":
      return Result.fail(`has an error in the place of its ${field}: put the formula right`)
    case "formula":
      return Result.fail(
        `has a formula for its ${field} that nobody has worked out: open the file in a spreadsheet program and save it`
      )
    case "day":
      return field === "date" ? Result.succeed(text.replace(/Z$/, "")) : Result.succeed(text)
    case "number":
      return field === "date"
        ? dayOf(text, isDay(style), from1904)
        : isAmount(field)
        ? amountOf(text, amounts)
        : nameOf(field, text)
  }
}

const dayOf = (text: string, isDay: boolean, from1904: boolean): Result.Result<string, string> => {
  const day = isDay ? dayText(text, from1904) : undefined
  if (day !== undefined) return Result.succeed(day)
  return Result.fail(
    isDay
      ? "has a date that is none of the calendar"
      : "has a number for its date: give the cell the format of a date, or write YYYY-MM-DD as text"
  )
}

const amountOf = (text: string, amounts: AmountStyle | null): Result.Result<string, string> => {
  const exact = exactNumber(text)
  return exact === undefined
    ? Result.fail(
      "has an amount that is no exact decimal in the file, which has more than 15 digits of it: round it to two decimals, or write it as text"
    )
    : Result.succeed(amounts === null ? exact : exact.replace(".", amounts.point))
}

/** Numbers that name something: one that the spreadsheet has rounded names something else. */
const nameOf = (field: BooksField, text: string): Result.Result<string, string> => {
  const exact = exactNumber(text)
  return exact === undefined || /^-?\d{16}/.test(exact)
    ? Result.fail(
      `has a number of more than 15 digits for its ${field}, of which the spreadsheet has lost some: keep it as text`
    )
    : Result.succeed(exact)
}
