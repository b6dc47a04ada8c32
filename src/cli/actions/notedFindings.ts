/**
 * When findings were found first, by their ids: the file notes that of gaps, held rows and quarantined records, and of others the
 * reports of runs do.
 */
import { Effect } from "effect"
import type { Finding } from "../../domain/Finding.ts"
import { findingId } from "../../pipeline/findingId.ts"
import { placeText } from "../../pipeline/findingsOf.ts"
import { placeOfHeld } from "../../pipeline/heldFindings.ts"
import { placeOfRecord } from "../../pipeline/quarantineFindings.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"

/** A finding that the file notes by itself. */
export interface NotedFinding extends Pick<Finding, "id" | "kind" | "from" | "to" | "amount" | "currency"> {
  readonly wallet: string
  readonly isOver: boolean
  /** Milliseconds since 1970-01-01T00:00:00Z, as all here. */
  readonly foundAt: number
  /** When it was over; null while it is not. */
  readonly endedAt: number | null
}

const gaps = `
SELECT wallet_no, currency, after_txn_id, before_txn_id, epoch_ms(from_time), epoch_ms(to_time), missing, epoch_ms(found_at),
  state, epoch_ms(closed_at), from_time::DATE, to_time::DATE
FROM continuity_gaps ORDER BY id`

const held = `
SELECT wallet_no, held_run_id, min(day), max(day), epoch_ms(min(held_at)), bool_and(state <> 'held'), epoch_ms(max(ended_at))
FROM held_rows GROUP BY ALL ORDER BY min(id)`

const quarantined = `
SELECT wallet_no, id, day, epoch_ms(first_seen_at), state, epoch_ms(closed_at) FROM quarantine ORDER BY id`

/** The gaps, held rows and quarantined records that a file notes, also those that are over. */
export const notedFindings = Effect.fnUntraced(function*({ query }: DatabaseReader) {
  const unplaced = { from: null, to: null }
  const ofGaps = (yield* query(gaps)).rows.map((row): NotedFinding => {
    const [
      wallet = "",
      currency = null,
      afterTxnId = null,
      beforeTxnId = null,
      from,
      to,
      missing,
      at,
      state,
      endedAt,
      ...days
    ] = row
    const place = placeText({ afterTxnId, beforeTxnId, from: numberOf(from), to: numberOf(to) })
    return {
      id: findingId(wallet ?? "", { kind: "gap", currency, place, ...unplaced }),
      kind: "gap",
      wallet: wallet ?? "",
      from: days[0] ?? null,
      to: days[1] ?? null,
      amount: missing === null || missing === undefined ? null : shortened(missing),
      currency,
      isOver: state !== "open",
      foundAt: Number(at),
      endedAt: numberOf(endedAt)
    }
  })
  const ofHeld = (yield* query(held)).rows.map((
    [wallet = "", runId, from = null, to = null, at, isOver, endedAt]
  ): NotedFinding => ({
    id: findingId(wallet ?? "", {
      kind: "held-withdrawal",
      currency: null,
      place: placeOfHeld(runId ?? ""),
      ...unplaced
    }),
    kind: "held-withdrawal",
    wallet: wallet ?? "",
    from,
    to,
    amount: null,
    currency: null,
    isOver: isOver === "true",
    foundAt: Number(at),
    endedAt: isOver === "true" ? numberOf(endedAt) : null
  }))
  const ofRecords = (yield* query(quarantined)).rows.map((
    [wallet = "", id, day = null, at, state, endedAt]
  ): NotedFinding => ({
    id: findingId(wallet ?? "", { kind: "quarantined", currency: null, place: placeOfRecord(Number(id)), ...unplaced }),
    kind: "quarantined",
    wallet: wallet ?? "",
    from: day,
    to: day,
    amount: null,
    currency: null,
    isOver: state !== "open",
    foundAt: Number(at),
    endedAt: numberOf(endedAt)
  }))
  return [...ofGaps, ...ofHeld, ...ofRecords]
})

/** Those that are over and do not stand again, as they were found last: one place may be open more than once. */
export const overAmong = (
  noted: ReadonlyArray<NotedFinding>,
  standing: ReadonlyArray<Pick<Finding, "id">>
): ReadonlyArray<NotedFinding> => {
  const stands = new Set([...standing, ...noted.filter(({ isOver }) => !isOver)].map(({ id }) => id))
  return [...new Map(noted.filter(({ id }) => !stands.has(id)).map((each) => [each.id, each])).values()]
}

/** When a finding stood first in the report of a run; undefined when it stands in none. */
export const firstReportedAt = Effect.fnUntraced(function*({ query }: DatabaseReader, id: string) {
  const { rows: [[at = null] = []] } = yield* query(
    `SELECT epoch_ms(min(ended_at)) FROM runs WHERE contains(report, '"id":"${id}"')`
  )
  return at === null ? undefined : Number(at)
})

const numberOf = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text)

/** With two decimals at least, as amounts are told. */
const shortened = (decimal: string): string => decimal.replace(/0{1,2}$/, "")
