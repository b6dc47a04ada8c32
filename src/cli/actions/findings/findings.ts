/**
 * The work of `findings`: what speaks against the statement, and what may explain it.
 */
import { Clock, Effect, Option } from "effect"
import { notAcceptable } from "../../../pipeline/notAcceptable.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../../settings/Settings.ts"
import { Database, isReadable } from "../../../sink/duckdb/index.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { isoText } from "../../output/instantText.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { layerFileReadOnly } from "../layerFile.ts"
import { byPrefix } from "./byPrefix.ts"
import { fileFindings, type ListedFinding, type Which } from "./fileFindings.ts"
import { listText, showText } from "./findingText.ts"

/** The findings of the file of the settings, which is only read. */
export const findingsIn = Effect.fnUntraced(
  function*(which: Which) {
    const { path } = yield* DatabaseSettings
    const database = yield* Database.openReadOnly(path)
    if (yield* isReadable(database)) return yield* fileFindings(database, which)
    return yield* new CommandEnd({
      code: exitCode.failed,
      message: `${path} holds values that no version of this program writes: \`wallet-statement verify\` says which.`
    })
  },
  Effect.scoped,
  (effect) => Effect.provide(effect, layerFileReadOnly)
)

/** What is listed, and how. */
export interface ListInput extends Which {
  readonly json: boolean
}

/** Lists the findings; with `all` those that are over, too. */
export const listFindings = Effect.fnUntraced(function*({ json, ...which }: ListInput) {
  const found = yield* findingsIn(which)
  const now = yield* Clock.currentTimeMillis
  yield* json
    ? printJson({ findings: found.map(documentOf) })
    : printData(listText(found, now, dataColumns()))
}, Effect.provide(layerDatabase))

/** A finding as `--json` shows it. */
export const documentOf = (
  { accepted, amount, count, currency, explanation, from, id, kind, openedAt, state, to, wallet }: ListedFinding
) => ({
  id,
  kind,
  wallet,
  state,
  from,
  to,
  amount,
  currency,
  count,
  openedAt: openedAt === null ? null : isoText(openedAt),
  explanation,
  accepted
})

/** Shows all that is known of one. */
export const showFinding = Effect.fnUntraced(function*(prefix: string, json: boolean) {
  const found = yield* byPrefix(yield* findingsIn({ all: true, wallet: Option.none() }), prefix)
  yield* json ? printJson(documentOf(found)) : printData(showText(found, notAcceptable(found)))
}, Effect.provide(layerDatabase))
