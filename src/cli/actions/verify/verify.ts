/**
 * The work of `verify`: checks the file again, without network: the audit chain, totals and counts, and the running balances.
 */
import { Effect, Option } from "effect"
import { isOpen } from "../../../domain/Finding.ts"
import { format } from "../../../domain/Period.ts"
import { provenDays } from "../../../domain/Proof.ts"
import { leavesDoubt } from "../../../domain/Verdict.ts"
import { storedFindings } from "../../../pipeline/storedFindings.ts"
import { verifyContinuity } from "../../../pipeline/verifyContinuity.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { layerCopies, layerDatabase } from "../../../settings/Settings.ts"
import { headText } from "../../../sink/audit/ChainHead.ts"
import {
  type AuditVerdict,
  currentVersion,
  Database,
  type DatabaseReader,
  isReadable,
  verifyAudit,
  verifyLayout
} from "../../../sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../../sink/Sink.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { groupedFindings } from "../../output/findingGroups.ts"
import { findingLines } from "../../output/findingLines.ts"
import { dataColumns, printData, printJson } from "../../output/output.ts"
import { wrapped } from "../../output/wrapped.ts"
import { tellingCopy } from "../fileOrCopy.ts"
import { layerFileToCheck } from "../layerFile.ts"
import { walletNosIn } from "../walletNosIn.ts"
import { compareWith, compareWithWitness, type Comparison, expectation } from "./heldHeads.ts"

/** What to compare the file with, beside itself. */
export interface VerifyInput {
  readonly json: boolean
  /** A head that was kept elsewhere, `SEQUENCE:HASH`. */
  readonly expect: Option.Option<string>
  /** The path of a witness. */
  readonly witness: Option.Option<string>
}

/** Checks and tells what differs. */
export const verify = Effect.fnUntraced(
  function*({ expect, json, witness }: VerifyInput) {
    const { path } = yield* DatabaseSettings
    const expected = yield* Effect.transposeOption(Option.map(expect, expectation))
    const database = yield* Database.openToCheck(path)
    const readable = yield* isReadable(database)
    const walletNos = readable ? yield* walletNosIn(database) : []
    const [audit, layout, wallets] = yield* Effect.all([
      verifyAudit(database),
      verifyLayout(database),
      Effect.forEach(walletNos, (walletNo) => verifyContinuity(walletNo))
    ], { concurrency: "unbounded" })
    const heldTo = Option.getOrNull(
      yield* Effect.transposeOption(Option.map(expected, (head) => compareWith(database, head, audit.head)))
    )
    const witnessed = Option.getOrNull(
      yield* Effect.transposeOption(Option.map(witness, (file) => compareWithWitness(database, file, audit.head)))
    )
    const isTheOne = (heldTo?.agrees ?? true) && (witnessed?.agrees ?? true)
    const sink = yield* Sink
    const held = yield* Effect.forEach(walletNos, sink.heldRows)
    const found = yield* Effect.forEach(wallets, (wallet) => storedFindings(wallet))
    const intact = audit.difference === null && audit.repairable === 0 && layout.length === 0 &&
      wallets.every(({ conclusions, differing }) => differing.length + conclusions.length === 0)
    if (json) {
      yield* printJson({
        intact: intact && isTheOne,
        head: headText(audit.head),
        expected: heldTo,
        witness: witnessed,
        layout,
        audit: {
          windows: audit.windows,
          rows: audit.rows,
          lastHash: audit.windows === 0 ? null : audit.head.hash,
          difference: audit.difference === null ? null : differenceText(audit),
          repairable: audit.repairable
        },
        wallets: wallets.map((
          { conclusions, differing, outdated, proofs, remark, verdict, walletNo },
          index
        ) => ({
          wallet: walletNo,
          verdict: verdict.kind,
          remark,
          ...provenDays(proofs),
          gaps: verdict.gaps.length,
          held: held[index]?.length ?? 0,
          findings: found[index] ?? [],
          differing: differing.map(format),
          conclusions,
          outdated
        }))
      })
    } else {
      const columns = dataColumns()
      const { alike, alone } = groupedFindings(
        wallets.map(({ walletNo }, index) => ({ wallet: walletNo, findings: found[index] ?? [] }))
      )
      yield* printData(
        [
          `${audit.windows} ${audit.windows === 1 ? "window" : "windows"}, ${audit.rows} ${
            audit.rows === 1 ? "row" : "rows"
          }, head ${headText(audit.head)}`,
          ...chainLines(audit),
          ...(heldTo === null ? [] : [comparisonLine("what is expected", heldTo)]),
          ...(witnessed === null ? [] : [comparisonLine("the witness", witnessed)]),
          ...layout.map((what) =>
            `The file is not as the program made it: ${what}. The next pull makes it anew, unless the row of the table layout was made to fit: delete it then.`
          ),
          ...(intact || audit.repairable > 0 || !(yield* isOlder(database))
            ? []
            : [`An earlier version wrote this file: ${remedy}`]),
          ...(readable ? [] : ["No balances were checked: values of this file can't be read."]),
          ...wallets.flatMap((
            { conclusions, differing, outdated, remark, walletNo },
            index
          ) => [
            `${walletNo}: ${remark}`,
            ...findingLines(alone[index]?.findings ?? []).map((line) => `${walletNo}: ${line}`),
            ...differing.map((days) =>
              `${walletNo}: the rows of ${format(days)} say something else than was written down`
            ),
            ...conclusions.map((what) => `${walletNo}: ${what}`),
            ...outdated.map((what) => `${walletNo}: ${what}: the next pull notes it anew`)
          ]),
          ...alike
        ].map((line) => wrapped(line, columns)).join("\n")
      )
    }
    if (!intact || !isTheOne) return yield* new CommandEnd({ code: exitCode.failed, message: "" })
    if (
      wallets.some(({ outdated, verdict }, index) =>
        outdated.length > 0 || (leavesDoubt(verdict.kind) && found[index]?.length === 0)
      ) || found.some((findings) => findings.some(isOpen))
    ) {
      return yield* new CommandEnd({ code: exitCode.incomplete, message: "" })
    }
  },
  Effect.scoped,
  Effect.provide(layerFileToCheck),
  tellingCopy("verify"),
  Effect.provide([layerCopies, layerDatabase])
)

/** Whether the file has an earlier layout: what earlier versions stored wrongly is put right when it is written next. */
const isOlder = (database: DatabaseReader): Effect.Effect<boolean, SinkError> =>
  Effect.map(
    database.query("SELECT max(number) FROM migrations"),
    ({ rows }) => Number(rows[0]?.[0]) < currentVersion
  )

/** What a file that an earlier version wrote is put right by. */
const remedy = "run `wallet-statement pull` once, which puts right what that version stored, and verify it again."

const comparisonLine = (what: string, { agrees, differs, text }: Comparison): string =>
  agrees
    ? `The chain is the one of ${what}: ${text}.`
    : !differs
    ? `Whether the chain is the one of ${what} is not shown: ${text}.`
    : `The chain is not the one of ${what}: ${text}. The file was rewritten, cut short or put back since, or this is another's.`

const chainLines = (audit: AuditVerdict): ReadonlyArray<string> => {
  const { difference, repairable } = audit
  if (repairable === 0 && difference === null) return ["The audit chain is intact."]
  return [
    difference === null
      ? "The audit chain is intact but for what is repairable."
      : `The audit chain is broken: ${
        differenceText(audit)
      }. What this program writes never breaks it, so the file was changed by other ` +
        "means, or is damaged. Keep it as it is and find out by what; then put a backup in its place, or pull into a new file.",
    ...(repairable === 0 ? [] : [
      `Repairable: an earlier version stored the flags of some times as empty, in ${repairable} ` +
      `${repairable === 1 ? "window, whose hash says" : "windows, whose hashes say"} what they were: ${remedy}`
    ])
  ]
}

const differenceText = ({ difference }: AuditVerdict): string => {
  if (difference === null) return ""
  const { days, sequence, walletNo, what } = difference
  const place = sequence === null
    ? "the file as a whole"
    : `window ${sequence}${walletNo === null ? "" : ` (wallet ${walletNo}${days === null ? "" : `, ${format(days)}`})`}`
  return `${place}: ${what.join("; ")}`
}
