/**
 * What to do next about a wallet, in a sentence or two.
 */
import { type Finding, isAcceptable, isOpen } from "../../../domain/Finding.ts"
import { shellQuote } from "../../../settings/shellQuote.ts"
import { counted } from "../../output/counted.ts"
import { isUntold, type WalletHealth } from "./WalletHealth.ts"

type Known = Pick<
  WalletHealth,
  "begunMillis" | "completeTo" | "findings" | "lastRun" | "rows" | "verdict" | "wallet"
>

/**
 * What to do, with what the last run of the wallet failed by and what `--wallet` takes of it; null when nothing asks for it.
 */
export const nextStepOf = (known: Known, error: string | null, argument: string): string | null => {
  const { findings, lastRun, wallet } = known
  if (lastRun?.ending === "interrupted") {
    return "The last run was interrupted; what it had committed is kept. `wallet-statement pull` goes on from there."
  }
  if (lastRun?.ending === "failed" && error !== null) return error
  const [first, ...others] = findings.filter(isOpen)
  if (first !== undefined) return `${findingStep(first)}${othersText(wallet, others)}`
  if (isUntold(known)) {
    return "No run has told what these rows come to: a job of your own loaded them, perhaps. " +
      `\`wallet-statement findings --wallet ${
        shellQuote(wallet)
      }\` lists what speaks against them, \`wallet-statement verify\` checks them.`
  }
  return isToBeLoaded(known)
    ? `Nothing is loaded. \`wallet-statement pull --wallet ${shellQuote(argument)}\` loads it.`
    : null
}

const findingStep = (first: Finding): string =>
  isAcceptable(first.kind) && first.id !== ""
    ? `[${first.id}] ${first.explanation} \`wallet-statement findings show ${first.id}\` says more.`
    : first.explanation

/** How many more there are, and what lists them: the file holds only those that can be decided about. */
const othersText = (wallet: string, others: ReadonlyArray<Finding>): string => {
  if (others.length === 0) return ""
  const command = others.every(({ kind }) => isAcceptable(kind))
    ? `findings --wallet ${shellQuote(wallet)}`
    : "status --json"
  const are = others.length === 1 ? "is" : "are"
  return ` ${
    counted(others.length, "more finding", "more findings")
  } ${are} open: \`wallet-statement ${command}\` lists all.`
}

const dayMillis = 86_400_000

/** Whether nothing is there though a day is due: no run was there for it, or the first day of a wallet is over since. */
const isToBeLoaded = ({ begunMillis, completeTo, lastRun, rows }: Known): boolean =>
  completeTo === null && rows === 0 &&
  (lastRun === null ? (begunMillis ?? 0) >= 0 : begunMillis !== null && begunMillis >= dayMillis)
