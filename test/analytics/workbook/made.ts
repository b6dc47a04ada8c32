/**
 * Workbooks made part by part, also such as no program would write.
 */
import { writeFileSync } from "node:fs"
import { crc32, deflateRawSync } from "node:zlib"

/** A part, and what is untrue of it. */
export interface MadePart {
  readonly text: string | Uint8Array
  readonly stored?: boolean
  readonly crc?: number
  readonly flags?: number
}

/** Writes a ZIP file of parts. */
export const writeZip = (path: string, parts: Readonly<Record<string, string | MadePart>>): void => {
  const bodies: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const [name, given] of Object.entries(parts)) {
    const { crc, flags = 0, stored = false, text } = typeof given === "string" ? { text: given } : given
    const bytes = Buffer.from(text)
    const body = stored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc ?? crc32(bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, tail, Buffer.from(name)]))
    bodies.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  writeFileSync(path, Buffer.concat([...bodies, list, Buffer.from("PK\x05\x06"), end]))
}

const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** What a workbook may say beside the rows of its sheet. */
export interface MadeWorkbook {
  readonly from1904?: boolean
  readonly texts?: ReadonlyArray<string>
  /** Formats of the styles 1, 2 and so on. */
  readonly formats?: ReadonlyArray<string>
}

/** The parts of a workbook with one sheet, whose rows are given as XML. */
export const workbookParts = (rows: string, { formats = [], from1904 = false, texts = [] }: MadeWorkbook = {}) => ({
  "_rels/.rels":
    `<Relationships><Relationship Id="r1" Type="${kind}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns:r="${kind}"><workbookPr${
    from1904 ? " date1904='1'" : ""
  }/><sheets><sheet name="Sheet &amp; 1" sheetId="1" r:id="r3"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": ["styles:styles", "sharedStrings:texts", "worksheet:worksheets/sheet1"].map(
    (text, place) => {
      const [type, target] = text.split(":")
      return `<Relationship Type="${kind}/${type}" Id="r${place + 1}" Target="${target}.xml"/>`
    }
  ).join(""),
  "xl/styles.xml": `<styleSheet><numFmts>${
    formats.map((code, place) => `<numFmt numFmtId="${200 + place}" formatCode="${code}"/>`).join("")
  }</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${
    formats.map((_, place) => `<xf numFmtId="${200 + place}"/>`).join("")
  }</cellXfs></styleSheet>`,
  "xl/texts.xml": `<sst>${texts.join("")}</sst>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`
})

/** A row of cells with texts in them. */
export const textRow = (...texts: ReadonlyArray<string>): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`
