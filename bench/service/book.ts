/**
 * The statement that the benchmark pulls: one wallet, 4,900 transactions on every day from 2000-01-01 on, for ever.
 *
 * A day follows from its number alone, so any window shows the same records of it. Each day begins with the balance
 * that the day before ends with, which its last transaction settles: the balances of the whole statement are one
 * unbroken path. Amounts and balances are sent as JSON strings, which the interface allows and DuckDB reads exactly.
 */

/** The wallet of the statement. */
export const walletNo = "254700000001"

/** Transactions of a day: a window of one day fits the interface's limit of 5,000, one of two days does not. */
export const rowsPerDay = 4900

const firstDay = Date.UTC(2000, 0, 1)
const dayMillis = 86_400_000

/** A day's date, from its number. */
export const dateOf = (day: number): string => new Date(firstDay + day * dayMillis).toISOString().slice(0, 10)

/** A date's day number, negative before the first day. */
export const dayOf = (date: string): number => Math.round((Date.parse(`${date}T00:00:00Z`) - firstDay) / dayMillis)

/** How many whole days come nearest to so many transactions; one at least. */
export const daysFor = (rows: number): number => Math.max(1, Math.round(rows / rowsPerDay))

/** A one-to-one map of 32-bit numbers that looks like chance. */
const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const parties = [
  "Wanjiru Traders",
  "Mama Njeri Groceries",
  "Otieno Hardware",
  "Green Valley Dairy",
  "Café Amani",
  "Lakeside Fisheries",
  "Baraka Auto Spares",
  "Zawadi Boutique"
]

/** Cents: between 200,000.00 and 300,000.00. */
const openingOf = (day: number): number => 20_000_000 + (mix(day ^ 0x5bd1e995) % 10_000_000)

const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))

const timeText = (date: string, second: number): string => {
  const hour = Math.floor(second / 3600)
  const minute = Math.floor(second / 60) % 60
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second % 60)} ${hour < 12 ? "AM" : "PM"}`
}

/** A day's records as JSON texts, newest first; `corrected` is the place of one whose description was changed. */
export const recordsOf = (day: number, corrected?: number): ReadonlyArray<string> => {
  const date = dateOf(day)
  const closing = openingOf(day + 1)
  const records: Array<string> = []
  let balance = openingOf(day)
  for (let place = 0; place < rowsPerDay; place++) {
    const bits = mix(day * rowsPerDay + place)
    const last = place === rowsPerDay - 1
    const drawn = 100 + (bits % 500_000)
    const usual = (bits & 0x700000) === 0 ? drawn - (drawn % 5000) + 5000 : drawn
    const amount = last ? Math.abs(closing - balance) : usual
    const debit = last ? closing < balance : balance > 60_000_000 || (balance > amount && (bits & 0x8000000) !== 0)
    balance += debit ? -amount : amount
    const second = Math.floor((place + (bits & 0xffff) / 0x10000) * (86_400 / rowsPerDay))
    const party = `${debit ? "to" : "from"} ${parties[bits & 7]} ${100 + ((bits >>> 3) & 511)}`
    records.push(
      `{"txnId":"TXN${bits.toString(36).toUpperCase().padStart(7, "0")}","type":"${debit ? "Debit" : "Credit"}",` +
        `"amount":"${money(amount)}","balance":"${money(balance)}","description":"${
          debit ? "Debited" : "Credited"
        } KES` +
        `${money(amount)} ${party}${place === corrected ? " (corrected)" : ""}","confirmed":true,` +
        `"date":"${timeText(date, second)}"}`
    )
  }
  return records.reverse()
}
