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
  const traces = secrets.map(tracesOf)
  let result = text
  for (const { forms } of traces) for (const form of forms) result = result.replaceAll(form, shown)
  for (const counted of countedWays) result = withoutPieces(result, traces, counted)
  return result
}

/** What a secret may leave in a text. */
class Traces {
  readonly forms: ReadonlyArray<string>
  private found: ReadonlySet<string> | undefined

  constructor(secret: string) {
    this.forms = formsOf(secret)
  }

  /** Every piece of every form; what both ways to count have is the same. */
  get pieces(): ReadonlySet<string> {
    return this.found ??= piecesOf(this.forms)
  }
}

/** A service that refuses much says much, and its secrets are mostly the same: they are taken apart once. */
const known = new WeakMap<Redacted.Redacted, Traces>()

const tracesOf = (secret: Redacted.Redacted): Traces => {
  const before = known.get(secret)
  if (before !== undefined) return before
  const traces = new Traces(Redacted.value(secret))
  known.set(secret, traces)
  return traces
}

const piecesOf = (forms: ReadonlyArray<string>): ReadonlySet<string> => {
  const pieces = new Set<string>()
  const readings = forms.flatMap((form) => countedWays.map((counted) => countedIn(form, counted).characters))
  for (const reading of new Set(readings)) {
    for (let at = 0; at + pieceLength <= reading.length; at++) pieces.add(reading.slice(at, at + pieceLength))
  }
  return pieces
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

const withoutPieces = (text: string, traces: ReadonlyArray<Traces>, counted: RegExp): string => {
  const { characters, places } = countedIn(text, counted)
  if (characters.length < pieceLength) return text
  const wanted = traces.map(({ pieces }) => pieces)
  let result = ""
  let kept = 0
  for (let at = 0; at + pieceLength <= characters.length; at++) {
    const piece = characters.slice(at, at + pieceLength)
    if (!wanted.some((pieces) => pieces.has(piece))) continue
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
