/**
 * The findings of a file: those that follow from what is stored, worked out again, and when they were found.
 */
import { Effect, Option } from "effect"
import type { Finding } from "../../../domain/Finding.ts"
import type { ZoneClock } from "../../../domain/ServiceTime.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { lastAcceptance } from "../../../pipeline/decided.ts"
import { declaredClock } from "../../../pipeline/readingRules.ts"
import { storedFindings } from "../../../pipeline/storedFindings.ts"
import { verifyContinuity } from "../../../pipeline/verifyContinuity.ts"
import type { DatabaseReader } from "../../../sink/duckdb/index.ts"
import { Sink } from "../../../sink/Sink.ts"
import { localText } from "../../output/instantText.ts"
import { namedWallets } from "../namedWallets.ts"
import { firstReportedAt, notedFindings, overAmong } from "../notedFindings.ts"

/** A finding as it is listed. */
export interface ListedFinding extends Finding {
  readonly wallet: string
  readonly state: "open" | "accepted" | "closed"
  /** Milliseconds since 1970-01-01T00:00:00Z; null where nobody noted it. */
  readonly openedAt: number | null
  /** The clock by which its times are written; undefined where the file does not say. */
  readonly clock: ZoneClock | undefined
}

/** Which findings: of all wallets or of one, and with those that are over or without. */
export interface Which {
  readonly wallet: Option.Option<string>
  readonly all: boolean
}

/** The findings of a file, those that are over behind the others. */
export const fileFindings = Effect.fnUntraced(function*(database: DatabaseReader, { all, wallet }: Which) {
  const walletNos = yield* namedWallets(database, Option.toArray(wallet))
  const sink = yield* Sink
  const clocks = new Map<string, ZoneClock | undefined>(
    yield* Effect.forEach(
      walletNos,
      (walletNo) => Effect.map(sink.declaredSettings(walletNo), (text) => [walletNo, declaredClock(text)] as const)
    )
  )
  const decisions = new Map(
    (yield* Effect.forEach(walletNos, (walletNo) => sink.decisions(walletNo))).flatMap((all) => [...all])
  )
  const noted = (yield* notedFindings(database)).filter((each) =>
    walletNos.some((walletNo) => walletNo === each.wallet)
  )
  const opened = new Map(noted.flatMap(({ foundAt, id, isOver }) => (isOver ? [] : [[id, foundAt] as const])))
  const standing = (yield* Effect.forEach(
    walletNos,
    Effect.fnUntraced(function*(walletNo) {
      const found = yield* storedFindings(yield* verifyContinuity(walletNo))
      return yield* Effect.forEach(
        found,
        (finding) =>
          Effect.map(
            openedAt(database, finding.id, opened),
            (at) => listed(walletNo, finding, at, clocks.get(walletNo))
          )
      )
    })
  )).flat()
  if (!all) return standing
  return [
    ...standing,
    ...overAmong(noted, standing).map((
      { amount, currency, endedAt, foundAt, from, id, kind, to, wallet: of }
    ): ListedFinding => ({
      wallet: of,
      id,
      kind,
      from,
      to,
      amount,
      currency,
      count: null,
      explanation: endedAt === null ? "It is over." : `It is over since ${localText(endedAt, clocks.get(of))}.`,
      own: null,
      accepted: lastAcceptance(decisions.get(id), clocks.get(of)),
      state: "closed",
      openedAt: foundAt,
      clock: clocks.get(of)
    }))
  ]
})

/** When a finding was found first; null where nobody noted it. */
const openedAt = (database: DatabaseReader, id: string, noted: ReadonlyMap<string, number>) => {
  const at = noted.get(id)
  return at === undefined ? Effect.map(firstReportedAt(database, id), (first) => first ?? null) : Effect.succeed(at)
}

const listed = (
  wallet: WalletNo,
  finding: Finding,
  openedAt: number | null,
  clock: ZoneClock | undefined
): ListedFinding => ({ wallet, ...finding, state: finding.accepted === null ? "open" : "accepted", openedAt, clock })
