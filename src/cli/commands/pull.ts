/**
 * `pull`: the main job.
 */
import { Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { format } from "../../domain/Period.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import * as Pull from "../../pipeline/Pull.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { PullSettings } from "../../settings/PullSettings.ts"
import * as Settings from "../../settings/Settings.ts"
import { Sink } from "../../sink/Sink.ts"
import { Statement } from "../../statement/Statement.ts"
import { toEnding } from "../ending.ts"
import { codeOfPullError, codeOfRun, CommandEnd, exitCode } from "../exit.ts"
import { layerFile, layerFileReadOnly } from "../layerFile.ts"
import { printData, printJson } from "../output.ts"
import { withProgress } from "../progress.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../settingFlags.ts"
import { summary } from "../summary.ts"
import { withTelemetry } from "../telemetry.ts"

const flags = {
  wallet: Flag.String("wallet").pipe(
    Flag.withAlias("w"),
    Flag.withDescription("Wallet number, or NUMBER=CUR to name its currency; may be given several times"),
    Flag.atLeast(0)
  ),
  from: Flag.String("from").pipe(
    Flag.withDescription("First day, YYYY-MM-DD; without it the pull goes on from where the wallet is complete"),
    Flag.optional
  ),
  to: Flag.String("to").pipe(
    Flag.withDescription("Last day, YYYY-MM-DD (default: today at the service)"),
    Flag.optional
  ),
  lookback: Flag.String("lookback").pipe(
    Flag.withDescription("Days to read once more for late and changed rows when going on (default: 3d)"),
    Flag.optional
  ),
  limit: Flag.String("limit").pipe(
    Flag.withDescription("Records to ask for at once, 1 to 5000 (default: 5000)"),
    Flag.optional
  ),
  concurrency: Flag.String("concurrency").pipe(
    Flag.withDescription("Wallets to pull at the same time (default: 4)"),
    Flag.optional
  ),
  openingBalance: Flag.String("opening-balance").pipe(
    Flag.withDescription("Balance before the first day's first row, or NUMBER:BALANCE; may be given several times"),
    Flag.atLeast(0)
  ),
  closingBalance: Flag.String("closing-balance").pipe(
    Flag.withDescription("Balance after the last day's last row, or NUMBER:BALANCE; may be given several times"),
    Flag.atLeast(0)
  ),
  db: dbFlag,
  config: configFlag,
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Print the windows that would be asked for, and send nothing"),
    Flag.withDefault(false)
  ),
  json: jsonFlag
}

const load = Effect.fnUntraced(function*(json: boolean) {
  const { path } = yield* DatabaseSettings
  const { failures, report } = yield* withProgress(
    Pull.run,
    process.stderr,
    (message) => (json ? printJson({ error: { exitCode: 130, message } }) : Effect.void)
  )
  yield* logReport(report)
  yield* json ? printJson(report) : printData(summary(report, path))
  const code = codeOfRun(report, failures)
  if (code !== exitCode.complete) return yield* new CommandEnd({ code, message: "" })
})

/** What an unattended run leaves in a log. */
const logReport = Effect.fnUntraced(function*({ durationMs, runId, status, wallets }: RunReport) {
  for (const { error, requests, retries, rows, verdict, wallet, watermark, windows } of wallets) {
    const fields = { run: runId, wallet, verdict, watermark, windows, requests, retries, ...rows }
    yield* error === null
      ? Effect.logInfo("wallet ended").pipe(Effect.annotateLogs(fields))
      : Effect.logError("wallet failed").pipe(Effect.annotateLogs({ ...fields, error }))
  }
  yield* Effect.logInfo("run ended").pipe(Effect.annotateLogs({ run: runId, status, durationMs }))
})

const showPlan = Effect.fnUntraced(function*(json: boolean) {
  const { limit, wallets } = yield* PullSettings
  const plans = yield* Effect.forEach(
    wallets,
    ({ walletNo }) =>
      Effect.map(Pull.prepare("dry-run", walletNo), (pull) => ({
        wallet: walletNo,
        period: pull === undefined ? null : format(pull.period),
        windows: pull === undefined ? [] : Pull.expectedAsks(pull).map(({ asked, days }) => ({
          days: format(days),
          asked: format(asked),
          limit
        }))
      }))
  ).pipe(Effect.mapError((error) => new CommandEnd({ code: codeOfPullError(error), message: error.message })))
  if (json) return yield* printJson({ dryRun: true, wallets: plans })
  yield* printData(
    plans.map(({ period, wallet, windows }) =>
      [
        `wallet ${wallet}: ${period === null ? "nothing to do" : period}`,
        ...windows.map(({ asked, days }) => `  window ${days}, asks for ${asked}, at most ${limit} records`)
      ].join("\n")
    ).join("\n") + "\nNothing was sent. Windows that turn out too full are split on the way."
  )
})

/** A plan needs what earlier runs stored, but must not make a file. */
const layerPlanSink = Layer.unwrap(
  Effect.map(DatabaseSettings, ({ path }) => (existsSync(path) ? layerFileReadOnly : Sink.layerMemory))
)

/** A flag that may be given several times, as settings write lists. */
const joined = (values: ReadonlyArray<string>): Option.Option<string> =>
  values.length === 0 ? Option.none() : Option.some(values.join(","))

export const pull = Command.make("pull", flags, (input) => {
  const job = input.dryRun
    ? showPlan(input.json).pipe(
      Effect.provide(layerPlanSink.pipe(Layer.provideMerge(Layer.merge(Settings.layerPull, Settings.layerDatabase))))
    )
    : load(input.json).pipe(
      Effect.provide(Layer.merge(Statement.layerNode, layerFile).pipe(Layer.provideMerge(Settings.layer))),
      withTelemetry
    )
  return job.pipe(
    withSettings({
      CONFIG: input.config,
      DB: input.db,
      WALLETS: joined(input.wallet),
      OPENING_BALANCE: joined(input.openingBalance),
      CLOSING_BALANCE: joined(input.closingBalance),
      FROM: input.from,
      TO: input.to,
      LOOKBACK: input.lookback,
      LIMIT: input.limit,
      CONCURRENCY: input.concurrency
    }),
    toEnding(input.json)
  )
}).pipe(
  Command.withDescription("Fetch, check and load the statement of one or more wallets"),
  Command.withExamples([
    {
      command: "wallet-statement pull --wallet 254700000001 --from 2024-01-01 --to 2024-12-31",
      description: "Load a year"
    },
    { command: "wallet-statement pull", description: "Go on with the wallets of the settings" },
    { command: "wallet-statement pull --dry-run --from 2024-01-01", description: "See what would be asked for" }
  ])
)
