/**
 * Tells by its shape which kind of key a DER structure is, without decoding it.
 *
 * Only the tags of the outermost SEQUENCE's first members are looked at; whether the inside is sound is for the
 * cryptographic library to say.
 */

/** What a DER structure is, by its shape. */
export type DerKind =
  | "pkcs1"
  | "pkcs8"
  | "pkcs8-encrypted"
  | "sec1"
  | "rsa-public"
  | "spki"
  | "certificate"
  | "certificate-request"
  | "pkcs12"
  | "unknown"

/** A structure at the start of some bytes: its kind and the bytes it takes up. */
export interface DerStructure {
  readonly kind: DerKind
  readonly length: number
}

const sequence = 0x30

/** Recognises the structure at the start of `bytes`; undefined when no whole DER SEQUENCE stands there. */
export const recogniseDer = (bytes: Uint8Array): DerStructure | undefined => {
  const outer = elementAt(bytes, 0, bytes.length)
  if (outer === undefined || outer.tag !== sequence) return undefined
  return { kind: kindOf(bytes, membersOf(bytes, outer)), length: outer.end }
}

/** One element: its tag, and where its content begins and ends. */
export interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

/** The element that begins at a place; undefined when none that is whole does. */
export const elementAt = (bytes: Uint8Array, at: number, limit: number): Element | undefined => {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  // 0x80 is BER's open length, which DER does not have; more than four bytes is no key.
  if (first === 0x80 || lengthBytes > 4) return undefined
  const start = at + 2 + lengthBytes
  const length = lengthBytes === 0
    ? first
    : bytes.subarray(at + 2, start).reduce((value, byte) => value * 256 + byte, 0)
  return start + length <= limit ? { tag, start, end: start + length } : undefined
}

/** The elements in an element, as far as they are whole. */
export const membersOf = (bytes: Uint8Array, outer: Element): ReadonlyArray<Element> => {
  const members: Array<Element> = []
  for (let at = outer.start; at < outer.end;) {
    const member = elementAt(bytes, at, outer.end)
    if (member === undefined) break
    members.push(member)
    at = member.end
  }
  return members
}

const kindOf = (bytes: Uint8Array, members: ReadonlyArray<Element>): DerKind => {
  const tags = members.map(({ tag }) => tag.toString(16).padStart(2, "0")).join(" ")
  if (tags.startsWith("02 30 04")) return "pkcs8"
  if (tags === "30 04") return "pkcs8-encrypted"
  if (/^02( 02){8}/.test(tags)) return "pkcs1"
  if (tags.startsWith("02 04")) return "sec1"
  if (tags === "02 02") return "rsa-public"
  if (tags === "30 03") return "spki"
  if (/^02 30( 30)?$/.test(tags)) return "pkcs12"
  const signed = members[0]
  if (signed === undefined || tags !== "30 30 03") return "unknown"
  const inner = membersOf(bytes, signed).map(({ tag }) => tag)
  // A request is version, subject, key, attributes [0]; a certificate has its issuer, validity and subject as well.
  return inner[0] === 0x02 && inner[3] === 0xa0 ? "certificate-request" : "certificate"
}
