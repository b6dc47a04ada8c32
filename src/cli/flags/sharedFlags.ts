/**
 * Flags that several commands have. One that stands for a setting has the name that the setting gives it
 * (`settings/describedStatement.ts` and the like), and is a plain text here: settings check it, wherever they come from, so that a flag, a variable and a line of the
 * configuration file are refused in the same words.
 */
import { ConfigProvider, Effect, Layer } from "effect"
import { Flag } from "effect/cli"
import type { FlagValues } from "../../settings/givenByFlags.ts"
import type { SettingsError } from "../../settings/setting.ts"
import { printNotice } from "../output/output.ts"

/** `--config FILE` */
export const configFlag = Flag.File("config").pipe(
  Flag.withDescription("TOML file with settings (default: wallet-statement.toml, if there is one)"),
  Flag.optional
)

/** `--db FILE` */
export const dbFlag = Flag.File("db").pipe(
  Flag.withDescription("DuckDB file that keeps the statement (default: wallet-statement.duckdb)"),
  Flag.optional
)

/** `--wait DURATION` */
export const waitFlag = Flag.String("wait").pipe(
  Flag.withDescription(
    "How long to wait, such as 10m, for another process that has the file open (default: not at all)"
  ),
  Flag.optional
)

/** `--wallet W`, once for each; `done` is what is done with one. */
export const walletsFlag = (done: string) =>
  Flag.String("wallet").pipe(
    Flag.withAlias("w"),
    Flag.withDescription(`A wallet ${done}; may be given several times (default: all of the file)`),
    Flag.atLeast(0)
  )

/** `--from D` and `--to D`; `kind` is which days they are without. */
export const daysFlags = (kind: "loaded" | "proven") => ({
  from: Flag.String("from").pipe(
    Flag.withDescription(`First day, YYYY-MM-DD (default: the first that is ${kind})`),
    Flag.optional
  ),
  to: Flag.String("to").pipe(
    Flag.withDescription(`Last day, YYYY-MM-DD (default: the last that is ${kind})`),
    Flag.optional
  )
})

/** A flag that is on where it stands, and off otherwise. */
export const switchFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** `--json` */
export const jsonFlag = switchFlag("json", "Print exactly one JSON document on stdout")

/** Provides settings from the flags of a command, from the environment and the configuration file, in this order. */
export const withSettings =
  (flags: FlagValues) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SettingsError, R> =>
    Effect.provide(effect, settingsLayer(flags))

const settingsLayer = (flags: FlagValues): Layer.Layer<never, SettingsError> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() =>
        Promise.all([import("../../settings/givenByFlags.ts"), import("../../settings/provider.ts")])
      ),
      ([{ givenByFlags }, { settingsProvider }]) =>
        ConfigProvider.layer(
          settingsProvider({
            flags: givenByFlags(flags),
            environment: process.env,
            tell: (text) => printNotice(text, "WARN")
          })
        )
    )
  )

/** Tells, before a command that goes to the service, of variables that look like settings and are none. */
export const tellingUnknownVariables = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.promise(() => import("../../settings/unknownVariables.ts")).pipe(
    Effect.flatMap(({ unknownVariables }) =>
      Effect.forEach(unknownVariables(process.env), (text) => printNotice(text, "WARN"), { discard: true })
    ),
    Effect.andThen(effect)
  )
