/**
 * What to do next about a wallet, in a sentence or two.
 */
import { type Finding, isAcceptable, isOpen } from "../../../domain/Finding.ts"
import { shellQuote } from "../../../settings/shellQuote.ts"
import type { WalletHealth } from "./WalletHealth.ts"

type Known = Pick<WalletHealth, "begunMillis" | "completeTo" | "findings" | "lastRun" | "rows">

/**
 * What to do, with what the last run of the wallet failed by and what `--wallet` takes of it; null when nothing asks for it.
 */
export const nextStepOf = (known: Known, error: string | null, argument: string): string | null => {
  const { findings, lastRun } = known
  if (lastRun?.ending === "interrupted") {
    return "The last run was interrupted; what it had committed is kept. `wallet-statement pull` goes on from there."
  }
  if (lastRun?.ending === "failed") return error
  const first = findings.find(isOpen)
  if (first !== undefined) return findingStep(first)
  return isToBeLoaded(known)
    ? `Nothing is loaded. \`wallet-statement pull --wallet ${shellQuote(argument)}\` loads it.`
    : null
}

const findingStep = (first: Finding): string =>
  isAcceptable(first.kind) && first.id !== ""
    ? `[${first.id}] ${first.explanation} \`wallet-statement findings show ${first.id}\` says more.`
    : first.explanation

const dayMillis = 86_400_000

/** Whether nothing is there though a day is due: no run was there for it, or the first day of a wallet is over since. */
const isToBeLoaded = ({ begunMillis, completeTo, lastRun, rows }: Known): boolean =>
  completeTo === null && rows === 0 &&
  (lastRun === null ? (begunMillis ?? 0) >= 0 : begunMillis !== null && begunMillis >= dayMillis)
