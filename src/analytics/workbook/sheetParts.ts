/**
 * What a workbook says of itself beside its sheets: where each is, from which day days are counted, which styles are those of days, and the
 * texts that cells share.
 */
import { Effect } from "effect"
import { isDayFormat } from "./dayFormat.ts"
import { type WorkbookRefused, workbookRefused } from "./WorkbookRefused.ts"
import { attribute, readXml } from "./xmlReader.ts"
import type { ZipParts } from "./zipParts.ts"

/** Parts that tell of others are small; the texts of a million rows are not. */
const [mostSmall, mostTexts] = [32 * 2 ** 20, 256 * 2 ** 20]

/** A sheet of cells, by its name and its part. */
export interface Sheet {
  readonly name: string
  readonly part: string
}

/** The sheets of a workbook in their order. */
export interface Sheets {
  readonly sheets: ReadonlyArray<Sheet>
  /** Whether days are counted from 1904-01-01, as the first Macintosh did. */
  readonly from1904: boolean
  readonly styles: string | undefined
  readonly texts: string | undefined
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

const relationsOf = Effect.fnUntraced(
  function*(zip: ZipParts, part: string): Effect.fn.Return<ReadonlyArray<Relation>, WorkbookRefused> {
    const found: Array<Relation> = []
    const folder = part.slice(0, part.lastIndexOf("/") + 1)
    const place = `${folder}_rels/${part.slice(folder.length)}.rels`
    if (!zip.has(place)) return found
    yield* readXml(zip.read(place, mostSmall), {
      open: (name, attributes) => {
        if (name !== "Relationship" || attribute(attributes, "TargetMode") === "External") return
        const target = attribute(attributes, "Target") ?? ""
        found.push({
          id: attribute(attributes, "Id") ?? "",
          type: (attribute(attributes, "Type") ?? "").replace(/^.*\//, ""),
          target: new URL(target, `file:///${folder}`).pathname.slice(1)
        })
      },
      close: () => {},
      text: () => {}
    })
    return found
  }
)

/** Reads which sheets there are. */
export const sheetsIn = Effect.fnUntraced(function*(zip: ZipParts): Effect.fn.Return<Sheets, WorkbookRefused> {
  const roots = yield* relationsOf(zip, "")
  const book = roots.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml"
  if (!zip.has(book)) return yield* workbookRefused("is no workbook (XLSX): save it as one, or as CSV (UTF-8)")
  const relations = yield* relationsOf(zip, book)
  const sheets: Array<Sheet> = []
  let from1904 = false
  yield* readXml(zip.read(book, mostSmall), {
    open: (name, attributes) => {
      if (name === "workbookPr") from1904 = /^(1|true|on)$/.test(attribute(attributes, "date1904") ?? "")
      if (name !== "sheet") return
      const id = /(?:^|\s)\w+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1]
      const relation = relations.find((each) => each.id === id && each.type === "worksheet")
      if (relation !== undefined) sheets.push({ name: attribute(attributes, "name") ?? "", part: relation.target })
    },
    close: () => {},
    text: () => {}
  })
  const partOf = (wanted: string): string | undefined => relations.find(({ type }) => type === wanted)?.target
  return { sheets, from1904, styles: partOf("styles"), texts: partOf("sharedStrings") }
})

/** Which styles of cells are those of days and times. */
export const dayStylesIn = Effect.fnUntraced(
  function*(zip: ZipParts, part: string | undefined): Effect.fn.Return<ReadonlySet<number>, WorkbookRefused> {
    const days = new Set<number>()
    if (part === undefined || !zip.has(part)) return days
    const formats = new Map<number, string>()
    let [isInside, count] = [false, 0]
    yield* readXml(zip.read(part, mostSmall), {
      open: (name, attributes) => {
        if (name === "numFmt") {
          formats.set(Number(attribute(attributes, "numFmtId")), attribute(attributes, "formatCode") ?? "")
        }
        if (name === "cellXfs") isInside = true
        if (name !== "xf" || !isInside) return
        const id = Number(attribute(attributes, "numFmtId") ?? "0")
        if (isDayFormat(id, formats.get(id))) days.add(count)
        count++
      },
      close: (name) => {
        if (name === "cellXfs") isInside = false
      },
      text: () => {}
    })
    return days
  }
)

/** The texts that cells share, by their numbers. */
export const textsIn = Effect.fnUntraced(
  function*(zip: ZipParts, part: string | undefined): Effect.fn.Return<ReadonlyArray<string>, WorkbookRefused> {
    const texts: Array<string> = []
    if (part === undefined || !zip.has(part)) return texts
    const reader = textReader("si", (text) => texts.push(text))
    yield* readXml(zip.read(part, mostTexts), reader)
    return texts
  }
)

/** Puts the runs of a text together, without how it is spoken; told when the element that holds it ends. */
export const textReader = (holder: string, tell: (text: string) => void) => {
  let [text, isText, spoken] = ["", false, 0]
  return {
    open: (name: string) => {
      if (name === holder) text = ""
      if (name === "rPh") spoken++
      if (name === "t") isText = spoken === 0
    },
    close: (name: string) => {
      if (name === "rPh") spoken--
      if (name === "t") isText = false
      if (name === holder) tell(withControls(text))
    },
    text: (part: string) => {
      if (isText) text += part
    }
  }
}

/** Characters that XML can't hold stand as `_x000D_`. */
export const withControls = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
