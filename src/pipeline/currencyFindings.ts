/**
 * What speaks against the currency that settings give to a wallet: what its descriptions name, or rows that bear another.
 */
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import { formatDay, type Period } from "../domain/Period.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { pullCommand } from "./pullCommand.ts"
import type { WalletHistory } from "./WalletHistory.ts"

/** The findings of a wallet whose rows settings say to be in a currency; null where they leave it to the descriptions. */
export const currencyFindings = (
  walletNo: WalletNo,
  history: WalletHistory,
  given: Currency | null
): ReadonlyArray<Doubt> => [
  ...ofRelabelled(walletNo, history),
  ...(given === null ? [] : ofOthers(walletNo, history, given))
]

const ofRelabelled = (walletNo: WalletNo, history: WalletHistory): ReadonlyArray<Doubt> => {
  const found = history.flatMap(({ period, relabelled = [] }) => relabelled.map((pair) => ({ period, ...pair })))
  const all = history.flatMap(({ chains }) => chains).reduce((sum, chain) => sum + chain.rows, 0)
  const areMost = 2 * found.reduce((sum, each) => sum + each.rows, 0) > all
  const told = found.map((each) => ({ ...each, rows: areMost ? each.rows : each.booked })).filter(({ rows }) =>
    rows > 0
  )
  return [...Map.groupBy(told, ({ named, stored }) => `${named} ${stored}`)].sort(byText).flatMap(([, pairs]) => {
    const [first] = pairs
    if (first === undefined) return []
    const rows = pairs.reduce((sum, each) => sum + each.rows, 0)
    return [contradiction(
      walletNo,
      `${first.named} ${first.stored}`,
      { from: first.period.from, to: (pairs.at(-1) ?? first).period.to },
      rows === 1
        ? `The description of 1 row names ${first.named}, and the currency that was given with the wallet made it ${first.stored}`
        : `The descriptions of ${rows} rows name ${first.named}, and the currency that was given with the wallet made them ${first.stored}`
    )]
  })
}

const byText = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0

const ofOthers = (walletNo: WalletNo, history: WalletHistory, given: Currency): ReadonlyArray<Doubt> => {
  const others = history.flatMap(({ chains, period }) =>
    chains.flatMap(({ currency }) => (currency === null || currency === given ? [] : { period, currency }))
  )
  const [first] = others
  if (first === undefined) return []
  const stored = [...new Set(others.map(({ currency }) => currency))].sort().join(", ")
  return [contradiction(
    walletNo,
    "other currencies",
    { from: first.period.from, to: (others.at(-1) ?? first).period.to },
    `The currency that is given with the wallet is ${given}, and rows of other days are stored in ${stored}`
  )]
}

const contradiction = (walletNo: WalletNo, place: string, period: Period, told: string): Doubt => {
  const days = { from: formatDay(period.from), to: formatDay(period.to) }
  return doubtOf(
    "contradiction",
    `${told}. Put it right, or leave it away where descriptions name it; then ${
      pullCommand(walletNo, days.from, days.to)
    } ` +
      "loads these days again.",
    days,
    place
  )
}
