/**
 * `pull`: the main job.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { SettingsError } from "../../settings/setting.ts"
import type { Ended } from "../ending/Ended.ts"
import { type CommandError, toEnding } from "../ending/ending.ts"
import { CommandEnd, exitCode } from "../ending/exit.ts"
import {
  configFlag,
  dbFlag,
  jsonFlag,
  switchFlag,
  tellingUnknownVariables,
  waitFlag,
  withSettings
} from "../flags/sharedFlags.ts"
import { heldBackUnlessWrong } from "../output/heldBack.ts"

const flags = {
  wallet: Flag.String("wallet").pipe(
    Flag.withAlias("w"),
    Flag.withDescription(
      "Wallet number, or NUMBER=CUR@DAY to name its currency and its first day; may be given several times"
    ),
    Flag.atLeast(0)
  ),
  from: Flag.String("from").pipe(
    Flag.withDescription(
      "First day, YYYY-MM-DD, asked for again with all behind it; without it the pull goes on from where the wallet is complete"
    ),
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
    Flag.withDescription(
      "Balance that --from begins with, or [NUMBER:][CUR:]AMOUNT[@DAY]; kept for later; may be given several times"
    ),
    Flag.atLeast(0)
  ),
  closingBalance: Flag.String("closing-balance").pipe(
    Flag.withDescription(
      "Balance that --to ends with, or [NUMBER:][CUR:]AMOUNT[@DAY]; kept for later; may be given several times"
    ),
    Flag.atLeast(0)
  ),
  acceptWithdrawals: switchFlag(
    "accept-withdrawals",
    "Withdraw the rows that earlier runs held and that the service still does not show"
  ),
  reload: switchFlag(
    "reload",
    "Ask again for days that are loaded, from each wallet's first one on, or from the `from` of its settings"
  ),
  loginNow: switchFlag(
    "login-now",
    "Log in although the service refused that a while ago: key and secret are put right"
  ),
  db: dbFlag,
  config: configFlag,
  wait: waitFlag,
  publish: Flag.String("publish").pipe(
    Flag.withDescription(
      "Where a copy for readers goes behind the run: NAME.duckdb, or a folder of Parquet, which ends in /; may be given several times"
    ),
    Flag.atLeast(0)
  ),
  dryRun: switchFlag("dry-run", "Print the windows that would be asked for, and send nothing"),
  quiet: switchFlag("quiet", "Print nothing when all is well"),
  verbose: switchFlag("verbose", "Print a line and a remark for each wallet, and the head of the audit chain"),
  progress: switchFlag("progress", "Tell now and then how far it is, also where there is no terminal"),
  json: jsonFlag
}

const oneOfThem = new CommandEnd({
  code: exitCode.usage,
  message: "--quiet and --verbose contradict each other: give one of them."
})

/** Whoever settings name hears how it ended. */
const hooked = <R>(json: boolean, pulling: Effect.Effect<Ended, CommandError, R>) =>
  Effect.flatMap(Effect.promise(() => import("../hooks/withHooks.ts")), ({ withHooks }) => withHooks(json, pulling))

export const pull = Command.make("pull", flags, (input) =>
  (input.quiet && input.verbose
    ? Effect.fail(oneOfThem)
    : input.dryRun
    ? Effect.flatMap(Effect.promise(() => import("../actions/plan/plan.ts")), ({ showPlan }) => showPlan(input))
    : hooked(
      input.json,
      Effect.flatMap(Effect.promise(() => import("../actions/pull/pull.ts")), ({ pull }) => pull(input))
    ))
    .pipe(
      withSettings(input),
      // The settings have no source then: what stands in the environment alone says who hears of it.
      Effect.catchTag("SettingsError", (error): Effect.Effect<void, SettingsError | CommandEnd> =>
        input.dryRun ? Effect.fail(error) : hooked(input.json, Effect.fail(error))),
      tellingUnknownVariables,
      toEnding(input.json),
      (pulling) => (input.quiet ? heldBackUnlessWrong(pulling) : pulling)
    )).pipe(
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
