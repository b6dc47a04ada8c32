/**
 * Makes a wallet's history from a seed: payments in and out, fees and reversals that share their payment's id, and a
 * running balance for each currency that never goes below zero and always fits 18 digits.
 */
import { daySeconds } from "./calendar.ts"
import { toUnits } from "./decimal.ts"
import type { Shape } from "./description.ts"
import { type Columns, idPrefixOf, type Ledger, makeColumns, packTraits } from "./Ledger.ts"
import { draw, makeRandom, type Random, seedOf } from "./random.ts"
import type { WalletOptions } from "./SandboxOptions.ts"
import { dailyCounts } from "./traffic.ts"

const largestBalance = 999_999_999_999_999_999n
const reversible = 64

interface Payment {
  readonly id: number
  readonly debit: boolean
  readonly amount: bigint
  readonly currency: number
}

interface Movement extends Payment {
  readonly shape: Shape
  readonly confirmed: boolean
}

/** Makes the history, or says why its numbers do not fit one another. */
export const generate = (wallet: WalletOptions, sandboxSeed: number): Ledger | string => {
  const seed = seedOf(sandboxSeed, wallet.walletNo)
  const random = makeRandom(seed)
  const daily = dailyCounts(wallet, random)
  if (typeof daily === "string") return daily
  if (wallet.amountDigits !== undefined) {
    const whole = wallet.amountDigits - wallet.decimals
    if (whole < 1 || whole > 14) {
      return `wallet ${wallet.walletNo}: amountDigits less decimals must leave 1 to 14 digits in front of the point`
    }
  }
  const columns = makeColumns(wallet.records)
  const openingBalance = toUnits(wallet.openingBalance) ?? 0n
  const currencies = [wallet.currency, ...wallet.otherCurrencies].slice(0, 16)
  const movements = makeMovements(wallet, random, currencies.map(() => openingBalance))
  let place = 0
  for (const [index, count] of daily.counts.entries()) {
    const seconds = daySecondsOf(count, random)
    for (let inDay = 0; inDay < count; inDay++) {
      const movement = movements.next(inDay > 0)
      if (movement.shape === "fee") seconds[inDay] = seconds[inDay - 1] ?? 0
      put(columns, place++, (daily.firstDay + index) * daySeconds + (seconds[inDay] ?? 0), movement)
    }
  }
  return {
    ...columns,
    walletNo: wallet.walletNo,
    seed,
    idPrefix: idPrefixOf(seed),
    decimals: wallet.decimals,
    currencies,
    openingBalance,
    overrides: new Map(),
    nextSerial: wallet.records
  }
}

const put = (columns: Columns, place: number, second: number, movement: Movement & { readonly balance: bigint }) => {
  columns.serial[place] = place
  columns.id[place] = movement.id
  columns.second[place] = second
  columns.amount[place] = movement.amount
  columns.balance[place] = movement.balance
  columns.traits[place] = packTraits(movement.shape, movement.debit, movement.confirmed, movement.currency)
}

/** Times of one day in order, more of them around noon than at night. */
const daySecondsOf = (count: number, random: Random): Int32Array => {
  const seconds = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    seconds[index] = Math.floor(((random.next() + random.next()) / 2) * daySeconds)
  }
  return seconds.sort()
}

const makeMovements = (wallet: WalletOptions, random: Random, balances: Array<bigint>) => {
  const recent: Array<Payment> = []
  let last: Payment | undefined
  let lastId = draw(seedOf(1, wallet.walletNo), 9) % 1_000_000
  const amountOf = makeAmounts(wallet, random)

  /** Whether a debit or credit of this amount keeps the balance between zero and what 18 digits hold. */
  const fits = (debit: boolean, amount: bigint, currency: number) => {
    const balance = balances[currency] ?? 0n
    return debit ? balance >= amount : balance + amount <= largestBalance
  }

  const feeOf = (payment: Payment): Movement | undefined => {
    const amount = payment.amount / 100n
    const unit = 10n ** BigInt(4 - wallet.decimals)
    const fee = (amount / unit) * unit
    if (fee === 0n || !fits(true, fee, payment.currency)) return undefined
    return { ...payment, amount: fee, debit: true, shape: "fee", confirmed: true }
  }

  const reversal = (): Movement | undefined => {
    const payment = recent[random.below(recent.length)]
    if (payment === undefined || !fits(!payment.debit, payment.amount, payment.currency)) return undefined
    recent.splice(recent.indexOf(payment), 1)
    return { ...payment, debit: !payment.debit, shape: "reversal", confirmed: true }
  }

  const payment = (): Movement => {
    const amount = amountOf()
    const currency = balances.length === 1 ? 0 : random.below(balances.length)
    const wanted = random.next() < 0.45
    const debit = fits(wanted, amount, currency) ? wanted : !wanted
    lastId += 1 + random.below(3)
    const confirmed = wallet.unconfirmedRate === 0 || random.next() >= wallet.unconfirmedRate
    return { id: lastId, debit, amount, currency, shape: "payment", confirmed }
  }

  const next = (mayFollow: boolean): Movement & { readonly balance: bigint } => {
    const fee = mayFollow && last !== undefined && random.next() < wallet.feeRate ? feeOf(last) : undefined
    const movement = fee ?? (random.next() < wallet.reversalRate ? reversal() : undefined) ?? payment()
    last = undefined
    if (movement.shape === "payment" && movement.confirmed) {
      last = movement
      recent.push(movement)
      if (recent.length > reversible) recent.shift()
    }
    const before = balances[movement.currency] ?? 0n
    const signed = movement.debit ? -movement.amount : movement.amount
    const balance = movement.confirmed ? before + signed : before
    balances[movement.currency] = balance
    return { ...movement, balance }
  }
  return { next }
}

const makeAmounts = (wallet: WalletOptions, random: Random): () => bigint => {
  const unit = 10n ** BigInt(4 - wallet.decimals)
  if (wallet.amountDigits === undefined) {
    const scale = 10 ** wallet.decimals
    const step = Number(unit)
    return () => BigInt(Math.ceil(10 ** (1 + 3.4 * random.next()) * scale) * step)
  }
  // Up to half of what the digits can say: then either a debit or a credit always fits the balance.
  const least = 10n ** BigInt(wallet.amountDigits - 1)
  const range = least * 4n
  return () => (least + (bigDraw(random) % range)) * unit
}

const bigDraw = (random: Random): bigint =>
  (BigInt(random.below(4_294_967_296)) << 32n) | BigInt(random.below(4_294_967_296))
