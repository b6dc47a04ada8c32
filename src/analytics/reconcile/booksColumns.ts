/**
 * Which column of the books is what: by its name, or as somebody said.
 */
import { Result } from "effect"
import { printable } from "../../domain/printable.ts"

/**
 * What the books may tell of a row; what comes in has a positive amount. Instead of one amount there may be columns of what comes `in` and what
 * goes `out`.
 */
export const booksFields = [
  "id",
  "date",
  "amount",
  "in",
  "out",
  "reference",
  "description",
  "currency",
  "wallet"
] as const
export type BooksField = (typeof booksFields)[number]

/** Columns of amounts that stand for one. */
const parts: ReadonlyArray<BooksField> = ["in", "out"]

/** Names of columns by what they hold; what is not there is not told. */
export type ColumnNames = Readonly<Partial<Record<BooksField, string>>>

/** Whether a column holds money. */
export const isAmount = (field: BooksField): boolean => field === "amount" || parts.includes(field)

const isField = (text: string): text is BooksField => booksFields.some((field) => field === text)

/** Reads texts such as `id=ORDER_NO`; fails with what is wrong with one. */
export const columnNamesOf = (texts: ReadonlyArray<string>): Result.Result<ColumnNames, string> => {
  const names: Partial<Record<BooksField, string>> = {}
  for (const text of texts) {
    const at = text.indexOf("=")
    const [field, name] = [text.slice(0, Math.max(at, 0)).trim().toLowerCase(), text.slice(at + 1).trim()]
    if (!isField(field) || name === "") {
      return Result.fail(
        `--column ${JSON.stringify(printable(text, 60))} is not FIELD=NAME with one of ${
          booksFields.join(", ")
        }, such as id=ORDER_NO`
      )
    }
    if (names[field] !== undefined) return Result.fail(`--column ${field}=… is given twice`)
    names[field] = name
  }
  return Result.succeed(names)
}

/** The place of each field among the columns of the books; fails with what is not there. */
export const placesOf = (
  columns: ReadonlyArray<string>,
  names: ColumnNames
): Result.Result<Places, string> => {
  const small = columns.map((column) => column.trim().toLowerCase())
  const places: Partial<Record<BooksField, number>> = {}
  const listed = `it has ${columns.slice(0, 30).map((column) => printable(column, 40)).join(", ")}`
  for (const field of booksFields) {
    const wanted = names[field] ?? field
    const exact = columns.indexOf(wanted)
    const place = exact === -1 ? small.indexOf(wanted.toLowerCase()) : exact
    if (place !== -1) places[field] = place
    else if (names[field] !== undefined) {
      return Result.fail(`has no column ${JSON.stringify(printable(wanted, 40))}, which --column names; ${listed}`)
    }
    if (exact === -1 && place !== small.lastIndexOf(wanted.toLowerCase())) {
      return Result.fail(`has two columns \`${field}\`: say which is meant, or rename one`)
    }
  }
  const lacking = places.date === undefined
    ? "date"
    : places.amount === undefined && !parts.some((part) => places[part] !== undefined)
    ? "amount"
    : undefined
  if (lacking !== undefined) {
    const instead = lacking === "amount"
      ? ", or --column in=NAME --column out=NAME where what comes in and what goes out have a column each"
      : ""
    return Result.fail(`has no column \`${lacking}\`; ${listed}. Say which it is: --column ${lacking}=NAME${instead}`)
  }
  return amountsOf(places, names)
}

type Places = Readonly<Partial<Record<BooksField, number>>>

/** Columns that are named `in` or `out` by chance do not count beside an amount, unless one of them was named. */
const amountsOf = (places: Places, names: ColumnNames): Result.Result<Places, string> => {
  const { amount, in: into, out, ...others } = places
  if (!parts.some((part) => names[part] !== undefined)) {
    return Result.succeed(amount === undefined ? places : { ...others, amount })
  }
  if (names.amount !== undefined) {
    return Result.fail(
      "has one amount, or one that comes in and one that goes out: name `amount` with --column, or `in` and `out`"
    )
  }
  return into === out
    ? Result.fail("has one column for what comes in and what goes out: name two, or `amount`")
    : Result.succeed({
      ...others,
      ...(into === undefined ? {} : { in: into }),
      ...(out === undefined ? {} : { out })
    })
}

/** Types whose values a text can't tell exactly: a double that was a decimal, an instant that was a time of a clock. */
export const refuseInexact = (
  types: ReadonlyArray<string>,
  { amount, date, in: into, out }: Places
): Result.Result<void, string> => {
  const ofDate = types[date ?? -1] ?? ""
  const ofAmount = [amount, into, out].map((place) => types[place ?? -1] ?? "").find((type) =>
    /^(DOUBLE|FLOAT)/.test(type)
  )
  if (ofAmount !== undefined) {
    return Result.fail(`has amounts as ${ofAmount}, which are not exact: store them as DECIMAL(18,4) or as text`)
  }
  return ofDate.endsWith("WITH TIME ZONE")
    ? Result.fail("has dates with a time zone: store them as DATE or TIMESTAMP by the clock of the statement")
    : Result.succeed(undefined)
}
