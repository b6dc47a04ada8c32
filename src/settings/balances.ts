/**
 * Balances that settings give: each of a wallet, a currency and a day.
 *
 * `OPENING_BALANCES` and `CLOSING_BALANCES` are lists of `NUMBER:CUR:AMOUNT@DAY`, also what the wallets of a
 * configuration file carry; those of wallets that are not pulled are passed over. `OPENING_BALANCE` and
 * `CLOSING_BALANCE` are the flags: their day may be that of `FROM` or `TO`, and a wallet that they name must be pulled.
 */
import { Effect, Option } from "effect"
import type * as Money from "../domain/Money.ts"
import { type Day, formatDay } from "../domain/Period.ts"
import type { ChainEnd } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { example, type WrittenBalance } from "./balanceShape.ts"
import type { Setting } from "./described.ts"
import { CLOSING_BALANCE, CLOSING_BALANCES, FROM, OPENING_BALANCE, OPENING_BALANCES, TO } from "./describedStatement.ts"
import { isGivenByFlag, optional, otherPlaces, otherwise, problemWith, type SettingsError } from "./setting.ts"
import type * as shapes from "./shapes.ts"
import { variablePrefix } from "./variablePrefix.ts"

interface Reading {
  readonly setting: Setting<ReadonlyArray<WrittenBalance>>
  readonly end: ChainEnd
  /** The setting whose day is meant when none is written. */
  readonly dayOf: Setting<Day>
  readonly isFlag: boolean
}

const readings: ReadonlyArray<Reading> = [
  { setting: OPENING_BALANCES, end: "opening", dayOf: FROM, isFlag: false },
  { setting: CLOSING_BALANCES, end: "closing", dayOf: TO, isFlag: false },
  { setting: OPENING_BALANCE, end: "opening", dayOf: FROM, isFlag: true },
  { setting: CLOSING_BALANCE, end: "closing", dayOf: TO, isFlag: true }
]

type Wallet = Pick<shapes.WalletSetting, "walletNo" | "currency" | "from">

/** The day that is meant where none is written: a wallet's own first day counts more than one for all, unless a flag gives that. */
const dayMeant = Effect.fnUntraced(function*(wallet: Wallet, dayOf: Setting<Day>) {
  const own = dayOf === FROM && !(yield* isGivenByFlag(FROM.name)) ? wallet.from : undefined
  return own ?? Option.getOrUndefined(yield* optional(dayOf))
})

/** The balances that settings give for wallets, by wallet; where two settings give one of the same day and end, a flag holds. */
export const readBalances = Effect.fnUntraced(
  function*(
    wallets: ReadonlyArray<Wallet>
  ): Effect.fn.Return<ReadonlyMap<WalletNo, ReadonlyArray<shapes.GivenBalance>>, SettingsError> {
    const given = new Map<WalletNo, Array<shapes.GivenBalance>>(wallets.map(({ walletNo }) => [walletNo, []]))
    for (const { dayOf, end, isFlag, setting } of readings) {
      const { name } = setting
      const seen = new Map<string, Money.Money | null>()
      for (const written of yield* otherwise(setting, [])) {
        const wallet = wallets.find(({ walletNo }) => walletNo === written.walletNo)
        const meant = wallet ?? (written.walletNo === null && wallets.length === 1 ? wallets[0] : undefined)
        if (meant === undefined) {
          if (written.walletNo === null) {
            return yield* problemWith(name, `must name its wallet, as in ${example}, when there are several`)
          }
          if (isFlag) return yield* problemWith(name, "names a wallet that is not among the wallets to pull")
          continue
        }
        const day = written.day ?? (yield* dayMeant(meant, dayOf))
        if (day === undefined) {
          return yield* problemWith(
            name,
            `must say the day that the balance is of, as in ${example}: neither ${variablePrefix}${dayOf.name} tells it, nor ${yield* otherPlaces(
              dayOf.name
            )}`
          )
        }
        const currency = written.currency ?? meant.currency
        const key = JSON.stringify([meant.walletNo, currency, day])
        if (seen.has(key) && seen.get(key) !== written.balance) {
          return yield* problemWith(
            name,
            `gives two balances of ${
              formatDay(day)
            } for one wallet: give one, its amount without commas between the digits`
          )
        }
        seen.set(key, written.balance)
        given.get(meant.walletNo)?.push({
          currency,
          day,
          end,
          balance: written.balance,
          source: isFlag ? `--${end}-balance` : "settings"
        })
      }
    }
    return given
  }
)
