/**
 * A line of a witness: when the head of the audit chain was what. Lines are only ever added, so that the file may stand where
 * nothing can be changed.
 */
import { type ChainHead, headText, parseHead } from "../../sink/audit/ChainHead.ts"

/** A head and when it was one. */
export interface WitnessLine {
  /** ISO 8601 in UTC, as it stands there. */
  readonly at: string
  readonly head: ChainHead
}

/** The line without its end; `at` is milliseconds since 1970-01-01T00:00:00Z. */
export const witnessLine = (at: number, head: ChainHead): string => `${new Date(at).toISOString()} ${headText(head)}`

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const whole = new RegExp(`^(${instant}) (\\S+)\r?$`)
const piece = new RegExp(String.raw`^(?:[\dT:.-]{0,23}|${instant} ?|${instant} \d+|${instant} \d+:[0-9a-f]{0,63})$`)

/** Reads a line; "torn" is one that was not written to its end, which says nothing, and so does an empty one. */
export const readWitnessLine = (line: string): WitnessLine | "torn" | undefined => {
  const [, at = "", text = ""] = whole.exec(line) ?? []
  const head = parseHead(text)
  if (head !== undefined) return { at, head }
  return piece.test(line.trimEnd()) ? "torn" : undefined
}

/**
 * Whether a file may be a witness by what it begins with, so that nothing is added to another one by mistake: by
 * nothing, by a line, or by the piece of one with nothing or a line behind it.
 */
export const beginsAsWitness = (beginning: string): boolean => {
  const [line = "", next] = beginning.split("\n")
  const isLine = (text: string): boolean => typeof readWitnessLine(text) === "object"
  return beginning === "" || isLine(line) ||
    (longPiece.test(line) && readWitnessLine(line) === "torn" && (next === undefined || isLine(next)))
}

/** What is shorter may be anything. */
const longPiece = /^\d{4}-\d\d-\d\dT/

/** Characters that are enough for the first lines. */
export const mostOfBeginning = 256
