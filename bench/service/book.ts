/**
 * The statements that the benchmark pulls: wallets with 4,900 transactions on every day from 2000-01-01 on, for ever.
 *
 * A day follows from its number alone, so any window shows the same records of it. Each day begins with the balances
 * that the day before ends with, which its last transactions settle: the balances of a whole statement are one unbroken
 * path in each currency. What is not settled by the kind is sent as JSON strings, which the interface allows and DuckDB
 * reads exactly.
 */

/**
 * How a wallet's answers are written. Plain: as the interface lists the fields, each id once. Usual: 5 % of the ids come
 * again, 2 % of the descriptions have escapes, 1 % of the times contradict their marker, 1 % of the rows have no balance, amounts
 * are numbers and strings by turns, each page has another order of keys and a field that the interface does not name. Mixed: plain, in
 * three currencies.
 */
export const kinds = ["plain", "usual", "mixed"] as const
export type Kind = (typeof kinds)[number]

const wallets: Readonly<Record<Kind, string>> = {
  plain: "254700000001",
  usual: "254700000002",
  mixed: "254700000003"
}

/** The wallet of a kind. */
export const walletOf = (kind: Kind): string => wallets[kind]

/** The kind of a wallet; plain for any other. */
export const kindOf = (walletNo: string | undefined): Kind =>
  kinds.find((kind) => wallets[kind] === walletNo) ?? "plain"

/** The plain wallet. */
export const walletNo = wallets.plain

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
const openingOf = (day: number, currency: number): number =>
  20_000_000 + (mix(day ^ 0x5bd1e995 ^ (currency << 28)) % 10_000_000)

const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))

const timeText = (date: string, second: number, isContradicting: boolean): string => {
  const hour = Math.floor(second / 3600)
  const minute = Math.floor(second / 60) % 60
  const isMorning = hour < 12 !== isContradicting
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second % 60)} ${isMorning ? "AM" : "PM"}`
}

const currenciesOf: Readonly<Record<Kind, ReadonlyArray<string>>> = {
  plain: ["KES"],
  usual: ["KES"],
  mixed: ["KES", "USD", "UGX"]
}

const escapes = [String.raw` \"paid\"`, String.raw` \u00e9t\u00e9`, String.raw` a\\b`]

const idOf = (bits: number): string => `TXN${bits.toString(36).toUpperCase().padStart(7, "0")}`

/** The fields of a record as a kind of service writes them. */
const written = (kind: Kind, day: number, bits: number, fields: ReadonlyArray<string>): string => {
  if (kind !== "usual") return `{${fields.join(",")}}`
  const first = day % fields.length
  const turned = [...fields.slice(first), ...fields.slice(0, first)]
  turned.splice(day % 3, 0, `"channel":"${bits % 2 === 0 ? "APP" : "USSD"}"`)
  return `{${turned.join(",")}}`
}

/** A day's records as JSON texts, newest first; `corrected` is the place of one whose description was changed. */
export const recordsOf = (day: number, corrected?: number, kind: Kind = "plain"): ReadonlyArray<string> => {
  const date = dateOf(day)
  const currencies = currenciesOf[kind]
  const balances = currencies.map((_, currency) => openingOf(day, currency))
  const records: Array<string> = []
  let idBefore = ""
  for (let place = 0; place < rowsPerDay; place++) {
    const bits = mix(day * rowsPerDay + place)
    const left = rowsPerDay - place
    const currency = left <= currencies.length ? left - 1 : bits % currencies.length
    const before = balances[currency] ?? 0
    const closing = openingOf(day + 1, currency)
    const last = left <= currencies.length
    const drawn = 100 + (bits % 500_000)
    const round = (bits & 0x700000) === 0 ? drawn - (drawn % 5000) + 5000 : drawn
    const amount = last ? Math.abs(closing - before) : round
    const debit = last ? closing < before : before > 60_000_000 || (before > amount && (bits & 0x8000000) !== 0)
    const balance = before + (debit ? -amount : amount)
    balances[currency] = balance
    const second = Math.floor((place + (bits & 0xffff) / 0x10000) * (86_400 / rowsPerDay))
    const party = `${debit ? "to" : "from"} ${parties[bits & 7]} ${100 + ((bits >>> 3) & 511)}`
    const odd = (oneIn: number, salt: number): boolean => kind === "usual" && mix(bits ^ salt) % oneIn === 0
    const txnId = odd(20, 1) && idBefore !== "" ? idBefore : idOf(bits)
    idBefore = txnId
    const escaped = odd(50, 2) ? escapes[bits % escapes.length] ?? "" : ""
    const sum = kind === "usual" && bits % 2 === 0 ? money(amount) : `"${money(amount)}"`
    records.push(written(kind, day, bits, [
      `"txnId":"${txnId}"`,
      `"type":"${debit ? "Debit" : "Credit"}"`,
      `"amount":${sum}`,
      `"balance":${odd(100, 3) ? "null" : `"${money(balance)}"`}`,
      `"description":"${debit ? "Debited" : "Credited"} ${currencies[currency] ?? ""}${money(amount)} ${party}${
        place === corrected ? " (corrected)" : ""
      }${escaped}"`,
      "\"confirmed\":true",
      `"date":"${timeText(date, second, odd(100, 4))}"`
    ]))
  }
  return records.reverse()
}
