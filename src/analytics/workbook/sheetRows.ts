/**
 * The rows of a sheet as they come: cells by their columns, with the text that the file has of them.
 */
import type { Effect } from "effect"
import { textReader, withControls } from "./sheetParts.ts"
import { damaged, type WorkbookRefused } from "./WorkbookRefused.ts"
import { attribute, readXml } from "./xmlReader.ts"
import type { ZipParts } from "./zipParts.ts"

/** What a cell is. `formula` is one whose value nobody has worked out. */
export type CellKind = "number" | "text" | "day" | "error" | "formula"

/** A cell that holds something. */
export interface Cell {
  readonly kind: CellKind
  readonly text: string
  /** The number of its style. */
  readonly style: number
}

/** Cells by their columns, from 0. */
export type Cells = ReadonlyMap<number, Cell>

/** Bytes of a sheet: a million rows of ten columns have half as many. */
const mostBytes = 2 ** 30

/** What spreadsheets have at most. */
const [mostRows, mostColumns] = [1_048_576, 16_384]

const kinds: Readonly<Record<string, CellKind>> = {
  n: "number",
  s: "text",
  str: "text",
  inlineStr: "text",
  b: "text",
  e: "error",
  d: "day"
}

const columnOf = (reference: string): number => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/**
 * Tells each row that has a cell, by its number in the sheet from 1; rows come in the order of the file. A WorkbookRefused that `tell` throws
 * ends the reading.
 */
export const readRows = (
  zip: ZipParts,
  part: string,
  texts: ReadonlyArray<string>,
  tell: (row: number, cells: Cells) => void
): Effect.Effect<void, WorkbookRefused> => {
  let [row, column] = [0, -1]
  let cells = new Map<number, Cell>()
  let [type, style, value, isValue, hasFormula, isCell] = ["n", 0, "", false, false, false]
  let inline: string | undefined
  const inlineReader = textReader("is", (text) => {
    inline = text
  })
  const begin = (attributes: string) => {
    const reference = attribute(attributes, "r")
    column = reference === undefined ? column + 1 : columnOf(reference)
    if (column < 0 || column >= mostColumns) throw damaged()
    type = attribute(attributes, "t") ?? "n"
    style = Number(attribute(attributes, "s") ?? "0")
    value = ""
    inline = undefined
    hasFormula = false
    isCell = true
  }
  const end = () => {
    isCell = false
    const kind = kinds[type]
    if (kind === undefined) throw damaged()
    if (value === "" && inline === undefined) {
      if (hasFormula && kind !== "text") cells.set(column, { kind: "formula", text: "", style })
      return
    }
    const text = type === "s" ? texts[Number(value)] : inline ?? (kind === "text" ? withControls(value) : value)
    if (text === undefined) throw damaged()
    cells.set(column, { kind, text, style })
  }
  return readXml(zip.read(part, mostBytes), {
    open: (name, attributes) => {
      if (name === "row") {
        row = Number(attribute(attributes, "r") ?? row + 1)
        if (!(row > 0 && row <= mostRows)) throw damaged()
        cells = new Map()
        column = -1
      } else if (name === "c") begin(attributes)
      else if (isCell) {
        isValue = name === "v"
        if (name === "f") hasFormula = true
        inlineReader.open(name)
      }
    },
    close: (name) => {
      if (name === "row") {
        if (cells.size > 0) tell(row, cells)
      } else if (name === "c") end()
      else if (isCell) {
        isValue = false
        inlineReader.close(name)
      }
    },
    text: (text) => {
      if (isValue) value += text
      else if (isCell) inlineReader.text(text)
    }
  })
}
