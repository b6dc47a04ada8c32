/**
 * What the oracle knows of one wallet: for each day what the last answer that was committed showed of it.
 */
import { movementIn, type Shown, transactionOf } from "../Entry.ts"
import type { LiveRow } from "../LiveRow.ts"
import type { Known } from "./Known.ts"

import { multiset } from "./Multiset.ts"

/** A day as the last committed answer showed it. */
export interface DayView {
  /** Each transaction once. */
  readonly rows: ReadonlyArray<Shown>
  /** Contents that the answer lacks and that stay all the same. */
  readonly kept: ReadonlyArray<string>
  readonly rejected: ReadonlyArray<string>
  /** Rejected records of which a reader can't tell that they are of this day. */
  readonly undated: ReadonlyArray<string>
  /** What an answer without omissions would have shown, malformed records included. */
  readonly whole: ReadonlyArray<Shown>
  /** What of the day the answer does not show because the service took the request for other times. */
  readonly beyond: ReadonlyArray<Shown>
  /** Whether an answer with days more around these would have been full. */
  readonly isCrowded: boolean
  readonly isCutOff: boolean
  /** Contents that earlier answers of the same run brought, which a cut-off one leaves in place. */
  readonly earlier: ReadonlyArray<string>
  /** The run that committed it, counted from 1. */
  readonly run: number
}

/** A day that was kept from no answer: nothing is known of it but single records. */
export const nothingKept: Omit<DayView, "run"> = {
  rows: [],
  kept: [],
  rejected: [],
  undated: [],
  whole: [],
  beyond: [],
  earlier: [],
  isCrowded: false,
  isCutOff: false
}

/** The contents that a day must hold behind an answer. */
export const contentsOf = ({ kept, rows }: Pick<DayView, "kept" | "rows">): ReadonlyArray<string> => [
  ...rows.map(({ content }) => content ?? ""),
  ...kept
]

/**
 * What a day has when records are added to it: one that is a transaction of the day, described otherwise than all that
 * are added, takes its place. `replaced` tells what by what.
 */
export const withAdded = (
  view: Pick<DayView, "kept" | "rows">,
  shown: ReadonlyArray<Shown>
): Pick<DayView, "rows" | "kept"> & { readonly replaced: ReadonlyMap<string, string> } => {
  const before = contentsOf(view)
  const [there, found] = [new Map(multiset(before)), new Set(shown.map(({ content }) => content ?? ""))]
  const added = shown.filter(({ content }) => {
    const count = there.get(content ?? "") ?? 0
    there.set(content ?? "", count - 1)
    return count <= 0
  })
  const told = Map.groupBy(added.map(({ content }) => content ?? ""), transactionOf)
  const replaced = new Map(
    before.filter((content) => !found.has(content)).flatMap((content) => {
      const otherwise = told.get(transactionOf(content))?.pop()
      return otherwise === undefined ? [] : [[content, otherwise] as const]
    })
  )
  return {
    rows: [...view.rows.filter(({ content }) => !replaced.has(content ?? "")), ...added],
    kept: view.kept.filter((content) => !replaced.has(content)),
    replaced
  }
}

/** A row that is held, since a run. */
export interface HeldView extends LiveRow {
  readonly run: number
  /** Whether a cut-off answer showed its id, which may be the row or not. */
  readonly mayBeShown: boolean
}

/** What is known of one wallet. */
export class WalletModel {
  /** The rows that are held, by leg and id. */
  readonly held = new Map<string, HeldView>()
  readonly days = new Map<number, DayView>()
  /** Rejected records of days that their answers were not asked for: other answers need not show them. */
  readonly rejectedBeyond = new Set<string>()
  /** Every record that was rejected, by its text. */
  readonly rejected = new Map<string, Shown>()
  /** When the service gave the answer that a day was kept from last. */
  readonly answeredAt = new Map<number, number>()
  /** Days of which the last committed answer was whole, and given when they were over. */
  readonly settled = new Set<number>()
  /**
   * Days that were over by the client's reckoning when they were loaded, those of them of which the last believed answer was
   * whole, and the first that was loaded at all.
   */
  readonly over = new Set<number>()
  readonly complete = new Set<number>()
  /** The last day that was over when the last answer came. */
  lastOver = -Infinity
  loadedFrom: number | undefined
  /** The first day that the last run was told which was told one. */
  askedFrom: number | undefined
  /** Settled days that interrupted runs finished, which asked for `finishedAsk`. */
  finished = new Set<number>()
  finishedAsk: string | null = null
  /** Days that runs committed since the last one that told what the wallet comes to: their answers may be asked for again. */
  readonly stopped = new Set<number>()
  /** The balances of its days that were given with a committed window. */
  balances: ReadonlyMap<string, Known> = new Map()
  /** The stored rows by day, as they were before the present run. */
  storedBefore: ReadonlyMap<number, ReadonlyArray<StoredRow>> = new Map()
  /** Whether the last report may have told gaps or doubtful orders, whose days are asked for again. */
  mayBeBroken = false
  /** The same before the run that has just ended. */
  storedEarlier: ReadonlyMap<number, ReadonlyArray<StoredRow>> = new Map()

  /** Days between which all rows stand that are held; null when none is. */
  get heldDays(): { readonly from: number; readonly to: number } | null {
    const days = [...this.held.values()].map(({ day }) => day)
    return days.length === 0 ? null : { from: Math.min(...days), to: Math.max(...days) }
  }

  /** Takes note of days that a run committed which has not told yet what the wallet comes to. */
  untold({ from, to }: { readonly from: number; readonly to: number }): void {
    for (let day = from; day <= to; day++) this.stopped.add(day)
  }
}

/** A row as the sink holds it. */
export interface StoredRow {
  readonly id: string
  readonly day: number
  readonly content: string
  readonly type: string
  readonly signed: bigint
  readonly balance: bigint | null
  readonly currency: string | null
  readonly confirmed: boolean
}

/** Whether a stored row of a day has the id of one of another day, and moves the same. */
export const isRedated = ({ days, storedEarlier }: WalletModel, day: number): boolean => {
  const rows = [
    ...[...days].flatMap(([of, view]) => view.rows.map(({ content }) => ({ content, day: of }))),
    ...[...storedEarlier.values()].flat()
  ]
  const own = new Set(rows.filter((row) => row.day === day).map(({ content }) => movementIn(content ?? "")))
  return rows.some((row) => row.day !== day && own.has(movementIn(row.content ?? "") ?? "none"))
}

/** Each transaction of an answer once: those with an id, a balance and the same contents are one shown twice. */
export const distinct = (shown: ReadonlyArray<Shown>): ReadonlyArray<Shown> => {
  const seen = new Set<string>()
  return shown.filter(({ balance, content, id }) => {
    if (content === null || balance === null || id.trim() === "") return true
    if (seen.has(content)) return false
    seen.add(content)
    return true
  })
}
