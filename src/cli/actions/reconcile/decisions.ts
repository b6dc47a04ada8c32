/**
 * The work of `reconcile decisions` and `reconcile reopen`: what people decided about rows, and what they take back.
 */
import { Clock, Effect, Option } from "effect"
import { readDecisions } from "../../../analytics/reconcile/decisions.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database, reopenRows } from "../../../sink/duckdb/index.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { byPrefix } from "../byPrefix.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { nameFrom, reasonFrom } from "../reason.ts"
import { tellingWait } from "../tellingWait.ts"
import { decisionsText, documentOf } from "./decisionsText.ts"

/** Lists the decisions in force; with `all` those that were taken back, too. */
export const listDecisions = Effect.fnUntraced(
  function*({ all, json }: { readonly all: boolean; readonly json: boolean }) {
    const decisions = yield* readFileOrCopy((place) =>
      Effect.scoped(
        Effect.flatMap(Database.openReadOnly(place), (reader) => readDecisions(reader, all ? "all" : "in force"))
      )
    )
    yield* json
      ? printJson({ decisions: decisions.map(documentOf) })
      : printData(decisionsText(decisions, dataColumns()))
  },
  Effect.provide([layerCopies, layerDatabase])
)

/** Which decisions are taken back, by whom and why. */
export interface ReopenInput {
  readonly ids: ReadonlyArray<string>
  readonly reason: Option.Option<string>
  readonly by: Option.Option<string>
  readonly json: boolean
}

const noDecision = (shown: string): string =>
  `No decision in force ${shown}: \`wallet-statement reconcile decisions\` has the ids. Nothing was reopened.`

/** Takes decisions back, all or none. */
export const reopenDecisions = Effect.fnUntraced(
  function*({ by, ids, json, reason }: ReopenInput) {
    const reopened = {
      by: yield* nameFrom(Option.getOrUndefined(by)),
      reason: Option.getOrNull(yield* Effect.transposeOption(Option.map(reason, reasonFrom))),
      at: yield* Clock.currentTimeMillis
    }
    const { allowGroup, path, wait } = yield* DatabaseSettings
    const decisions = yield* reopenRows(
      { path, allowGroup, wait: wait && { atMost: wait } },
      (reader) =>
        Effect.flatMap(
          readDecisions(reader, "in force"),
          (found) =>
            Effect.map(Effect.forEach(ids, (id) => byPrefix(found, id, noDecision)), (named) => [...new Set(named)])
        ),
      reopened
    ).pipe(tellingWait("reconcile reopen", wait))
    yield* json
      ? printJson({ decisions: decisions.map((decision) => documentOf({ ...decision, reopened })) })
      : printData(
        decisions.map(({ id }) =>
          `Decision ${id} is taken back, by ${reopened.by}: its rows are matched as others are.`
        ).join("\n")
      )
  },
  Effect.provide(layerDatabase)
)
