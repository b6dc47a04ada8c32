/**
 * The work of `quarantine`: records that could not be read; look at them, and try again without asking the service.
 */
import { Effect, Layer } from "effect"
import { isOpen } from "../../../domain/Finding.ts"
import * as Retry from "../../../pipeline/retryQuarantine.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase, layerPublish, layerPull, layerWitness } from "../../../settings/Settings.ts"
import { Database, layerDuckDbConfig } from "../../../sink/duckdb/index.ts"
import { codesOfWitness, CommandEnd, exitCode, wrongUsage } from "../../ending/exit.ts"
import { groupedFindings } from "../../output/findingGroups.ts"
import { findingLines } from "../../output/findingLines.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { toObjects } from "../../output/rowFormats.ts"
import { renderList } from "../../output/table.ts"
import { printProblems, withWitness } from "../../witness/tellWitness.ts"
import { codesOfPublished, printUnpublished, publishAll } from "../publishAll.ts"
import { tellingWait } from "../tellingWait.ts"
import { listText } from "./quarantineText.ts"

const ask = Effect.fnUntraced(
  function*(sql: string) {
    const { path } = yield* DatabaseSettings
    const database = yield* Database.openReadOnly(path)
    return yield* database.query(sql)
  },
  Effect.scoped,
  Effect.provide(layerDatabase)
)

/** Lists the records, without their text: the open ones, or all. */
export const listQuarantine = Effect.fnUntraced(function*(all: boolean, json: boolean) {
  const found = yield* ask(
    "SELECT id, wallet_no AS wallet, day, reason, detail, state, first_seen_at FROM quarantine " +
      `${all ? "" : "WHERE state = 'open'"} ORDER BY id`
  )
  if (json) return yield* printJson(toObjects(found))
  yield* printData(listText(found, all, dataColumns()))
})

/** Shows one record with the very text that was received. */
export const showQuarantined = Effect.fnUntraced(function*(id: number, json: boolean) {
  const found = yield* ask(`SELECT * FROM quarantine WHERE id = ${id}`)
  const [row] = found.rows
  if (row === undefined) {
    return yield* wrongUsage(`No record ${id}: \`wallet-statement quarantine list\` has the ids.`)
  }
  if (json) return yield* printJson(toObjects(found)[0])
  yield* printData(renderList(found.columns.map(({ name }, index) => [name, row[index] ?? null])))
})

const linesOf = (found: Retry.RetryReport["findings"]): ReadonlyArray<string> => {
  const wallets = [...Map.groupBy(found, ({ wallet }) => wallet)].map(([wallet, findings]) => ({ wallet, findings }))
  const { alike, alone } = groupedFindings(wallets)
  return [
    ...alone.flatMap(({ findings, wallet }) => findingLines(findings).map((line) => `${wallet}: ${line}`)),
    ...alike
  ]
}

/** Reads the open records again, with the settings of now. */
export const retryQuarantine = Effect.fnUntraced(
  function*(json: boolean) {
    const [report, witness] = yield* withWitness(Retry.retryQuarantine)
    const published = yield* publishAll
    yield* printProblems(witness)
    yield* printUnpublished(published)
    yield* json
      ? printJson({ ...report, witness, published })
      : printData(
        [
          `${report.tried} tried, ${report.loaded} loaded, ${report.remaining} remain`,
          ...linesOf(report.findings),
          `Head of the audit chain: ${report.head}`
        ].join("\n")
      )
    const [code] = [...codesOfWitness(witness), ...codesOfPublished(published)]
    if (code !== undefined) return yield* new CommandEnd({ code, message: "" })
    if (report.findings.some(isOpen)) return yield* new CommandEnd({ code: exitCode.incomplete, message: "" })
  },
  (retrying) =>
    Effect.flatMap(
      DatabaseSettings,
      ({ wait }) => retrying.pipe(Effect.provide(layerDuckDbConfig), tellingWait("quarantine retry", wait))
    ),
  Effect.provide(Layer.mergeAll(layerDatabase, layerPublish, layerPull, layerWitness))
)
