/**
 * The figures for people: Markdown tables, one for each section.
 */
import type { Judgement } from "./Acceptance.ts"
import { type Failure, type Group, groupsOf, type Measure, type Sample, type Spread, spreadOf } from "./Notebook.ts"

const headings: Readonly<Record<Measure, string>> = {
  seconds: "s",
  rowsPerSecond: "rows/s",
  cpuSeconds: "CPU s",
  peakMegabytes: "peak MB",
  fileMegabytes: "file MB",
  p50Millis: "p50 ms",
  p95Millis: "p95 ms",
  rowsWritten: "rows written",
  fileGrowthPercent: "file growth %",
  longestBlockMillis: "ms",
  share: "share of the time"
}

const measures = Object.keys(headings) as ReadonlyArray<Measure>

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)))

/** A median, and in brackets how far the values go. */
const spread = ({ max, median, min }: Spread): string =>
  min === max ? number(median) : `${number(median)} (${number(min)}–${number(max)})`

const cell = ({ samples }: Group, measure: Measure): string => {
  const found = spreadOf(samples.flatMap(({ measures }) => measures[measure] ?? []))
  return found === undefined ? "" : spread(found)
}

const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const sectionTable = (section: string, groups: ReadonlyArray<Group>): string => {
  const used = measures.filter((measure) =>
    groups.some(({ samples }) => samples.some(({ measures }) => measures[measure] !== undefined))
  )
  return `${section}\n\n` + table(
    ["", "rows", "n", ...used.map((measure) => headings[measure])],
    groups.map((group) => [
      group.name,
      number(group.rows),
      String(group.samples.length),
      ...used.map((measure) => cell(group, measure))
    ])
  )
}

/** The samples, a table for each section. */
export const figures = (samples: ReadonlyArray<Sample>): string =>
  [...Map.groupBy(groupsOf(samples), ({ section }) => section)]
    .map(([section, groups]) => sectionTable(section, groups))
    .join("\n\n")

const met = (judgement: Judgement): string =>
  judgement.met === undefined ? "not measured" : judgement.met ? "met" : "NOT met"

/** What is asked, what was found, and whether that is enough. */
export const judgements = (judged: ReadonlyArray<Judgement>): string =>
  table(
    ["asked", "", "found", ""],
    judged.map((judgement) => [
      judgement.demand,
      `${judgement.sense} ${number(judgement.bound)}`,
      judgement.value === undefined ? "" : spread(judgement.value),
      met(judgement)
    ])
  )

/** What did not come about. */
export const failures = (failed: ReadonlyArray<Failure>): string =>
  failed.map(({ message, section }) => `${section} FAILED: ${message}`).join("\n")
