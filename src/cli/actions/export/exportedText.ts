/**
 * What was exported, for people and programs: each file and what it comes to.
 */
import type { Ledger } from "../../../analytics/export/Ledger.ts"
import * as Money from "../../../domain/Money.ts"
import { counted } from "../../output/counted.ts"
import type { ExportedFile, Put } from "./putAllInPlace.ts"

/** A line for each ledger, behind a line for each file of it. */
export const exportedText = (files: ReadonlyArray<ExportedFile>): string =>
  files.flatMap(({ ledgers, part, parts, path }) => [
    parts === 1 ? path : `${path} (part ${part} of ${parts})`,
    ...(part === 1 ? ledgers.map(ledgerText) : [])
  ]).join("\n")

const ledgerText = ({ closing, currency, from, opening, pending, rows, to, unproven, walletNo }: Ledger): string => {
  const balances = opening === null && closing === null
    ? "balances not known"
    : `${opening === null ? "opening balance not known" : Money.format(opening)} to ${
      closing === null ? "a closing balance not known" : Money.format(closing)
    }`
  const waiting = pending === 0 ? "" : `, ${counted(pending, "row", "rows")} not in the balance`
  return `  ${walletNo}${currency === null ? "" : ` ${currency}`}, ${from} to ${to}: ${
    counted(rows, "row", "rows")
  }, ${balances}${waiting}, ${unproven.length === 0 ? "proven" : "NOT PROVEN"}`
}

/** Rows of ledgers that were left out because nobody asked for days that are not proven, a sentence for each stretch. */
export const leftOutNotes = (ledgers: ReadonlyArray<Ledger>): ReadonlyArray<string> =>
  ledgers.flatMap(({ currency, leftOut, walletNo }) =>
    leftOut.map(({ from, rows, to }) =>
      `${walletNo}${currency === null ? "" : ` ${currency}`}: ${
        from === to ? `${from} is` : `${from} to ${to} are`
      } not proven: ${counted(rows, "row is", "rows are")} left out; --unproven takes ${rows === 1 ? "it" : "them"}.`
    )
  )

/** The same for `--json`, and whether pulls tell when rows of it change. */
export const exportedJson = ({ files, notes }: Pick<Put, "files" | "notes">, isRemembered: boolean) => ({
  remembered: isRemembered,
  notes,
  files: files.map(({ ledgers, part, parts, path }) => ({
    path,
    part,
    parts,
    ledgers: ledgers.map((ledger) => ({
      wallet: ledger.walletNo,
      currency: ledger.currency,
      from: ledger.from,
      to: ledger.to,
      rows: ledger.rows,
      pending: ledger.pending,
      opening: ledger.opening === null ? null : Money.format(ledger.opening),
      credits: Money.format(ledger.credits),
      debits: Money.format(ledger.debits),
      closing: ledger.closing === null ? null : Money.format(ledger.closing),
      proven: ledger.unproven.length === 0,
      leftOut: ledger.leftOut
    }))
  }))
})
