/**
 * Sizes for people.
 */

const units = ["kB", "MB", "GB", "TB"] as const

/** Bytes in the largest unit that gives a whole number of at least one, such as `812 MB`. */
export const sizeText = (bytes: number): string => {
  const [power = 0] = [4, 3, 2, 1].filter((each) => bytes >= 1000 ** each)
  const unit = units[power - 1]
  if (unit === undefined) return `${bytes} bytes`
  const count = bytes / 1000 ** power
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${unit}`
}
