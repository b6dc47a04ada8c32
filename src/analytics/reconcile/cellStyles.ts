/**
 * How days and amounts are written in texts of books, as somebody says: days by letters, `DD/MM/YYYY`, amounts by an example, `1.234,56`.
 *
 * A text that is written in another way becomes `unread`, and is refused with its line.
 */
import { Result } from "effect"
import { printable } from "../../domain/printable.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"

/** Digits and what stands between them; `thousands` is empty where nothing does. */
export interface AmountStyle {
  readonly shown: string
  readonly thousands: string
  readonly point: string
}

/** A pattern of a day, and which of its groups are year, month and day. */
export interface DateStyle {
  readonly shown: string
  readonly pattern: string
  readonly places: Readonly<Record<"Y" | "M" | "D", number>>
}

/** Null where texts are as the program itself writes them: `2025-03-31` and `-1250.00`. */
export interface CellStyles {
  readonly dates: DateStyle | null
  readonly amounts: AmountStyle | null
}

/** What stands in the place of a text that can't be read. */
export const unread = "?"

/** Reads an example such as `1.234,56`; fails with what is wrong with it. */
export const amountStyleOf = (example: string): Result.Result<AmountStyle, string> => {
  const [, thousands, point] = /^1([.,' \u00a0\u202f]?)234([.,])56$/.exec(example.trim()) ?? []
  return thousands === undefined || point === undefined || thousands === point
    ? Result.fail(
      `${JSON.stringify(printable(example, 40))} does not show how an amount is written: give 1234.56 as the books ` +
        "write it, such as 1,234.56, 1.234,56, 1 234,56 or 1234,56"
    )
    : Result.succeed({ shown: example.trim(), thousands, point })
}

const digits = (count: string): string => String.raw`(\d{${count}})`

/** Reads letters such as `DD/MM/YYYY`; fails with what is wrong with them. */
export const dateStyleOf = (letters: string): Result.Result<DateStyle, string> => {
  const shown = letters.trim().toUpperCase()
  const [all, first = "", between = "", second = "", third = ""] =
    /^(Y{4}|Y{2}|M{1,2}|D{1,2})([-/. ]?)(Y{4}|Y{2}|M{1,2}|D{1,2})\2(Y{4}|Y{2}|M{1,2}|D{1,2})$/.exec(shown) ?? []
  const parts = [first, second, third]
  const order = parts.map(([letter = ""]) => letter)
  // Year, day, month would be taken for year, month, day.
  if (
    all === undefined || new Set(order).size < 3 || order.join("") === "YDM" ||
    (between === "" && parts.some(({ length }) => length === 1))
  ) {
    return Result.fail(
      `${JSON.stringify(printable(letters, 40))} does not say how days are written: give DD/MM/YYYY, MM/DD/YYYY, ` +
        "DD.MM.YYYY or the like, with each of day, month and year once"
    )
  }
  // Where something stands between them, programs leave zeros in front out.
  const pattern = parts.map((part) => digits(part.startsWith("Y") ? String(part.length) : between === "" ? "2" : "1,2"))
    .join(between === "." ? String.raw`\.` : between)
  const place = (letter: string): number => order.indexOf(letter) + 1
  return Result.succeed({ shown, pattern, places: { Y: place("Y"), M: place("M"), D: place("D") } })
}

/** A text of a day as `2025-03-31`, in SQL; what is written so stays. Years of two digits are those of this century. */
export const daySql = (text: string, style: DateStyle | null): string => {
  if (style === null) return text
  const whole = quoteText(`^${style.pattern}([ T].*)?$`)
  const part = (letter: "Y" | "M" | "D"): string => `regexp_extract(${text}, ${whole}, ${style.places[letter]})`
  const year = `CASE WHEN length(${part("Y")}) = 2 THEN '20' ELSE '' END || ${part("Y")}`
  return `CASE WHEN ${text} IS NULL OR regexp_matches(${text}, '^\\d{4}-\\d{2}-\\d{2}') THEN ${text}
    WHEN regexp_matches(${text}, ${whole}) THEN ${year} || '-' || lpad(${part("M")}, 2, '0') || '-' || lpad(${
    part("D")
  }, 2, '0')
      || regexp_extract(${text}, ${whole}, 4)
    ELSE ${quoteText(unread)} END`
}

/** A sign as a pattern; of blanks there are several that look alike. */
const signPattern = (sign: string): string => sign === "." ? String.raw`\.` : /\s/.test(sign) ? "[ \u00a0\u202f]" : sign

/** A text of an amount with a point alone, in SQL; a negative one may stand in brackets or have its sign behind it. */
export const amountSql = (text: string, style: AmountStyle | null): string => {
  if (style === null) return text
  const thousands = signPattern(style.thousands)
  const grouped = thousands === "" ? "" : String.raw`[1-9]\d{0,2}(${thousands}\d{3})+|`
  const number = String.raw`(${grouped}\d+)(${signPattern(style.point)}\d*)?`
  const plain = thousands === "" ? text : `regexp_replace(${text}, ${quoteText(thousands)}, '', 'g')`
  const bare = `regexp_replace(replace(${plain}, ${quoteText(style.point)}, '.'), '[^0-9.]', '', 'g')`
  return `CASE WHEN ${text} IS NULL THEN NULL
    WHEN regexp_full_match(${text}, ${
    quoteText(String.raw`\(${number}\)|- ?${number}|${number} ?-`)
  }) THEN '-' || ${bare}
    WHEN regexp_full_match(${text}, ${quoteText(String.raw`\+?${number}`)}) THEN ${bare}
    ELSE ${quoteText(unread)} END`
}
