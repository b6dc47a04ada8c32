/**
 * What an explanation says of its finding alone. Findings of some kinds are explained by the same sentences but for a few words, so
 * that whoever lists several tells the sentences once. An explanation is taken apart by the sentences that it is made of; one that is made
 * of others is left whole.
 */
import type { Finding, FindingKind } from "../domain/Finding.ts"

/** The words that tell a finding from others of its kind. */
export interface OwnWords {
  /** The rows or balances that it lies between, or how much it is; empty where its days say all. */
  readonly what: string
  /** Sentences about it alone: what may explain it, that its balance was given, that somebody accepted another amount. */
  readonly remarks: ReadonlyArray<string>
  /** The command that asks for its days again with those of others that may be one fault with it; null where there are none. */
  readonly together: string | null
}

/** Its own words; undefined where all of its explanation is. */
export const ownWords = ({ explanation, kind }: Pick<Finding, "explanation" | "kind">): OwnWords | undefined => {
  const found = forms[kind]?.exec(explanation)?.groups
  if (found === undefined) return undefined
  const { ending = "", lead = "", more = "", number, reason, together = null, what = "" } = found
  return {
    what: number === undefined ? what : `record ${number} (${reason})`,
    remarks: [lead, ending, more].map((text) => text.trim()).filter((text) => text !== ""),
    together
  }
}

/** Any text of which what is quoted is taken as a whole: an id may hold any words. */
const text = String.raw`(?:[^"]|"(?:[^"\\]|\\.)*")*?`

const advice = "(?: (?:`wallet-statement pull --wallet [^`]+` asks for these days again\\.|" +
  "(?<together>`wallet-statement pull --wallet [^`]+`) asks for these days again, together with [^.]*\\.))?"

const form = (...parts: ReadonlyArray<string>): RegExp => new RegExp(`^${parts.join("")}(?<more>.*)$`, "u")

const forms: { readonly [Kind in FindingKind]?: RegExp } = {
  "gap": form(
    `(?<lead>${text})The balances do not meet between (?<what>${text}): rows are missing there, [^.]* or a balance is wrong\\.`,
    "(?<ending> If it is the one that was given, [^.]*\\.)?",
    advice
  ),
  "order": form(
    `(?<lead>${text})Between (?<what>${text}) the balance moves by [^ ]+(?: [^ ]+)? that no row shows\\. Either a row is missing `,
    "there; [^.]*\\.",
    advice
  ),
  "cut-off-day": form("The day may lack records: [^.]*\\. Pulls ask for it again, [^.]*\\."),
  "held-withdrawal": form(
    "An answer of the service no longer showed (?<what>\\d+ rows? of \\d+ days?), and may not show all that there is, ",
    "[^.]*\\. As soon as [^.]*\\. If the service is right, [^.]*\\."
  ),
  "quarantined": form("Record (?<number>\\d+) could not be read \\((?<reason>[^()]*)\\): see `quarantine show \\d+`\\.")
}
