/**
 * Environment variables that begin as settings do and are none: most likely misspelt ones, which nothing reads. Other programs may
 * set such variables too, so they are told and nothing fails.
 */
import { printable } from "../domain/printable.ts"
import { settingNames } from "./catalogue.ts"
import { nearest } from "./nearest.ts"
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
      const meant = nearest(name, known)
      return `${variablePrefix}${printable(name, 80)} is set and not read: there is no such setting` +
        (meant === undefined ? "." : `; is ${variablePrefix}${meant} meant?`)
    })
