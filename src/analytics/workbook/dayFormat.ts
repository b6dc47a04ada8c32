/**
 * Days in workbooks: a number of days since a first one, which only the format of the cell tells from other numbers.
 */

/** Formats that every program knows by their numbers alone. */
const isKnownDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format is one of days or times: it has a letter of them outside of texts, colours and conditions. */
export const isDayFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return isKnownDay(id)
  const [positive = ""] = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu, "").split(";")
  return /[ymdhs]/i.test(positive) && !/general/i.test(positive)
}

const [dayMillis, lastDay] = [86_400_000, 2_958_466]
/** The day that the first spreadsheet took for one and that never was: 1900-02-29. */
const neverWas = 60

/**
 * The day, or the day and time to the millisecond, that a number of days stands for; undefined for a number that is none. Whole numbers are
 * days: `45688` is 2025-01-31, `45688.5868055556` is 2025-01-31 14:05:00.000.
 */
export const dayText = (number: string, from1904: boolean): string | undefined => {
  const serial = Number(number)
  if (!(serial >= (from1904 ? 0 : 1) && serial < lastDay)) return undefined
  if (!from1904 && Math.floor(serial) === neverWas) return undefined
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < neverWas ? 31 : 30)
  const whole = Math.floor(serial)
  const millis = first + whole * dayMillis + Math.round((serial - whole) * dayMillis)
  const text = new Date(millis).toISOString().replace("T", " ").replace("Z", "")
  return text.endsWith(" 00:00:00.000") ? text.slice(0, 10) : text
}
