/**
 * The work of `findings accept` and `findings reopen`: what somebody decides about one finding or several, about all of them or none.
 */
import { Effect, Layer, Option } from "effect"
import { WalletNo } from "../../../domain/Wallet.ts"
import { type Decided, decideFinding } from "../../../pipeline/decideFinding.ts"
import { notAcceptable } from "../../../pipeline/notAcceptable.ts"
import { storedFindings } from "../../../pipeline/storedFindings.ts"
import { verifyContinuity } from "../../../pipeline/verifyContinuity.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerDatabase, layerWitness } from "../../../settings/Settings.ts"
import { headText } from "../../../sink/audit/ChainHead.ts"
import { layerDuckDbConfig } from "../../../sink/duckdb/index.ts"
import { waitForLock } from "../../../sink/duckdb/waitForLock.ts"
import { Sink } from "../../../sink/Sink.ts"
import { codesOfWitness, CommandEnd, exitCode, wrongUsage } from "../../ending/exit.ts"
import { printData, printJson } from "../../output/output.ts"
import { printProblems, withWitness } from "../../witness/tellWitness.ts"
import { byPrefix } from "../byPrefix.ts"
import { nameFrom, reasonFrom } from "../reason.ts"
import { tellingWait } from "../tellingWait.ts"
import type { ListedFinding } from "./fileFindings.ts"
import { documentOf, findingsIn, noFinding } from "./findings.ts"

/** Who decides what about which findings; a reason to reopen them may be left out. */
export interface Decision {
  readonly ids: ReadonlyArray<string>
  readonly decision: Decided["decision"]
  readonly by: Option.Option<string>
  readonly reason: Option.Option<string>
}

/** Accepts findings, or opens them again, and tells that. */
export const decide = Effect.fnUntraced(
  function*({ json, ...decision }: Decision & { readonly json: boolean }) {
    const { by, findings, head, witness } = yield* decideAll(decision)
    yield* printProblems(witness)
    yield* json
      ? printJson({ findings: findings.map(documentOf), head, witness })
      : printData([...findings.map((finding) => doneText(finding, by)), `Head of the audit chain: ${head}`].join("\n"))
    const [code] = codesOfWitness(witness)
    if (code !== undefined) return yield* new CommandEnd({ code, message: "" })
  },
  Effect.provide(Layer.mergeAll(layerDatabase, layerWitness))
)

/** Decides about all findings that are named, and gives what they are then; about none where one can't be decided about. */
export const decideAll = Effect.fnUntraced(function*({ by, decision, ids, reason }: Decision) {
  const decided: Decided = {
    decision,
    by: yield* nameFrom(Option.getOrUndefined(by)),
    reason: Option.getOrNull(yield* Effect.transposeOption(Option.map(reason, reasonFrom)))
  }
  const { path, wait } = yield* DatabaseSettings
  const waiting = tellingWait(`findings ${decision === "accepted" ? "accept" : "reopen"}`, wait)
  const found = yield* waitForLock(findingsIn(path, { all: true, wallet: Option.none() }), wait && { atMost: wait })
    .pipe(
      waiting
    )
  const [named, problems] = yield* Effect.partition(
    ids,
    (id) =>
      Effect.tap(byPrefix(found, id, noFinding), (finding) => {
        const problem = undecidable(finding, decision)
        return problem === undefined
          ? Effect.void
          : Effect.fail(wrongUsage(problem))
      })
  )
  if (problems.length > 0) return yield* refuse(problems.map(({ message }) => message), ids.length)
  const [[findings, head], witness] = yield* withWitness(commitAll([...new Set(named)], decided)).pipe(
    Effect.provide(layerDuckDbConfig),
    waiting
  )
  return { by: decided.by, findings, head, witness }
})

/** The file may have changed since it was read: what is decided about is what it holds now. */
const commitAll = Effect.fnUntraced(function*(read: ReadonlyArray<ListedFinding>, decided: Decided) {
  const sink = yield* Sink
  const wallets = [...new Set(read.map(({ wallet }) => WalletNo.make(wallet)))]
  const standing = Effect.forEach(wallets, (walletNo) => Effect.flatMap(verifyContinuity(walletNo), storedFindings))
  const now = byId((yield* standing).flat())
  const decidable = read.flatMap(({ amount, count, id, wallet }) => {
    const finding = now.get(id)
    return finding?.amount === amount && finding.count === count ? [{ finding, walletNo: WalletNo.make(wallet) }] : []
  })
  const unchanged = new Set(decidable.map(({ finding: { id } }) => id))
  const changed = read.filter(({ id }) => !unchanged.has(id))
  if (changed.length > 0) return yield* refuse(changed.map(changedText), read.length)
  // Once begun it comes to its end: nobody who interrupts it meant some of them.
  yield* Effect.uninterruptible(
    Effect.forEach(decidable, ({ finding, walletNo }) => decideFinding(walletNo, finding, decided), { discard: true })
  )
  const after = byId((yield* standing).flat())
  const state: ListedFinding["state"] = decided.decision === "accepted" ? "accepted" : "open"
  return [read.map((finding) => ({ ...finding, ...after.get(finding.id), state })), headText(yield* sink.head)] as const
})

const byId = <A extends { readonly id: string }>(found: ReadonlyArray<A>): ReadonlyMap<string, A> =>
  new Map(found.map((each) => [each.id, each]))

const refuse = (problems: ReadonlyArray<string>, asked: number) =>
  Effect.fail(
    new CommandEnd({
      code: exitCode.usage,
      message: [...problems, ...(asked > 1 ? ["Nothing was decided about any of them."] : [])].join("\n")
    })
  )

const changedText = ({ id }: ListedFinding): string =>
  `Finding ${id} has changed meanwhile: look at it again with \`wallet-statement findings show ${id}\`.`

/** Why nothing is decided about a finding; undefined where that can be. */
const undecidable = (
  { accepted, explanation, id, kind, state }: ListedFinding,
  decision: Decided["decision"]
): string | undefined => {
  if (state === "closed") return `Finding ${id} is over: there is nothing to decide.`
  if (decision === "reopened") {
    return accepted === null ? `Finding ${id} is open: nobody has accepted it as it is.` : undefined
  }
  if (accepted !== null) {
    return `Finding ${id} was accepted by ${accepted.by} on ${accepted.day} already: ` +
      `\`wallet-statement findings reopen ${id}\` takes that back.`
  }
  const why = notAcceptable({ kind })
  return why === undefined ? undefined : `Finding ${id}: ${why}. ${explanation}`
}

const doneText = ({ id, kind, state }: ListedFinding, by: string): string =>
  state === "open"
    ? `Finding ${id} is open again, by ${by}.`
    : `Finding ${id} is accepted by ${by}.${
      kind === "held-withdrawal" ? " The next pull withdraws its rows, unless the service shows them again." : ""
    }`
