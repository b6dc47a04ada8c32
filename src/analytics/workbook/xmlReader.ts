/**
 * Reads XML as it comes, as far as workbooks have it: elements, attributes and texts. A document type, which could define entities that
 * grow without end, is refused; names are told without their prefix.
 */
import { Effect, Stream } from "effect"
import { damaged, refusalOf, type WorkbookRefused, workbookRefused } from "./WorkbookRefused.ts"

/** What is told of a document; attributes as they stand in the tag. */
export interface XmlHandler {
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** A tag or a text that is longer belongs to no workbook: a cell holds 32,767 characters. */
const longest = 2 ** 20

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));?/g, (_, decimal, hex, name) => {
      if (name !== undefined) {
        const known = named[name]
        if (known === undefined) throw damaged()
        return known
      }
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      if (code > 0x10ffff) throw damaged()
      return String.fromCodePoint(code)
    })
    : text

const patterns = new Map<string, RegExp>()

/** An attribute of a tag by its name without prefix; undefined where it has none. */
export const attribute = (attributes: string, name: string): string | undefined => {
  let pattern = patterns.get(name)
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const match = pattern.exec(attributes)
  return match === null ? undefined : unescaped(match[1] ?? match[2] ?? "")
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const [quote, apostrophe, greater] = [34, 39, 62]

/** Where a tag ends that begins at a place: `>` may stand in a value; -1 where the rest of it has not come. */
const endOfTag = (text: string, start: number): number => {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (open !== 0) {
      if (code === open) open = 0
    } else if (code === greater) return at
    else if (code === quote || code === apostrophe) open = code
  }
  return -1
}

/** Tells a document's elements and texts; fails with WorkbookRefused for one that is malformed, and with that which a handler throws. */
export const readXml = (
  parts: Stream.Stream<Uint8Array, WorkbookRefused>,
  handler: XmlHandler
): Effect.Effect<void, WorkbookRefused> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder("utf-8", { fatal: true })
    let rest = ""
    return Stream.runForEach(parts, (part) =>
      Effect.try({
        try: () => {
          rest = take(rest + decoder.decode(part, { stream: true }), handler)
          if (rest.length > longest) throw damaged()
        },
        catch: refusalOf
      })).pipe(
        Effect.andThen(Effect.try({
          try: () => {
            if (take(rest + decoder.decode(), handler).trim() !== "") throw damaged()
          },
          catch: refusalOf
        }))
      )
  })

/** Tells what is whole of a text, and gives the rest. */
const take = (text: string, handler: XmlHandler): string => {
  let at = 0
  for (;;) {
    const tag = text.indexOf("<", at)
    if (tag === -1) return text.slice(at)
    const [body, mark, end] = text.startsWith("<!--", tag)
      ? ["", "-->", text.indexOf("-->", tag + 4)] as const
      : text.startsWith("<![CDATA[", tag)
      ? ["text", "]]>", text.indexOf("]]>", tag)] as const
      : text.startsWith("<?", tag)
      ? ["", "?>", text.indexOf("?>", tag)] as const
      : ["tag", ">", endOfTag(text, tag)] as const
    if (end === -1) return text.slice(at)
    if (tag > at) handler.text(unescaped(text.slice(at, tag)))
    if (body === "text") handler.text(text.slice(tag + "<![CDATA[".length, end))
    if (body === "tag") tellTag(text.slice(tag + 1, end), handler)
    at = end + mark.length
  }
}

const tellTag = (tag: string, handler: XmlHandler): void => {
  if (tag.startsWith("!")) {
    throw workbookRefused("defines entities of its own, as no spreadsheet program does: save it again with one")
  }
  if (tag.startsWith("/")) {
    handler.close(localName(tag.slice(1).trim()))
    return
  }
  const isEmpty = tag.endsWith("/")
  const inside = isEmpty ? tag.slice(0, -1) : tag
  const end = inside.search(/\s/)
  const name = localName(end === -1 ? inside : inside.slice(0, end))
  handler.open(name, end === -1 ? "" : inside.slice(end))
  if (isEmpty) handler.close(name)
}
