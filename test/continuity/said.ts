/**
 * What is said of the rows of one chain, in lines.
 */
import type { ChainCheck } from "../../src/continuity/chain/Continuity.ts"
import { firstDay } from "./statements.ts"

export { onDay as row, silent, unconfirmed } from "./statements.ts"

/** What stands behind days, told by their numbers, and on the eves of others. */
export const daysSaid = (days: ChainCheck["days"]): string =>
  days.map(({ day, hasRows, open, passages }) =>
    `${day - firstDay}${hasRows ? "" : " eve"}: ${
      open ?? [
        ...new Set(passages.map((each) =>
          each.opening === null && each.closing === null
            ? String(each.balance)
            : `${each.balance} of ${each.opening} to ${each.closing}`
        ))
      ].join(" or ")
    }`
  ).join("; ")

/** The verdict with its gaps, the balances that a chain may lead between, what stands behind its days, and its silent ends. */
export const said = (
  { closing, days, mayRest, opening, silent: ends, verdict, ways }: ChainCheck
): ReadonlyArray<string> => {
  const { gaps, kind, modulo, orders, rows } = verdict
  const counted = Object.entries(modulo).filter(([, count]) => typeof count === "number" && count > 0)
  return [
    [
      kind,
      ...gaps.map((gap) => `gap of ${gap.missing} between ${gap.afterTxnId} and ${gap.beforeTxnId}`),
      ...orders.map((order) => `order between ${order.afterTxnId} and ${order.beforeTxnId}`),
      ...rows.length === 0 ? [] : [`rows ${rows.join(" ")}`],
      ...counted.map(([name, count]) => `${name} ${String(count)}`)
    ].join(", "),
    `${opening ?? "?"} to ${closing ?? "?"}${mayRest ? ", may rest" : ""}, by ${
      ways.map((way) => `${way.opening} to ${way.closing}${way.outOfTime ? " out of time" : ""}`).join(" or ") ||
      "nothing"
    }`,
    daysSaid(days),
    ...ends === null ? [] : [`silent ${ends.before.rows.length} before and ${ends.behind.rows.length} behind`]
  ]
}
