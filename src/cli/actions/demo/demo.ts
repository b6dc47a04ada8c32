/**
 * The work of `demo`: the main job on the simulated service, without any account.
 */
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import * as Money from "../../../domain/Money.ts"
import { type Day, parseDay } from "../../../domain/Period.ts"
import { zoneClock } from "../../../domain/ServiceTime.ts"
import type { ChainEnd } from "../../../domain/Verdict.ts"
import { WalletNo } from "../../../domain/Wallet.ts"
import * as Pull from "../../../pipeline/Pull.ts"
import { presets, type RunningSandbox, Sandbox, type WalletTruth } from "../../../sandbox/index.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { PullSettings, usualMaxRunBytes, usualMaxWithdrawals } from "../../../settings/PullSettings.ts"
import { ServiceSettings } from "../../../settings/ServiceSettings.ts"
import type { WalletSetting } from "../../../settings/shapes.ts"
import { SigningSettings } from "../../../settings/SigningSettings.ts"
import { TransportSettings } from "../../../settings/TransportSettings.ts"
import { Signer } from "../../../signer/Signer.ts"
import { Database, layerDuckDb } from "../../../sink/duckdb/index.ts"
import { Statement } from "../../../statement/Statement.ts"
import { codeOfRun, CommandEnd, exitCode } from "../../ending/exit.ts"
import { dataColumns, printData, printJson, printNotice } from "../../output/output.ts"
import { summary } from "../../output/summary.ts"
import { renderTable } from "../../output/table.ts"
import { withProgress } from "../../output/withProgress.ts"
import { wrapped } from "../../output/wrapped.ts"
import { withTelemetry } from "../telemetry.ts"

/** The sandbox's wallets stand in Kenya, and its year is 2025. */
const zone = "Africa/Nairobi"
const year = { from: parseDay("2025-01-01"), to: parseDay("2025-12-31") }

/** A wallet with its opening and closing balance, as a merchant would take them from the provider's own papers. */
const walletSetting = ({ currencies, walletNo }: WalletTruth): WalletSetting => {
  const [books] = currencies.length === 1 ? currencies : []
  return {
    walletNo: WalletNo.make(walletNo),
    currency: null,
    balances: books === undefined ? [] : [
      ...balanceOf("opening", year.from, books.openingBalance),
      ...balanceOf("closing", year.to, books.closingBalance)
    ]
  }
}

const balanceOf = (end: ChainEnd, day: Day | undefined, text: string): WalletSetting["balances"] => {
  const balance = moneyOf(text)
  return day === undefined ? [] : [{ currency: null, day, end, balance, source: "the sandbox's books" }]
}

const moneyOf = (text: string): Money.Money | null => {
  const money = Money.parse(text)
  return typeof money === "string" ? null : money
}

const settingsFor = Effect.fnUntraced(function*(sandbox: RunningSandbox, truth: ReadonlyArray<WalletTruth>) {
  const { consumerKey, consumerSecret, privateKey } = sandbox.credentials
  const clock = yield* Effect.fromNullishOr(zoneClock(zone))
  const privateKeyText = yield* Effect.fromNullishOr(privateKey)
  return Layer.mergeAll(
    Layer.succeed(ServiceSettings, {
      baseUrl: new URL(sandbox.url),
      consumerKey: Redacted.make(consumerKey),
      consumerSecret
    }),
    Layer.succeed(SigningSettings, {
      privateKey: { _tag: "Text", text: privateKeyText },
      passphrase: Option.none(),
      algorithm: "rsa-pkcs1-sha256",
      separator: ""
    }),
    Layer.succeed(TransportSettings, {
      requestTimeout: Duration.seconds(60),
      retryTimeout: Duration.minutes(5),
      maxAttempts: 8,
      maxResponseBytes: 32 * 2 ** 20,
      requestsPerMinute: Option.none(),
      caFile: Option.none()
    }),
    Layer.succeed(PullSettings, {
      wallets: truth.map(walletSetting),
      from: Option.fromUndefinedOr(year.from),
      to: Option.fromUndefinedOr(year.to),
      lookbackDays: 0,
      clock,
      markerPolicy: "trust-24h",
      clockJitter: Duration.zero,
      dateBounds: "unknown",
      dayStart: Option.none(),
      maxWithdrawals: usualMaxWithdrawals,
      maxRunBytes: usualMaxRunBytes,
      limit: 5000,
      concurrency: 4,
      runTimeout: Duration.minutes(30)
    })
  )
}, Effect.orDie)

/** Queries worth trying, with what they show. */
const queries: ReadonlyArray<readonly [title: string, sql: string]> = [
  [
    "Totals and closing balance of each wallet",
    "SELECT wallet_no, currency, rows, credit_total, debit_total, closing_balance FROM wallet_summary ORDER BY ALL"
  ],
  [
    "Cash flow by month",
    "SELECT month, credit_total, debit_total, net FROM monthly_cashflow WHERE wallet_no = '254700000001' ORDER BY month LIMIT 6"
  ],
  [
    "Busiest days",
    "SELECT wallet_no, day, rows, net, closing_balance FROM daily_balance ORDER BY rows DESC LIMIT 5"
  ]
]

const showQueries = Effect.fnUntraced(function*(path: string) {
  const database = yield* Database.openReadOnly(path)
  for (const [title, sql] of queries) {
    const result = yield* database.query(sql)
    yield* printData(
      `\n${title}:\n  wallet-statement query --db ${path} "${sql}"\n\n${renderTable(result, dataColumns())}`
    )
  }
}, Effect.scoped)

/** Serves, pulls into the file at `path`, compares, and shows what can be asked. */
export const demo = Effect.fnUntraced(function*(path: string, json: boolean) {
  const sandbox = yield* Sandbox.serve(presets.demo)
  const truth = yield* sandbox.truth
  const records = truth.reduce((sum, wallet) => sum + wallet.records, 0)
  yield* printNotice(
    `The simulated service at ${sandbox.url} has ${truth.length} wallets with ${
      records.toLocaleString("en-US")
    } records of 2025.`
  )
  const { failures, report } = yield* withProgress(Pull.run, {
    terminal: process.stderr,
    isAsked: false,
    isQuiet: false
  }).pipe(
    Effect.provide(
      Layer.merge(Statement.layerConfig, layerDuckDb({ path })).pipe(
        Layer.provide([Signer.layerConfig, Layer.succeed(DatabaseSettings, { path })]),
        Layer.provideMerge(Layer.unwrap(settingsFor(sandbox, truth)))
      )
    ),
    withTelemetry
  )
  const problems = yield* differences(path, truth)
  if (json) yield* printJson({ ...report, differences: problems })
  else {
    yield* printData(summary(report, { database: path, verbose: true, columns: dataColumns() }))
    yield* printData(
      problems.length === 0
        ? wrapped(
          "Counts, debit and credit totals and closing balances equal the service's own books, to the last digit.",
          dataColumns()
        )
        : problems.join("\n")
    )
    yield* showQueries(path)
  }
  // The charts take a while to load, and are not needed before.
  const { ofAll, writtenPage } = yield* Effect.promise(() => import("../reportPage.ts"))
  const page = yield* writtenPage(pageBeside(path), path, ofAll)
  if (!json) yield* printData(`\n${wrapped(page, dataColumns())}`)
  const code = problems.length > 0 ? exitCode.failed : codeOfRun(report, failures)
  if (code !== exitCode.complete) return yield* new CommandEnd({ code, message: "" })
}, Effect.scoped)

/** Where the report about a database goes: beside it. */
const pageBeside = (path: string): string => `${path.replace(/\.duckdb$/, "")}-report.html`

/** What the file holds otherwise than the service's books; nothing when all is well. */
const differences = Effect.fnUntraced(function*(path: string, truth: ReadonlyArray<WalletTruth>) {
  const database = yield* Database.openReadOnly(path)
  const { rows } = yield* database.query(
    "SELECT wallet_no, currency, rows::VARCHAR, debit_total::VARCHAR, credit_total::VARCHAR, closing_balance::VARCHAR " +
      "FROM wallet_summary"
  )
  const found = new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row.slice(2).map(plain).join(" ")]))
  return truth.flatMap((wallet) =>
    wallet.currencies.flatMap((books) => {
      const key = `${wallet.walletNo} ${books.currency}`
      const expected = [books.records, books.debitTotal, books.creditTotal, books.closingBalance].map(plain).join(" ")
      return found.get(key) === expected
        ? []
        : [`${key}: the file has ${found.get(key) ?? "nothing"}, the service ${expected}`]
    })
  )
}, Effect.scoped)

/** A decimal without the zeros behind that depend on the column's scale. */
const plain = (value: string | number | null | undefined): string => {
  const text = String(value ?? "")
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}
