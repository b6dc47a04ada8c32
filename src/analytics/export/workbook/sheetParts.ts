/**
 * What stands around the rows of a sheet.
 */
import { textCell } from "./cells.ts"

/** Begins each part of a workbook. */
export const xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

/** What a sheet is like. */
interface Sheet {
  readonly headings: ReadonlyArray<string>
  /** Widths of its columns in characters. */
  readonly widths: ReadonlyArray<number>
  /** Whether its tab is red. */
  readonly isMarked: boolean
}

/** The letter of a column, counted from 0. */
export const columnLetter = (index: number): string => String.fromCharCode(65 + index)

/** The cells that can be filtered: the headings and the rows down to the last one. */
export const filtered = (columns: number, lastRow: number): string =>
  `A1:${columnLetter(columns - 1)}${Math.max(lastRow, 1)}`

/** On paper: A4 across, all columns on a page, with the sheet's name and the page's number at its foot. */
const printed = [
  "<pageMargins left=\"0.4\" right=\"0.4\" top=\"0.5\" bottom=\"0.6\" header=\"0.3\" footer=\"0.3\"/>",
  "<pageSetup paperSize=\"9\" orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/>",
  "<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>"
].join("")

/** The text before the first row, the headings included; and the text behind the last one, which is told. */
export const sheetParts = ({ headings, isMarked, widths }: Sheet) => ({
  before: [
    xmlHead,
    "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">",
    `<sheetPr>${isMarked ? "<tabColor rgb=\"FFC00000\"/>" : ""}<pageSetUpPr fitToPage="1"/></sheetPr>`,
    "<sheetViews><sheetView workbookViewId=\"0\">",
    "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews><cols>",
    ...widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`),
    "</cols><sheetData><row r=\"1\">",
    ...headings.map((heading, index) => textCell(`${columnLetter(index)}1`, heading, "heading")),
    "</row>"
  ].join(""),
  after: (lastRow: number): string =>
    `</sheetData><autoFilter ref="${filtered(headings.length, lastRow)}"/>${printed}</worksheet>`
})
