/**
 * Which wallets to pull, and which days of each.
 *
 * The flag `--from` names days to ask for again, of all wallets. A `from` of the environment or the file, for all wallets or with one of
 * them, is where the statement of a wallet begins: what is loaded of it is not asked for again.
 */
import { Effect, Option } from "effect"
import { formatDay } from "../domain/Period.ts"
import { readBalances } from "./balances.ts"
import { FROM, TO, WALLETS } from "./describedStatement.ts"
import type { PullSettings } from "./PullSettings.ts"
import { gather, isGivenByFlag, optional, placeOf, problemWith, required, type SettingsError } from "./setting.ts"
import { settingsProviderInForce } from "./SettingsProvider.ts"

/** A flag picks wallets: what other places say of one that it only names still holds. */
const readWallets = Effect.gen(function*() {
  const provider = yield* settingsProviderInForce
  const known = WALLETS.shape.parse(provider?.givenWithoutFlag(WALLETS.name)?.text ?? "") ?? []
  const wallets = (yield* required(WALLETS)).map((wallet) => {
    const { currency, from } = known.find(({ walletNo }) => walletNo === wallet.walletNo) ?? wallet
    return { ...wallet, currency: wallet.currency ?? currency, from: wallet.from ?? from }
  })
  const balances = yield* readBalances(wallets)
  return wallets.map((wallet) => ({ ...wallet, balances: balances.get(wallet.walletNo) ?? [] }))
})

const readFromTo = Effect.gen(function*() {
  const days = yield* gather({ from: optional(FROM), to: optional(TO) })
  if (Option.isSome(days.from) && Option.isSome(days.to) && days.to.value < days.from.value) {
    const [from, to] = [formatDay(days.from.value), formatDay(days.to.value)]
    return yield* problemWith(TO.name, `is ${to}, before the first day, ${yield* placeOf(FROM.name)}, which is ${from}`)
  }
  return days
})

/** Reads `WALLETS` with their balances, `FROM` and `TO`. */
export const readDays: Effect.Effect<Pick<PullSettings["Service"], "wallets" | "from" | "to">, SettingsError> = Effect
  .gen(function*() {
    const { days: { from, to }, wallets } = yield* gather({ wallets: readWallets, days: readFromTo })
    if (yield* isGivenByFlag(FROM.name)) return { wallets, from, to }
    const begin = Option.getOrUndefined(from)
    return {
      wallets: wallets.map((wallet) => begin === undefined ? wallet : { ...wallet, from: wallet.from ?? begin }),
      from: Option.none(),
      to
    }
  })
