/**
 * The parts of a workbook beside its sheets: which sheets it has, by which names, and of which kinds all parts are.
 */
import type { Exported } from "../Format.ts"
import { cellText } from "./cellText.ts"
import { quotedName } from "./sheetNames.ts"
import { xmlHead } from "./sheetParts.ts"
import { styles } from "./styles.ts"

/** A sheet of a workbook, in the order of their tabs. */
export interface TabOfSheet {
  readonly name: string
  /** The cells that can be filtered. */
  readonly filtered: string
}

/** A part: where it stands in the archive, and its text. */
export type Part = readonly [path: string, text: string]

const relations = (targets: ReadonlyArray<readonly [type: string, target: string]>): string =>
  [
    xmlHead,
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">",
    ...targets.map(([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/${type}" Target="${target}"/>`
    ),
    "</Relationships>"
  ].join("")

/** The path of a sheet, counted from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

const office = "officeDocument/2006/relationships"

/** What the archive begins with, by which a workbook of ours is known. */
export const firstPath = "_rels/.rels"

/** The parts before the sheets: programs that tell what a file is look at the first three, and expect one of a spreadsheet there. */
export const firstParts = ({ madeAt }: Exported): ReadonlyArray<Part> => [
  [
    firstPath,
    relations([
      [`${office}/officeDocument`, "xl/workbook.xml"],
      ["package/2006/relationships/metadata/core-properties", "docProps/core.xml"]
    ])
  ],
  ["docProps/core.xml", properties(madeAt)],
  ["xl/styles.xml", `${xmlHead}${styles}`]
]

/** The parts behind the sheets. */
export const lastParts = (sheets: ReadonlyArray<TabOfSheet>): ReadonlyArray<Part> => [
  [
    "xl/_rels/workbook.xml.rels",
    relations([
      ...sheets.map((_, index) => [`${office}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const),
      [`${office}/styles`, "styles.xml"]
    ])
  ],
  ["xl/workbook.xml", workbook(sheets)],
  ["[Content_Types].xml", contentTypes(sheets.length)]
]

/** All is worked out anew when it is opened, so that no sum is believed that the file only says. */
const workbook = (sheets: ReadonlyArray<TabOfSheet>): string =>
  [
    xmlHead,
    "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" ",
    `xmlns:r="http://schemas.openxmlformats.org/${office}"><bookViews><workbookView/></bookViews><sheets>`,
    ...sheets.map(({ name }, index) =>
      `<sheet name="${cellText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
    ),
    "</sheets><definedNames>",
    ...sheets.map(({ filtered, name }, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${
        cellText(`${quotedName(name)}!${absolute(filtered)}`)
      }</definedName>`
    ),
    // The headings stand on each page.
    ...sheets.map(({ name }, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${
        cellText(`${quotedName(name)}!$1:$1`)
      }</definedName>`
    ),
    "</definedNames><calcPr calcId=\"191029\" fullCalcOnLoad=\"1\"/></workbook>"
  ].join("")

const absolute = (cells: string): string => cells.replace(/([A-Z]+)(\d+)/g, "$$$1$$$2")

const properties = (madeAt: number): string =>
  [
    xmlHead,
    "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" ",
    "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\" ",
    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><dc:creator>wallet-statement</dc:creator>",
    `<dcterms:created xsi:type="dcterms:W3CDTF">${new Date(madeAt).toISOString().slice(0, 19)}Z</dcterms:created>`,
    "</cp:coreProperties>"
  ].join("")

const contentTypes = (sheets: number): string => {
  const sheetTypes = Array.from({ length: sheets }, (_, index): readonly [string, string] => [
    sheetPath(index + 1),
    "officedocument.spreadsheetml.worksheet"
  ])
  const types: ReadonlyArray<readonly [string, string]> = [
    ["xl/workbook.xml", "officedocument.spreadsheetml.sheet.main"],
    ["xl/styles.xml", "officedocument.spreadsheetml.styles"],
    ["docProps/core.xml", "package.core-properties"],
    ...sheetTypes
  ]
  return [
    xmlHead,
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">",
    "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
    "<Default Extension=\"xml\" ContentType=\"application/xml\"/>",
    ...types.map(([path, type]) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`
    ),
    "</Types>"
  ].join("")
}
