/**
 * What `npm run bench` can be told.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./Child.ts"
import { daysFor } from "./service/book.ts"

/** What can be measured; the first seven load whole statements, each in another way. */
export const parts = [
  "pull",
  "usual",
  "mixed",
  "plain",
  "appender",
  "conflict",
  "duckdb",
  "pages",
  "month",
  "correction",
  "start",
  "verify",
  "views",
  "exports",
  "reconcile",
  "profile",
  "peers"
] as const
export type Part = (typeof parts)[number]

/** What to measure, and how often. */
export interface Options {
  /** Days of the usual and of the large statement. */
  readonly days: number
  readonly largeDays: number
  /** Days of the peers' statement. */
  readonly peerDays: number
  /** Rounds with the usual and with the large statement. */
  readonly runs: number
  readonly largeRuns: number
  readonly only: ReadonlySet<Part>
  /** Pages of a round of `pages`. */
  readonly pages: number
  /** Where the figures are written to. */
  readonly json: string
  /** Where the files are made; several gigabytes for the large statement. */
  readonly folder: string | undefined
}

const usage = `npm run bench -- [--quick] [--rows N] [--large N] [--peer-rows N] [--runs N] [--large-runs N]
  [--only PART,PART…] [--json FILE] [--folder FOLDER]

  --rows         transactions of the usual statement (1,000,000)
  --large        transactions of the large one (10,000,000)
  --peer-rows    transactions of the peers (400,000, as a merchant has them in a quarter: rows one by one take
                 minutes with more)
  --runs         rounds with the usual statement, and of all that is short (3)
  --large-runs   rounds with the large one (1)
  --only         some of: ${parts.join(", ")}; peers needs Python and its package index, and is
                 measured only when it is named
  --json         where the figures go (reports/bench.json)
  --folder       where the files are made (a new folder under the system's temporary one)
  --quick        100,000 and 200,000 transactions, one round: does everything run?
`

const wholeNumber = (name: string, text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new Error(`--${name}: expected a whole number, not ${text}\n${usage}`)
  }
  return value
}

/** What needs more than Node is measured only when it is named. */
const named: ReadonlySet<Part> = new Set(["peers"])

const partsNamed = (text: string | undefined): ReadonlySet<Part> => {
  if (text === undefined) return new Set(parts.filter((part) => !named.has(part)))
  return new Set(
    text.split(",").map((name) => {
      const found = parts.find((part) => part === name)
      if (found === undefined) throw new Error(`--only: no part ${name}\n${usage}`)
      return found
    })
  )
}

/** Reads the arguments; throws with the usage when they are wrong, or when that is what they ask for. */
export const readOptions = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      rows: { type: "string" },
      large: { type: "string" },
      "peer-rows": { type: "string" },
      runs: { type: "string" },
      "large-runs": { type: "string" },
      only: { type: "string" },
      json: { type: "string" },
      folder: { type: "string" }
    }
  })
  if (values.help) throw new Error(usage)
  const { quick } = values
  return {
    days: daysFor(wholeNumber("rows", values.rows, quick ? 100_000 : 1_000_000)),
    largeDays: daysFor(wholeNumber("large", values.large, quick ? 200_000 : 10_000_000)),
    peerDays: daysFor(wholeNumber("peer-rows", values["peer-rows"], quick ? 100_000 : 400_000)),
    runs: wholeNumber("runs", values.runs, quick ? 1 : 3),
    largeRuns: wholeNumber("large-runs", values["large-runs"], 1),
    only: partsNamed(values.only),
    pages: quick ? 10 : 60,
    json: resolve(root, values.json ?? "reports/bench.json"),
    folder: values.folder
  }
}
