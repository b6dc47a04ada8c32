/**
 * The lines of the canonical audit text about rows that are inserted: their bytes are copied as they came, but for the
 * characters that the form escapes.
 */
import { int64At } from "../../domain/int64.ts"
import { wordsOf } from "../../domain/moneyText.ts"
import { type Rows, timeFlags } from "../../domain/Rows.ts"
import { inOrderOfIdentity } from "../plan/identityOrder.ts"
import type { Insertion } from "../plan/newLegs.ts"
import { auditField } from "./auditFields.ts"
import { AuditWriter } from "./AuditWriter.ts"

const utf8 = new TextEncoder()
const row = utf8.encode("row\t")
const firstLeg = utf8.encode("\t0")
/** By the numbers of columns: 0 and 1, or the places of flags. */
const types = ["\tDebit\t", "\tCredit\t"].map((text) => utf8.encode(text))
const confirmations = ["\tfalse\t", "\ttrue\t"].map((text) => utf8.encode(text))
const flags = timeFlags.map((flag) => utf8.encode(`\t${auditField(flag)}\n`))

/** What a line takes, about: room to begin with, no bound. */
const usualLine = 256

/** A line for each insertion, in the order of identities. */
export const rowLines = (rows: Rows, inserts: ReadonlyArray<Insertion>): Uint8Array => {
  const { bytes, confirmed, credit, dateEnd, dateStart, descriptionEnd, descriptionStart, idEnd, idStart } = rows
  const currencies = rows.currencies.map((currency) => utf8.encode(`\t${auditField(currency)}\t`))
  const [amounts, balances] = [wordsOf(rows.amount), wordsOf(rows.balance)]
  const text = new AuditWriter(inserts.length * usualLine)
  const money = (column: BigInt64Array, words: Int32Array, index: number): void => {
    const value = int64At(words, index)
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) text.tenThousandths(value)
    else text.decimal(column[index] as bigint)
  }
  for (const { index, leg } of inOrderOfIdentity(rows, inserts)) {
    text.put(row)
    text.fieldOf(bytes, idStart[index] as number, idEnd[index] as number)
    if (leg === 0) text.put(firstLeg)
    else text.ascii(`\t${leg}`)
    text.put(types[credit[index] as number] as Uint8Array)
    money(rows.amount, amounts, index)
    text.tab()
    if (rows.hasBalance[index] === 1) money(rows.balance, balances, index)
    else text.field(null)
    text.put(currencies[rows.currency[index] as number] as Uint8Array)
    text.fieldOf(bytes, descriptionStart[index] as number, descriptionEnd[index] as number)
    text.put(confirmations[confirmed[index] as number] as Uint8Array)
    text.micros(rows.occurredAt[index] as number)
    text.tab()
    text.micros(rows.localTime[index] as number)
    text.tab()
    text.fieldOf(bytes, dateStart[index] as number, dateEnd[index] as number)
    text.put(flags[rows.timeFlag[index] as number] as Uint8Array)
  }
  return text.bytes()
}
