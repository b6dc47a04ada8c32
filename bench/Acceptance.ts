/**
 * What is asked of the speed, as ratios and bounds of one run: each with its value and whether it is met.
 *
 * A ratio is taken within each round, of samples that were taken right after each other, and then the median of these.
 */
import { groupsOf, type Measure, type Sample, type Spread, spreadOf } from "./Notebook.ts"
import type { Options } from "./Options.ts"
import * as load from "./sections/load.ts"
import * as month from "./sections/month.ts"
import * as pages from "./sections/pages.ts"
import * as peers from "./sections/peers.ts"
import { blockName } from "./sections/profile.ts"
import * as reconcile from "./sections/reconcile.ts"
import * as start from "./sections/start.ts"
import * as verify from "./sections/verify.ts"
import { rowsPerDay } from "./service/book.ts"

/** A demand and what was found; `met` is undefined where it was not measured. */
export interface Judgement {
  readonly demand: string
  readonly bound: number
  readonly sense: "at least" | "at most"
  readonly value: Spread | undefined
  readonly met: boolean | undefined
}

const judged =
  (sense: Judgement["sense"]) => (demand: string, bound: number, found: ReadonlyArray<number>): Judgement => {
    const value = spreadOf(found)
    const met = value === undefined ? undefined : sense === "at least" ? value.median >= bound : value.median <= bound
    return { demand, bound, sense, value, met }
  }

const atLeast = judged("at least")
const atMost = judged("at most")

/** Which samples are meant; without rows, those of any number of rows. */
type Selection = readonly [section: string, name: string, rows?: number]

const selected = (samples: ReadonlyArray<Sample>, [section, name, rows]: Selection): ReadonlyArray<Sample> =>
  samples.filter((sample) =>
    sample.section === section && sample.name === name && (rows === undefined || sample.rows === rows)
  )

const valuesOf = (samples: ReadonlyArray<Sample>, selection: Selection, measure: Measure): ReadonlyArray<number> =>
  selected(samples, selection).flatMap(({ measures }) => measures[measure] ?? [])

/** The first over the second, round by round. */
const ratiosOf = (
  samples: ReadonlyArray<Sample>,
  over: Selection,
  under: Selection,
  measure: Measure
): ReadonlyArray<number> => {
  const divisors = new Map(selected(samples, under).map(({ measures, round }) => [round, measures[measure]]))
  return selected(samples, over).flatMap(({ measures, round }) => {
    const [value, divisor] = [measures[measure], divisors.get(round)]
    return value === undefined || divisor === undefined ? [] : [value / divisor]
  })
}

const speed = (samples: ReadonlyArray<Sample>, rows: number): ReadonlyArray<Judgement> => {
  const times = (name: string) => ratiosOf(samples, ["load", name, rows], ["load", load.names.pull, rows], "seconds")
  return [
    atLeast(`pull of ${rows} rows, times as fast as DuckDB's exact load`, 0.75, times(load.names.exact)),
    atLeast(`pull of ${rows} rows, times as fast as the plain script`, 5, times(load.names.plain)),
    atLeast(`pull of ${rows} rows, times as fast as the appender script`, 2, times(load.names.appender))
  ]
}

/** How fast answers are that are not plain, against those that are. */
const kinds = (samples: ReadonlyArray<Sample>, rows: number): ReadonlyArray<Judgement> =>
  (["usual", "mixed"] as const).map((kind) =>
    atLeast(
      `pull of ${rows} rows, ${kind} pages, speed over that of plain ones`,
      0.9,
      ratiosOf(samples, ["load", load.names.pull, rows], ["load", load.names[kind], rows], "seconds")
    )
  )

const besidePeers = (samples: ReadonlyArray<Sample>): ReadonlyArray<Judgement> => {
  const times = (name: string) => ratiosOf(samples, ["peers", name], ["peers", peers.names.pull], "seconds")
  return [
    atLeast("pull of usual pages, times as fast as the pandas script", 2, times(peers.names.pandas)),
    atLeast("pull of usual pages, times as fast as dlt with Arrow tables", 2, times(peers.names.arrow)),
    atLeast("pull of usual pages, times as fast as dlt with rows", 20, times(peers.names.rows)),
    atLeast("pull of usual pages, times as fast as a Singer tap with target-duckdb", 10, times(peers.names.singer)),
    atLeast("pull of usual pages, times as fast as PyAirbyte", 10, times(peers.names.airbyte))
  ]
}

const page = (samples: ReadonlyArray<Sample>): ReadonlyArray<Judgement> => {
  const ratios = (measure: Measure) =>
    ratiosOf(samples, ["pages", pages.names.large], ["pages", pages.names.empty], measure)
  return [
    atMost("a page into the large file over one into a new file, p50", 1.2, ratios("p50Millis")),
    atMost("a page into the large file over one into a new file, p95", 1.2, ratios("p95Millis"))
  ]
}

const memory = (samples: ReadonlyArray<Sample>, usual: number, large: number): ReadonlyArray<Judgement> => {
  const peaks = (rows: number) => valuesOf(samples, ["load", load.names.pull, rows], "peakMegabytes")
  const [usualPeak, largePeak] = [spreadOf(peaks(usual)), spreadOf(peaks(large))]
  const ratio = usualPeak === undefined || largePeak === undefined ? [] : [largePeak.median / usualPeak.median]
  return [
    atMost("peak memory, the large pull over the usual one", 1.15, ratio),
    atMost("peak memory of the large pull, MB", 450, peaks(large))
  ]
}

const secondPull = (samples: ReadonlyArray<Sample>): ReadonlyArray<Judgement> => {
  const growth = (name: string) => valuesOf(samples, ["month", name], "fileGrowthPercent")
  const written = [month.names.again, month.names.amidst].flatMap((name) =>
    valuesOf(samples, ["month", name], "rowsWritten")
  )
  return [
    atMost("rows written by the second pull of a month", 0, written.length === 0 ? [] : [Math.max(...written)]),
    atMost("growth of a file of that month alone, %", 1, growth(month.names.again)),
    atMost("growth of the usual file by the second pull of a month, %", 1, growth(month.names.amidst)),
    atMost(
      "second pull of a month over the first, time",
      0.6,
      ratiosOf(samples, ["month", month.names.again], ["month", month.names.first], "seconds")
    )
  ]
}

const reading = (samples: ReadonlyArray<Sample>, large: number): ReadonlyArray<Judgement> => [
  atMost(`verify of ${large} rows, s`, 10, valuesOf(samples, ["verify", verify.name], "seconds")),
  ...groupsOf(samples).filter(({ section }) => section === "views").map(({ name, section }) =>
    atMost(`view ${name} over ${large} rows, s`, 1, valuesOf(samples, [section, name], "seconds"))
  )
]

const starting = (samples: ReadonlyArray<Sample>): ReadonlyArray<Judgement> => [
  atMost(
    "--help over node -e 0, time",
    6,
    ratiosOf(samples, ["start", start.names.help], ["start", start.names.node], "seconds")
  ),
  atMost("pull of one page as a whole process, s", 0.6, valuesOf(samples, ["start", start.names.page], "seconds"))
]

const reconciling = (samples: ReadonlyArray<Sample>, rows: number): ReadonlyArray<Judgement> =>
  reconcile.kinds.flatMap((kind) => {
    const of = (measure: Measure) => valuesOf(samples, ["reconcile", kind, rows], measure)
    return [
      atMost(`reconcile of ${rows} rows, ${kind}, s`, 60, of("seconds")),
      atMost(`reconcile of ${rows} rows, ${kind}, peak MB`, 1000, of("peakMegabytes"))
    ]
  })

/** Judges all demands by the samples of a run. */
export const judge = (samples: ReadonlyArray<Sample>, options: Options): ReadonlyArray<Judgement> => {
  const usual = options.days * rowsPerDay
  const large = options.largeDays * rowsPerDay
  return [
    ...speed(samples, usual),
    ...(large === usual ? [] : speed(samples, large)),
    ...kinds(samples, usual),
    ...besidePeers(samples),
    ...page(samples),
    ...memory(samples, usual, large),
    ...secondPull(samples),
    ...reading(samples, large),
    ...reconciling(samples, usual),
    ...starting(samples),
    atMost(
      "longest block of the event loop, ms",
      50,
      valuesOf(samples, ["event loop", blockName], "longestBlockMillis")
    )
  ]
}
