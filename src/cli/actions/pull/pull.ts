/**
 * The work of `pull`. DuckDB makes and opens the file by threads of its own; what else a pull needs is loaded meanwhile.
 */
import { Context, Duration, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { AcceptWithdrawals } from "../../../pipeline/AcceptWithdrawals.ts"
import { Reload } from "../../../pipeline/Reload.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import * as Settings from "../../../settings/Settings.ts"
import { asidesOf, layerDuckDb } from "../../../sink/duckdb/index.ts"
import { printNotice } from "../../output/output.ts"
import type { Told } from "../load.ts"
import { withTelemetry } from "../telemetry.ts"
import { tellingWait } from "../tellingWait.ts"

/** What DuckDB takes until it can be given the long step of making a file. */
const gettingReady = Duration.millis(10)

const restOf = Effect.fnUntraced(function*(loginNow: boolean) {
  const { layerService, load } = yield* Effect.promise(() => import("../load.ts"))
  // Making this layer loads more, and this thread could not give DuckDB that step meanwhile.
  yield* Effect.sleep(gettingReady)
  return { load, service: yield* Layer.build(layerService(loginNow)) }
})

/** How to pull, apart from settings: what is decided for a single run. */
export interface PullInput extends Told {
  readonly acceptWithdrawals: boolean
  /** Whether to ask again for days that are loaded. */
  readonly reload: boolean
  /** Whether to log in although the service refused that a while ago. */
  readonly loginNow: boolean
}

/** A file that is made anew in the place of a damaged one lacks what no service has. */
const tellOfAside = (path: string) =>
  Effect.suspend(() => {
    const aside = existsSync(path) ? undefined : asidesOf(path).at(-1)
    return aside === undefined ? Effect.void : printNotice(
      `${path} is made anew: it was found damaged and was set aside as ${aside}. Its audit chain, known balances and decisions are in ` +
        "that file, or in a backup of it, alone."
    )
  })

/** Pulls the wallets of the settings into the file of the settings, closes it, and gives how that ended. */
export const pull = Effect.fnUntraced(
  function*({ acceptWithdrawals, loginNow, reload, ...told }: PullInput) {
    const { wait, ...options } = yield* DatabaseSettings
    const onWait = (holder: number | null) =>
      printNotice(`${options.path} is open in ${holder === null ? "another process" : `process ${holder}`}: waiting.`)
    yield* tellOfAside(options.path)
    const opened = layerDuckDb({ ...options, removeUnused: true, wait: wait && { atMost: wait, onWait } })
    const opening = tellingWait("pull", wait)(Layer.build(opened))
    const [file, { load, service }] = yield* Effect.all([opening, restOf(loginNow)], { concurrency: "unbounded" })
    return yield* load(told).pipe(
      Effect.provideContext(Context.merge(file, service)),
      Effect.provideService(AcceptWithdrawals, acceptWithdrawals),
      Effect.provideService(Reload, reload)
    )
  },
  Effect.scoped,
  Effect.provide(Settings.layer),
  withTelemetry
)
