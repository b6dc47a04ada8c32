/**
 * Where everything measured is written down, sample by sample, as it comes.
 */
import { Context, Effect, Layer } from "effect"
import type { Ended, Watched } from "./Child.ts"

/** What a whole process took, as measures. */
export const tookOf = ({ cpuMillis, millis, peakBytes }: Ended & Watched) => ({
  seconds: millis / 1000,
  cpuSeconds: cpuMillis / 1000,
  peakMegabytes: peakBytes / 1e6
})

/** What is measured; the unit stands in the name. */
export type Measure =
  | "seconds"
  | "rowsPerSecond"
  | "cpuSeconds"
  | "peakMegabytes"
  | "fileMegabytes"
  | "p50Millis"
  | "p95Millis"
  | "rowsWritten"
  | "fileGrowthPercent"
  | "longestBlockMillis"
  | "share"

/** One measurement. Samples of a section with the same round were taken right after each other. */
export interface Sample {
  readonly section: string
  readonly name: string
  /** Transactions that it was about. */
  readonly rows: number
  readonly round: number
  readonly measures: Readonly<Partial<Record<Measure, number>>>
}

/** A measurement that did not come about. */
export interface Failure {
  readonly section: string
  readonly message: string
}

/** The samples of one thing. */
export interface Group {
  readonly section: string
  readonly name: string
  readonly rows: number
  readonly samples: ReadonlyArray<Sample>
}

/** Keeps samples and failures. */
export class Notebook extends Context.Service<Notebook, {
  readonly samples: Array<Sample>
  readonly failures: Array<Failure>
}>()("wallet-statement/bench/Notebook") {
  static readonly layer = Layer.sync(Notebook, () => Notebook.of({ samples: [], failures: [] }))
}

const line = ({ measures, name, round, rows, section }: Sample): string =>
  `${section}, round ${round}: ${name}, ${rows} rows: ` +
  Object.entries(measures).map(([measure, value]) => `${measure} ${Number(value.toPrecision(4))}`).join(", ")

/** Writes a sample down and shows it on stderr. */
export const note = (sample: Sample): Effect.Effect<void, never, Notebook> =>
  Effect.map(Notebook, ({ samples }) => {
    samples.push(sample)
    process.stderr.write(`${line(sample)}\n`)
  })

/** The samples of a thing together, in the order in which the things came first. */
export const groupsOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<Group> =>
  [...Map.groupBy(samples, ({ name, rows, section }) => `${section}\n${name}\n${rows}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ section: first.section, name: first.name, rows: first.rows, samples: group }]
  })

/** The value below which so large a share of the values lies; NaN of none. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(Math.floor(values.length * share), values.length - 1)] ??
    Number.NaN

/** The middle value; of an even number the mean of the two in the middle. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Median, least and most of some values. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The spread of some values; undefined of none. */
export const spreadOf = (values: ReadonlyArray<number>): Spread | undefined =>
  values.length === 0 ? undefined : { median: median(values), min: Math.min(...values), max: Math.max(...values) }
