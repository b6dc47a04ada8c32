/**
 * The work of `pull --dry-run`.
 */
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { format } from "../../../domain/Period.ts"
import * as Pull from "../../../pipeline/Pull.ts"
import { Reload } from "../../../pipeline/Reload.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { PullSettings } from "../../../settings/PullSettings.ts"
import * as Settings from "../../../settings/Settings.ts"
import { Sink } from "../../../sink/Sink.ts"
import { codeOfPullError, CommandEnd } from "../../ending/exit.ts"
import { printData, printJson } from "../../output/output.ts"
import { layerFileReadOnly } from "../layerFile.ts"

/** A plan needs what earlier runs stored, but must not make a file. */
const layerPlanSink = Layer.unwrap(
  Effect.map(DatabaseSettings, ({ path }) => (existsSync(path) ? layerFileReadOnly : Sink.layerMemory))
)

const isFound = "no setting says where it begins, and nothing is loaded: a pull finds its first day by asking"

/** Prints what a pull would ask for, and sends nothing. */
export const showPlan = Effect.fnUntraced(
  function*({ json, reload }: { readonly json: boolean; readonly reload: boolean }) {
    const { limit, wallets } = yield* PullSettings
    const plans = yield* Effect.forEach(
      wallets,
      ({ walletNo }) =>
        Pull.prepare("dry-run", walletNo).pipe(
          Effect.map((pull) => ({
            wallet: walletNo,
            period: pull === undefined ? null : format(pull.period),
            neverLoaded: (pull?.neverLoaded ?? []).map(format),
            windows: pull === undefined ? [] : Pull.expectedAsks(pull).map(({ asked, days }) => ({
              days: format(days),
              asked: format(asked),
              limit
            })),
            note: pull === undefined ? "nothing to do" : null
          })),
          Effect.catchTag("NothingToGoOnFrom", () =>
            Effect.succeed({ wallet: walletNo, period: null, neverLoaded: [], windows: [], note: isFound }))
        )
    ).pipe(
      Effect.provideService(Reload, reload),
      Effect.mapError((error) => new CommandEnd({ code: codeOfPullError(error), message: error.message }))
    )
    if (json) return yield* printJson({ dryRun: true, wallets: plans })
    yield* printData(
      plans.map(({ neverLoaded, note, period, wallet, windows }) =>
        [
          `wallet ${wallet}: ${note ?? period}`,
          ...neverLoaded.map((days) => `  never loaded before: ${days}`),
          ...windows.map(({ asked, days }) => `  window ${days}, asks for ${asked}, at most ${limit} records`)
        ].join("\n")
      ).join("\n") + "\nNothing was sent. Windows that turn out too full are split on the way."
    )
  },
  Effect.provide(layerPlanSink.pipe(Layer.provideMerge(Layer.merge(Settings.layerPull, Settings.layerDatabase))))
)
