/**
 * How files of several formats spell lines, days and clocks.
 */

/** Makes a text of lines, each with such an end. */
export const linesWith = (end: string) => (...texts: ReadonlyArray<string>): string =>
  texts.map((text) => `${text}${end}`).join("")

/** The digits of a day or a time alone: `20250301`. */
export const digits = (text: string): string => text.replace(/[^0-9]/g, "")

/** By how much a clock is ahead of UTC, from minutes: its sign, whole hours, and the minutes beyond them. */
export const clockOffset = (
  minutes: number
): { readonly sign: "+" | "-"; readonly hours: number; readonly rest: number } => {
  const distance = Math.abs(minutes)
  return { sign: minutes < 0 ? "-" : "+", hours: Math.floor(distance / 60), rest: distance % 60 }
}

/** A number below 100 with two digits. */
export const twoDigits = (number: number): string => String(number).padStart(2, "0")
