/**
 * In which line of a TOML text its settings begin. The parser tells no places, so it is given more and more of the lines: what a line
 * brings that was not there before begins behind the last line up to which the text was whole. So strings and lists of several
 * lines, comments and quoted names are taken as the parser takes them.
 */
import { Result } from "effect"
import { parse } from "smol-toml"

/** Lines, from 1 on: of each name, and of each entry of the lists that are there. */
export interface TomlLines {
  readonly names: ReadonlyMap<string, number>
  readonly entries: ReadonlyMap<string, ReadonlyArray<number>>
}

/** Characters that are read at most to find the lines: a second's work. */
const mostRead = 2 ** 25

const tableOf = (text: string): Readonly<Record<string, unknown>> | undefined =>
  Result.getOrUndefined(Result.try(() => parse(text)))

/** Finds the lines of the settings in a text that is valid TOML; none where that would take too long. */
export const tomlLines = (text: string): TomlLines => {
  const names = new Map<string, number>()
  const entries = new Map<string, Array<number>>()
  const ends = Array.from(text.matchAll(/\n|$/g), ({ index }) => index)
  if (ends.length * text.length > mostRead) return { names, entries }
  let whole = 0
  for (const [index, end] of ends.entries()) {
    const part = text.slice(0, end + 1)
    // A list of several lines is whole behind each of its entries, but for its end.
    const table = tableOf(part) ?? tableOf(`${part}\n]`)
    if (table === undefined) continue
    for (const [name, value] of Object.entries(table)) {
      if (!names.has(name)) names.set(name, whole + 1)
      if (!Array.isArray(value)) continue
      const known = entries.get(name) ?? []
      while (known.length < value.length) known.push(whole + 1)
      entries.set(name, known)
    }
    whole = index + 1
  }
  return { names, entries }
}
