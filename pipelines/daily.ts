/**
 * The nightly job: goes on from each wallet's watermark and reads the last three days once more, for late and changed
 * rows. WALLET_STATEMENT_FROM says where the wallets begin; otherwise the first run finds it by asking.
 *
 *     node pipelines/daily.ts
 *
 * Settings come from the environment; see the README. Ends with code 1 when something is missing or doubtful.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { Pull, Settings, Signer, Statement } from "wallet-statement"
import { layerDuckDbConfig } from "wallet-statement/duckdb"
import { settings } from "./settings.ts"

const daily = Effect.gen(function*() {
  const { report } = yield* Pull.run
  for (const { error, rows, verdict, wallet, watermark } of report.wallets) {
    yield* error === null
      ? Console.log(`${wallet}: ${rows.inserted} new, ${rows.changed} changed, complete to ${watermark}, ${verdict}`)
      : Console.error(`${wallet}: ${error}`)
  }
  if (report.status !== "complete") return yield* Effect.fail(`The run is ${report.status}.`)
})

daily.pipe(
  Effect.provide(
    Layer.merge(Statement.layerConfig, layerDuckDbConfig).pipe(
      Layer.provide(Signer.layerConfig),
      Layer.provideMerge(Settings.layer),
      Layer.provide(settings),
      Layer.fresh
    )
  ),
  NodeRuntime.runMain
)
