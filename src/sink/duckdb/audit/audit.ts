/**
 * Checks a whole file offline: the chain of hashes, and that what the tables hold now is what the windows left.
 * docs/audit.md gives the form of the chain, what is checked and what is not shown by it.
 */
import { Effect } from "effect"
import * as Period from "../../../domain/Period.ts"
import { type ChainHead, noWindow } from "../../audit/ChainHead.ts"
import { type CompleteDays, completeDaysAfter, everCompleteDaysAfter, watermarkIn } from "../../plan/Watermark.ts"
import type { SinkError } from "../../SinkError.ts"
import type { DatabaseReader, QueryRow } from "../file/Database.ts"
import { versionWithTimeFlags } from "../file/migrations.ts"
import { repairableWindows } from "../schema/repairTimeFlags.ts"
import { firstWrongHash } from "./auditHashes.ts"
import { auditQueries, type AuditQuery, repeatedIdentities, totals } from "./auditQueries.ts"
import { heldAudit } from "./heldAudit.ts"
import { addStrays, IdentityHashes, suspectsAmong } from "./identityHashes.ts"
import { quarantineAudit } from "./quarantineAudit.ts"
import { unreadableValues, valueAudit } from "./valueAudit.ts"

/** The first window that is not what was committed, and in what; it holds nothing of a record. */
export interface AuditDifference {
  /** `statement_windows.sequence`; null when it is no single window's. */
  readonly sequence: number | null
  /** Null when no such window is there. */
  readonly walletNo: string | null
  readonly days: Period.Period | null
  /** Sentences without their ends. */
  readonly what: ReadonlyArray<string>
}

/** What a check of a file found. */
export interface AuditVerdict {
  readonly windows: number
  readonly rows: number
  /** What stands for the whole file, to compare with what is kept elsewhere. */
  readonly head: ChainHead
  /** Null when the file is as it was written, but for what is repairable. */
  readonly difference: AuditDifference | null
  /**
   * Windows with rows whose time flags an earlier version stored as empty, and whose hashes say what these were: opening the
   * file for writing puts them right.
   */
  readonly repairable: number
}

/** Checks a file and names the first window that differs. Fails when the file can't be asked. */
export const verifyAudit = Effect.fn("verifyAudit")(
  function*(reader: DatabaseReader): Effect.fn.Return<AuditVerdict, SinkError> {
    const [[last, hash, windows, rows] = []] = (yield* reader.query(totals)).rows
    const head = typeof hash === "string" ? { sequence: Number(last), hash } : noWindow
    const found = new Map<number | null, Array<string>>()
    const ask = Effect.fnUntraced(function*(question: AuditQuery) {
      const { count, first } = yield* answerOf(reader, question)
      if (count > 0) found.set(first, [...(found.get(first) ?? []), question.what])
    })
    const questions = Effect.forEach([...auditQueries, ...quarantineAudit, ...heldAudit, ...valueAudit], ask, {
      discard: true
    })
    const identities = new IdentityHashes()
    const repairable = yield* repairableIn(reader)
    const [wrong] = yield* Effect.all(
      [firstWrongHash(reader, repairable, { take: (hashes) => identities.add(hashes) }), questions],
      { concurrency: "unbounded" }
    )
    if (identities.count < Number(rows)) yield* addStrays(reader, identities)
    const suspects = yield* suspectsAmong(reader, identities)
    if (suspects.length > 0) yield* ask(repeatedIdentities(suspects))
    if (wrong !== undefined) found.set(wrong, [wrongHash, ...(found.get(wrong) ?? [])])
    const difference = found.size > 0
      ? yield* describe(reader, firstOf([...found.keys()]), found)
      : yield* watermarkDifference(reader)
    return { windows: Number(windows), rows: Number(rows), head, difference, repairable: repairable.size }
  }
)

/** What can be asked for rows of texts. */
interface Asked {
  readonly query: (sql: string) => Effect.Effect<{ readonly rows: ReadonlyArray<QueryRow> }, SinkError>
}

/** Whether all values are such as the program writes, so far as other questions about the file rely on that. */
export const isReadable = Effect.fn("isReadable")(
  function*(reader: Asked): Effect.fn.Return<boolean, SinkError> {
    return yield* Effect.forEach(unreadableValues, (question) => answerOf(reader, question)).pipe(
      Effect.map((answers) => answers.every(({ count }) => count === 0))
    )
  }
)

/** How often a question finds something, and the first window that it names. */
const answerOf = Effect.fnUntraced(function*(reader: Asked, { sql }: AuditQuery) {
  const [[count, first = null] = []] = (yield* reader.query(`SELECT count(*), min(s) FROM (${sql}) AS answer(s)`)).rows
  return { count: Number(count), first: first === null ? null : Number(first) }
})

const repairableIn = Effect.fnUntraced(
  function*(reader: DatabaseReader): Effect.fn.Return<ReadonlySet<number>, SinkError> {
    const [[version = null] = []] = (yield* reader.query("SELECT max(number) FROM migrations")).rows
    if (Number(version) >= versionWithTimeFlags) return new Set()
    return yield* repairableWindows((sql) => Effect.map(reader.query(sql), (answer) => answer.rows))
  }
)

const wrongHash =
  "its record, its rows, its events, its quarantined records or its declarations are not those that were committed"

/** The first of these windows; null when none of them has a number. */
const firstOf = (sequences: ReadonlyArray<number | null>): number | null => {
  const numbers = sequences.filter((sequence) => sequence !== null)
  return numbers.length === 0 ? null : Math.min(...numbers)
}

const describe = Effect.fnUntraced(
  function*(reader: DatabaseReader, sequence: number | null, found: ReadonlyMap<number | null, ReadonlyArray<string>>) {
    const [window] = (yield* reader.query(
      `SELECT wallet_no, from_day, to_day FROM statement_windows WHERE sequence = ${sequence}`
    )).rows
    return {
      sequence,
      walletNo: window?.[0] ?? null,
      days: Period.parse(window?.[1], window?.[2]) ?? null,
      what: found.get(sequence) ?? []
    }
  }
)

/** How far a wallet is complete by its windows so far. */
interface Reach {
  readonly complete: CompleteDays
  readonly watermark: Period.Period | undefined
}

/** How windows move a watermark on, by the rules of now or of an earlier version. */
const moves = [completeDaysAfter, everCompleteDaysAfter] as const

/**
 * A watermark must be the one that the windows left, one after the other, by the rules of now or, in a file that an earlier
 * version wrote, by those of then.
 */
const watermarkDifference = Effect.fnUntraced(function*(reader: DatabaseReader) {
  const { rows: marks } = yield* reader.query("SELECT wallet_no, complete_from, complete_to FROM watermarks")
  const { rows: windows } = yield* reader.query(
    `SELECT wallet_no, from_day, to_day, last_settled_day, status FROM statement_windows
     WHERE status IN ('complete', 'cut-off') ORDER BY sequence`
  )
  const reached = new Map<string, ReadonlyArray<Reach>>()
  for (const [walletNo, from, to, settled, status] of windows) {
    const [days, lastSettledDay] = [Period.parse(from, to), Period.parseDay(settled ?? "")]
    if (days === undefined || lastSettledDay === undefined || typeof walletNo !== "string") continue
    const window = { days, lastSettledDay, complete: status === "complete", doubted: false, origin: "service" } as const
    const before = reached.get(walletNo)
    reached.set(
      walletNo,
      moves.map((after, rule): Reach => {
        const complete = after(before?.[rule]?.complete ?? [], window)
        return { complete, watermark: watermarkIn(complete, before?.[rule]?.watermark) }
      })
    )
  }
  const walletNos = [...reached.keys(), ...marks.flatMap(([walletNo]) => walletNo ?? [])].sort()
  for (const walletNo of new Set(walletNos)) {
    const of = marks.filter(([each]) => each === walletNo)
    const [[, from, to] = []] = of
    const mark = Period.parse(from, to)
    const [now, then] = reached.get(walletNo) ?? []
    const held = mark === undefined
      ? now?.watermark === undefined && of.length === 0
      : of.length === 1 && [now, then].some((each) => Period.same(each?.watermark, mark))
    if (!held) {
      return {
        sequence: null,
        walletNo,
        days: mark ?? null,
        what: ["its watermark is not what the days that complete windows brought come to"]
      }
    }
  }
  const [[walletNo] = []] = (yield* reader.query(unlikeProofs)).rows
  if (walletNo === undefined) return null
  return {
    sequence: null,
    walletNo,
    days: null,
    what: ["its watermark says something else of what is proven than its proofs"]
  }
})

const unlikeProofs = `WITH reach AS (
  SELECT wallet_no, max(proven_from) AS proven_from, min(proven_to) AS proven_to FROM proofs
  GROUP BY wallet_no HAVING bool_and(proven_from IS NOT NULL) AND max(proven_from) <= min(proven_to)
)
SELECT m.wallet_no FROM watermarks m LEFT JOIN reach r ON r.wallet_no = m.wallet_no
WHERE m.proven_from IS DISTINCT FROM r.proven_from OR m.proven_to IS DISTINCT FROM r.proven_to ORDER BY 1 LIMIT 1`
