/**
 * Answers in which nearly every record is of the usual kind, drawn from a seed: what travels as columns, and now and then
 * what does not.
 */
import { type Draw, draw } from "../continuity/statements.ts"

/** How an answer is drawn. */
export interface PageTraits {
  /** The first day, `YYYY-MM-DD`. */
  readonly date: string
  /** Begins the ids; other pages of a wallet have other ids. */
  readonly prefix?: string
  /** Whether anything unusual may stand in it. */
  readonly onlyUsual?: boolean
}

const pick = (next: Draw, ...texts: ReadonlyArray<string>): string => texts[draw(next, 0, texts.length - 1)] ?? ""

const moneyText = (next: Draw, cents: number): string => {
  const text = (cents / 100).toFixed(2)
  return pick(next, text, text, text, Number(text).toString(), `${text}00`, `"${text}"`, `"${text}0"`)
}

const descriptionOf = (next: Draw, cents: number): string => {
  const sum = (cents / 100).toFixed(2)
  return pick(
    next,
    `Credited KES${sum} from Café Amani 12`,
    `Debited KES ${sum} to Otieno 7`,
    `KES${sum}`,
    `paid KES-${sum}, thank you`,
    `Received KES${sum} for order Ab-12`,
    `KES${Number(sum)} 東京 Ärger`
  )
}

const strangeDescription = (next: Draw, cents: number): string =>
  pick(
    next,
    "fee",
    "",
    `USD${(cents / 100).toFixed(2)} at ABC shop`,
    `12 items, KES${(cents / 100).toFixed(2)}`,
    `KES1,${cents}.00`,
    "KES",
    "KES12.",
    "tab\\tquote\\\"",
    "é".repeat(40)
  )

/** At and beyond the bounds of what columns hold, and of what a double counts exactly. */
export const oddMoney: ReadonlyArray<string> = [
  "1e2",
  "1E3",
  "99999999999999",
  "-5",
  "\"007\"",
  "0.00001",
  "225179981368.5248",
  "-225179981368.5248",
  "225179981368.5249",
  "450359962737.0497",
  "900719925474.0993"
]

const twoDigits = (value: number): string => String(value).padStart(2, "0")

const timeText = (next: Draw, date: string, second: number, isUsual: boolean): string => {
  const hour = Math.floor(second / 3600)
  const marker = hour < 12 ? "AM" : "PM"
  const written = isUsual || next() < 0.999 ? marker : pick(next, "AM", "PM", "am", "XM")
  return `${date} ${twoDigits(hour)}:${twoDigits(Math.floor(second / 60) % 60)}:${twoDigits(second % 60)} ${written}`
}

const nextDay = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** An answer of up to `most` records, newest first or in any order, with balances that mostly run on. */
export const usualPage = (next: Draw, most: number, { date, onlyUsual = false, prefix = "TX" }: PageTraits): string => {
  const isPlain = onlyUsual || next() < 0.7
  const odd = (likelihood: number): boolean => !isPlain && next() < likelihood
  const space = next() < 0.2 ? " " : ""
  const count = draw(next, 0, most)
  const numbered = next() < 0.3
  const idOf = (index: number): string =>
    numbered ? `2024000000${String(index).padStart(6, "0")}` : (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36)
  const perSecond = pick(next, "rare", "often")
  let balance = draw(next, 0, 1_000_000)
  let second = 0
  let day = date
  const records: Array<string> = []
  for (let index = 0; index < count; index++) {
    second += perSecond === "rare" ? draw(next, 0, 120) : draw(next, 0, 2)
    if (second >= 86_400 || next() < 1 / 400) {
      day = nextDay(day)
      second = next() < 0.2 ? 0 : draw(next, 0, 60)
    }
    const cents = next() < 0.02 ? 0 : next() < 0.3 ? 5000 : draw(next, 1, 5_000_000)
    const isCredit = balance < cents || next() < 0.5
    balance += isCredit ? cents : -cents
    if (odd(0.002)) balance += 7
    const id = odd(0.002)
      ? pick(next, "", " ", "TX0", "TXé")
      : next() < 0.005
      ? `REV-${prefix}${index}`
      : `${prefix}${idOf(index)}`
    const description = odd(0.01) ? strangeDescription(next, cents) : descriptionOf(next, cents)
    const fields = [
      `"txnId":${space}"${id}"`,
      `"type":${space}"${isCredit ? "Credit" : "Debit"}"`,
      `"amount":${space}${odd(0.002) ? pick(next, ...oddMoney) : moneyText(next, cents)}`,
      `"balance":${space}${odd(0.002) ? pick(next, "null", "-0", ...oddMoney) : moneyText(next, balance)}`,
      `"description":${space}"${description}"`,
      `"confirmed":${space}${next() < 0.99}`,
      `"date":${space}"${timeText(next, day, second, isPlain)}"`
    ]
    if (odd(0.001)) fields.pop()
    if (odd(0.001)) fields.push("\"fee\":1")
    records.push(`{${fields.join(`,${space}`)}}`)
  }
  if (next() < 0.7) records.reverse()
  const message = pick(next, "", `"message":${space}"Statement fetched.",${space}`)
  return `{"success":true,${space}${message}"data":${space}[${records.join(`,${space}`)}]}`
}
