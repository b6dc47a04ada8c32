/**
 * Balances that settings give: each of a wallet, a currency and a day.
 *
 * `OPENING_BALANCES` and `CLOSING_BALANCES` are lists of `NUMBER:CUR:AMOUNT@DAY`, also what the wallets of a
 * configuration file carry; those of wallets that are not pulled are passed over. `OPENING_BALANCE` and
 * `CLOSING_BALANCE` are the flags: their day may be that of `FROM` or `TO`, and a wallet that they name must be pulled.
 */
import { Effect, Option, Schema } from "effect"
import * as Money from "../domain/Money.ts"
import { type Day, formatDay, parseDay } from "../domain/Period.ts"
import type { ChainEnd } from "../domain/Verdict.ts"
import { Currency, type WalletNo } from "../domain/Wallet.ts"
import { optional, problemWith, type SettingsError, type SettingShape, withDefault } from "./setting.ts"
import * as shapes from "./shapes.ts"

/** A balance as a setting writes it: null where it leaves something to the other settings. */
interface WrittenBalance {
  readonly walletNo: string | null
  readonly currency: Currency | null
  readonly day: Day | null
  readonly balance: Money.Money | null
}

const decodeCurrency = Schema.decodeUnknownOption(Currency)

/** `[NUMBER:][CUR:]AMOUNT[@DAY]`; the amount `none` takes a balance back. */
const parseBalance = (value: string): WrittenBalance | undefined => {
  const at = value.lastIndexOf("@")
  const day = at < 0 ? null : parseDay(value.slice(at + 1).trim())
  const parts = (at < 0 ? value : value.slice(0, at)).split(":").map((part) => part.trim())
  const amount = parts.pop() ?? ""
  const balance = amount === "none" ? null : Money.parse(amount)
  if (day === undefined || typeof balance === "string") return undefined
  const currency = decodeCurrency(parts.at(-1))
  if (Option.isSome(currency)) parts.pop()
  const walletNo = parts.length === 0 ? null : parts.join(":")
  return walletNo === "" ? undefined : { walletNo, currency: Option.getOrNull(currency), day, balance }
}

const example = "254700000001:KES:1250.00@2024-01-01"

const balances: SettingShape<ReadonlyArray<WrittenBalance>> = {
  expected: `a list of balances such as ${example}, with commas between`,
  parse: (value) => {
    const read = value.split(",").filter((part) => part.trim() !== "").map(parseBalance)
    const known = read.filter((balance) => balance !== undefined)
    return known.length === read.length ? known : undefined
  }
}

interface Reading {
  readonly name: "OPENING_BALANCES" | "CLOSING_BALANCES" | "OPENING_BALANCE" | "CLOSING_BALANCE"
  readonly end: ChainEnd
  /** The setting whose day is meant when none is written. */
  readonly dayOf: "FROM" | "TO"
  readonly isFlag: boolean
}

const readings: ReadonlyArray<Reading> = [
  { name: "OPENING_BALANCES", end: "opening", dayOf: "FROM", isFlag: false },
  { name: "CLOSING_BALANCES", end: "closing", dayOf: "TO", isFlag: false },
  { name: "OPENING_BALANCE", end: "opening", dayOf: "FROM", isFlag: true },
  { name: "CLOSING_BALANCE", end: "closing", dayOf: "TO", isFlag: true }
]

/** The balances that settings give for wallets, by wallet; where two settings give one of the same day and end, a flag holds. */
export const readBalances = Effect.fnUntraced(
  function*(
    wallets: ReadonlyArray<Pick<shapes.WalletSetting, "walletNo" | "currency">>
  ): Effect.fn.Return<ReadonlyMap<WalletNo, ReadonlyArray<shapes.GivenBalance>>, SettingsError> {
    const given = new Map<WalletNo, Array<shapes.GivenBalance>>(wallets.map(({ walletNo }) => [walletNo, []]))
    for (const { dayOf, end, isFlag, name } of readings) {
      const seen = new Map<string, Money.Money | null>()
      for (const written of yield* withDefault(name, balances, [])) {
        const wallet = wallets.find(({ walletNo }) => walletNo === written.walletNo)
        const meant = wallet ?? (written.walletNo === null && wallets.length === 1 ? wallets[0] : undefined)
        if (meant === undefined) {
          if (written.walletNo === null) {
            return yield* problemWith(name, `must name its wallet, as in ${example}, when there are several`)
          }
          if (isFlag) return yield* problemWith(name, "names a wallet that is not among the wallets to pull")
          continue
        }
        const day = written.day ?? Option.getOrUndefined(yield* optional(dayOf, shapes.day))
        if (day === undefined) {
          return yield* problemWith(
            name,
            `must say the day that the balance is of, as in ${example}: no ${isFlag ? "--" : ""}${
              isFlag ? dayOf.toLowerCase() : dayOf
            } tells it`
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
