/**
 * Rows that travel as columns, as columns of `transactions`.
 */
import { dayOfLocalTime } from "../../../domain/Period.ts"
import { type RowColumns, timeFlags } from "../../../domain/RowColumns.ts"
import { dateLength } from "../../../domain/ScannedRecords.ts"
import { placesADay } from "../../plan/rowPositions.ts"
import { type ColumnSource, constantText } from "./ColumnSource.ts"

/** The columns of content for rows that are all new, in the order of their time, so that they lie together. */
export const newContent = (
  columns: RowColumns,
  places: ReadonlyArray<number | null>
): ReadonlyArray<ColumnSource> => {
  const positions = positionsOf(columns, places)
  const order = orderOf(columns, positions)
  const { amount, bytes, credit } = columns
  const texts = (starts: Int32Array, ends: Int32Array): ColumnSource => ({ kind: "places", bytes, starts, ends, order })
  const numbers = (values: Float64Array): ColumnSource => ({ kind: "numbers", values, order })
  const choice = (values: Uint8Array, names: ReadonlyArray<string | null>): ColumnSource => ({
    kind: "choice",
    values,
    texts: names,
    order
  })
  return [
    texts(columns.idStart, columns.idEnd),
    { kind: "int32", at: () => 0 },
    choice(credit, ["Debit", "Credit"]),
    numbers(amount),
    numbers(amount.map((value, index) => (credit[index] === 1 ? value : -value))),
    numbers(columns.balance),
    columns.currency === null ? { kind: "text", at: () => null } : constantText(columns.currency),
    texts(columns.descriptionStart, columns.descriptionEnd),
    { kind: "bytes", values: columns.confirmed, order },
    numbers(columns.occurredAt.map(toMicros)),
    numbers(columns.localTime.map(toMicros)),
    texts(columns.dateStart, columns.dateStart.map((start) => start + dateLength)),
    choice(columns.timeFlag, timeFlags),
    numbers(positions)
  ]
}

const toMicros = (millis: number): number => millis * 1000

/** As `walletPositions` has them; NaN where unknown. */
const positionsOf = ({ count, localTime }: RowColumns, places: ReadonlyArray<number | null>): Float64Array => {
  const positions = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const place = places[index] ?? null
    positions[index] = place === null ? NaN : dayOfLocalTime(localTime[index] as number) * placesADay + place
  }
  return positions
}

const orderOf = ({ count, localTime }: RowColumns, positions: Float64Array): Int32Array => {
  const order = new Int32Array(count)
  for (let index = 0; index < count; index++) order[index] = index
  const placeOf = (index: number): number => {
    const position = positions[index] as number
    return position === position ? position : Infinity
  }
  const compare = (left: number, right: number): number => {
    const between = (localTime[left] as number) - (localTime[right] as number)
    if (between !== 0) return between
    const place = placeOf(left)
    const other = placeOf(right)
    return place === other ? 0 : place - other
  }
  const isSorted = (): boolean => {
    for (let index = 1; index < count; index++) {
      if (compare(order[index - 1] as number, order[index] as number) > 0) return false
    }
    return true
  }
  // Nearly every answer stands in the order of its times, or newest first.
  if (isSorted()) return order
  order.reverse()
  return isSorted() ? order : order.sort(compare)
}
