/**
 * Where the elements of an array stand in a JSON text, for the rare record whose very characters are wanted.
 *
 * Only for texts that `ExactJson.parse` accepted: nothing is checked again here.
 */

const whiteSpace = /[ \t\r\n]/

/** Start and end (behind the last character) of an element, in UTF-16 code units. */
export type Span = readonly [start: number, end: number]

/** The spans of the elements of the array that the text's object has under `key`; none when it has no such array. */
export const elementSpans = (text: string, key: string): ReadonlyArray<Span> => {
  let index = skipWhiteSpace(text, 0)
  if (text[index] !== "{") return []
  while (true) {
    const keyStart = skipWhiteSpace(text, index + 1)
    if (text[keyStart] !== "\"") return []
    const keyEnd = skipString(text, keyStart)
    const valueStart = skipWhiteSpace(text, skipWhiteSpace(text, keyEnd) + 1)
    if (JSON.parse(text.slice(keyStart, keyEnd)) === key) {
      return text[valueStart] === "["
        ? spansOf(text, valueStart)
        : []
    }
    index = skipWhiteSpace(text, skipValue(text, valueStart))
  }
}

const spansOf = (text: string, arrayStart: number): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let index = skipWhiteSpace(text, arrayStart + 1)
  while (index < text.length && text[index] !== "]") {
    const end = skipValue(text, index)
    spans.push([index, end])
    index = skipWhiteSpace(text, end)
    if (text[index] === ",") index = skipWhiteSpace(text, index + 1)
  }
  return spans
}

const skipWhiteSpace = (text: string, from: number): number => {
  let index = from
  while (index < text.length && whiteSpace.test(text.charAt(index))) index++
  return index
}

const skipString = (text: string, from: number): number => {
  let index = from + 1
  while (index < text.length && text[index] !== "\"") index += text[index] === "\\" ? 2 : 1
  return index + 1
}

const skipValue = (text: string, from: number): number => {
  let depth = 0
  let index = from
  while (index < text.length) {
    const character = text.charAt(index)
    if (character === "\"") index = skipString(text, index)
    else if (character === "{" || character === "[") {
      depth++
      index++
      continue
    } else if (character === "}" || character === "]") {
      if (depth === 0) return index
      depth--
      index++
    } else if (depth === 0) {
      while (index < text.length && !/[,\]}\s]/.test(text.charAt(index))) index++
    } else {
      index++
      continue
    }
    if (depth === 0) return index
  }
  return index
}
