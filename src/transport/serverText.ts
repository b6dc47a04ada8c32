/**
 * What the service says when it refuses (interface 7, `message`), fit to be shown.
 *
 * A service may repeat what it was sent, credentials included: they are taken out first, as they are and in the usual
 * encodings; then what looks like a card number is masked, and the text is made printable.
 */
import { Predicate, Redacted, Result } from "effect"
import { decodeUtf8, parse } from "../domain/ExactJson.ts"
import { maskCards } from "../domain/maskCards.ts"
import { printable } from "../domain/printable.ts"

const less = 60
const openBrace = 123
const closeBrace = 125
/** Shorter ones would take half of the words out of a sentence. */
const shortestSecret = 4

/** The first and the last byte of a body that are no white space; -1 when there is none. */
const edges = (bytes: Uint8Array): readonly [first: number, last: number] => [
  bytes.find(isVisible) ?? -1,
  bytes.findLast(isVisible) ?? -1
]

const isVisible = (byte: number): boolean => byte > 32

/** What a body looks like from outside: every answer of the interface is a JSON object. */
export const lookOf = (bytes: Uint8Array): "object" | "cut-off" | "html" | "other" => {
  const [first, last] = edges(bytes)
  if (first === less) return "html"
  if (first === -1) return "cut-off"
  if (first !== openBrace) return "other"
  return last === closeBrace ? "object" : "cut-off"
}

const formsOf = (secret: Redacted.Redacted): ReadonlyArray<string> => {
  const raw = Redacted.value(secret)
  const bytes = Buffer.from(raw)
  return raw.length < shortestSecret
    ? []
    : [raw, encodeURIComponent(raw), bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")]
}

/** Takes secrets and card numbers out of a text and makes the rest printable. */
export const showServerText = (text: string, secrets: ReadonlyArray<Redacted.Redacted>): string => {
  let shown = text
  for (const form of secrets.flatMap(formsOf)) shown = shown.replaceAll(form, "<redacted>")
  return printable(maskCards(shown))
}

/** The `message` of an error body, in quotes and fit to be shown; or in brief what came instead; or nothing. */
export const serverSaid = (bytes: Uint8Array, secrets: ReadonlyArray<Redacted.Redacted>): string => {
  if (bytes.length === 0) return ""
  if (lookOf(bytes) === "html") return "an HTML page, as a gateway sends it"
  const body = Result.getOrUndefined(Result.flatMap(decodeUtf8(bytes), (text) => parse(text)))
  const message = Predicate.hasProperty(body, "message") ? body.message : undefined
  return Predicate.isString(message) && message !== "" ? `"${showServerText(message, secrets)}"` : ""
}
