/**
 * The lines of the canonical audit text about rows that travel as columns: their bytes are copied as they came, since no
 * text in columns has a character that the form escapes.
 */
import { type RowColumns, timeFlags } from "../../domain/RowColumns.ts"
import { dateLength } from "../../domain/ScannedRecords.ts"
import { identityOrderOf } from "../plan/identityOrder.ts"
import { auditField } from "./auditFields.ts"
import { AuditWriter } from "./AuditWriter.ts"

/** Bytes by which a line may be longer than the record: room to begin with, no bound. */
const mostAdded = 48

/** A line for each row, in the order of identities; all of them are inserted as the first of their id. */
export const columnLines = (columns: RowColumns): Uint8Array => {
  const { amount, balance, bytes, confirmed, credit, dateStart, descriptionEnd, descriptionStart, idEnd, idStart } =
    columns
  const currency = `\t${auditField(columns.currency)}\t`
  const flags = timeFlags.map((flag) => `\t${auditField(flag)}\n`)
  const text = new AuditWriter(bytes.length + columns.count * mostAdded)
  for (const index of identityOrderOf(columns)) {
    text.ascii("row\t")
    text.bytesOf(bytes, idStart[index] as number, idEnd[index] as number)
    text.ascii(credit[index] === 1 ? "\t0\tCredit\t" : "\t0\tDebit\t")
    text.tenThousandths(amount[index] as number)
    text.tab()
    text.tenThousandths(balance[index] as number)
    text.ascii(currency)
    text.bytesOf(bytes, descriptionStart[index] as number, descriptionEnd[index] as number)
    text.ascii(confirmed[index] === 1 ? "\ttrue\t" : "\tfalse\t")
    text.micros(columns.occurredAt[index] as number)
    text.tab()
    text.micros(columns.localTime[index] as number)
    text.tab()
    text.bytesOf(bytes, dateStart[index] as number, (dateStart[index] as number) + dateLength)
    text.ascii(flags[columns.timeFlag[index] as number] as string)
  }
  return text.bytes()
}
