/**
 * A back-fill: many wallets over a long period, a few at a time, each into the same file. What fails for one wallet
 * does not stop the others; what was loaded stays, and running it again without WALLET_STATEMENT_FROM goes on from there.
 *
 *     WALLET_STATEMENT_WALLETS=254700000001,254700000002 WALLET_STATEMENT_FROM=2020-01-01 node pipelines/backfill.ts
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import { Pull, PullObserver, PullSettings, Settings, Signer, Statement } from "wallet-statement"
import { layerDuckDbConfig } from "wallet-statement/duckdb"
import { settings } from "./settings.ts"

/** At most this many wallets at a time, whatever the settings say: the service's limit is for all of them together. */
const wallets = 4

const layerBounded = Layer.effect(
  PullSettings,
  Effect.map(PullSettings, (given) => ({ ...given, concurrency: Math.min(given.concurrency, wallets) }))
)

const backfill = Effect.gen(function*() {
  const { failures, report } = yield* Pull.run
  for (const { error, walletNo } of failures) yield* Console.error(`${walletNo}: ${error.message}`)
  yield* Console.log(`${report.wallets.length - failures.length} wallets loaded, ${failures.length} failed`)
  if (failures.length > 0) return yield* Effect.fail("Run it again without WALLET_STATEMENT_FROM to go on.")
  if (report.status !== "complete") return yield* Effect.fail(`The run is ${report.status}: see its findings.`)
}).pipe(
  Effect.provideService(PullObserver, (event) =>
    event._tag === "Committed"
      ? Console.log(`${event.walletNo}: ${event.outcome.inserted} new rows`)
      : Effect.void)
)

backfill.pipe(
  Effect.provide(
    Layer.merge(Statement.layerConfig, layerDuckDbConfig).pipe(
      Layer.provide(Signer.layerConfig),
      Layer.provideMerge(layerBounded),
      Layer.provideMerge(Settings.layer),
      Layer.provide(settings),
      Layer.fresh
    )
  ),
  NodeRuntime.runMain
)
