/**
 * Cells of a sheet as XML. A cell is at a place such as `B7`; an empty one is not written.
 */
import * as Money from "../../../domain/Money.ts"
import { parseDay } from "../../../domain/Period.ts"
import { isCommanding } from "../csvText.ts"
import { cellText } from "./cellText.ts"
import { type LookName, lookOf } from "./styles.ts"

/** Digits that a spreadsheet's number keeps. */
const mostDigits = 15

/** Days from the spreadsheet's day 0 to 1970; before March 1900 it counts a day that never was. */
const [daysTo1970, firstSureDay] = [25_569, 61]

/** Characters that a cell holds. */
export const longestText = 32_767

const [plain, quoted, right, money] = [lookOf("plain"), lookOf("quoted"), lookOf("right"), lookOf("money")]

/** Blanks that would be taken away without a word to keep them; to say it of each text makes a sheet a fifth longer. */
const losable = /^\s|\s$|[\t\n]/

const inline = (place: string, look: string, text: string): string =>
  `<c r="${place}"${look} t="inlineStr"><is><t${losable.test(text) ? " xml:space=\"preserve\"" : ""}>${
    cellText(text)
  }</t></is></c>`

/** A text, which is never a formula, also when somebody edits it. */
export const textCell = (place: string, text: string, name?: LookName): string => {
  if (text === "") return ""
  return inline(place, name === undefined ? isCommanding(text) ? quoted : plain : lookOf(name), text)
}

/** A number as it is written. */
export const numberCell = (place: string, number: string, name: LookName): string =>
  `<c r="${place}"${lookOf(name)}><v>${number}</v></c>`

/** Yes or no. */
export const booleanCell = (place: string, value: boolean): string =>
  `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`

/** Whether a spreadsheet's number holds every digit. */
export const isNumber = (value: Money.Money): boolean => String(value).replace(/^-|0+$/g, "").length <= mostDigits

/** An amount: a number where it holds every digit, and a text where it does not. */
export const moneyCell = (place: string, value: Money.Money): string =>
  isNumber(value)
    ? `<c r="${place}"${money}><v>${Money.format(value)}</v></c>`
    : inline(place, right, Money.format(value))

/** What is worked out, and what it comes to by what is known. */
export const formulaCell = (place: string, formula: string, value: string, name: LookName): string =>
  `<c r="${place}"${lookOf(name)}><f>${cellText(formula)}</f><v>${value}</v></c>`

/** A day, as the spreadsheet counts them; undefined for one that it does not know for certain. */
const dayNumber = (day: string): number | undefined => {
  const since1970 = parseDay(day)
  const number = since1970 === undefined ? 0 : since1970 + daysTo1970
  return number < firstSureDay ? undefined : number
}

/** A day `YYYY-MM-DD`. */
export const dayCell = (place: string, day: string): string => {
  const number = dayNumber(day)
  return number === undefined ? textCell(place, day) : numberCell(place, String(number), "day")
}

const secondsADay = 86_400

/** A time `HH:MM:SS` of a day. */
export const timeCell = (place: string, day: string, time: string): string => {
  const number = dayNumber(day)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  return number === undefined
    ? textCell(place, `${day} ${time}`)
    : numberCell(place, String(number + (hours * 3600 + minutes * 60 + seconds) / secondsADay), "time")
}
