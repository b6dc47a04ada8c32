/**
 * Reads a workbook back, knowing of the formats what their standards say and nothing of who wrote it.
 */
import { assert } from "@effect/vitest"
import { crc32, inflateRawSync } from "node:zlib"

/** The parts of an archive, by the directory at its end; each is held against its sum. */
export const partsOf = (bytes: Buffer): ReadonlyMap<string, string> => {
  const end = bytes.length - 22
  assert.strictEqual(bytes.readUInt32LE(end), 0x06054b50)
  const parts = new Map<string, string>()
  let place = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry++) {
    assert.strictEqual(bytes.readUInt32LE(place), 0x02014b50)
    const [sum, compressed, length] = [16, 20, 24].map((offset) => bytes.readUInt32LE(place + offset))
    const nameLength = bytes.readUInt16LE(place + 28)
    const name = bytes.toString("utf8", place + 46, place + 46 + nameLength)
    const local = bytes.readUInt32LE(place + 42)
    assert.strictEqual(bytes.readUInt32LE(local), 0x04034b50)
    assert.strictEqual(bytes.toString("utf8", local + 30, local + 30 + nameLength), name)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const behind = from + (compressed ?? 0)
    assert.deepStrictEqual(
      [0, 4, 8, 12].map((offset) => bytes.readUInt32LE(behind + offset)),
      [0x08074b50, sum, compressed, length]
    )
    const text = inflateRawSync(bytes.subarray(from, behind))
    assert.deepStrictEqual([text.length, crc32(text)], [length, sum], name)
    assert.isFalse(parts.has(name), name)
    parts.set(name, text.toString("utf8"))
    place += 46 + nameLength + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  assert.strictEqual(place, end)
  return parts
}

/** A cell as it is read. */
export interface Cell {
  readonly value: string | number | boolean
  readonly formula: string | undefined
  readonly format: string
  readonly isQuoted: boolean
}

/** A sheet: its cells by their places. */
export interface Sheet {
  readonly name: string
  readonly xml: string
  readonly cells: ReadonlyMap<string, Cell>
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"" }

/** Text of XML 1.0, which must have nothing in it that XML forbids. */
const xmlText = (text: string): string => {
  // oxlint-disable-next-line no-control-regex
  assert.notMatch(text, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff<]|\p{Surrogate}|&(?!(?:amp|lt|gt|quot);)/u)
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "")
}

/** A text of a spreadsheet: what stands between `_x` and `_` is a character. */
const decoded = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const cellPattern =
  /<c r="([A-Z]+\d+)"(?: s="(\d+)")?(?: t="(b|inlineStr)")?>(?:<f>([^<]*)<\/f>)?(?:<v>([^<]*)<\/v>|<is><t( xml:space="preserve")?>([^<]*)<\/t><\/is>)<\/c>/g

/** The sheets of a workbook in the order of their tabs. */
export const readWorkbook = (bytes: Buffer): ReadonlyArray<Sheet> => {
  const parts = partsOf(bytes)
  const part = (name: string): string => parts.get(name) ?? assert.fail(`${name} is missing`)
  const types = part("[Content_Types].xml")
  for (const name of parts.keys()) {
    if (!name.endsWith(".rels") && !name.startsWith("[")) assert.include(types, `PartName="/${name}"`)
  }
  const styles = part("xl/styles.xml")
  const patterns = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code])
  )
  const looks = [...(/<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles)?.[1] ?? "").matchAll(/<xf numFmtId="(\d+)"[^>]*>/g)]
  const targets = new Map(
    [...part("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)"[^>]*Target="([^"]*)"/g)].map((
      [, id, target]
    ) => [id, target])
  )
  return [...part("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(([, name = "", id]) => {
    const xml = part(`xl/${targets.get(id)}`)
    const found = [...xml.matchAll(cellPattern)]
    assert.strictEqual(found.length, xml.split("<c ").length - 1)
    const cells = found.map((
      [, place = "", look = "0", type, formula, value, isKept, text]
    ): readonly [string, Cell] => [place, {
      value: text !== undefined
        ? decoded(xmlText(isKept === undefined ? text.trim() : text))
        : type === "b"
        ? value === "1"
        : Number(value),
      formula: formula === undefined ? undefined : xmlText(formula),
      format: patterns.get(looks[Number(look)]?.[1]) ?? "",
      isQuoted: looks[Number(look)]?.[0].includes("quotePrefix=\"1\"") ?? false
    }])
    assert.strictEqual(new Map(cells).size, cells.length)
    return { name: xmlText(name), xml, cells: new Map(cells) }
  })
}

/** The values of a sheet's row, by the headings of its columns. */
export const rowAt = ({ cells }: Sheet, row: number): Readonly<Record<string, Cell | undefined>> =>
  Object.fromEntries(
    [..."ABCDEFGHIJKLMN"].map((letter) => [String(cells.get(`${letter}1`)?.value), cells.get(`${letter}${row}`)])
  )
