/**
 * Checks the places that a window gives its rows, where the ledger's order is beyond doubt.
 */
import type { Shown } from "../Entry.ts"
import type { Story } from "../Story.ts"
import { isInTimeOrder, isPlainlyWhole } from "./verdicts.ts"

/** Compares the places of a window's rows with the order in which the ledger moved the balances. */
export const checkPlaces = (
  where: string,
  contents: ReadonlyArray<string>,
  places: ReadonlyArray<number | null>,
  shown: ReadonlyArray<Shown>,
  story: Story
): void => {
  const found = new Map(contents.map((content, index) => [content, places[index] ?? null]))
  if (found.size < contents.length || shown.some(({ currency }) => currency === null)) return
  for (const chain of Map.groupBy(shown, ({ currency }) => currency).values()) {
    if (!isInPlainOrder(chain)) continue
    for (const day of Map.groupBy(chain, (row) => row.day).values()) {
      ;[...day].sort((left, right) => left.place - right.place).forEach(({ content }, right) => {
        const place = found.get(content ?? "") ?? null
        story.count(place === null ? "place left open" : "place given")
        story.expect(place === null || place === right, () => `${where}: place ${place}, not ${right}: ${content}`)
      })
    }
  }
}

/** Whether rows are whole and their times tell no other order than the ledger's. */
const isInPlainOrder = (chain: ReadonlyArray<Shown>): boolean => {
  const rows = [...chain].sort((left, right) => left.place - right.place)
  return isPlainlyWhole(rows, { opening: null, closing: null }) && isInTimeOrder(rows) &&
    rows.every(({ confirmed }) => confirmed)
}
