/**
 * How cells look: each look is a number, its place in the list of the styles' part.
 */

/** A number's pattern, how a cell is set, and whether its text stays one when somebody edits it. */
interface Look {
  readonly pattern?: string
  readonly isBold?: boolean
  readonly isRight?: boolean
  readonly isWrapped?: boolean
  readonly isQuoted?: boolean
}

/** `quoted` is for a text that would be taken for a formula if it were typed in. */
const looks = {
  plain: {},
  heading: { isBold: true, isWrapped: true },
  time: { pattern: "yyyy\\-mm\\-dd\\ hh:mm:ss" },
  day: { pattern: "yyyy\\-mm\\-dd" },
  money: { pattern: "#,##0.00##", isRight: true },
  count: { pattern: "#,##0", isRight: true },
  right: { isRight: true },
  quoted: { isQuoted: true },
  wrapped: { isWrapped: true }
} satisfies Readonly<Record<string, Look>>

/** The name of a look. */
export type LookName = keyof typeof looks

const all: ReadonlyArray<readonly [string, Look]> = Object.entries(looks)

/** What a cell says of its look: nothing of the first one, which it has anyway. */
export const lookOf = (name: LookName): string => {
  const place = all.findIndex(([each]) => each === name)
  return place === 0 ? "" : ` s="${place}"`
}

/** Numbers of patterns below belong to the spreadsheet. */
const firstPattern = 164

const patterns = all.flatMap(([, { pattern }]) => (pattern === undefined ? [] : [pattern]))

const format = ({ isBold, isQuoted, isRight, isWrapped, pattern }: Look): string => {
  const number = pattern === undefined ? 0 : firstPattern + patterns.indexOf(pattern)
  const alignment = [
    ...(isRight === true ? [" horizontal=\"right\""] : []),
    ...(isWrapped === true ? [" vertical=\"top\" wrapText=\"1\""] : [])
  ].join("")
  const attributes = [
    ` numFmtId="${number}" fontId="${isBold === true ? 1 : 0}" fillId="0" borderId="0" xfId="0"`,
    ...(pattern === undefined ? [] : [" applyNumberFormat=\"1\""]),
    ...(isBold === true ? [" applyFont=\"1\""] : []),
    ...(alignment === "" ? [] : [" applyAlignment=\"1\""]),
    ...(isQuoted === true ? [" quotePrefix=\"1\""] : [])
  ].join("")
  return alignment === "" ? `<xf${attributes}/>` : `<xf${attributes}><alignment${alignment}/></xf>`
}

const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`

/** The part with all looks. */
export const styles = [
  "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">",
  `<numFmts count="${patterns.length}">`,
  ...patterns.map((pattern, index) => `<numFmt numFmtId="${firstPattern + index}" formatCode="${pattern}"/>`),
  `</numFmts><fonts count="2">${font("")}${font("<b/>")}</fonts>`,
  "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills>",
  "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>",
  "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>",
  `<cellXfs count="${all.length}">${all.map(([, look]) => format(look)).join("")}</cellXfs>`,
  "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>",
  "</styleSheet>"
].join("")
