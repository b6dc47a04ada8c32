/**
 * Takes secrets out of a text that somebody else wrote.
 *
 * They may stand there as they are, in Base64 (whatever stood before them), URL-encoded or in hexadecimal, whole or in
 * pieces of twelve characters, with other ones between those. Shorter pieces pass, and other encodings do.
 */
import { Redacted } from "effect"

const shown = "<redacted>"
/** Shorter secrets would take half of the words out of a sentence. */
const shortestSecret = 4
/** A piece this long of a secret is no chance. */
const pieceLength = 12

/** Letters and digits alone, or whatever is visible; line breaks may be written as escapes, and are neither. */
const countedWays = [/\\[nrt]|[A-Za-z0-9]/g, /\\[nrt]|[!-~]/g]

/** The text with each secret, and each longer piece of one, replaced. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<Redacted.Redacted>): string => {
  const forms = secrets.flatMap((secret) => formsOf(Redacted.value(secret)))
  let result = text
  for (const form of forms) result = result.replaceAll(form, shown)
  for (const counted of countedWays) result = withoutPieces(result, forms, counted)
  return result
}

const formsOf = (secret: string): ReadonlyArray<string> => {
  if (secret.length < shortestSecret) return []
  const bytes = Buffer.from(secret)
  const hex = bytes.toString("hex")
  const base64 = [bytes.toString("base64"), ...[0, 1, 2].map((before) => base64Behind(bytes, before))]
  const base64Url = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))
  const escaped = encodeURIComponent(secret.toWellFormed())
  return [secret, escaped, escaped.toLowerCase(), hex, hex.toUpperCase(), ...base64, ...base64Url]
}

/** What is the same in the Base64 of every text that has the secret behind so many bytes (modulo three). */
const base64Behind = (bytes: Uint8Array, before: number): string => {
  const whole = Buffer.concat([new Uint8Array(before), bytes])
  const first = Math.ceil(before * 8 / 6)
  return whole.toString("base64").slice(first, Math.floor(whole.length * 8 / 6))
}

const withoutPieces = (text: string, forms: ReadonlyArray<string>, counted: RegExp): string => {
  const { characters, places } = countedIn(text, counted)
  const wanted = forms.map((form) => countedIn(form, counted).characters).filter((form) => form.length >= pieceLength)
  let result = ""
  let kept = 0
  for (let at = 0; at + pieceLength <= characters.length; at++) {
    const piece = characters.slice(at, at + pieceLength)
    if (!wanted.some((form) => form.includes(piece))) continue
    const start = places[at] ?? 0
    if (start >= kept) result += text.slice(kept, start) + shown
    kept = (places[at + pieceLength - 1] ?? 0) + 1
  }
  return result + text.slice(kept)
}

/** The characters that count, in lower case, and where each stands. */
const countedIn = (
  text: string,
  counted: RegExp
): { readonly characters: string; readonly places: ReadonlyArray<number> } => {
  const places: Array<number> = []
  let characters = ""
  for (const match of text.matchAll(counted)) {
    if (match[0].length > 1) continue
    places.push(match.index)
    characters += match[0].toLowerCase()
  }
  return { characters, places }
}
