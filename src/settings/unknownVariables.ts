/**
 * Environment variables that begin as settings do and are none: most likely misspelt ones, which nothing reads. Other programs may
 * set such variables too, so they are told and nothing fails.
 */
import { printable } from "../domain/printable.ts"
import { settingNames } from "./catalogue.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** Read from the environment alone, before any setting. */
const known = [...settingNames, "LOG_FORMAT"]

/** One sentence for each such variable, with the setting that is most likely meant; values are never part of it. */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.keys(environment)
    .filter((variable) => variable.startsWith(variablePrefix) && environment[variable] !== undefined)
    .map((variable) => variable.slice(variablePrefix.length))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearest(name)
      return `${variablePrefix}${printable(name, 80)} is set and not read: there is no such setting` +
        (meant === undefined ? "." : `; is ${variablePrefix}${meant} meant?`)
    })

/** Up to a third of the letters of a name may be wrong, and not more than three. */
const nearest = (name: string): string | undefined => {
  const [first] = known
    .map((setting) => ({ setting, distance: distanceOf(name.toUpperCase(), setting) }))
    .sort((left, right) => left.distance - right.distance)
  return first !== undefined && first.distance <= Math.min(3, name.length / 3) ? first.setting : undefined
}

/** How many letters have to be put in, taken out or exchanged to make one name of the other. */
const distanceOf = (left: string, right: string): number => {
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...left].entries()) {
    const line = [row + 1]
    for (const [column, other] of [...right].entries()) {
      const exchanged = (above[column] ?? 0) + (letter === other ? 0 : 1)
      line.push(Math.min(exchanged, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1))
    }
    above = line
  }
  return above[right.length] ?? 0
}
