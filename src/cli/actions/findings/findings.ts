/**
 * The work of `findings`: what speaks against the statement, what may explain it, and what somebody decides about it.
 */
import { Clock, Effect, Layer, Option } from "effect"
import { WalletNo } from "../../../domain/Wallet.ts"
import { type Decided, decideFinding } from "../../../pipeline/decideFinding.ts"
import { notAcceptable } from "../../../pipeline/notAcceptable.ts"
import { storedFindings } from "../../../pipeline/storedFindings.ts"
import { verifyContinuity } from "../../../pipeline/verifyContinuity.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase, layerWitness } from "../../../settings/Settings.ts"
import { headText } from "../../../sink/audit/ChainHead.ts"
import { Database, isReadable, layerDuckDbConfig } from "../../../sink/duckdb/index.ts"
import { Sink } from "../../../sink/Sink.ts"
import { codesOfWitness, CommandEnd, exitCode } from "../../ending/exit.ts"
import { isoText } from "../../output/instantText.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { printProblems, withWitness } from "../../witness/tellWitness.ts"
import { layerFileReadOnly } from "../layerFile.ts"
import { byPrefix } from "./byPrefix.ts"
import { fileFindings, type ListedFinding, type Which } from "./fileFindings.ts"
import { listText, showText } from "./findingText.ts"
import { nameFrom, reasonFrom } from "./reason.ts"

/** The findings of the file of the settings, which is only read. */
const findingsIn = Effect.fnUntraced(
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

const documentOf = (
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

/** Who decides what about which finding; a reason to reopen it may be left out. */
export interface DecideInput {
  readonly id: string
  readonly decision: Decided["decision"]
  readonly by: Option.Option<string>
  readonly reason: Option.Option<string>
  readonly json: boolean
}

/** Accepts a finding, or opens it again. */
export const decide = Effect.fnUntraced(
  function*({ by, decision, id, json, reason }: DecideInput) {
    const decided: Decided = {
      decision,
      by: yield* nameFrom(Option.getOrUndefined(by)),
      reason: Option.getOrNull(yield* Effect.transposeOption(Option.map(reason, reasonFrom)))
    }
    const found = yield* byPrefix(yield* findingsIn({ all: true, wallet: Option.none() }), id)
    yield* refuseUndecidable(found, decision)
    const [[after, head], witness] = yield* withWitness(commitDecision(found, decided)).pipe(
      Effect.provide(layerDuckDbConfig)
    )
    yield* printProblems(witness)
    yield* json
      ? printJson({ finding: documentOf({ ...found, ...after }), head, witness })
      : printData([doneText(found, decided), `Head of the audit chain: ${head}`].join("\n"))
    const [code] = codesOfWitness(witness)
    if (code !== undefined) return yield* new CommandEnd({ code, message: "" })
  },
  Effect.provide(Layer.mergeAll(layerDatabase, layerWitness))
)

/** The file may have changed since it was read: what is decided about is what it holds now. */
const commitDecision = Effect.fnUntraced(function*(read: ListedFinding, decided: Decided) {
  const sink = yield* Sink
  const walletNo = WalletNo.make(read.wallet)
  const findings = Effect.flatMap(verifyContinuity(walletNo), storedFindings)
  const finding = (yield* findings).find(({ id }) => id === read.id)
  if (finding === undefined || finding.amount !== read.amount || finding.count !== read.count) {
    return yield* new CommandEnd({
      code: exitCode.usage,
      message:
        `Finding ${read.id} has changed meanwhile: look at it again with \`wallet-statement findings show ${read.id}\`.`
    })
  }
  yield* decideFinding(walletNo, finding, decided)
  const state: ListedFinding["state"] = decided.decision === "accepted" ? "accepted" : "open"
  const after = { ...(yield* findings).find(({ id }) => id === read.id), state }
  return [after, headText(yield* sink.head)] as const
})

const refuse = (message: string) => Effect.fail(new CommandEnd({ code: exitCode.usage, message }))

const refuseUndecidable = (
  { accepted, explanation, id, kind, state }: ListedFinding,
  decision: Decided["decision"]
): Effect.Effect<void, CommandEnd> => {
  if (state === "closed") return refuse(`Finding ${id} is over: there is nothing to decide.`)
  if (decision === "reopened") {
    return accepted === null ? refuse(`Finding ${id} is open: nobody has accepted it as it is.`) : Effect.void
  }
  if (accepted !== null) {
    return refuse(
      `Finding ${id} was accepted by ${accepted.by} on ${
        accepted.at.slice(0, 10)
      } already: \`wallet-statement findings ` +
        `reopen ${id}\` takes that back.`
    )
  }
  const why = notAcceptable({ kind })
  return why === undefined ? Effect.void : refuse(`Finding ${id}: ${why}. ${explanation}`)
}

const doneText = ({ id, kind }: ListedFinding, { by, decision }: Decided): string =>
  decision === "reopened"
    ? `Finding ${id} is open again, by ${by}.`
    : `Finding ${id} is accepted by ${by}.${
      kind === "held-withdrawal" ? " The next pull withdraws its rows, unless the service shows them again." : ""
    }`
