/**
 * What a step of `check` found, and how it is shown: one line, or some more where there is something to compare.
 */
import { exitCode, mostUrgent } from "../../ending/exit.ts"

/** What a step found. */
export interface Finding {
  readonly name: string
  /** Skipped steps were not tried because of an earlier finding, or because there is nothing to try. */
  readonly state: "ok" | "failed" | "skipped"
  /** What is so, and when it is wrong what to do. */
  readonly text: string
  /** Further lines. */
  readonly details: ReadonlyArray<string>
  /** The exit code that this finding asks for. */
  readonly code: number
}

/** All is well. */
export const good = (name: string, text: string): Finding => ({
  name,
  state: "ok",
  text,
  details: [],
  code: exitCode.complete
})

/** Something is wrong. */
export const bad = (name: string, text: string, code: number, details: ReadonlyArray<string> = []): Finding => ({
  name,
  state: "failed",
  text,
  details,
  code
})

/** Not tried. */
export const skipped = (name: string, text: string): Finding => ({ ...good(name, text), state: "skipped" })

/** The exit code of several findings together. */
export const codeOfFindings = (findings: ReadonlyArray<Finding>): number =>
  mostUrgent(findings.map(({ code }) => code)) ?? exitCode.complete

const words = { ok: "ok  ", failed: "FAIL", skipped: "skip" }
const indent = " ".repeat(19)

/** The finding for people; broken into lines where a terminal's width is given, otherwise one line and its details. */
export const findingText = ({ details, name, state, text }: Finding, columns?: number): string => {
  const width = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(40, columns - indent.length)
  const [first = "", ...others] = [text, ...details].flatMap((line) => broken(line, width))
  return [`${words[state]}  ${name.padEnd(11)}  ${first}`, ...others.map((line) => `${indent}${line}`)].join("\n")
}

/** Breaks a line between words; commands and figures, which are set in, stay as they are. */
const broken = (line: string, width: number): ReadonlyArray<string> => {
  if (line.length <= width || line.startsWith(" ")) return [line]
  const lines: Array<string> = []
  let current = ""
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else current = current === "" ? word : `${current} ${word}`
  }
  return [...lines, current]
}

/** The finding for programs. */
export const findingJson = ({ details, name, state, text }: Finding) => ({
  name,
  ok: state === "ok",
  state,
  text,
  details
})
