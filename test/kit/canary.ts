/**
 * Finds canaries, values made to be looked for, in whatever a program lets out: as they are, in Base64 whatever stood
 * before them, Base64url, URL-encoded or hexadecimal, whole or in any piece of twelve characters, with white space,
 * quotes or line breaks between the characters or without.
 */

/** A value that must not be seen, and what it is. */
export interface Canary {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A canary of a text or of bytes; short ones would be found by chance. */
export const canaryOf = (name: string, value: string | Uint8Array): Canary => {
  const bytes = typeof value === "string" ? Buffer.from(value) : value
  if (bytes.length < 16) throw new Error(`the canary for ${name} is too short`)
  return { name, bytes }
}

/** So many characters of a form are a find. */
const pieceLength = 12

const base64Behind = (bytes: Uint8Array, before: number): string => {
  const text = Buffer.concat([new Uint8Array(before), bytes]).toString("base64").replaceAll("=", "")
  return text.slice(before === 0 ? 0 : before + 1, -1)
}

/** The ways in which a canary may be written, by name. */
const formsOf = (bytes: Uint8Array): ReadonlyArray<readonly [form: string, text: string]> => {
  const hex = Buffer.from(bytes).toString("hex")
  return [
    ["raw", Buffer.from(bytes).toString("latin1")],
    ["url", encodeURIComponent(Buffer.from(bytes).toString())],
    ["hex", hex],
    ["hex", hex.toUpperCase()],
    ["base64", base64Behind(bytes, 0)],
    ["base64", base64Behind(bytes, 1)],
    ["base64", base64Behind(bytes, 2)]
  ]
}

/** What joins or splits pieces is left out: all but letters and digits, or what is not visible. */
const leftOut = [/\\[nrt]|[^A-Za-z0-9]+/g, /\\[nrt]|[^!-~]+/g]

const readingsOf = (text: string): ReadonlyArray<string> => leftOut.map((other) => text.replaceAll(other, ""))

/** Looks for some canaries. */
export class CanarySearch {
  private readonly names = new Map<string, string>()

  constructor(canaries: ReadonlyArray<Canary>) {
    for (const { bytes, name } of canaries) {
      for (const [form, text] of formsOf(bytes)) {
        for (const reading of readingsOf(text)) this.keep(reading, `${name} (${form})`)
      }
    }
  }

  private keep(text: string, name: string): void {
    for (let at = 0; at + pieceLength <= text.length; at++) {
      const piece = text.slice(at, at + pieceLength)
      if (!this.names.has(piece)) this.names.set(piece, name)
    }
  }

  /** What is found in a text, or in bytes as Latin-1: names of canaries and forms, each once. */
  in(searched: string | Uint8Array): ReadonlyArray<string> {
    const text = typeof searched === "string" ? searched : Buffer.from(searched).toString("latin1")
    const found = new Set<string>()
    for (const reading of readingsOf(text)) {
      for (let at = 0; at + pieceLength <= reading.length; at++) {
        const name = this.names.get(reading.slice(at, at + pieceLength))
        if (name !== undefined) found.add(name)
      }
    }
    return [...found]
  }
}

/** Ways to write a text that hide it from a plain search; each is found by a CanarySearch. */
export const disguises: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in quotes": (text) => JSON.stringify(text),
  "Base64": (text) => Buffer.from(text).toString("base64"),
  "Base64 behind one byte": (text) => Buffer.from(`:${text}`).toString("base64"),
  "Base64 behind two bytes": (text) => Buffer.from(`k:${text}`).toString("base64"),
  "Base64 of a header": (text) => Buffer.from(`Bearer ${text}, and more`).toString("base64"),
  "Base64url": (text) => Buffer.from(`?${text}?`).toString("base64url"),
  "Base64 in lines": (text) => Buffer.from(text).toString("base64").replaceAll(/.{20}/g, "$&\r\n"),
  "URL-encoded": (text) => encodeURIComponent(text),
  "every byte URL-encoded": (text) => Buffer.from(text).toString("hex").replaceAll(/../g, "%$&"),
  "form-encoded": (text) => new URLSearchParams({ value: text }).toString(),
  "hexadecimal": (text) => Buffer.from(text).toString("hex"),
  "hexadecimal in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hexadecimal with colons": (text) => Buffer.from(text).toString("hex").replaceAll(/..(?=.)/g, "$&:"),
  "its first twelve characters": (text) => text.slice(0, 12),
  "twelve characters of its middle": (text) => text.slice(7, 19),
  "its last twelve characters": (text) => text.slice(-12),
  "broken into lines": (text) => text.replaceAll(/.{7}/gs, "$&\n"),
  "broken into lines written as escapes": (text) => JSON.stringify(text.replaceAll(/.{12}/gs, "$&\n")),
  "joined by a plus sign": (text) => text.replaceAll(/.{12}/gs, "$&' +\n  '"),
  "with blanks between": (text) => [...text].join(" "),
  "with nothing visible between": (text) => [...text].join("\u200b")
}
