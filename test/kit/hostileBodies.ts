/**
 * Bodies that a statement call might be answered with by a service that is broken or means harm: valid pages, and what
 * becomes of them by a few wrongs each. The same seed gives the same body.
 */

/** Whole numbers from 0 on, below a bound. */
export type Draw = (below: number) => number

/** A small generator that is the same everywhere. */
export const drawFrom = (seed: number): Draw => {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** One of some things. */
export const pick = <A>(draw: Draw, choices: readonly [A, ...ReadonlyArray<A>]): A =>
  choices[draw(choices.length)] ?? choices[0]

/** What is thrown in beside what stands here: JSON texts of a test suite, and strings that break programs. */
export interface Extras {
  readonly documents: ReadonlyArray<Uint8Array>
  readonly strings: ReadonlyArray<string>
}

const numbers = [
  "0",
  "-0",
  "0.0",
  "-0.00",
  "1",
  "-1",
  "12.5",
  "1250.00",
  "0.0001",
  "0.00001",
  "1.00000",
  "1.000000000000000000001",
  "1e3",
  "1E+2",
  "1e-2",
  "1e-4",
  "1e-5",
  "125e-2",
  "0e9999",
  "0.0e-9999",
  "1e400",
  "1e-400",
  "1e99999",
  "-1E9999",
  "90071992547409.93",
  "9007199254740993",
  "99999999999999.9999",
  "-99999999999999.9999",
  "100000000000000",
  "99999999999999.99995",
  "123456789012345678901234567890",
  "0.1",
  "0.30000000000000004",
  "4.35",
  "8661458504.04",
  "1000000000000000000e-4",
  "999999999999999999e-4",
  "9999999999999999990e-5"
] as const
const noNumbers = [
  "NaN",
  "Infinity",
  "-Infinity",
  "+5",
  ".5",
  "5.",
  "01",
  "-01",
  "00",
  "0x10",
  "1_000",
  "1,000",
  "1e",
  "1e+",
  "--1",
  "- 1",
  "1.2.3",
  "1 2",
  "0b1",
  "1n",
  "undefined",
  "\u0661\u0662",
  "\uff11",
  "1\u0000",
  "True",
  "nul",
  "tru e",
  "'1'"
] as const
const dates = [
  "2024-03-05 14:03:22 PM",
  "2024-03-05 00:00:00 AM",
  "2024-03-05 09:00:00 PM",
  "2024-03-05 12:00:00 AM",
  "2024-02-29 23:59:59 PM",
  "2023-02-29 10:00:00 AM",
  "2024-03-05 24:00:00 PM",
  "2024-03-05 14:60:00 PM",
  "2024-3-5 14:03:22 PM",
  "2024-03-05T14:03:22 PM",
  "2024-03-05 14:03:22",
  "2024-03-05 14:03:22 pm",
  "2024-03-05 14:03:22 PM ",
  "2024-03-05  14:03:22 PM",
  "0000-01-01 00:00:00 AM",
  "0099-12-31 10:00:00 AM",
  "0100-01-01 10:00:00 AM",
  "9999-12-31 23:59:59 PM",
  "2024-13-01 10:00:00 AM",
  "2024-03-05 14:03:22 XM",
  "\u0662024-03-05 14:03:22 PM",
  "1709647402",
  "",
  "2024-03-05 14:03:22 PM\n",
  "1900-02-29 01:00:00 AM"
] as const
const awkward = [
  "",
  " ",
  "null",
  "true",
  "Debit",
  "debit",
  "Credit ",
  "KES10.00",
  "Credited KES 12.50 to you",
  "USD12.50 EUR12.50",
  "\u0000",
  "\n\r\t",
  "\u001b[2J",
  "\u202e12.50",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "\u{1f600}",
  "e\u0301",
  "\u200b",
  "__proto__",
  "constructor",
  "toString",
  "'; DROP TABLE transactions; --",
  "<script>",
  "$&$1",
  "\\",
  "\"",
  "${x}"
] as const
const escapes = [
  String.raw`\ud800`,
  String.raw`\udc00\ud800`,
  String.raw`\ud83d\ude00`,
  String.raw`\u0000`,
  String.raw`\u0022`,
  String.raw`\/`,
  String.raw`\\`,
  String.raw`\"`,
  String.raw`\x41`,
  String.raw`\u12`,
  String.raw`\u{41}`,
  String.raw`\U0041`,
  "\\",
  String.raw`\ `,
  String.raw`\uD83D\u0041`,
  String.raw`\'`,
  "\u0001",
  "\u007f",
  "\u0080"
] as const
const junk = [
  ",",
  ",,",
  ":",
  "\"",
  "{",
  "}",
  "[",
  "]",
  "\\",
  "//",
  "/**/",
  "#",
  "\u00a0",
  "\ufeff",
  "\u2028",
  "\u0000",
  "\u000b",
  "\u000c",
  "\u0085",
  " ",
  "\n",
  "\t",
  "\r",
  "'",
  "0",
  "-",
  ".",
  "e",
  "E",
  "+",
  "n",
  "null",
  "true",
  "\u3000",
  ";",
  "=",
  "\ud800"
] as const
const shapes = [
  "null",
  "[]",
  "{}",
  "\"record\"",
  "0",
  "true",
  "[{}]",
  "{\"txnId\":\"T1\"}",
  "[[[]]]",
  "{\"a\":{\"b\":[]}}",
  "[null]",
  "{\"length\":1}",
  "\"\"",
  "1e5",
  "{\"__proto__\":{\"txnId\":\"T1\"}}"
] as const
const envelopes = [
  "\"true\"",
  "1",
  "null",
  "false",
  "false",
  "[true]",
  "{}",
  "0",
  "\"\"",
  "\"false\"",
  "true"
] as const
const badBytes: readonly [ReadonlyArray<number>, ...ReadonlyArray<ReadonlyArray<number>>] = [
  [0xff],
  [0xfe, 0xff],
  [0xc0, 0x80],
  [0xe0, 0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xed, 0xb0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x80],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0x00],
  [0x1f],
  [0x7f],
  [0xef, 0xbb, 0xbf]
]
const depths = [2, 3, 5, 20, 28, 29, 30, 31, 32, 33, 64, 511, 512, 513] as const

const quoted = (draw: Draw, extras: Extras): string => {
  const strings = extras.strings.length === 0 ? awkward : extras.strings
  const plain = draw(2) === 0 ? pick(draw, awkward) : strings[draw(strings.length)] ?? ""
  switch (draw(6)) {
    case 0:
      return `"${pick(draw, escapes)}"`
    case 1:
      return `"${plain}${pick(draw, escapes)}"`
    case 2:
      return `"${plain}"`
    default:
      return JSON.stringify(plain)
  }
}

const anyValue = (draw: Draw, extras: Extras): string => {
  switch (draw(7)) {
    case 0:
      return pick(draw, numbers)
    case 1:
      return `"${pick(draw, numbers)}"`
    case 2:
      return pick(draw, noNumbers)
    case 3:
      return `"${pick(draw, dates)}"`
    case 4:
      return pick(draw, shapes)
    case 5: {
      const depth = draw(200) === 0 ? 100_000 : pick(draw, depths)
      return draw(3) === 0
        ? "{\"a\":".repeat(depth) + "0" + "}".repeat(depth)
        : "[".repeat(depth) + "]".repeat(depth)
    }
    default:
      return quoted(draw, extras)
  }
}

type Fields = Array<[key: string, value: string]>

const money = (draw: Draw): string => {
  const text = `${draw(100_000)}.${String(draw(100)).padStart(2, "0")}`
  return draw(2) === 0 ? text : `"${text}"`
}

const two = (value: number): string => String(value).padStart(2, "0")

const recordFields = (draw: Draw): Fields => {
  const amount = money(draw)
  const hour = draw(24)
  const time = `${two(hour)}:${two(draw(60))}:${two(draw(60))} ${hour < 12 ? "AM" : "PM"}`
  const fields: Fields = [
    ["\"txnId\"", `"TX${draw(1_000_000)}"`],
    ["\"type\"", draw(2) === 0 ? "\"Debit\"" : "\"Credit\""],
    ["\"amount\"", amount],
    ["\"balance\"", money(draw)],
    ["\"description\"", `"Credited KES${amount.replaceAll("\"", "")} by customer ${draw(1000)}"`],
    ["\"confirmed\"", draw(10) === 0 ? "false" : "true"],
    ["\"date\"", `"20${two(draw(40))}-${two(1 + draw(12))}-${two(1 + draw(28))} ${time}"`]
  ]
  if (draw(10) === 0) fields.splice(3, 1)
  return fields
}

const render = (fields: Fields, space: string): string =>
  `{${fields.map(([key, value]) => `${key}${space}:${space}${value}`).join(`,${space}`)}}`

const spoilFields = (draw: Draw, extras: Extras, fields: Fields): void => {
  const at = draw(fields.length)
  const field = fields[at]
  if (field === undefined) return
  switch (draw(9)) {
    case 0:
      fields.splice(at, 1)
      return
    case 1:
      fields.push([field[0], anyValue(draw, extras)])
      return
    case 2:
      fields.push([field[0].replace("t", String.raw`\u0074`).replace("a", String.raw`\u0061`), field[1]])
      return
    case 3:
      fields.splice(draw(fields.length), 0, [quoted(draw, extras), anyValue(draw, extras)])
      return
    case 4:
      field[1] = "null"
      return
    case 5:
      field[0] = quoted(draw, extras)
      return
    case 6: {
      const name = pick(draw, ["\"amount\"", "\"balance\""])
      const money = fields.find(([key]) => key === name)
      const text = draw(3) === 0 ? pick(draw, noNumbers) : pick(draw, numbers)
      if (money !== undefined) money[1] = draw(2) === 0 ? `"${text}"` : text
      return
    }
    case 7: {
      const date = fields.find(([key]) => key === "\"date\"")
      if (date !== undefined) date[1] = JSON.stringify(pick(draw, dates))
      return
    }
    default:
      field[1] = anyValue(draw, extras)
  }
}

const pageText = (draw: Draw, extras: Extras, wrongs: number): string => {
  const space = pick(draw, ["", "", " ", "\n  ", "\t\r\n"])
  const records = Array.from({ length: draw(5) }, () => recordFields(draw))
  for (let wrong = 0; wrong < wrongs; wrong++) {
    const fields = records[draw(Math.max(1, records.length))]
    if (fields !== undefined) spoilFields(draw, extras, fields)
  }
  const elements = records.map((
    fields
  ) => (wrongs > 0 && draw(12) === 0 ? anyValue(draw, extras) : render(fields, space)))
  const envelope: Fields = [
    ["\"success\"", wrongs > 0 && draw(8) === 0 ? pick(draw, envelopes) : "true"],
    ["\"message\"", wrongs > 0 && draw(8) === 0 ? anyValue(draw, extras) : "\"Statement\""],
    ["\"data\"", wrongs > 0 && draw(25) === 0 ? anyValue(draw, extras) : `[${elements.join(`,${space}`)}]`]
  ]
  if (wrongs > 0 && draw(10) === 0) spoilFields(draw, extras, envelope)
  return space + render(envelope, space) + space
}

const spoilText = (draw: Draw, text: string): string => {
  const at = draw(text.length + 1)
  switch (draw(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + draw(8))
    case 2: {
      const end = at + draw(120)
      return text.slice(0, end) + text.slice(at)
    }
    case 3: {
      const other = draw(text.length + 1)
      return text.slice(0, at) + text.slice(other, other + 20) + text.slice(at)
    }
    case 4:
      return text.slice(0, at) + pick(draw, junk) + text.slice(at + draw(3))
    default:
      return text.slice(0, at) + pick(draw, junk) + text.slice(at)
  }
}

const spliced = (bytes: Uint8Array, at: number, removed: number, put: Iterable<number>): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + removed)])

const spoilBytes = (draw: Draw, extras: Extras, bytes: Uint8Array): Uint8Array => {
  const at = draw(bytes.length + 1)
  switch (draw(6)) {
    case 0: {
      const flipped = Uint8Array.from(bytes)
      const flips = 1 + draw(3)
      for (let flip = 0; flip < flips; flip++) {
        const place = draw(Math.max(1, bytes.length))
        flipped[place] = (flipped[place] ?? 0) ^ (1 << draw(8))
      }
      return flipped
    }
    case 1:
      return spliced(bytes, at, draw(3), [draw(256), draw(256)].slice(draw(2)))
    case 2:
      return spliced(bytes, at, draw(2), pick(draw, badBytes))
    case 3:
      return Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes])
    case 4:
      return draw(4) === 0 ? Buffer.from(Buffer.from(bytes).toString(), "utf16le") : bytes.subarray(0, at)
    default: {
      const document = extras.documents[draw(Math.max(1, extras.documents.length))]
      // Documents of a megabyte would be most of the work.
      return document === undefined || document.length > 4096 ? bytes : spliced(bytes, at, draw(3), document)
    }
  }
}

/** The body of a seed. */
export const hostileBody = (seed: number, extras: Extras): Uint8Array => {
  const draw = drawFrom(seed)
  const kind = draw(20)
  if (kind === 0) return Buffer.from(pageText(draw, extras, 0))
  let text = pageText(draw, extras, kind < 13 ? 1 + draw(3) : draw(2))
  if (kind >= 11 && kind < 16) { for (let wrong = 1 + draw(2); wrong > 0; wrong--) text = spoilText(draw, text) }
  const bytes = Buffer.from(text)
  return kind < 15 ? bytes : spoilBytes(draw, extras, bytes)
}
