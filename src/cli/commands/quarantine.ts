/**
 * `quarantine`: records that could not be read; look at them, and try again without asking the service.
 */
import { Effect, Layer, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { retryQuarantine } from "../../pipeline/retryQuarantine.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { layerDatabase, layerPull } from "../../settings/Settings.ts"
import { Database } from "../../sink/duckdb/index.ts"
import { toEnding } from "../ending.ts"
import { CommandEnd, exitCode } from "../exit.ts"
import { layerFile } from "../layerFile.ts"
import { printData, printJson } from "../output.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../settingFlags.ts"
import { render, toObjects } from "../table.ts"

const ask = Effect.fnUntraced(function*(sql: string) {
  const { path } = yield* DatabaseSettings
  const database = yield* Database.openReadOnly(path)
  return yield* database.query(sql)
}, Effect.scoped)

const common = { db: dbFlag, config: configFlag, json: jsonFlag }

const list = Command.make(
  "list",
  {
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Those that were resolved or replaced, too"),
      Flag.withDefault(false)
    ),
    ...common
  },
  (input) =>
    ask(
      "SELECT id, wallet_no AS wallet, day, reason, detail, state, first_seen_at FROM quarantine " +
        `${input.all ? "" : "WHERE state = 'open'"} ORDER BY id`
    ).pipe(
      Effect.flatMap((found) =>
        input.json
          ? printJson(toObjects(found))
          : printData(found.rows.length === 0 ? "Nothing is in quarantine." : render(found, "table"))
      ),
      Effect.provide(layerDatabase),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("List the records, without their text"))

const show = Command.make(
  "show",
  { id: Argument.Int("id").pipe(Argument.withDescription("A record's id, as the list gives it")), ...common },
  (input) =>
    ask(`SELECT * FROM quarantine WHERE id = ${input.id}`).pipe(
      Effect.flatMap((found) => {
        const [row] = found.rows
        if (row === undefined) {
          return Effect.fail(
            new CommandEnd({
              code: exitCode.usage,
              message: `No record ${input.id}: \`wallet-statement quarantine list\` has the ids.`
            })
          )
        }
        return input.json
          ? printJson(toObjects(found)[0])
          : printData(
            render({
              columns: [{ name: "field", type: "VARCHAR" }, { name: "value", type: "VARCHAR" }],
              rows: found.columns.map(({ name }, index) => [name, row[index] ?? null])
            }, "list")
          )
      }),
      Effect.provide(layerDatabase),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Show one record with the very text that was received"))

const retry = Command.make(
  "retry",
  {
    wallet: Flag.String("wallet").pipe(
      Flag.withDescription("Wallet number; may be given several times (default: those of the settings)"),
      Flag.atLeast(0)
    ),
    ...common
  },
  (input) =>
    retryQuarantine.pipe(
      Effect.flatMap((report) =>
        Effect.gen(function*() {
          yield* input.json
            ? printJson(report)
            : printData(`${report.tried} tried, ${report.loaded} loaded, ${report.remaining} remain`)
          if (report.remaining > 0) return yield* new CommandEnd({ code: exitCode.incomplete, message: "" })
        })
      ),
      Effect.provide(layerFile.pipe(Layer.provideMerge(Layer.merge(layerDatabase, layerPull)))),
      withSettings({
        CONFIG: input.config,
        DB: input.db,
        WALLETS: input.wallet.length === 0 ? Option.none() : Option.some(input.wallet.join(","))
      }),
      toEnding(input.json)
    )
).pipe(Command.withDescription("Read the open records again, with the settings of now; asks the service nothing"))

export const quarantine = Command.make("quarantine").pipe(
  Command.withDescription("Records that could not be read"),
  Command.withSubcommands([list, show, retry]),
  Command.withExamples([
    { command: "wallet-statement quarantine list", description: "What is in quarantine, and why" },
    { command: "wallet-statement quarantine show 3", description: "The record as it was received" },
    { command: "wallet-statement quarantine retry", description: "Try again after a change of settings or an upgrade" }
  ])
)
