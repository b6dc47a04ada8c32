/**
 * Pulls of one wallet night after night, of a service whose records may change between them and which shows what a test lets it
 * show.
 */
import { Duration, Effect, Layer, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { addDays, dayFromNumber, formatDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import type { Currency } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity, type WalletVerification } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { AnswerMalformed, StatementError } from "../../src/statement/StatementError.ts"
import { folder } from "../sink/duckdb/files.ts"
import { pageOf } from "./pageOf.ts"
import { clockOf, pullSettings, wallet } from "./pullSettings.ts"

/** The day from which nights are counted. */
export const first = dayFromNumber(19_723)
/** A day as text, counted from the first. */
export const dayOf = (index: number): string => formatDay(addDays(first, index))

/** What the service shows for a request that is the `times`th, at noon of the day `night`. */
export type Shows = (record: StatementRecord, asked: { readonly night: number; readonly times: number }) => boolean

/** A pull. */
export interface Night {
  /** The first request that is refused. */
  readonly fails?: number
  /** The request in which the run's time is over. */
  readonly lasts?: number
  readonly zone?: string
  readonly markerPolicy?: "trust-24h" | "trust-marker" | "reject"
  /** The day of the pull, counted from the first. */
  readonly night: number
  readonly from?: number
  readonly to?: number
  /** With which day the wallet begins, by the settings. */
  readonly begins?: number
  readonly dateBounds?: "unknown" | "inclusive"
  readonly limit?: number
  /** By how many seconds times may be wrong. */
  readonly jitter?: number
  /** By how many hours behind midnight the service's days begin. */
  readonly dayStart?: number
  /** What settings say that the wallet's rows are in. */
  readonly currency?: Currency
  readonly balances?: PullSettings["Service"]["wallets"][number]["balances"]
}

/** What a test sees and does. */
export interface World {
  readonly pull: (night: Night, shows?: Shows) => Effect.Effect<WalletReport, unknown>
  /** The ids that are stored, and those that the service holds up to the end of a day. */
  readonly missing: (upTo: number) => Effect.Effect<ReadonlyArray<string>, unknown>
  /** What is stored and not withdrawn. */
  readonly rows: Effect.Effect<ReadonlyArray<Transaction>, unknown>
  readonly requests: () => ReadonlyArray<StatementRequest>
  /** What the answers of the last pull have shown. */
  readonly seen: () => ReadonlySet<string>
  readonly sink: Sink["Service"]
  /** What a check of what is stored comes to. */
  readonly verify: Effect.Effect<WalletVerification, unknown>
  /** Puts other records in the place of the service's. */
  readonly change: (alter: (records: ReadonlyArray<StatementRecord>) => ReadonlyArray<StatementRecord>) => void
}

/** A record whose date nobody can read is in every answer that may show it. */
export const isUndated = ({ date }: Pick<StatementRecord, "date">): boolean => !/^\d/.test(date)

const dayFrom = (date: string, dayStart: number): string =>
  dayStart === 0
    ? date.slice(0, 10)
    : new Date(Date.parse(`${date.slice(0, 19).replace(" ", "T")}Z`) - dayStart * 3_600_000).toISOString()
      .slice(0, 10)

/** What tells a record from others. */
export const nameOf = ({ description, txnId }: Pick<StatementRecord, "description" | "txnId">): string =>
  `${txnId} ${description}`

const runTimeout = Duration.hours(1)

const refusal = new StatementError({ reason: new AnswerMalformed({ status: 200, detail: "nothing" }) })

/** Runs a test with a sink of its own. */
export const inWorld = (
  sinkAt: (path: string) => Layer.Layer<Sink, SinkError>,
  given: ReadonlyArray<StatementRecord>,
  test: (world: World) => Effect.Effect<void, unknown>
) =>
  Effect.gen(function*() {
    const path = join(yield* folder, "x.duckdb")
    let records = given
    let requests: ReadonlyArray<StatementRequest> = []
    let seen: ReadonlySet<string> = new Set()
    yield* Effect.gen(function*() {
      const sink = yield* Sink
      const pull: World["pull"] = Effect.fnUntraced(function*(
        {
          balances = [],
          begins,
          currency,
          dateBounds = "unknown",
          dayStart = 0,
          fails,
          from,
          jitter = 0,
          lasts,
          limit = 5000,
          markerPolicy = "trust-24h",
          night,
          to,
          zone = "Africa/Nairobi"
        },
        shows: Shows = () => true
      ) {
        const now = Date.parse(`${dayOf(night)}T09:00:00Z`)
        yield* TestClock.setTime(now)
        requests = []
        seen = new Set()
        const service = Statement.layerTest((request) =>
          Effect.suspend(() => {
            requests = [...requests, request]
            if (fails !== undefined && requests.length >= fails) return Effect.fail(refusal)
            if (lasts === requests.length) return Effect.andThen(TestClock.adjust(runTimeout), Effect.never)
            const shown = records.filter((record) => {
              const day = isUndated(record) ? "" : dayFrom(record.date, dayStart)
              const isAsked = day >= request.fromDate && day <= request.toDate && record.date <= `${dayOf(night)} 12`
              return (isAsked || isUndated(record)) && shows(record, { night, times: requests.length })
            })
            const told = shown.toReversed().slice(0, request.limit)
            seen = new Set([...seen, ...told.map(nameOf)])
            return Effect.succeed(pageOf(request, told, { servedAt: now }))
          })
        )
        const { report } = yield* Pull.run.pipe(
          Effect.provide(service),
          Effect.provideService(
            PullSettings,
            pullSettings({
              limit,
              dateBounds,
              markerPolicy,
              clock: clockOf(zone),
              clockJitter: Duration.seconds(jitter),
              runTimeout,
              wallets: [{
                walletNo: wallet,
                currency: currency ?? null,
                balances,
                ...(begins === undefined ? {} : { from: addDays(first, begins) })
              }],
              from: Option.map(Option.fromUndefinedOr(from), (index) => addDays(first, index)),
              to: Option.map(Option.fromUndefinedOr(to), (index) => addDays(first, index))
            })
          ),
          Effect.provideService(Sink, sink)
        )
        return yield* Effect.fromNullishOr(report.wallets[0])
      })
      const missing: World["missing"] = (upTo) =>
        Effect.map(sink.rowsOf(wallet, { from: first, to: addDays(first, upTo) }), (rows) => {
          const stored = new Set(rows.map(nameOf))
          return records.filter(({ date }) => date.slice(0, 10) <= dayOf(upTo)).map(nameOf).filter((id) =>
            !stored.has(id)
          )
        })
      yield* test({
        pull,
        missing,
        rows: sink.rowsOf(wallet, { from: first, to: addDays(first, 400) }),
        sink,
        verify: verifyContinuity(wallet).pipe(Effect.provideService(Sink, sink)),
        requests: () => requests,
        seen: () => seen,
        change: (alter) => {
          records = alter(records)
        }
      })
      // Which later answers are examined is chance.
    }).pipe(Effect.provide(Layer.fresh(sinkAt(path))), Random.withSeed("nights"))
  })
