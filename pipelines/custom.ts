/**
 * A pipeline of one's own, made of the same parts as the main job: a stage that looks for large payments, and two
 * targets at once, the DuckDB file and a running total in memory.
 *
 *     WALLET_STATEMENT_FROM=2025-01-01 node pipelines/custom.ts
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer } from "effect"
import {
  type CheckedWindow,
  Money,
  Pipeline,
  Pull,
  PullSettings,
  Rows,
  Settings,
  signedAmount,
  Signer,
  Statement
} from "wallet-statement"
import { layerDuckDbConfig } from "wallet-statement/duckdb"
import { settings } from "./settings.ts"

/** 10,000.00 */
const large = Money.fromTenThousandths(100_000_000n)

/** The stage: counts the payments that somebody should look at. */
const reportLarge = Pipeline.tap((window: CheckedWindow) => {
  const found = Rows.filter(window.rows, (row) => row.amount >= large).count
  return found === 0 ? Effect.void : Console.log(`${found} payments of 10,000.00 or more`)
})

/** The second target: what the wallet gained or lost. */
let net = Money.zero
const toNet = (window: CheckedWindow) =>
  Effect.sync(() => {
    net = Rows.toArray(window.rows).map(signedAmount).reduce(Money.add, net)
  })

const custom = Effect.gen(function*() {
  const { wallets } = yield* PullSettings
  for (const { walletNo } of wallets) {
    const pull = yield* Pull.prepare("custom", walletNo)
    if (pull === undefined) continue
    net = Money.zero
    yield* Pull.windows(pull).pipe(
      Pipeline.via(reportLarge),
      Pipeline.into(Pipeline.both(Pull.toSink<CheckedWindow>, toNet)),
      Pipeline.drain
    )
    yield* Console.log(`${walletNo}: net ${Money.format(net)}`)
  }
})

custom.pipe(
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
