/**
 * Decisions about rows, for people and for programs.
 */
import { nameOfRow, shortAmount } from "../../../analytics/reconcile/decisions.ts"
import { differenceOf } from "../../../analytics/reconcile/settledByPeople.ts"
import * as Money from "../../../domain/Money.ts"
import { printable } from "../../../domain/printable.ts"
import type { DecidedRow, RowDecision } from "../../../domain/RowDecision.ts"
import { instantText, isoText } from "../../output/instantText.ts"
import { wrapped } from "../../output/wrapped.ts"

const rowDocument = ({ amount, currency, id, leg, reference, side, time, wallet }: DecidedRow) => ({
  side,
  wallet,
  id,
  leg,
  time: time.replace(" ", "T"),
  amount: shortAmount(amount),
  currency,
  reference
})

/** A decision as `--json` shows it. */
export const documentOf = ({ at, by, id, kind, profile, reason, reopened, rows }: RowDecision) => ({
  id,
  kind,
  state: reopened === null ? "in force" : "reopened",
  by,
  at: isoText(at),
  reason,
  profile,
  rows: rows.map(rowDocument),
  reopened: reopened === null ? null : { ...reopened, at: isoText(reopened.at) }
})

const indent = "  "

const rowText = (row: DecidedRow): string =>
  `${indent}${row.side.padEnd("statement".length)}  ${row.time.slice(0, 10)}  ${shortAmount(row.amount)}${
    row.currency === null ? "" : ` ${printable(row.currency, 20)}`
  }  ${row.id === null ? "" : nameOfRow(row)}${
    row.reference === null ? "" : `${row.id === null ? "" : ", "}${printable(row.reference, 60)}`
  }`.trimEnd()

/** The decisions in the order in which they were made. */
export const decisionsText = (decisions: ReadonlyArray<RowDecision>, columns: number | undefined): string =>
  decisions.length === 0
    ? "No decision about rows is in force."
    : decisions.map((decision) => decisionText(decision, columns)).join("\n")

const decisionText = (decision: RowDecision, columns: number | undefined): string => {
  const { at, by, id, kind, profile, reason, reopened, rows } = decision
  const difference = differenceOf(decision)
  return [
    `${id}  ${kind}${profile === null ? "" : `, profile ${printable(profile, 40)}`}${
      difference === Money.zero ? "" : `, difference ${Money.format(difference)}`
    }${reopened === null ? "" : ", reopened"}`,
    ...rows.map(rowText),
    ...saidText(by, at, reason, columns),
    ...(reopened === null ? [] : saidText(`reopened by ${reopened.by}`, reopened.at, reopened.reason, columns))
  ].join("\n")
}

const saidText = (
  by: string,
  at: number,
  reason: string | null,
  columns: number | undefined
): ReadonlyArray<string> =>
  wrapped(
    `${printable(by, 120)} on ${instantText(at)}${reason === null ? "" : `: ${printable(reason, Infinity)}`}`,
    columns === undefined ? undefined : columns - indent.length
  ).split("\n").map((line) => `${indent}${line}`)
