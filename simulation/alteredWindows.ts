/**
 * Windows as a bug between the pipeline and the store would make them.
 */
import { Option } from "effect"
import type { ContinuityEntry } from "../src/domain/ContinuityEntry.ts"
import * as Rows from "../src/domain/Rows.ts"
import type { StatementWindow } from "../src/domain/Window.ts"
import { continuityOfEntry, entryOfContinuity } from "../src/pipeline/continuityRecord.ts"

/** A window without its last row, unless it is the last window. */
export const withoutLastRow = (window: StatementWindow): StatementWindow => {
  const { asked, check, days, receipt, rows } = window
  return days.to === asked.to || rows.count === 0 ? window : {
    ...window,
    rows: firstOf(rows, rows.count - 1),
    check: { ...check, positions: check.positions.slice(0, -1) },
    receipt: { ...receipt, outside: receipt.outside + 1 }
  }
}

/** A row that could be read at last is left out, and its record counts as loaded. */
export const withoutRetriedRow = (window: StatementWindow): StatementWindow =>
  window.origin === "quarantine" && window.rows.count > 0 ? withoutRows(window, window.rows.count - 1) : window

const withoutRows = (window: StatementWindow, left: number): StatementWindow => ({
  ...window,
  rows: firstOf(window.rows, left),
  check: { ...window.check, positions: window.check.positions.slice(0, left) },
  receipt: { ...window.receipt, received: window.receipt.received - window.rows.count + left }
})

const firstOf = (rows: Rows.Rows, count: number): Rows.Rows => Rows.filter(rows, (_, index) => index < count)

/** A window whose balances are written down as if no order of theirs contradicted the times. */
export const withoutTimes = (window: StatementWindow): StatementWindow => ({
  ...window,
  continuity: window.continuity.map(blindToTimes)
})

const blindToTimes = (entry: ContinuityEntry): ContinuityEntry =>
  Option.match(continuityOfEntry(entry), {
    onNone: () => entry,
    onSome: (check) => ({
      ...entryOfContinuity({
        ...check,
        chains: check.chains.map((chain) => ({
          ...chain,
          ways: chain.ways.map((way) => ({ ...way, outOfTime: false })),
          verdict: {
            ...chain.verdict,
            orders: [],
            kind: chain.verdict.orders.length > 0 ? "unanchored" : chain.verdict.kind
          }
        }))
      }),
      answer: entry.answer
    })
  })
