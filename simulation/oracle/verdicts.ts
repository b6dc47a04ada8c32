/**
 * Checks what a run says of completeness: by an Eulerian-path test of its own over the stored rows, and by the
 * ledger's true order.
 */
import type { Shown } from "../Entry.ts"
import type { StoredRow } from "./WalletModel.ts"

/** The balances that a chain begins and ends with, where they are known. */
export interface Ends {
  readonly opening: bigint | null
  readonly closing: bigint | null
}

/** Unconfirmed rows that are tried with and without; more of them are not judged. */
const mostOptional = 8

/**
 * Whether some choice among the unconfirmed rows makes one unbroken path of a chain's rows, between the ends that are
 * known of the rows chosen; null: too many to say.
 */
export const isOnePath = (
  rows: ReadonlyArray<StoredRow>,
  endsOf: (chosen: ReadonlyArray<StoredRow>) => Ends
): boolean | null => {
  const told = rows.filter(({ balance }) => balance !== null)
  const sure = told.filter(({ confirmed }) => confirmed)
  const optional = told.filter(({ confirmed }) => !confirmed)
  if (optional.length > mostOptional) return null
  for (let choice = 0; choice < 2 ** optional.length; choice++) {
    const chosen = [...sure, ...optional.filter((_, index) => (choice >> index) % 2 === 1)]
    if (isPath(chosen, heldEnds(rows, chosen, endsOf(chosen)))) return true
  }
  return false
}

/** A known balance says nothing of rows that tell theirs where others without one stand between the two. */
const heldEnds = (rows: ReadonlyArray<StoredRow>, chosen: ReadonlyArray<StoredRow>, ends: Ends): Ends => {
  const silent = rows.flatMap(({ balance, day }) => (balance === null ? [day] : []))
  const days = chosen.map(({ day }) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  return {
    opening: silent.some((day) => day <= first) ? null : ends.opening,
    closing: silent.some((day) => day >= last) ? null : ends.closing
  }
}

const isPath = (rows: ReadonlyArray<StoredRow>, { closing, opening }: Ends): boolean => {
  const leaving = new Map<bigint, number>()
  const parent = new Map<bigint, bigint>()
  const root = (vertex: bigint): bigint => {
    let at = vertex
    for (let next = parent.get(at); next !== undefined && next !== at; next = parent.get(at)) at = next
    return at
  }
  const visit = (vertex: bigint): void => {
    if (!parent.has(vertex)) parent.set(vertex, vertex)
  }
  for (const { balance, signed } of rows) {
    if (balance === null) continue
    const before = balance - signed
    visit(before)
    visit(balance)
    parent.set(root(before), root(balance))
    leaving.set(before, (leaving.get(before) ?? 0) + 1)
    leaving.set(balance, (leaving.get(balance) ?? 0) - 1)
  }
  if (rows.length === 0) return opening === null || closing === null || opening === closing
  const roots = new Set([...parent.keys()].map(root))
  const odd = [...leaving].filter(([, degree]) => degree !== 0)
  if (roots.size > 1 || odd.some(([, degree]) => Math.abs(degree) > 1) || odd.length > 2) return false
  const start = odd.find(([, degree]) => degree === 1)?.[0]
  const end = odd.find(([, degree]) => degree === -1)?.[0]
  if (start === undefined || end === undefined) {
    const passes = (balance: bigint | null): boolean => balance === null || parent.has(balance)
    return passes(opening) && passes(closing) && (opening === null || closing === null || opening === closing)
  }
  return (opening === null || opening === start) && (closing === null || closing === end)
}

/** Whether the times of rows tell the ledger's order. */
export const isInTimeOrder = (rows: ReadonlyArray<Shown>): boolean =>
  [...rows].sort((left, right) => left.place - right.place).every(({ time }, index, sorted) =>
    time >= (sorted[index - 1]?.time ?? Number.NEGATIVE_INFINITY)
  )

/**
 * Whether rows are so plainly whole that nobody may see a gap: in the ledger's order each balance leads to the next,
 * days never go back, every row tells its balance and moved it.
 */
export const isPlainlyWhole = (rows: ReadonlyArray<Shown>, ends: Ends): boolean => {
  let balance = ends.opening
  let day = Number.NEGATIVE_INFINITY
  for (const row of [...rows].sort((left, right) => left.place - right.place)) {
    if (row.balance === null || !row.moved || row.day < day) return false
    if (balance !== null && row.balance - row.signed !== balance) return false
    balance = row.balance
    day = row.day
  }
  return ends.closing === null || balance === null || balance === ends.closing
}
