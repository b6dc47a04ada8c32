/**
 * What the service says when it refuses (interface 7, `message`), fit to be shown.
 *
 * A service may repeat what it was sent, credentials included: they are taken out first; then what looks like a card
 * number is masked, and the text is made printable.
 */
import { Predicate, type Redacted, Result } from "effect"
import { maskCards } from "../../domain/maskCards.ts"
import { printable } from "../../domain/printable.ts"
import { parse } from "../../json/ExactJson.ts"
import { pageBounds } from "../../settings/TransportSettings.ts"
import { withoutSecrets } from "./withoutSecrets.ts"

const less = 60
const openBrace = 123
const closeBrace = 125
/** Characters of a message that are looked at; fewer are shown. */
const mostRead = 2000
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

/** Takes secrets and card numbers out of a text and makes the rest printable. */
export const showServerText = (text: string, secrets: ReadonlyArray<Redacted.Redacted>): string =>
  printable(maskCards(withoutSecrets(text.slice(0, mostRead), secrets)))

/** The `message` of an error body, in quotes and fit to be shown; or in brief what came instead; or nothing. */
export const serverSaid = (bytes: Uint8Array, secrets: ReadonlyArray<Redacted.Redacted>): string => {
  if (bytes.length === 0) return ""
  if (lookOf(bytes) === "html") return "an HTML page, as a gateway sends it"
  const body = Result.getOrUndefined(parse(bytes, pageBounds))
  const message = Predicate.hasProperty(body, "message") ? body.message : undefined
  return Predicate.isString(message) && message !== "" ? `"${showServerText(message, secrets)}"` : ""
}
