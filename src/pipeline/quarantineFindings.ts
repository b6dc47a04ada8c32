/**
 * The findings about quarantined records: one for each, so that each can be explained and accepted by itself.
 */
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { formatDay } from "../domain/Period.ts"
import type { QuarantinedRecord } from "../sink/Sink.ts"
import { amountIn } from "../statement/amountIn.ts"

/** Records that are told by themselves; those behind them are counted together. */
const mostTold = 100

/** The findings, in the order of the records' ids. */
export const quarantineFindings = (open: ReadonlyArray<QuarantinedRecord>): ReadonlyArray<Doubt> => {
  const behind = open.slice(mostTold)
  const others = behind.length
  return [
    ...open.slice(0, mostTold).map(ofRecord),
    ...(others === 0 ? [] : [{
      ...doubtOf(
        "quarantined",
        `${others} more ${
          others === 1 ? "record" : "records"
        } could not be read: see \`wallet-statement quarantine list\`.`
      ),
      place: `records ${behind.map(({ id }) => id).join(" ")}`,
      count: others
    }])
  ]
}

const ofRecord = ({ day, id, rawText, reason }: QuarantinedRecord): Doubt => {
  const amount = amountIn(rawText)
  const on = day === null ? null : formatDay(day)
  return {
    kind: "quarantined",
    from: on,
    to: on,
    amount: amount === undefined ? null : Money.format(amount),
    currency: null,
    count: null,
    place: placeOfRecord(id),
    explanation: `Record ${id} could not be read (${reason}): see \`wallet-statement quarantine show ${id}\`.`,
    own: { what: `record ${id} (${reason})`, remarks: [], together: null }
  }
}

/** Where a quarantined record is: in the file, under its number. */
export const placeOfRecord = (id: number): string => `record ${id}`
