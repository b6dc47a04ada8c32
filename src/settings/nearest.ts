/**
 * Which setting a misspelt name is meant for.
 */
/** The setting of some that a name is most like; up to a third of its letters may be wrong, and not more than three. */
export const nearest = (name: string, settings: ReadonlyArray<string>): string | undefined => {
  const [first] = settings
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
