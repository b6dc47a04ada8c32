/**
 * Reads the records of an answer's `data` (interface 2.5) into columns. Fields may stand in any order, and those that the
 * interface does not name are tolerated. A record that is none gets its place and the reason, and spoils no other.
 */
import type { MoneyProblem } from "../domain/Money.ts"
import { readMoney } from "../domain/moneyText.ts"
import { noDay, type Records } from "../domain/Records.ts"
import type { RejectionCause } from "../domain/Rejection.ts"
import { TextArea } from "../domain/TextArea.ts"
import { byte, type JsonCursor, standsAt } from "../json/JsonCursor.ts"
import type { JsonReader } from "../json/JsonReader.ts"
import { KeyLayout } from "./KeyLayout.ts"
import { causeOfMoney, causeOfShape, field, type FieldSet, isWhole, noObject, setOf } from "./recordCauses.ts"
import { RecordColumns } from "./RecordColumns.ts"
import { TimeText } from "./timeText.ts"

/** What most records take in an answer, in bytes: how many there may be to make room for. */
const usualBytes = 150

/** Reads the records of one answer where the reader stands. */
export class RecordReader {
  private readonly json: JsonReader
  private readonly cursor: JsonCursor
  private readonly columns: RecordColumns
  /** The texts that stand with escapes, as they read; they come behind the answer's own bytes. */
  private readonly texts = new TextArea()
  private readonly layout = new KeyLayout()
  private readonly time = new TimeText()
  private readonly rejected = new Map<number, RejectionCause>()
  private count = 0
  /** Of the record that is read: the fields that were seen, those of them that are right, and what its money is not. */
  private seen: FieldSet = 0
  private right: FieldSet = 0
  private amountProblem: MoneyProblem | undefined
  private balanceProblem: MoneyProblem | undefined
  /** Where a text that was read stands, the answer's bytes or those of a text with escapes, and at which place in all. */
  private text: Uint8Array
  private textStart = 0
  private textEnd = 0
  private place = 0

  constructor(json: JsonReader) {
    this.json = json
    this.cursor = json.cursor
    this.text = json.cursor.bytes
    this.columns = new RecordColumns(Math.ceil(json.cursor.bytes.length / usualBytes) + 1)
  }

  /** Reads the elements of the array that begins here, which is inside an object. */
  readAll(depth: number): void {
    this.json.elements(depth, () => this.element(depth))
  }

  /** What was read; `sha256` is that of the body. */
  records(sha256: string | null): Records {
    const { columns, count, cursor: { bytes }, rejected, texts } = this
    const all = new Uint8Array(texts.length === 0 ? 0 : bytes.length + texts.length)
    if (texts.length > 0) {
      all.set(bytes)
      all.set(texts.bytes(), bytes.length)
    }
    return { ...columns.arrays, count, sha256, bytes: texts.length === 0 ? bytes : all, rejected }
  }

  private element(depth: number): void {
    const { columns, count: index, cursor } = this
    columns.makeRoom(index)
    const { day, end, second, start } = columns.arrays
    start[index] = cursor.at
    second[index] = -1
    day[index] = noDay
    if (cursor.bytes[cursor.at] === byte.openBrace) this.object(index, depth + 1)
    else {
      this.json.skip(depth)
      this.rejected.set(index, noObject)
    }
    end[index] = cursor.at
    this.count++
  }

  private object(index: number, depth: number): void {
    const { cursor, layout } = this
    this.seen = this.right = 0
    this.amountProblem = this.balanceProblem = undefined
    cursor.count()
    cursor.enter(depth)
    layout.begin()
    if (cursor.next() === byte.closeBrace) cursor.at++
    else {
      do {
        cursor.next()
        const place = layout.next(this.json)
        cursor.colon()
        if (place === undefined) this.json.skip(depth)
        else {
          cursor.next()
          this.seen |= setOf(place)
          if (this.member(place, index, depth)) this.right |= setOf(place)
        }
      } while (cursor.advance(byte.closeBrace, "object"))
    }
    const cause = this.cause()
    if (cause !== undefined) this.rejected.set(index, cause)
  }

  private cause(): RejectionCause | undefined {
    const { amountProblem, balanceProblem, right, seen } = this
    if (!isWhole(seen, right)) return causeOfShape(seen, right)
    if (amountProblem !== undefined) return causeOfMoney(field.amount, amountProblem)
    return balanceProblem === undefined ? undefined : causeOfMoney(field.balance, balanceProblem)
  }

  /** Reads the value of a field, and says whether it is what it should be. */
  private member(place: number, index: number, depth: number): boolean {
    const { arrays } = this.columns
    switch (place) {
      case field.txnId: {
        if (!this.string(depth)) return false
        arrays.idStart[index] = this.place
        arrays.idEnd[index] = this.place + this.textEnd - this.textStart
        return true
      }
      case field.type:
        return this.string(depth) && this.type(arrays.credit, index)
      case field.amount: {
        if (!this.numeric(depth)) return false
        this.amountProblem = readMoney(this.columns.amountWords, index, this.text, this.textStart, this.textEnd)
        return true
      }
      case field.balance: {
        if (this.cursor.bytes[this.cursor.at] === letterN) {
          this.json.skip(depth)
          return true
        }
        if (!this.numeric(depth)) return false
        this.balanceProblem = readMoney(this.columns.balanceWords, index, this.text, this.textStart, this.textEnd)
        arrays.hasBalance[index] = 1
        return true
      }
      case field.description: {
        if (!this.string(depth)) return false
        arrays.descriptionStart[index] = this.place
        arrays.descriptionEnd[index] = this.place + this.textEnd - this.textStart
        return true
      }
      case field.confirmed: {
        const code = this.cursor.bytes[this.cursor.at]
        arrays.confirmed[index] = code === letterT ? 1 : 0
        this.json.skip(depth)
        return code === letterT || code === letterF
      }
      default:
        return this.string(depth) && this.date(index)
    }
  }

  private type(credits: Uint8Array, index: number): boolean {
    if (this.isText(credit)) credits[index] = 1
    else return this.isText(debit)
    return true
  }

  private date(index: number): boolean {
    const { columns: { arrays }, text, textEnd, textStart, time } = this
    time.read(text, textStart, textEnd)
    arrays.dateStart[index] = this.place
    arrays.dateEnd[index] = this.place + textEnd - textStart
    arrays.day[index] = time.day
    arrays.second[index] = time.second
    arrays.afternoon[index] = time.isAfternoon ? 1 : 0
    return true
  }

  /** Reads a string, where one stands. */
  private string(depth: number): boolean {
    const { cursor } = this
    if (cursor.bytes[cursor.at] !== byte.quote) {
      this.json.skip(depth)
      return false
    }
    cursor.count()
    cursor.string()
    if (cursor.isEscaped) {
      this.textStart = this.texts.length
      this.textEnd = this.texts.add(cursor.text())
      this.text = this.texts.bytes()
      this.place = cursor.bytes.length + this.textStart
    } else this.take(cursor.start, cursor.end)
    return true
  }

  /** Reads a number or a string, where one stands. */
  private numeric(depth: number): boolean {
    const { cursor } = this
    const code = cursor.bytes[cursor.at] as number
    if (code !== byte.minus && !(code >= byte.zero && code <= byte.nine)) return this.string(depth)
    cursor.count()
    cursor.number()
    this.take(cursor.start, cursor.end)
    return true
  }

  private take(start: number, end: number): void {
    this.text = this.cursor.bytes
    this.place = this.textStart = start
    this.textEnd = end
  }

  private isText(expected: Uint8Array): boolean {
    const { text, textEnd, textStart } = this
    return textEnd - textStart === expected.length && standsAt(text, textStart, expected)
  }
}

const letterF = 102
const letterN = 110
const letterT = 116
const credit = new TextEncoder().encode("Credit")
const debit = new TextEncoder().encode("Debit")
