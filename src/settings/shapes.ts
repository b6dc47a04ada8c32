/**
 * What the texts of settings may look like.
 */
import { Duration, Option, Redacted, Schema } from "effect"
import { parseDayStart } from "../domain/DayStart.ts"
import type { AnchorDeclaration } from "../domain/Declaration.ts"
import { type Day, formatDay, parseDay } from "../domain/Period.ts"
import { type ZoneClock, zoneClock } from "../domain/ServiceTime.ts"
import { Currency, isCurrencyCode, WalletNo } from "../domain/Wallet.ts"
import { commandWords } from "./commandWords.ts"
import type { SettingShape } from "./SettingShape.ts"

/** Any text, kept as it is, blanks included. */
export const verbatim = (expected: string): SettingShape<string> => ({
  expected,
  blanksCount: true,
  parse: (value) => value
})

/** A text that no log and no error shows. */
export const secret = (expected: string): SettingShape<Redacted.Redacted> => ({
  expected,
  blanksCount: true,
  parse: (value) => Redacted.make(value)
})

/** One of a few words. */
export const oneOf = <const W extends string>(words: ReadonlyArray<W>): SettingShape<W> => ({
  expected: `one of ${words.join(", ")}`,
  parse: (value) => words.find((word) => word === value.trim())
})

/** A whole number between two bounds, both included. */
export const wholeNumber = (least: number, most: number): SettingShape<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }
})

/** Yes or no. */
export const yesOrNo: SettingShape<boolean> = {
  expected: "true or false",
  parse: (value) => {
    const word = value.trim().toLowerCase()
    return word === "true" || word === "1" ? true : word === "false" || word === "0" ? false : undefined
  }
}

const units: Record<string, (count: number) => Duration.Duration> = {
  ms: Duration.millis,
  s: Duration.seconds,
  m: Duration.minutes,
  h: Duration.hours,
  d: Duration.days
}

/** A length of time above zero: `500ms`, `30s`, `5m`, `2h`, `3d`. */
export const duration: SettingShape<Duration.Duration> = {
  expected: "a length of time such as 500ms, 30s, 5m, 2h or 3d",
  parse: (value) => {
    const match = /^(\d{1,9})\s*(ms|s|m|h|d)$/.exec(value.trim())
    const make = match?.[2] === undefined ? undefined : units[match[2]]
    const count = Number(match?.[1])
    return make === undefined || count === 0 ? undefined : make(count)
  }
}

/** A program and its arguments, at least the program. */
export const command: SettingShape<ReadonlyArray<string>> = {
  expected: "a command, as a shell would take it apart; no shell runs it, and each quote needs its other half",
  parse: (text) => {
    const words = commandWords(text)
    return words?.[0] === undefined || words[0] === "" ? undefined : words
  }
}

const sizes: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, MiB: 2 ** 20, GiB: 2 ** 30 }

/** An amount of memory, in bytes. */
export const bytes: SettingShape<number> = {
  expected: "an amount of memory such as 500MB or 4GB",
  parse: (value) => {
    const match = /^(\d{1,6})\s*([MG]i?B)$/.exec(value.trim())
    const unit = sizes[match?.[2] ?? ""]
    const count = Number(match?.[1])
    return unit === undefined || count === 0 ? undefined : count * unit
  }
}

/** A calendar day. */
export const day: SettingShape<Day> = {
  expected: "a day that exists, written YYYY-MM-DD",
  parse: (value) => parseDay(value.trim())
}

/** A number of days, `0d` to `999d`. */
export const days: SettingShape<number> = {
  expected: "a number of days such as 3d",
  parse: (value) => {
    const match = /^(\d{1,3})\s*d?$/.exec(value.trim())
    return match === null ? undefined : Number(match[1])
  }
}

/** When a day begins, in minutes behind midnight. */
export const dayStart: SettingShape<number> = {
  expected: "a time of the day such as 03:00, or before midnight as in -05:00 for 19:00 of the day before",
  parse: (value) => parseDayStart(value.trim())
}

/** An IANA time zone that this runtime knows. */
export const timeZone: SettingShape<ZoneClock> = {
  expected: "an IANA time zone such as Africa/Nairobi: the zone whose wall clock the service writes",
  parse: (value) => zoneClock(value.trim())
}

/** A balance that somebody gave for a day of a wallet; a null one takes back what was given before. */
export type GivenBalance = Omit<AnchorDeclaration, "kind">

/** A wallet to pull, with its currency where the user knows better than the descriptions. */
export interface WalletSetting {
  readonly walletNo: WalletNo
  readonly currency: Currency | null
  /** Its first day; left out where nobody said it. */
  readonly from?: Day | undefined
  /** Balances of its days that somebody knows; they hold from then on, for this pull and all later ones. */
  readonly balances: ReadonlyArray<GivenBalance>
}

const decodeWalletNo = Schema.decodeUnknownOption(WalletNo)
const decodeCurrency = Schema.decodeUnknownOption(Currency)

/**
 * A wallet number may have an equals sign or an at sign: three letters behind the last equals sign are meant as a currency, digits that
 * look like a date behind the last at sign as its first day; others are not.
 */
const behindNumber = /^(.*?)(?:=([A-Za-z]{3}))?(?:@(\d{8}|\d+[-/][-/\d]*))?$/

const walletTexts = (value: string): ReadonlyArray<string> => value.split(",").filter((part) => part.trim() !== "")

const parseWallet = (value: string): WalletSetting | undefined => {
  const match = behindNumber.exec(value.trim())
  const walletNo = decodeWalletNo(match?.[1])
  const currency = match?.[2] === undefined ? Option.some(null) : decodeCurrency(match[2])
  const from = match?.[3] === undefined ? undefined : parseDay(match[3])
  if (Option.isNone(walletNo) || Option.isNone(currency) || (match?.[3] !== undefined && from === undefined)) {
    return undefined
  }
  return {
    walletNo: walletNo.value,
    currency: currency.value,
    ...(from === undefined ? {} : { from }),
    balances: []
  }
}

/** A wallet as the setting writes it, `NUMBER=CUR@DAY`. */
export const walletText = ({ currency, from, walletNo }: WalletSetting): string =>
  `${walletNo}${currency === null ? "" : `=${currency}`}${from === undefined ? "" : `@${formatDay(from)}`}`

/** Wallets with commas between, each a number, with its currency as in `NUMBER=CUR` and its first day as in `NUMBER@DAY`. */
export const wallets: SettingShape<ReadonlyArray<WalletSetting>> = {
  expected:
    "wallet numbers with commas between, each once, alone or with its currency and its first day as in 254700000001=KES@2024-03-01",
  parse: (value) => {
    const read = walletTexts(value).map(parseWallet)
    const known = read.filter((wallet) => wallet !== undefined)
    const distinct = new Set(known.map(({ walletNo }) => walletNo))
    return known.length > 0 && known.length === read.length && distinct.size === known.length ? known : undefined
  },
  problem: (value) => {
    const parts = walletTexts(value).map((text) => behindNumber.exec(text.trim()))
    const dayAt = parts.findIndex((part) => part?.[3] !== undefined && parseDay(part[3]) === undefined)
    if (dayAt >= 0) {
      return `has a date behind the @ of wallet ${
        dayAt + 1
      } that is no day: write its first day as in 254700000001@2024-03-01`
    }
    const numbers = parts.map((part) => part?.[1] ?? "")
    const twice = numbers.findIndex((number, index) => numbers.indexOf(number) < index)
    if (twice >= 0) {
      return `has the number of wallet ${numbers.indexOf(numbers[twice] ?? "") + 1} again as wallet ${
        twice + 1
      }: keep one of them`
    }
    const codes = parts.map((part) => part?.[2])
    const at = codes.findIndex((code) => code !== undefined && !isCurrencyCode(code))
    if (at < 0) return undefined
    return isCurrencyCode((codes[at] ?? "").toUpperCase())
      ? `has a currency in small letters behind the = of wallet ${at + 1}: write it in capitals, as in 254700000001=KES`
      : `has three letters behind the = of wallet ${at + 1} that are no currency code of ISO 4217 such as KES`
  }
}

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The service's address: https, or http to this machine when that is allowed; nothing behind the path. */
export const baseUrl = (allowHttpLoopback: boolean): SettingShape<URL> => ({
  expected: allowHttpLoopback
    ? "an https URL such as https://wallet.example.com, or an http URL of this machine such as http://127.0.0.1:8080"
    : `an https URL such as https://wallet.example.com (http is only for this machine, with WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK=true)`,
  parse: (value) => {
    if (!URL.canParse(value.trim())) return undefined
    const url = new URL(value.trim())
    const allowed = url.protocol === "https:" ||
      (url.protocol === "http:" && allowHttpLoopback && loopback.test(url.hostname))
    const plain = url.search === "" && url.hash === "" && url.username === "" && url.password === ""
    if (!allowed || !plain) return undefined
    url.pathname = url.pathname.replace(/\/+$/, "")
    return url
  }
})

/** Where a monitor waits for a sign of life: https, or http to this machine; its path or what stands behind it names the check. */
export const heartbeatUrl: SettingShape<URL> = {
  expected: "an https URL such as a monitor gives for a check (http is only for this machine)",
  parse: (value) => {
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined
    if (url === undefined || url.username !== "" || url.password !== "") return undefined
    return url.protocol === "https:" || (url.protocol === "http:" && loopback.test(url.hostname)) ? url : undefined
  }
}

/** A proxy's address, which may hold a password. */
export const proxyUrl: SettingShape<Redacted.Redacted> = {
  expected: "an http or https URL such as http://proxy.example.com:3128",
  parse: (value) => {
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined
    return url?.protocol === "http:" || url?.protocol === "https:" ? Redacted.make(url.href) : undefined
  }
}
