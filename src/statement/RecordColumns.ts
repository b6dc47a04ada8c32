/**
 * Columns of records that are being read, with room for as many as come.
 */
import { wordsOf } from "../domain/moneyText.ts"
import { moneyColumns, recordColumns, roomFor } from "../domain/Records.ts"

/** Columns that grow. */
export class RecordColumns {
  arrays: ReturnType<typeof roomFor>
  amountWords: Int32Array
  balanceWords: Int32Array
  private room: number

  constructor(room: number) {
    this.room = room
    this.arrays = roomFor(room)
    this.amountWords = wordsOf(this.arrays.amount)
    this.balanceWords = wordsOf(this.arrays.balance)
  }

  /** Makes room for a record at an index. */
  makeRoom(index: number): void {
    if (index < this.room) return
    const before = this.arrays
    this.room *= 2
    this.arrays = roomFor(this.room)
    for (const name of recordColumns) this.arrays[name].set(before[name])
    for (const name of moneyColumns) this.arrays[name].set(before[name])
    this.amountWords = wordsOf(this.arrays.amount)
    this.balanceWords = wordsOf(this.arrays.balance)
  }
}
