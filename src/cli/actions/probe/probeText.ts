/**
 * What `probe` measured, in words, and the settings that follow from it.
 */
import { DateBounds } from "../../../domain/DateBounds.ts"
import { describeDayStart, formatDayStart } from "../../../domain/DayStart.ts"
import type { ProbeReport } from "../../../pipeline/Probe.ts"
import { saysSo } from "../../../plan/Habit.ts"
import type { Edge, Reading } from "../../../plan/probe/DayEdges.ts"
import { orderOf } from "../../../plan/probe/RowOrder.ts"
import { isTwelveHours, type NumberForms } from "../../../plan/probe/Writing.ts"

/** Settings by name, without prefix. */
export type ProbedSettings = Readonly<Record<string, string | number>>

/** Something measured: what it is about, what was found, and what to do where that is not enough. */
export interface Measure {
  readonly about: string
  readonly text: string
  readonly todo?: string
}

const dateBounds = ({ habit }: ProbeReport): DateBounds => {
  if (habit === undefined) return "unknown"
  return DateBounds.literals.find((bounds) => bounds !== "unknown" && saysSo(bounds, habit)) ?? "unknown"
}

/** The settings to use; what was not measured, and needs no setting, is left out. */
export const settingsOf = (report: ProbeReport): ProbedSettings => {
  const { answerLimit, habit, mostAsked, requestLimit, writing } = report
  const limit = answerLimit._tag === "Lower" ? answerLimit.limit : mostAsked
  const perMinute = requestLimit.toldPerMinute
  const marker = isTwelveHours(writing) ? "trust-marker" : "trust-24h"
  return {
    DATE_BOUNDS: dateBounds(report),
    ...(habit === undefined || habit.shift === 0 ? {} : { DAY_START: formatDayStart(habit.shift) }),
    ...(answerLimit._tag === "NotMet" && mostAsked === 5000 ? {} : { LIMIT: limit }),
    ...(perMinute === null || perMinute < 1 ? {} : { REQUESTS_PER_MINUTE: perMinute }),
    ...(writing.markerConflicts === 0 ? {} : { MARKER_POLICY: marker })
  }
}

/** All that was measured. */
export const measuresOf = (report: ProbeReport): ReadonlyArray<Measure> => [
  order(report),
  bounds(report),
  size(report),
  ...kept(report),
  requests(report),
  { about: "amounts", text: forms(report.writing.amounts) },
  { about: "balances", text: forms(report.writing.balances) },
  hours(report),
  ...malformed(report)
]

const busier = "Run it again with --from and --to around days with more rows."

const order = ({ steps }: ProbeReport): Measure => {
  const about = "row order"
  const all = `${steps.later + steps.earlier} pairs of neighbours`
  switch (orderOf(steps)) {
    case "oldest-first":
      return { about, text: `oldest first, in all ${all}` }
    case "newest-first":
      return { about, text: `newest first, in all ${all}` }
    case "none":
      return { about, text: `none: the later row comes second in ${steps.later} of ${all}` }
    case "unknown":
      return { about, text: `not told by ${all}`, todo: busier }
  }
}

const inside = ({ fromIncluded, toIncluded }: Reading): string =>
  fromIncluded
    ? (toIncluded ? "both are inside" : "the first is inside, the last is not")
    : (toIncluded ? "the last is inside, the first is not" : "neither the first nor the last is inside")

const bounds = (report: ProbeReport): Measure => {
  const about = "days asked for"
  const { edges, habit, readings } = report
  if (habit !== undefined) {
    const within = habit.exact ? "" : ", or within an hour of it"
    const utc = habit.shift !== 0 && habit.shift === report.utcStart ? ", which is midnight of UTC" : ""
    const start = describeDayStart(habit.shift)
    const text = `${inside(habit)}; they begin at ${start} by the timestamps' clock${utc}${within}`
    return habit.fromIncluded
      ? { about, text }
      : { about, text, todo: "No DATE_BOUNDS says that; unknown works, since it asks for more days on each side." }
  }
  if (edges.withHoles > 0) {
    return {
      about,
      text: `not told: ${edges.withHoles} answers leave rows of their midst out that others show`,
      todo: "Run it again with days that no longer change; if it stays so, tell the service's operator."
    }
  }
  if (readings.length === 0) {
    return {
      about,
      text: `not told: their edges, ${edge(edges.from)} and ${edge(edges.to)}, fit no way of counting days`,
      todo: "Leave DATE_BOUNDS unknown, and ask the service's operator."
    }
  }
  const [first] = readings
  const agreed = first !== undefined && readings.every((one) => inside(one) === inside(first))
  return {
    about,
    text: agreed
      ? `${inside(first)}; by the rows seen they begin somewhere from ${
        describeDayStart(Math.min(...readings.map(({ shift }) => shift)))
      } to ${describeDayStart(Math.max(...readings.map(({ shift }) => shift)))}`
      : "not told: no rows near enough to midnight on both sides",
    todo: "Run it again with --from and --to around days that have rows soon after and shortly before midnight."
  }
}

const edge = ({ after, until }: Edge): string => `${hoursText(after)} to ${hoursText(until)}`
const hoursText = (millis: number): string => (Number.isFinite(millis) ? `${(millis / 3_600_000).toFixed(1)} h` : "?")

const size = ({ answerLimit, mostAsked }: ProbeReport): Measure => {
  const about = "answer size"
  const refused = mostAsked < 5000 ? `; more than ${mostAsked} are refused` : ""
  switch (answerLimit._tag) {
    case "AsAsked":
      return { about, text: `${answerLimit.limit} records at once, as many as asked for${refused}` }
    case "Lower":
      return {
        about,
        text:
          `${answerLimit.limit} records at once, though ${mostAsked} were asked for: the rest is left out without a word`,
        todo: `Without LIMIT=${answerLimit.limit} a pull would take such answers for whole ones.`
      }
    case "Ignored":
      return {
        about,
        text:
          `${answerLimit.received} records came where ${answerLimit.limit} were asked for: the limit is not followed`,
        todo: "Ask the service's operator; a pull takes such days for cut off and reports them."
      }
    case "NotMet":
      return {
        about,
        text: `not told: there were never more than ${answerLimit.largest} records to give${refused}`,
        todo: `Run it again with --from and --to around days with more than ${mostAsked} rows together.`
      }
  }
}

const kept = ({ kept: which }: ProbeReport): ReadonlyArray<Measure> =>
  which === null
    ? []
    : [{
      about: "when cut off",
      text: which === "others" ? "neither the newest nor the oldest are given" : `the ${which} are given`
    }]

const requests = ({ requestLimit }: ProbeReport): Measure => {
  const about = "request limit"
  const { millis, refused, sent, takenPerMinute, toldPerMinute } = requestLimit
  const told = toldPerMinute === null ? "" : `its headers tell a limit of ${toldPerMinute} requests a minute; `
  if (refused === 0) return { about, text: `${told}none met within ${sent} requests in ${seconds(millis)}` }
  const text = `${told}${refused} of ${sent} requests were refused (status 429)`
  return takenPerMinute === null
    ? { about, text, todo: "Too few were taken since to tell a rate; a pull finds it by itself." }
    : { about, text: `${text}; about ${takenPerMinute} a minute were taken since, pauses included` }
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

const forms = ({ absent, decimals, numbers, strings }: NumberForms): string => {
  const all = absent + numbers + strings
  const counts = [["strings", strings], ["numbers", numbers], ["absent", absent]] as const
  const found = counts.filter(([, count]) => count > 0).map(([form, count]) =>
    count === all ? form : `${form} in ${count} of ${all}`
  )
  return [...found, ...(strings + numbers > 0 ? [`at most ${decimals} decimals`] : [])].join(", ") || "none seen"
}

const hours = ({ writing }: ProbeReport): Measure => {
  const about = "hours"
  const { hoursOf24, markerConflicts } = writing
  if (markerConflicts === 0) {
    return {
      about,
      text: hoursOf24 > 0 ? "by a 24-hour clock; AM and PM never contradict" : "AM and PM never contradict"
    }
  }
  return hoursOf24 > 0
    ? { about, text: `by a 24-hour clock; ${markerConflicts} contradict AM or PM` }
    : { about, text: `by a 12-hour clock: none is above 12, and ${markerConflicts} would contradict AM or PM else` }
}

const malformed = ({ writing }: ProbeReport): ReadonlyArray<Measure> =>
  writing.malformed === 0
    ? []
    : [{
      about: "unreadable",
      text: `${writing.malformed} of ${writing.records} records are not what the interface promises`,
      todo: "A pull puts such records into quarantine; `wallet-statement quarantine list` tells why."
    }]

/** Everything for people. */
export const probeText = (report: ProbeReport): string => {
  const settings = Object.entries(settingsOf(report))
  return [
    `wallet ${report.walletNo}: ${report.rows} rows in ${report.answers} answers, ${report.requestLimit.sent} requests in all`,
    "",
    ...measuresOf(report).flatMap(({ about, text, todo }) => [
      `${about.padEnd(14)}  ${text}`,
      ...(todo === undefined ? [] : [`${" ".repeat(16)}${todo}`])
    ]),
    "",
    "Settings to use, in the environment:",
    ...settings.map(([name, value]) => `  export WALLET_STATEMENT_${name}=${value}`),
    "or in wallet-statement.toml:",
    ...settings.map(([name, value]) => `  ${name.toLowerCase()} = ${JSON.stringify(value)}`)
  ].join("\n")
}
