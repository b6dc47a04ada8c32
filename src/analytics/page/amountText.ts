/**
 * Exact decimals and days for people: digits are grouped and never computed with.
 */

/** `-1234567.8900` is `−1,234,567.89`: two decimals at least, and all that say something. */
export const amountText = (decimal: string): string => {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (whole === "") return decimal
  const decimals = fraction.replace(/0+$/, "").padEnd(2, "0")
  return `${sign === "" ? "" : "−"}${grouped(whole)}.${decimals}`
}

/** A count with its digits grouped. */
export const countText = (count: string | number): string => grouped(String(count))

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ",")

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]

/** `2025-01-31` is `31 January 2025`. */
export const dayText = (day: string): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}

/** The month of a day, `January 2025`. */
export const monthText = (day: string): string => dayText(day).replace(/^\d+ /, "")

/** The same for the axis of a chart, `Jan 25`. */
export const shortMonth = (day: string): string => `${monthText(day).slice(0, 3)} ${day.slice(2, 4)}`

/** An instant to the minute: `2026-11-25 08:00 UTC`. */
export const instantText = (millis: number): string =>
  `${new Date(millis).toISOString().slice(0, 16).replace("T", " ")} UTC`
