/**
 * Texts made to fit fields of a given length, in characters as people count them; how many were cut is kept, so that it can be told.
 */

/** Fits the texts of one export. */
export interface Fitting {
  /** The text where it fits; else as much of it as fits with a mark behind it. */
  readonly fit: (text: string, most: number) => string
  /** How many texts were cut so far. */
  readonly cut: () => number
}

/** Begins to count; `mark` stands where a text goes on. */
export const fitting = (mark = "…"): Fitting => {
  let cut = 0
  return {
    fit: (text, most) => {
      const shortened = shortenedTo(text, most, mark)
      if (shortened !== text) cut++
      return shortened
    },
    cut: () => cut
  }
}

/** The text, or its beginning and a mark: for a text that stands whole elsewhere. */
export const shortenedTo = (text: string, most: number, mark = "…"): string => {
  if (text.length <= most) return text
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - mark.length).join("")}${mark}`
}

/** A note on texts that were cut; none where none was. */
export const cutNotes = (cut: number, format: string, mark = "…"): ReadonlyArray<string> =>
  cut === 0
    ? []
    : [
      `${cut === 1 ? "1 text is" : `${cut} texts are`} longer than a field of ${format}: "${mark}" stands where ${
        cut === 1 ? "it goes" : "they go"
      } on. csv and ndjson hold all of ${cut === 1 ? "it" : "them"}.`
    ]
