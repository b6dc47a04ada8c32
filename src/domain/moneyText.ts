/**
 * Reads money where it stands in bytes, without a text or a bigint for each amount.
 */
import { putInt64 } from "./int64.ts"
import * as Money from "./Money.ts"

const minus = 45
const point = 46
const zero = 48

const powersOfTen = [10_000, 1000, 100, 10, 1] as const

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * Writes the ten-thousandths of the decimal between two places of some bytes to an element of `words`, which are those of
 * 64-bit integers; says as `Money.parse` why there is none.
 */
export const readMoney = (
  words: Int32Array,
  index: number,
  bytes: Uint8Array,
  start: number,
  end: number
): Money.MoneyProblem | undefined => {
  const isNegative = bytes[start] === minus
  const first = isNegative ? start + 1 : start
  let value = 0
  let decimals = -1
  // What nearly every amount looks like: as many ten-thousandths as a double counts exactly, up to 4 decimals.
  for (let at = first; at < end; at++) {
    const digit = (bytes[at] as number) - zero
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit
      if (decimals >= 0) decimals++
    } else if (bytes[at] === point && decimals < 0 && at > first) decimals = 0
    else return readAny(words, index, bytes, start, end)
  }
  const scaled = value * (powersOfTen[Math.max(decimals, 0)] ?? Number.NaN)
  if (first >= end || decimals === 0 || !(scaled <= Number.MAX_SAFE_INTEGER)) {
    return readAny(words, index, bytes, start, end)
  }
  putInt64(words, index, isNegative ? -scaled : scaled)
  return undefined
}

const readAny = (
  words: Int32Array,
  index: number,
  bytes: Uint8Array,
  start: number,
  end: number
): Money.MoneyProblem | undefined => {
  const money = Money.parse(utf8.decode(bytes.subarray(start, end)))
  if (typeof money === "string") return money
  new BigInt64Array(words.buffer, words.byteOffset, words.length / 2)[index] = money
  return undefined
}

/** The words of 64-bit integers. */
export const wordsOf = ({ buffer, byteOffset, length }: BigInt64Array): Int32Array =>
  new Int32Array(buffer, byteOffset, 2 * length)
