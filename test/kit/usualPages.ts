/**
 * Answers drawn from a seed, as services write them: plain ones; usual ones, with ids that come again, escapes, other keys
 * first, fields more and balances less; and such in several currencies. Now and then there is a record that is none.
 */
import { type Draw, draw } from "../continuity/statements.ts"

/** How an answer is drawn. */
export interface PageTraits {
  /** The first day, `YYYY-MM-DD`. */
  readonly date: string
  /** Begins the ids; other pages of a wallet have other ids. */
  readonly prefix?: string
  /** Plain when left out. */
  readonly kind?: PageKind
  /** Whether anything odd may stand in it: records that are none, amounts beyond all bounds. */
  readonly noneOdd?: boolean
}

/** How answers are written. */
export type PageKind = "plain" | "usual" | "mixed"

const pick = (next: Draw, ...texts: ReadonlyArray<string>): string => texts[draw(next, 0, texts.length - 1)] ?? ""

const moneyText = (next: Draw, cents: number): string => {
  const text = (cents / 100).toFixed(2)
  return pick(next, text, text, text, Number(text).toString(), `${text}00`, `"${text}"`, `"${text}0"`)
}

const descriptionOf = (next: Draw, currency: string, cents: number): string => {
  const sum = (cents / 100).toFixed(2)
  return pick(
    next,
    `Credited ${currency}${sum} from Café Amani 12`,
    `Debited ${currency} ${sum} to Otieno 7`,
    `${currency}${sum}`,
    `paid ${currency}-${sum}, thank you`,
    `Received ${currency}${sum} for order Ab-12`,
    `${currency}${Number(sum)} 東京 Ärger`
  )
}

const escapes: ReadonlyArray<string> = [
  " \\\"quoted\\\"",
  " \\u00e9t\\u00e9",
  " a\\tb\\\\c",
  " \\ud83d\\ude00",
  " \\ud800 half",
  "\\n"
]

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
export const usualPage = (
  next: Draw,
  most: number,
  { date, kind = "plain", noneOdd = false, prefix = "TX" }: PageTraits
): string => {
  const isPlain = noneOdd || next() < 0.5
  const odd = (likelihood: number): boolean => !isPlain && next() < likelihood
  const usual = (likelihood: number): boolean => kind !== "plain" && next() < likelihood
  const space = next() < 0.2 ? " " : ""
  const count = draw(next, 0, most)
  const numbered = next() < 0.3
  const idOf = (index: number): string =>
    numbered ? `2024000000${String(index).padStart(6, "0")}` : (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36)
  const perSecond = pick(next, "rare", "often")
  const currencies = kind === "mixed" ? ["KES", "USD", "UGX"] : ["KES"]
  const balances = currencies.map(() => draw(next, 0, 1_000_000))
  const isTurned = usual(0.5)
  const more = usual(0.5) ? pick(next, "\"fee\":0", "\"ref\":{\"a\":[1,null]}", "\"tx\\u006eId2\":\"x\"") : undefined
  let second = 0
  let day = date
  const records: Array<string> = []
  for (let index = 0; index < count; index++) {
    second += perSecond === "rare" ? draw(next, 0, 120) : draw(next, 0, 2)
    if (second >= 86_400 || next() < 1 / 400) {
      day = nextDay(day)
      second = next() < 0.2 ? 0 : draw(next, 0, 60)
    }
    const place = draw(next, 0, currencies.length - 1)
    const cents = next() < 0.02 ? 0 : next() < 0.3 ? 5000 : draw(next, 1, 5_000_000)
    const isCredit = (balances[place] ?? 0) < cents || next() < 0.5
    const balance = (balances[place] ?? 0) + (isCredit ? cents : -cents) + (odd(0.002) ? 7 : 0)
    balances[place] = balance
    const own = usual(0.05) ? draw(next, 0, index) : index
    const id = odd(0.002)
      ? pick(next, "", " ", "TX0", "TXé", "TX\\u0031")
      : next() < 0.005
      ? `REV-${prefix}${index}`
      : `${prefix}${idOf(own)}`
    const description = odd(0.01)
      ? strangeDescription(next, cents)
      : descriptionOf(next, currencies[place] ?? "", cents)
    const fields = [
      `"txnId":${space}"${id}"`,
      `"type":${space}"${isCredit ? "Credit" : "Debit"}"`,
      `"amount":${space}${odd(0.002) ? pick(next, ...oddMoney) : moneyText(next, cents)}`,
      `"balance":${space}${
        usual(0.01) ? "null" : odd(0.002) ? pick(next, "null", "-0", ...oddMoney) : moneyText(next, balance)
      }`,
      `"description":${space}"${description}${usual(0.02) ? pick(next, ...escapes) : ""}"`,
      `"confirmed":${space}${next() < 0.99}`,
      `"date":${space}"${timeText(next, day, second, isPlain)}"`
    ]
    if (odd(0.001)) fields.pop()
    if (odd(0.001)) fields.push("\"fee\":1")
    else if (more !== undefined) fields.splice(draw(next, 0, 1) * 3, 0, more)
    if (isTurned) fields.reverse()
    records.push(odd(0.0005) ? pick(next, "null", "[]", "{}", "7") : `{${fields.join(`,${space}`)}}`)
    // Services show some records twice.
    if (usual(0.005)) records.push(records[draw(next, 0, records.length - 1)] ?? "null")
  }
  if (next() < 0.7) records.reverse()
  const message = pick(next, "", `"message":${space}"Statement fetched.",${space}`)
  return `{"success":true,${space}${message}"data":${space}[${records.join(`,${space}`)}]}`
}
