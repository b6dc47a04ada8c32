/**
 * A record as the simulated service knows it, how it is written on the wire, and what a correct reader makes of it.
 */
import { dayMillis, dayText, resolve, type Zone } from "./calendar.ts"
import { storedText } from "./storedText.ts"

/** What can be wrong with a record, so that no reader can make a transaction of it. */
export const malformations = [
  "no-object",
  "no-amount",
  "wrong-type",
  "grouped-amount",
  "too-precise",
  "too-large",
  "no-such-date",
  "no-date"
] as const
export type Malformation = (typeof malformations)[number]

/** A record of a wallet's ledger; amounts are whole ten-thousandths. */
export interface Entry {
  /** Unlike any other of the world; entries of a chain are in the order of their places. */
  readonly key: number
  place: number
  /** The currency whose chain of balances it belongs to. */
  readonly chain: string
  id: string
  type: "Debit" | "Credit"
  amount: bigint
  /** The balance after it, as the ledger has it. */
  balance: bigint
  /** False when the service does not show the balance. */
  readonly tellsBalance: boolean
  /** Whether the description names the currency. */
  readonly namesCurrency: boolean
  remark: string
  confirmed: boolean
  /** Whether it moved the balance; only an unconfirmed one may not. */
  moved: boolean
  day: number
  second: number
  /** Whether hour and marker contradict each other. */
  readonly conflict: boolean
  /** Whether the hour is written by a 12-hour clock. */
  readonly isByTwelve?: boolean
  readonly malformed: Malformation | null
  /** From and until when the service shows it, instants in milliseconds. */
  visibleFrom: number
  visibleTo: number
  /** Whether answers leave it out: never, the next time only, or as long as this stays. */
  omitted: "never" | "once" | "always"
}

/** How the marker of a timestamp that contradicts its hour is read. */
export type MarkerPolicy = "trust-24h" | "trust-marker" | "reject"

/** What a reader is told about a wallet. */
export interface Reading {
  readonly zone: Zone
  readonly policy: MarkerPolicy
  /** The currency that settings give the wallet. */
  readonly currency: string | null
}

/** An entry as one answer showed it. */
export interface Shown {
  readonly key: number
  readonly place: number
  readonly chain: string
  readonly id: string
  readonly day: number
  /** Milliseconds of the wall-clock time, as the settings' marker policy reads it. */
  readonly time: number
  /** What a reader must store; null when the record is to be quarantined. */
  readonly content: string | null
  /** Whether a reader can tell the day. */
  readonly tellsDay: boolean
  readonly raw: string
  readonly signed: bigint
  readonly balance: bigint | null
  readonly currency: string | null
  readonly confirmed: boolean
  readonly moved: boolean
  /** What a record that is only rejected for its marker says where the marker is read. */
  readonly readBy?: (policy: MarkerPolicy, currency: string | null) => Pick<Shown, "content" | "currency" | "time">
}

const two = (value: number): string => String(value).padStart(2, "0")

/** Ten-thousandths as a decimal with two to four decimals. */
export const decimal = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(5, "0")
  const fraction = digits.slice(-4).replace(/0{1,2}$/, "")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -4)}.${fraction}`
}

/** The amount as it moves the balance. */
export const signed = (entry: Entry): bigint => (entry.type === "Credit" ? entry.amount : -entry.amount)

/** Milliseconds of the entry's wall-clock time, as the hour tells it. */
export const localTime = (entry: Pick<Entry, "day" | "second">): number => entry.day * dayMillis + entry.second * 1000

const isPm = (entry: Entry): boolean => entry.second >= 43_200 !== (entry.conflict && entry.isByTwelve !== true)

/** The hour as it is written. */
const hourOf = ({ isByTwelve, second }: Entry): number => {
  const hour = Math.floor(second / 3600)
  return isByTwelve === true ? (hour + 11) % 12 + 1 : hour
}

const dateText = (entry: Entry): string => {
  const time = `${two(hourOf(entry))}:${two(Math.floor(entry.second / 60) % 60)}:${two(entry.second % 60)}`
  return `${dayText(entry.day)} ${time} ${isPm(entry) ? "PM" : "AM"}`
}

/** Whether the hour and the marker really contradict each other: of hour 0 and 13 to 23 the marker says nothing. */
const contradicts = (entry: Entry): boolean => {
  const hour = hourOf(entry)
  return hour >= 1 && hour <= 12 && hour >= 12 !== isPm(entry)
}

const description = (entry: Entry): string =>
  `${entry.type === "Credit" ? "Credited" : "Debited"} ${entry.namesCurrency ? entry.chain : ""}${
    entry.namesCurrency ? decimal(entry.amount) : ""
  } ${entry.remark}`

/** What tells a record from others: its contents, or its text when it is no transaction. */
export const textOf = ({ content, raw }: Shown): string => content ?? raw

const contentParts = /^("(?:[^"\\]|\\.)*") (\S+) (\S+) (\S+) \S+ \S+ (.*?) -?\d+ -?\d+ /s

/** Of the contents of a transaction its id and what it moves: two days with the same may show one, dated anew. */
export const movementIn = (content: string): string | undefined => {
  const [, id = "", type = "", amount = ""] = contentParts.exec(content) ?? []
  return JSON.parse(id || "\"\"").trim() === "" ? undefined : `${id} ${type} ${amount}`
}

/** All but the id, the currency and the text: two with the same may be one, under another id. */
export const placeIn = (content: string): string | undefined => {
  const [, , type = "", amount = "", balance = "", date = ""] = contentParts.exec(content) ?? []
  return type === "" ? undefined : `${type} ${amount} ${balance} ${date}`
}

/** Of that what a row keeps that is not confirmed yet: its balance may come with that. */
export const unsettledPlaceIn = (content: string): string | undefined => {
  const [, , type = "", amount = "", , date = ""] = contentParts.exec(content) ?? []
  return type === "" ? undefined : `${type} ${amount} ${date}`
}

/** What a reader must store of a transaction, field by field. */
export const contentOf = (row: {
  readonly txnId: string
  readonly type: string
  readonly amount: bigint
  readonly balance: bigint | null
  readonly currency: string | null
  readonly description: string
  readonly confirmed: boolean
  readonly occurredAt: number
  readonly localTime: number
  readonly dateText: string
  readonly timeFlag: string | null
}): string =>
  [
    JSON.stringify(storedText(row.txnId)),
    row.type,
    row.amount,
    row.balance ?? "-",
    row.currency ?? "-",
    row.confirmed,
    row.dateText,
    row.localTime,
    row.occurredAt,
    row.timeFlag ?? "-",
    JSON.stringify(storedText(row.description))
  ].join(" ")

/** The id that a content begins with. */
export const idOf = (content: string): string => JSON.parse(idText(content))

/** What of a content says which transaction it is, however it is described: its id, money and local time. */
export const transactionOf = (content: string): string => {
  const id = idText(content)
  const [, type, amount, balance, , , , , , localTime] = content.slice(id.length).split(" ")
  return [id, type, amount, balance, localTime].join(" ")
}

const idText = (content: string): string => /^"(?:[^"\\]|\\.)*"/.exec(content)?.[0] ?? "\"\""

/** The currency that a reader may believe: the service's own, or else the one that a remark names with the row's own amount. */
const currencyOf = (entry: Entry, reading: Reading): string | null => {
  if (reading.currency !== null) return reading.currency
  if (entry.namesCurrency) return entry.chain
  return entry.remark === "KES 5.00" && entry.amount === 50_000n ? "KES" : null
}

const readTime = (entry: Entry, { policy }: Reading): number => {
  const hour = hourOf(entry)
  const trusted = contradicts(entry) && policy === "trust-marker" ? (hour + 12) % 24 : hour
  return localTime(entry) + (trusted - Math.floor(entry.second / 3600)) * 3_600_000
}

const stored = (entry: Entry, reading: Reading): string | null => {
  const conflict = contradicts(entry)
  if (entry.malformed !== null || (conflict && reading.policy === "reject")) return null
  const local = readTime(entry, reading)
  const { flag, instant } = resolve(reading.zone, local)
  return contentOf({
    txnId: storedText(entry.id),
    type: entry.type,
    amount: entry.amount,
    balance: entry.tellsBalance ? entry.balance : null,
    currency: currencyOf(entry, reading),
    description: storedText(description(entry)),
    confirmed: entry.confirmed,
    occurredAt: instant,
    localTime: local,
    dateText: dateText(entry),
    timeFlag: conflict ? "marker-conflict" : flag
  })
}

const money = (value: bigint, form: number): string => form % 2 === 0 ? `"${decimal(value)}"` : decimal(value)

/** The JSON text of an entry; `form` chooses among the ways in which the same numbers can be written. */
export const wireText = (entry: Entry, form: number): string => {
  const fields: Array<readonly [string, string]> = [
    ["txnId", JSON.stringify(entry.id)],
    ["type", entry.malformed === "wrong-type" ? "\"Transfer\"" : `"${entry.type}"`]
  ]
  if (entry.malformed === "no-object") return `"record ${entry.key}"`
  if (entry.malformed === "grouped-amount") fields.push(["amount", "\"1,250.00\""])
  else if (entry.malformed === "too-precise") fields.push(["amount", "0.00001"])
  else if (entry.malformed === "too-large") fields.push(["amount", "\"123456789012345.00\""])
  else if (entry.malformed !== "no-amount") fields.push(["amount", money(entry.amount, form)])
  if (entry.tellsBalance) fields.push(["balance", money(entry.balance, form >> 1)])
  else if (form % 2 === 0) fields.push(["balance", "null"])
  fields.push(["description", JSON.stringify(description(entry))], ["confirmed", String(entry.confirmed)])
  if (entry.malformed === "no-such-date") fields.push(["date", `"${dateText(entry).replace(/^(\d+)-\d+-/, "$1-13-")}"`])
  else if (entry.malformed !== "no-date") fields.push(["date", `"${dateText(entry)}"`])
  if (form % 5 === 0) fields.push(["channel", "{\"kind\":[1,null]}"])
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(",")}}`
}

/** An entry as an answer shows it. */
export const show = (entry: Entry, reading: Reading, form: number): Shown => {
  const content = stored(entry, reading)
  // A malformed record keeps its text, as real services do; a good one may be written differently every time.
  const raw = wireText(entry, content === null ? entry.key : form)
  return {
    key: entry.key,
    place: entry.place,
    chain: entry.chain,
    id: storedText(entry.id),
    day: entry.day,
    time: readTime(entry, reading),
    content,
    tellsDay: entry.malformed !== "no-object" && entry.malformed !== "no-date" && entry.malformed !== "no-such-date",
    raw,
    signed: signed(entry),
    balance: entry.tellsBalance ? entry.balance : null,
    currency: currencyOf(entry, reading),
    confirmed: entry.confirmed,
    moved: entry.moved,
    ...(content === null && entry.malformed === null ? { readBy: readerOf(entry, reading) } : {})
  }
}

/** The entry may change until the record is read. */
const readerOf = (entry: Entry, { zone }: Reading): NonNullable<Shown["readBy"]> => {
  const shown = { ...entry }
  return (policy, currency) => {
    const reading = { zone, policy, currency }
    return { content: stored(shown, reading), currency: currencyOf(shown, reading), time: readTime(shown, reading) }
  }
}
