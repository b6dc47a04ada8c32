/**
 * Reads an answer's bytes straight into columns where every record is of the usual kind: the fields in the order of
 * interface 2.5, no others, no escapes, a balance in each, amounts that a double counts exactly, times that exist. Any
 * other answer is left to `readPage`, which alone refuses anything.
 *
 * One pass over the bytes, without a string or an object for any record, which spares as much in all that follows.
 */
import { isUtf8 } from "node:buffer"
import { roomFor, type ScannedRecords } from "../domain/ScannedRecords.ts"
import type { JsonBounds } from "../json/JsonValue.ts"
import { unusual, UsualTokens } from "./UsualTokens.ts"

/** The columns of an answer; undefined when anything in it is unusual. */
export const scanPage = (bytes: Uint8Array, bounds: JsonBounds): ScannedRecords | undefined =>
  isUtf8(bytes) ? new PageScanner(bytes, bounds).scan() : undefined

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const opening = ascii("{\"success\":true,")
const message = ascii("\"message\":")
const data = ascii("\"data\":")
const keys = ["txnId", "type", "amount", "balance", "description", "confirmed", "date"].map((name, index) =>
  ascii(`${index === 0 ? "{" : ""}"${name}":`)
)
const [txnId, type, amount, balance, description, confirmed, date] = keys as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array
]
const debit = ascii("\"Debit\"")
const credit = ascii("\"Credit\"")
const yes = ascii("true")
const no = ascii("false")

/** How deep a usual answer nests, how many keys its records have, and the values of the envelope itself. */
const usual = { depth: 3, keys: 7, envelopeValues: 4 } as const
/** No record of the usual kind is shorter. */
const leastBytes = 100

const comma = 44
const openBracket = 91
const closeBracket = 93
const closeBrace = 125

class PageScanner {
  private readonly bytes: Uint8Array
  private readonly bounds: JsonBounds
  private readonly tokens: UsualTokens

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.bytes = bytes
    this.bounds = bounds
    this.tokens = new UsualTokens(bytes)
  }

  scan(): ScannedRecords | undefined {
    const { bounds, bytes } = this
    if (bounds.depth < usual.depth || bounds.keys < usual.keys) return undefined
    let at = this.records()
    if (at === unusual) return undefined
    const room = Math.min(Math.ceil((bytes.length - at) / leastBytes), bounds.elements)
    const columns = roomFor(room, bytes)
    let count = 0
    if (bytes[at] === closeBracket) at++
    else {
      for (;;) {
        if (count === room) return undefined
        at = this.record(at, count++, columns)
        if (at === unusual) return undefined
        const next = bytes[at++]
        if (next === closeBracket) break
        if (next !== comma) return undefined
        at = this.tokens.after(at)
      }
    }
    const values = count * (usual.keys + 1) + usual.envelopeValues
    if (values > bounds.values || bytes[at] !== closeBrace || at !== bytes.length - 1) return undefined
    return { ...columns, count }
  }

  /** Where the first record begins, or the list ends. */
  private records(): number {
    const { bounds, bytes, tokens } = this
    let at = tokens.expect(0, opening)
    if (at === unusual) return unusual
    at = tokens.after(at)
    const told = tokens.expect(at, message)
    if (told !== unusual) {
      const end = tokens.plain(tokens.after(told))
      if (end === unusual || end - told > bounds.stringLength || bytes[end + 1] !== comma) return unusual
      at = tokens.after(end + 2)
    }
    at = tokens.expect(at, data)
    if (at === unusual) return unusual
    at = tokens.after(at)
    return bytes[at] === openBracket ? at + 1 : unusual
  }

  /** Reads one record and says where it ends. */
  private record(start: number, index: number, columns: ScannedRecords): number {
    const { bounds, bytes, tokens } = this
    let at = tokens.expect(start, txnId)
    if (at === unusual) return unusual
    at = tokens.after(at)
    let end = tokens.plain(at)
    if (end === unusual || !tokens.isAscii) return unusual
    columns.idStart[index] = at + 1
    columns.idEnd[index] = end

    at = tokens.next(end + 1, type)
    if (at === unusual || (at = tokens.either(at, credit, debit)) === unusual) return unusual
    columns.credit[index] = tokens.isFirst ? 1 : 0

    at = tokens.next(at, amount)
    if (at === unusual || (at = tokens.numeric(at)) === unusual) return unusual
    columns.amount[index] = tokens.value

    at = tokens.next(at, balance)
    if (at === unusual || (at = tokens.numeric(at)) === unusual) return unusual
    columns.balance[index] = tokens.value

    at = tokens.next(at, description)
    if (at === unusual || (end = tokens.plain(at)) === unusual) return unusual
    columns.descriptionStart[index] = at + 1
    columns.descriptionEnd[index] = end

    at = tokens.next(end + 1, confirmed)
    if (at === unusual || (at = tokens.either(at, yes, no)) === unusual) return unusual
    columns.confirmed[index] = tokens.isFirst ? 1 : 0

    at = tokens.next(at, date)
    if (at === unusual || (end = tokens.time(at)) === unusual) return unusual
    columns.dateStart[index] = at + 1
    columns.day[index] = tokens.day
    columns.second[index] = tokens.second
    columns.afternoon[index] = tokens.isAfternoon ? 1 : 0
    // No string of the record is longer than all of it.
    return bytes[end] === closeBrace && end - start <= bounds.stringLength ? end + 1 : unusual
  }
}
