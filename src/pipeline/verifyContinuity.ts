/**
 * Works out again, from the stored rows and windows, what the balances say, and compares it with what was written down.
 *
 * Nearly all windows are checked by columns of numbers; whole rows are read only of those for which these do not tell,
 * and of those next to a gap, which has to be named by its rows.
 */
import { Effect, Option } from "effect"
import { rowsByPeriod } from "../continuity/chain/rowsByPeriod.ts"
import { checkUnbroken } from "../continuity/chain/unbroken.ts"
import { tells } from "../continuity/wallet/Carry.ts"
import { currenciesWith, outerAnchors } from "../continuity/wallet/chains.ts"
import type { KnownEnds } from "../continuity/wallet/judge.ts"
import type { KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import { settle } from "../continuity/wallet/settle.ts"
import { joinWindows } from "../continuity/wallet/WalletContinuity.ts"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import type { Doubt } from "../domain/Finding.ts"
import { format, type Period } from "../domain/Period.ts"
import { nothingStored, type Proof } from "../domain/Proof.ts"
import { nothingAssumed, type Verdict } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import { keptBalances } from "./anchorsOf.ts"
import { differingGaps, differingProofs, differingQuiet } from "./conclusions.ts"
import { continuityOfEntry, isAlike } from "./continuityRecord.ts"
import { entriesLeftBy } from "./entriesLeftBy.ts"
import { answeredDays, judgeWallet } from "./judgeWallet.ts"
import { declaredCurrency, declaredJitter } from "./readingRules.ts"
import { truncatedDaysIn } from "./WalletHistory.ts"
import { checkRows, type WindowEvidence } from "./WindowEvidence.ts"

/** What is found of one wallet. */
export interface WalletVerification {
  readonly walletNo: WalletNo
  /** The verdict on all its days, from the stored rows alone. */
  readonly verdict: Verdict
  /** The verdict in a sentence for people. */
  readonly remark: string
  /** The known balances that the rows of each currency are to begin and to end with. */
  readonly ends: ReadonlyArray<KnownEnds>
  /** What speaks against it beside the verdict: balances that the rows contradict, and days that were never loaded. */
  readonly findings: ReadonlyArray<Doubt>
  /** Days whose answer may be cut off, `YYYY-MM-DD`. */
  readonly truncatedDays: ReadonlyArray<string>
  /** How far each currency is proven. */
  readonly proofs: ReadonlyArray<Proof>
  /** Days whose stored rows say something else than was written down when they were committed. */
  readonly differing: ReadonlyArray<Period>
  /** What else was concluded and is not so, in sentences without their ends. */
  readonly conclusions: ReadonlyArray<string>
  /**
   * Gaps, proven days and days without rows that are noted otherwise than the rows show them, in sentences without their ends: a run that was
   * cut short leaves such, the rows count, and the next pull notes them anew.
   */
  readonly outdated: ReadonlyArray<string>
}

/** Rows whose columns are in memory at once: 30 bytes a row, and as many again in the database. */
const mostRows = 50_000

/** Checks a wallet's rows, some days at a time. */
export const verifyContinuity = Effect.fn("verifyContinuity")(function*(walletNo: WalletNo) {
  const sink = yield* Sink
  const windows = yield* sink.windows(walletNo)
  const { entries, wrong } = entriesLeftBy(windows, yield* sink.continuity(walletNo))
  const balances = keptBalances(yield* sink.anchors(walletNo))
  const undeclared: Array<string> = []
  const checks: Array<WindowEvidence> = []
  const differs = new Set<number>()
  const take = (index: number, check: WindowEvidence, known: WindowEvidence | undefined): void => {
    checks[index] = check
    if (known !== undefined && !isAlike(known, check)) differs.add(index)
  }
  const settings = yield* sink.declaredSettings(walletNo)
  const declared = declaredJitter(settings)
  for (const portion of portionsOf(entries)) {
    const found = yield* checkEntries(walletNo, portion)
    for (const [index, check] of found.entries()) {
      take(checks.length, check, portion[index]?.known)
      if (check.jitter > declared) {
        undeclared.push(`${format(check.period)} is noted as judged by a jitter of the clock that no window declared`)
      }
    }
  }
  if (checks.length === 0) return nothingKnown(walletNo)
  for (const index of besideGaps(checks, balances)) {
    const entry = entries[index]
    if (entry === undefined) continue
    const noted = notedOf(entry)
    take(index, yield* checkByRows(walletNo, noted), noted.known)
  }
  const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
  const { ends, findings, proofs, remark, verdict } = judgeWallet(
    walletNo,
    checks,
    balances,
    { settledTo: watermark?.to ?? null, ...answeredDays(windows) },
    declaredCurrency(settings)
  )
  const gaps = differingGaps(yield* sink.openGaps(walletNo), verdict.gaps)
  const noted = yield* sink.proofs(walletNo)
  const proven = differingProofs(noted, proofs)
  const result: WalletVerification = {
    walletNo,
    verdict,
    remark,
    ends,
    findings,
    truncatedDays: truncatedDaysIn(checks),
    proofs,
    differing: entries.flatMap(({ days }, index) => (differs.has(index) ? [days] : [])),
    conclusions: [...wrong, ...undeclared, ...proven.wrong],
    outdated: [...gaps.wrong, ...gaps.unnoted, ...proven.less, ...differingQuiet(noted, proofs)]
  }
  return result
})

const nothingKnown = (walletNo: WalletNo): WalletVerification => ({
  walletNo,
  verdict: { kind: "unanchored", modulo: nothingAssumed, gaps: [], orders: [], rows: [] },
  remark: nothingStored,
  ends: [],
  findings: [],
  truncatedDays: [],
  proofs: [],
  differing: [],
  conclusions: [],
  outdated: []
})

interface Noted {
  readonly entry: ContinuityEntry
  /** What its record says; undefined when it has none. */
  readonly known: WindowEvidence | undefined
}

const notedOf = (entry: ContinuityEntry): Noted => ({ entry, known: Option.getOrUndefined(continuityOfEntry(entry)) })

/** Neighbouring entries that have so many rows together, by what they have written down. */
function* portionsOf(entries: ReadonlyArray<ContinuityEntry>): Generator<ReadonlyArray<Noted>> {
  let portion: Array<Noted> = []
  let rows = 0
  for (const entry of entries) {
    const noted = notedOf(entry)
    const { known } = noted
    portion.push(noted)
    rows += known === undefined ? mostRows : known.chains.reduce((sum, chain) => sum + chain.rows, 0)
    if (rows < mostRows) continue
    yield portion
    portion = []
    rows = 0
  }
  if (portion.length > 0) yield portion
}

const checkEntries = Effect.fnUntraced(function*(walletNo: WalletNo, portion: ReadonlyArray<Noted>) {
  const periods = portion.map(({ entry }) => entry.days)
  const [first, last] = [periods[0], periods.at(-1)]
  if (first === undefined || last === undefined) return []
  const all = yield* (yield* Sink).balancedRows(walletNo, { from: first.from, to: last.to })
  const lists = rowsByPeriod(all, periods)
  return yield* Effect.forEach(portion, (noted, index) => {
    const { entry } = noted
    const rows = lists[index] ?? new Int32Array()
    const jitter = jitterOf(noted)
    // What is noted of descriptions takes these to tell.
    const isTold = noted.known !== undefined && noted.known.relabelled === undefined
    const chains = rows.length === 0 ? [] : isTold ? checkUnbroken(all, rows, jitter) : undefined
    return chains === undefined
      ? checkByRows(walletNo, noted)
      : Effect.succeed<WindowEvidence>({
        period: entry.days,
        truncated: entry.truncated,
        jitter,
        chains,
        shared: []
      })
  })
})

const checkByRows = Effect.fnUntraced(function*(walletNo: WalletNo, noted: Noted) {
  const { days, truncated } = noted.entry
  const rows = yield* (yield* Sink).liveRows(walletNo, days)
  return checkRows({ period: days, rows, truncated, jitter: jitterOf(noted) })
})

/** By how many seconds its times were taken to be wrong when it was written down. */
const jitterOf = ({ known }: Noted): number => known?.jitter ?? 0

/**
 * The places of the windows that were checked without the marks of their rows and stand on one side of a gap: rows that name no
 * currency are of the one that all windows together give them to. Behind a window whose rows may rest a gap may begin before it.
 */
const besideGaps = (
  checks: ReadonlyArray<WindowEvidence>,
  balances: ReadonlyArray<KnownBalance>
): ReadonlyArray<number> => {
  const settled = settle(checks, currenciesWith(checks, balances))
  const { windows } = joinWindows(settled, outerAnchors(checks, balances))
  const before = new Map<string | null, Array<number>>()
  const beside = new Set<number>()
  for (const [index, { chains }] of settled.entries()) {
    const joined = windows[index]
    for (const { currency } of [...joined?.verdict.gaps ?? [], ...joined?.filled ?? []]) {
      for (const place of before.get(currency) ?? []) beside.add(place)
      beside.add(index)
    }
    for (const { currency, mayRest } of chains.filter(tells)) {
      const places = before.get(currency)
      if (mayRest && places !== undefined) places.push(index)
      else before.set(currency, [index])
    }
  }
  return [...beside].filter((place) => checks[place]?.chains.some(({ first }) => first === null) === true)
}
