/**
 * The balances that are known of a wallet's days: those that its file keeps, and those that settings give.
 */
import { Effect } from "effect"
import { boundaryOf, type KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import type { AnchorDeclaration, DayAnchor } from "../domain/Declaration.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { Sink } from "../sink/Sink.ts"

/** What settings give for a wallet, as it is declared: of one currency, day and end the last one. */
export const givenAnchors = (
  { wallets }: Pick<PullSettings["Service"], "wallets">,
  walletNo: WalletNo
): ReadonlyArray<AnchorDeclaration> => {
  const given = wallets.filter((wallet) => wallet.walletNo === walletNo).flatMap(({ balances }) => balances)
  return [...new Map(given.map((balance) => [keyOf(balance), { kind: "anchor" as const, ...balance }])).values()]
}

/** The balances that a file keeps of a wallet. */
export const keptBalances = (anchors: ReadonlyArray<DayAnchor>): ReadonlyArray<KnownBalance> =>
  anchors.flatMap(({ closing, currency, day, opening, source }): ReadonlyArray<KnownBalance> => [
    ...(opening === null ? [] : [{ currency, day, end: "opening" as const, balance: opening, source }]),
    ...(closing === null ? [] : [{ currency, day, end: "closing" as const, balance: closing, source }])
  ])

/**
 * What is given, by the currencies of what is kept and of the wallet's rows: a balance without one is that of the only one that is
 * known of its day and end, and takes all of them back when it takes back; one with the rows' only currency stands in the place
 * of one without, and so does the same balance with any of theirs. The same whether something of it is declared already or not.
 */
const resolved = (
  kept: ReadonlyArray<KnownBalance>,
  given: ReadonlyArray<AnchorDeclaration>,
  currencies: ReadonlyArray<Currency>
): ReadonlyArray<AnchorDeclaration> => {
  const isOfRows = (name: Currency): boolean => currencies.length === 0 || currencies.includes(name)
  return given.flatMap((each): ReadonlyArray<AnchorDeclaration> => {
    const isOfPlace = ({ day, end }: Pick<KnownBalance, "day" | "end">): boolean => day === each.day && end === each.end
    const known = kept.filter(isOfPlace)
    const besides = given.filter((other) => isOfPlace(other) && (other.currency === null) !== (each.currency === null))
    const unnamed = known.find(({ currency }) => currency === null)
    const nameless = unnamed === undefined ? [] : [{ ...each, currency: null, balance: null }]
    const [currency, ...others] = known.flatMap((balance) => balance.currency ?? [])
    if (each.currency !== null) {
      const isSame = currencies.length < 2 || unnamed?.balance === each.balance
      return [each, ...(besides.length === 0 && isOfRows(each.currency) && isSame ? nameless : [])]
    }
    // One given beside others that name theirs is itself, and none where it is the same.
    if (besides.length > 0) {
      const isSame = each.balance === null || besides.some(({ balance }) => balance === each.balance)
      return isSame ? nameless : [each]
    }
    if (currency === undefined) return [each]
    if (each.balance === null) {
      return [...[currency, ...others].map((name) => ({ ...each, currency: name })), ...nameless]
    }
    return others.length === 0 && isOfRows(currency) ? [{ ...each, currency }, ...nameless] : [each]
  })
}

/** The balances in force: those given take the place of those kept for the same currency, day and end. */
const inForce = (
  kept: ReadonlyArray<KnownBalance>,
  given: ReadonlyArray<AnchorDeclaration>
): ReadonlyArray<KnownBalance> => {
  const replaced = new Set(given.map(keyOf))
  return [
    ...kept.filter((balance) => !replaced.has(keyOf(balance))),
    ...given.flatMap(({ balance, currency, day, end, source }) =>
      balance === null ? [] : [{ balance, currency, day, end, source }]
    )
  ].sort((left, right) => boundaryOf(left) - boundaryOf(right))
}

/** What of the balances given is not kept yet. */
const undeclared = (
  kept: ReadonlyArray<KnownBalance>,
  given: ReadonlyArray<AnchorDeclaration>
): ReadonlyArray<AnchorDeclaration> => {
  const known = new Map(kept.map((balance) => [keyOf(balance), balance.balance]))
  return given.filter((each) => (known.get(keyOf(each)) ?? null) !== each.balance)
}

const keyOf = ({ currency, day, end }: Pick<KnownBalance, "currency" | "day" | "end">): string =>
  `${currency} ${day} ${end}`

/**
 * What is known of a wallet's days by its file and by settings together, and what of that no window has declared; `currencies` are
 * those of its rows.
 */
export const balancesOf = Effect.fnUntraced(function*(
  settings: PullSettings["Service"],
  walletNo: WalletNo,
  currencies: ReadonlyArray<Currency>
) {
  const kept = keptBalances(yield* (yield* Sink).anchors(walletNo))
  const given = resolved(kept, givenAnchors(settings, walletNo), currencies)
  return { balances: inForce(kept, given), undeclared: undeclared(kept, given) }
})
