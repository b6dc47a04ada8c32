/**
 * One pull of two wallets through a FaultProxy, and what came of it, judged by the books of the simulated service.
 */
import { Duration, Effect, Layer, Option, Redacted, Schema, type Scope } from "effect"
import { connect } from "node:net"
import { createServer } from "node:tls"
import { parseDay } from "../../src/domain/Period.ts"
import { zoneClock } from "../../src/domain/ServiceTime.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { timeText } from "../../src/sandbox/calendar.ts"
import { generate } from "../../src/sandbox/generate.ts"
import { type RunningSandbox, Sandbox, WalletOptions } from "../../src/sandbox/index.ts"
import { type Row, rowAt, size } from "../../src/sandbox/Ledger.ts"
import { markerOf } from "../../src/sandbox/wireRecord.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { ServiceSettings } from "../../src/settings/ServiceSettings.ts"
import { SigningSettings } from "../../src/settings/SigningSettings.ts"
import { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { MemoryTables } from "../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { FaultProxy } from "../kit/FaultProxy.ts"
import type { FaultKind } from "../kit/faults.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import type { Authority } from "../transport/certificates.ts"

/** The longest that an attempt and a run may take. */
export const attemptMillis = 1_500
export const runMillis = 15_000
/** What a busy machine may take to notice that such a time is over, besides the time that the process stood still. */
export const graceMillis = 2_000

const tickMillis = 50
let stoodStill = 0
let ticked = performance.now()
setInterval(() => {
  const now = performance.now()
  // Nothing in a run keeps the event loop that long: other processes had the processor.
  stoodStill += Math.max(0, now - ticked - 2 * tickMillis)
  ticked = now
}, tickMillis).unref()

const seed = 7
const wallets = [1, 2].map((number) => ({
  walletNo: `25470000000${number}`,
  records: 60,
  from: "2025-03-01",
  to: "2025-03-31",
  openingBalance: `${number}000.00`
}))

/** Rows as texts to compare: everything of them, and what of it the balances cover; and the currencies they name. */
interface Rows {
  readonly whole: ReadonlyArray<string>
  readonly money: ReadonlyArray<string>
  readonly currencies: ReadonlyArray<string>
}

/** A row of the client's or of the books, whose money is in ten-thousandths in both. */
interface Comparable extends Pick<Transaction, "txnId" | "type" | "confirmed" | "dateText" | "description"> {
  readonly amount: bigint
  readonly balance: bigint | null
  readonly currency: string | null
}

const comparable = (rows: ReadonlyArray<Comparable>): Rows => {
  const money = rows.map(({ amount, balance, type }) => [type, amount, balance].join("|"))
  const whole = rows.map(({ confirmed, currency, dateText, description, txnId }, index) =>
    [money[index], currency, txnId, confirmed, dateText, description].join("|")
  )
  return { whole, money, currencies: rows.flatMap(({ currency }) => (currency === null ? [] : [currency])) }
}

const booked = (row: Row) => ({
  ...row,
  type: row.debit ? "Debit" as const : "Credit" as const,
  dateText: `${timeText(row.second)} ${markerOf(row.second)}`
})

const books: ReadonlyMap<string, ReadonlyArray<Comparable>> = new Map(wallets.map((wallet) => {
  const ledger = generate(Schema.decodeSync(WalletOptions)(wallet), seed)
  if (typeof ledger === "string") throw new Error(ledger)
  const rows = Array.from({ length: size(ledger) }, (_, place) => rowAt(ledger, place)).filter((row) =>
    row !== undefined
  )
  return [wallet.walletNo, rows.map(booked)]
}))

/** The rows of some days, both included; a changed date names no day. */
const between = (
  rows: ReadonlyArray<Comparable>,
  from: string | null,
  to: string | null
): ReadonlyArray<Comparable> =>
  rows.filter(({ dateText }) => from !== null && to !== null && dateText >= from && dateText.slice(0, 10) <= to)

/** How many of some texts are not among others, each of which counts once. */
const countBeyond = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return some.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  }).length
}

const countDiffering = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): number =>
  countBeyond(some, others) + countBeyond(others, some)

/** How the service is reached: in the clear, or over TLS with this file of authorities. */
export interface Way {
  readonly name: "http" | "tls"
  readonly port: number
  readonly caFile: Option.Option<string>
}

/** The simulated service. */
export const serveBooks = Sandbox.serve({ seed, wallets })

/** The simulated service in the clear. */
export const overHttp = (sandbox: RunningSandbox): Way => ({ name: "http", port: sandbox.port, caFile: Option.none() })

/** TLS in front of the simulated service: what comes in goes on in the clear. */
export const overTls = (sandbox: RunningSandbox, authority: Authority): Effect.Effect<Way, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Way & { readonly close: () => void }>((resume) => {
      const server = createServer(authority.issue(), (socket) => {
        const upstream = connect(sandbox.port, "127.0.0.1")
        for (const one of [socket, upstream]) one.on("error", () => upstream.destroy())
        socket.pipe(upstream)
        upstream.pipe(socket)
      })
      server.on("connection", (socket) => socket.on("error", () => undefined))
      server.on("tlsClientError", () => undefined)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const caFile = Option.some(authority.caFile)
        resume(Effect.succeed({ name: "tls", port, caFile, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const settingsFor = Effect.fnUntraced(function*(sandbox: RunningSandbox, way: Way, port: number) {
  const clock = yield* Effect.fromNullishOr(zoneClock("Africa/Nairobi"))
  const text = yield* Effect.fromNullishOr(sandbox.credentials.privateKey)
  const truth = yield* sandbox.truth
  return Layer.mergeAll(
    Layer.succeed(ServiceSettings, {
      baseUrl: new URL(`${way.name === "tls" ? "https" : "http"}://127.0.0.1:${port}`),
      consumerKey: Redacted.make(sandbox.credentials.consumerKey),
      consumerSecret: sandbox.credentials.consumerSecret
    }),
    Layer.succeed(SigningSettings, {
      privateKey: { _tag: "Text", text },
      passphrase: Option.none(),
      algorithm: "rsa-pkcs1-sha256",
      separator: ""
    }),
    Layer.succeed(TransportSettings, {
      requestTimeout: Duration.millis(attemptMillis),
      retryTimeout: Duration.seconds(12),
      maxAttempts: 6,
      maxResponseBytes: 1_000_000,
      requestsPerMinute: Option.none(),
      caFile: way.caFile
    }),
    Layer.succeed(PullSettings, {
      wallets: truth.map(({ currencies, walletNo }) => ({
        walletNo: WalletNo.make(walletNo),
        currency: null,
        balances: [
          balanceOf("opening", "2025-03-01", currencies[0]?.openingBalance ?? ""),
          balanceOf("closing", "2025-03-31", currencies[0]?.closingBalance ?? "")
        ]
      })),
      from: Option.fromUndefinedOr(parseDay("2025-03-01")),
      to: Option.fromUndefinedOr(parseDay("2025-03-31")),
      lookbackDays: 0,
      clock,
      markerPolicy: "trust-24h",
      clockJitter: Duration.zero,
      dateBounds: "inclusive",
      dayStart: Option.none(),
      maxWithdrawals: 100,
      maxRunBytes: 2 ** 40,
      limit: 25,
      concurrency: 2,
      runTimeout: Duration.millis(runMillis)
    })
  )
}, Effect.orDie)

/** What came of a run. */
export interface Outcome {
  readonly struck: ReadonlyMap<FaultKind, number>
  readonly status: "complete" | "incomplete" | "failed" | "hung"
  readonly errors: ReadonlyArray<string>
  readonly millis: number
  /** How long the process stood still in the meantime. */
  readonly stoodStillMillis: number
  /** How long the client held on to each connection that was left without an answer. */
  readonly heldMillis: ReadonlyArray<number>
  /** Connections that the client still has a while after the run. */
  readonly left: number
  /** Rows that are not in the books, or missing though the run says that all is there, or money proven wrongly. */
  readonly wrong: number
  /** Rows of a complete run over plain HTTP with a changed text, which nothing can show. */
  readonly unseen: number
}

/** What is to be played in a run. */
export interface Played {
  readonly kinds: readonly [FaultKind, ...ReadonlyArray<FaultKind>]
  readonly seed: number
  /** Share of the answers, or of the connections, that are spoilt. */
  readonly rate: number
}

const judge = Effect.fnUntraced(function*(result: Option.Option<Pull.PullResult>, mayBeChanged: boolean) {
  const tables = yield* MemoryTables
  const report = Option.getOrUndefined(result)?.report
  const complete = report?.status === "complete"
  let wrong = 0
  let unseen = 0
  for (const [walletNo, booked] of books) {
    const stored = tables.rows.get(WalletNo.make(walletNo)) ?? []
    const live = stored.flatMap(({ transaction, withdrawn }) => (withdrawn ? [] : [transaction]))
    const [kept, right] = [comparable(live), comparable(booked)]
    const { provenFrom = null, provenTo = null } = report?.wallets.find(({ wallet }) => wallet === walletNo) ?? {}
    const strange = countBeyond(kept.whole, right.whole)
    wrong += countDiffering(
      comparable(between(live, provenFrom, provenTo)).money,
      comparable(between(booked, provenFrom, provenTo)).money
    )
    if (complete) wrong += countDiffering(kept.money, right.money)
    // A spoilt description may leave the currency unknown, which the verdict then says, but never makes it another.
    if (provenTo !== null || complete) {
      wrong += kept.currencies.filter((currency) => !right.currencies.includes(currency)).length
    }
    if (!mayBeChanged) wrong += strange
    else if (complete) unseen += strange
  }
  return { wrong, unseen }
})

/** Pulls through a proxy of its own. */
export const pullThrough = Effect.fnUntraced(function*(sandbox: RunningSandbox, way: Way, played: Played) {
  const framing = way.name === "tls" ? "bytes" : "responses"
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => FaultProxy.start({ ...played, port: way.port, framing, slowest: attemptMillis * 1.5 })),
    (started) => Effect.promise(() => started.stop())
  )
  const settings = yield* settingsFor(sandbox, way, proxy.port)
  // Each run is by itself: none hears of another's logins.
  const statement = Layer.unwrap(
    Effect.gen(function*() {
      return Statement.layerNode(yield* ServiceSettings, yield* TransportSettings)
    })
  )
  const layer = Layer.merge(statement, Sink.layerMemory).pipe(
    Layer.provide(Signer.layerConfig),
    Layer.provideMerge(settings)
  )
  const started = performance.now()
  const stoodStillBefore = stoodStill
  const pulled = yield* Effect.gen(function*() {
    const result = yield* Pull.run.pipe(Effect.timeoutOption(runMillis * 2), Effect.orDie)
    const millis = performance.now() - started
    const mayBeChanged = way.name === "http" && (proxy.struck.has("corrupt") || proxy.struck.has("corrupt-request"))
    const { failures = [], report } = Option.getOrUndefined(result) ?? {}
    return {
      ...(yield* judge(result, mayBeChanged)),
      struck: proxy.struck,
      status: report?.status ?? "hung" as const,
      errors: failures.map(({ error }) => error.message),
      millis
    }
  }).pipe(Effect.provide(layer))
  for (let waited = 0; waited < graceMillis && proxy.held > 0; waited += 20) yield* Effect.sleep(20)
  const outcome: Outcome = {
    ...pulled,
    stoodStillMillis: stoodStill - stoodStillBefore,
    heldMillis: proxy.givenUpAfter,
    left: proxy.held
  }
  return outcome
}, Effect.scoped)
