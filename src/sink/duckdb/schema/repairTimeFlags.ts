/**
 * Puts right what programs before layout 7 stored as an empty `time_flag`: all its values are longer than a vector holds
 * inline, and rows that travelled as columns lost them. What a row was inserted with is certain. A marker that contradicts
 * its hour is flagged before anything else and tells itself; an hour that was skipped or repeated is what the hash of the
 * window says it was. Where no choice gives the hash, the window is not what was committed, and stays as it is.
 *
 * Events keep the empty flag that was hashed with them; `flag_before` says what it should have been.
 */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { SinkError } from "../../SinkError.ts"
import { formerDeclaredLine } from "./auditLines.ts"
import { framesOf, insertedLines, tablesBeside } from "./auditTexts.ts"

/** Asks a connection, and gives the answer's rows as text. */
export type AskRows = (sql: string) => Effect.Effect<ReadonlyArray<ReadonlyArray<string | null>>, SinkError>

/** Rows that are written at a time: what was written again is in memory until a checkpoint. */
const portion = 100_000

/** Days of a window that have such rows, at most: one more doubles the choices. */
const mostDays = 10

/** Repairs a file; doing it again, or going on where it was cut short, does no harm. */
export const repairTimeFlags = Effect.fnUntraced(function*(ask: AskRows) {
  const [[last = null] = []] = yield* ask("SELECT max(rowid) FROM transactions WHERE time_flag = ''")
  for (let from = 0; from <= Number(last ?? -1); from += portion) {
    yield* ask(
      `UPDATE transactions SET time_flag = 'marker-conflict' WHERE time_flag = ''
       AND rowid >= ${from} AND rowid < ${from + portion} AND ${contradicts("date_text")}`
    )
  }
  yield* ask(
    `UPDATE row_changes SET flag_before = 'marker-conflict'
     WHERE "before".time_flag = '' AND ${contradicts(`"before".date_text`)}`
  )
  for (const [sequence] of yield* ask(windowsWithLostFlags)) {
    for (const [day, flag] of (yield* lostFlagsOf(ask, Number(sequence))) ?? []) {
      yield* writeFlag(ask, Number(sequence), day, flag)
    }
  }
})

/** The windows of a file that is not repaired whose hashes say what the flags of their rows were. */
export const repairableWindows = Effect.fnUntraced(function*(ask: AskRows) {
  const repairable = new Set<number>()
  for (const [sequence] of yield* ask(windowsWithLostFlags)) {
    if ((yield* lostFlagsOf(ask, Number(sequence))) !== undefined) repairable.add(Number(sequence))
  }
  return repairable
})

const windowsWithLostFlags = `SELECT window_sequence FROM transactions WHERE time_flag = ''
  UNION SELECT t.window_sequence FROM transactions t JOIN row_changes c USING (wallet_no, txn_id, leg)
    WHERE c."before".time_flag = '' AND c.flag_before IS NULL
  ORDER BY 1`

/** Hour and marker of a timestamp as the service writes it. */
const contradicts = (text: string): string =>
  `CASE upper(substr(${text}, 21, 1)) WHEN 'P' THEN substr(${text}, 12, 2) BETWEEN '01' AND '11'
     ELSE substr(${text}, 12, 2) = '12' END`

const flags = ["ambiguous-local", "nonexistent-local"] as const

/** By the days of a window what those of its rows were that have no flag for a marker; undefined when no hash says so. */
const lostFlagsOf = Effect.fnUntraced(function*(ask: AskRows, sequence: number) {
  const window = { first: sequence, last: sequence }
  const [[, hash = null, before, after] = []] = yield* ask(framesOf(window, tablesBeside, formerDeclaredLine))
  const inserted = yield* ask(insertedLines(window, true))
  const lines = inserted.map(([, ended]) => {
    const line = (ended ?? "").slice(0, -1)
    return lacksFlag(line) && contradictsItself(line) ? `${line}marker-conflict` : line
  })
  const days = [...new Set(lines.filter(lacksFlag).map(dayOfLine))]
  if (days.length > mostDays) return undefined
  for (let choice = 0; choice < 2 ** days.length; choice++) {
    const flagOf = new Map(days.map((day, index) => [day, flags[(choice >> index) & 1] as string]))
    const written = lines.map((line) => `${line}${lacksFlag(line) ? flagOf.get(dayOfLine(line)) : ""}\n`).join("")
    const found = createHash("sha256").update(before ?? "").update(written).update(after ?? "").digest("hex")
    if (found === hash) return flagOf
  }
  return undefined
})

/** The flag is the last field of a row's line. */
const lacksFlag = (line: string): boolean => line.endsWith("\t")

const localTimeField = 10
const dateTextField = 11
const microsADay = 86_400_000_000

/** The day of a row's wall clock, counted from 1970. */
const dayOfLine = (line: string): number => Math.floor(Number(line.split("\t")[localTimeField]) / microsADay)

/** Whether the marker of a row's timestamp contradicts its hour. */
const contradictsItself = (line: string): boolean => {
  const date = line.split("\t")[dateTextField] ?? ""
  const hour = date.slice(11, 13)
  return date.charAt(20).toUpperCase() === "P" ? hour >= "01" && hour <= "11" : hour === "12"
}

const writeFlag = Effect.fnUntraced(function*(ask: AskRows, sequence: number, day: number, flag: string) {
  const on = (time: string): string => `${time}::DATE - DATE '1970-01-01' = ${day}`
  yield* ask(
    `UPDATE transactions SET time_flag = '${flag}'
     WHERE window_sequence = ${sequence} AND time_flag = '' AND ${on("local_time")}`
  )
  yield* ask(
    `UPDATE row_changes c SET flag_before = '${flag}' FROM transactions t
     WHERE t.window_sequence = ${sequence} AND t.wallet_no = c.wallet_no AND t.txn_id = c.txn_id AND t.leg = c.leg
       AND c."before".time_flag = '' AND c.flag_before IS NULL AND ${on(`c."before".local_time`)}`
  )
})
