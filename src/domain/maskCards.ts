/**
 * Hides what looks like a payment card's number in texts that leave the data: errors, log lines, spans.
 *
 * Thirteen to nineteen digits with a right check digit (Luhn), bare or in groups with blanks or dashes between, that
 * do not go on as digits on either side. A tenth of all such numbers is right by chance, and is hidden too. Digits
 * that are spread or written otherwise pass.
 */

const fewest = 13
const most = 19
const kept = 4

/** Groups of digits with at most three blanks or dashes between. */
const run = /\d+(?:[\p{Zs}\p{Pd}]{1,3}\d+)*/gu

/** The text with all but the last four digits of each such number as asterisks; its length stays. */
export const maskCards = (text: string): string => text.replace(run, maskRun)

/** Groups that stand beside a number, such as a year behind it, are no part of it: all neighbours are tried. */
const maskRun = (text: string): string => {
  const groups = [...text.matchAll(/\d+/g)].map((match) => ({ digits: match[0], at: match.index }))
  const hidden = new Set<number>()
  for (const [first, { at }] of groups.entries()) {
    let digits = ""
    for (const group of groups.slice(first, first + most)) {
      digits += group.digits
      if (digits.length > most) break
      if (digits.length < fewest || !isLuhn(digits)) continue
      const places = [...text.slice(at, group.at + group.digits.length).matchAll(/\d/g)]
      for (const { index } of places.slice(0, -kept)) hidden.add(at + index)
    }
  }
  return hidden.size === 0 ? text : text.split("").map((character, at) => (hidden.has(at) ? "*" : character)).join("")
}

const isLuhn = (digits: string): boolean => {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    sum += place % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9
  }
  return sum % 10 === 0
}
