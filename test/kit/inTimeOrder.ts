import type { Row } from "./continuity.ts"
/**
 * Whether balances meet in some order that the times allow: an oracle that shares nothing with the code it judges.
 *
 * It goes from second to second and keeps every balance that may stand there. Rows of a repeated hour count as one
 * second.
 */

interface Step {
  readonly before: bigint
  readonly after: bigint
}

/** Whether all rows, which have balances, can follow one another without going back in time. */
export const isWholeInTime = (rows: ReadonlyArray<Row>): boolean => {
  let balances: ReadonlySet<bigint> | undefined
  for (const steps of seconds(rows)) {
    balances = passed(steps, balances)
    if (balances.size === 0) return false
  }
  return true
}

const stepOf = (row: Row): Step => ({
  before: row.type === "Credit" ? (row.balance ?? 0n) - row.amount : (row.balance ?? 0n) + row.amount,
  after: row.balance ?? 0n
})

function* seconds(rows: ReadonlyArray<Row>): Generator<ReadonlyArray<Step>> {
  const sorted = rows.toSorted((left, right) => left.localTime - right.localTime)
  let from = 0
  while (from < sorted.length) {
    const first = sorted[from] as Row
    let to = from + 1
    const isNight = (row: Row): boolean =>
      row.timeFlag === "ambiguous-local" && row.localTime - first.localTime < 12 * 3_600_000
    const last = first.timeFlag === "ambiguous-local" ? sorted.findLastIndex(isNight) : from
    while (to <= last || sorted[to]?.localTime === first.localTime) to++
    yield sorted.slice(from, to).map(stepOf)
    from = to
  }
}

/** The balances at which some steps may end when they begin at one of some balances, or at any. */
const passed = (steps: ReadonlyArray<Step>, entries: ReadonlySet<bigint> | undefined): ReadonlySet<bigint> => {
  const more = new Map<bigint, number>()
  for (const { after, before } of steps) {
    more.set(before, (more.get(before) ?? 0) + 1)
    more.set(after, (more.get(after) ?? 0) - 1)
  }
  if (!isConnected(steps)) return new Set()
  const odd = [...more].filter(([, count]) => count !== 0)
  if (odd.length === 0) return new Set([...more.keys()].filter((each) => entries === undefined || entries.has(each)))
  const start = odd.find(([, count]) => count === 1)?.[0]
  const end = odd.find(([, count]) => count === -1)?.[0]
  if (odd.length !== 2 || start === undefined || end === undefined) return new Set()
  return entries === undefined || entries.has(start) ? new Set([end]) : new Set()
}

const isConnected = (steps: ReadonlyArray<Step>): boolean => {
  const [first] = steps
  const reached = new Set(first === undefined ? [] : [first.before])
  for (let grown = true; grown;) {
    grown = false
    for (const { after, before } of steps) {
      if (reached.has(before) === reached.has(after)) continue
      reached.add(before).add(after)
      grown = true
    }
  }
  return steps.every(({ before }) => reached.has(before))
}
