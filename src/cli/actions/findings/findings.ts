/**
 * The work of `findings`: what speaks against the statement, and what may explain it.
 */
import { Clock, Effect, Option } from "effect"
import { notAcceptable } from "../../../pipeline/notAcceptable.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { Database, isReadable, layerDuckDbReadOnly } from "../../../sink/duckdb/index.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { isoText } from "../../output/instantText.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { byPrefix } from "../byPrefix.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import { fileFindings, type ListedFinding, type Which } from "./fileFindings.ts"
import { listText, showText } from "./findingText.ts"

/** The findings of a file, which is only read. */
export const findingsIn = (path: string, which: Which) =>
  Effect.gen(function*() {
    const database = yield* Database.openReadOnly(path)
    if (yield* isReadable(database)) return yield* fileFindings(database, which)
    return yield* new CommandEnd({
      code: exitCode.failed,
      message: `${path} holds values that no version of this program writes: \`wallet-statement verify\` says which.`
    })
  }).pipe(Effect.scoped, Effect.provide(layerDuckDbReadOnly({ path })))

/** What is said where no finding has an id. */
export const noFinding = (shown: string): string =>
  `No finding ${shown}: \`wallet-statement findings --all\` has the ids. What only a run saw of the ` +
  "service's answers is in its report, and nothing is decided about it."

/** What is listed, and how. */
export interface ListInput extends Which {
  readonly json: boolean
}

/** Lists the findings; with `all` those that are over, too. */
export const listFindings = Effect.fnUntraced(function*({ json, ...which }: ListInput) {
  const found = yield* readFileOrCopy((path) => findingsIn(path, which))
  const now = yield* Clock.currentTimeMillis
  yield* json
    ? printJson({ findings: found.map(documentOf) })
    : printData(listText(found, now, dataColumns()))
}, Effect.provide([layerCopies, layerDatabase]))

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
  const all = yield* readFileOrCopy((path) => findingsIn(path, { all: true, wallet: Option.none() }))
  const found = yield* byPrefix(all, prefix, noFinding)
  yield* json ? printJson(documentOf(found)) : printData(showText(found, notAcceptable(found)))
}, Effect.provide([layerCopies, layerDatabase]))
