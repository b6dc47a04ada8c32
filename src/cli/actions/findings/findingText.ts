/**
 * Findings for people: a list whose lines fit a narrow terminal, and all that is known of one.
 */
import { isAcceptable } from "../../../domain/Finding.ts"
import { printable } from "../../../domain/printable.ts"
import { agoText } from "../../output/agoText.ts"
import { explainedOnce, ownText, togetherText } from "../../output/findingGroups.ts"
import { amountText, daysText } from "../../output/findingParts.ts"
import { localText } from "../../output/instantText.ts"
import { renderList } from "../../output/table.ts"
import { wrapped } from "../../output/wrapped.ts"
import type { ListedFinding } from "./fileFindings.ts"

/**
 * A head for each finding, and beneath it what may explain it, in so many columns; undefined is as long as it takes. What is so of
 * several is said once, behind all.
 */
export const listText = (findings: ReadonlyArray<ListedFinding>, now: number, columns: number | undefined): string => {
  if (findings.length === 0) return "No finding is open or accepted."
  const once = explainedOnce(findings)
  const alike = findings.flatMap(({ kind, own }) => (own !== null && once.has(kind) ? [own] : []))
  return [
    ...findings.map((finding) => {
      const { amount, count, id, kind, own, wallet } = finding
      const extent = amount !== null || count === null
        ? amountText(finding)
        : `${count} ${count === 1 ? "row" : "rows"}`
      return [
        [id, wallet, daysText(finding)].filter((text) => text !== "").join("  "),
        `  ${[kind, extent, stateText(finding), ageText(finding, now)].filter((text) => text !== "").join(", ")}`,
        ...acceptanceText(finding).flatMap((text) => indented(text, columns)),
        ...indented(own !== null && once.has(kind) ? ownText(kind, own) : finding.explanation, columns)
      ].join("\n")
    }),
    ...[...[...once].map(([kind, text]) => `${kind}: ${text}`), ...togetherText(alike)].map((text) =>
      `\n${wrapped(text, columns)}`
    )
  ].join("\n")
}

const acceptanceText = ({ accepted }: ListedFinding): ReadonlyArray<string> =>
  accepted === null ? [] : [`${accepted.by} on ${accepted.day}: ${accepted.reason}`]

const indent = "  "

const indented = (text: string, columns: number | undefined): ReadonlyArray<string> =>
  text === ""
    ? []
    : wrapped(printable(text, Infinity), columns === undefined ? undefined : columns - indent.length).split("\n").map((
      line
    ) => `${indent}${line}`)

const stateText = ({ kind, state }: ListedFinding): string =>
  state === "open" && !isAcceptable(kind) ? "to be put right" : state

const ageText = ({ openedAt }: ListedFinding, now: number): string =>
  openedAt === null ? "" : `found ${agoText(now - openedAt)} ago`

/** All that is known of a finding, and what can be done. */
export const showText = (finding: ListedFinding, refusal: string | undefined): string => {
  const { accepted, clock, count, explanation, id, kind, openedAt, state, wallet } = finding
  return renderList([
    ["id", id],
    ["wallet", wallet],
    ["kind", kind],
    ...present("days", daysText(finding)),
    ...present("amount", amountText(finding)),
    ...present("meaning", meaningOf(finding)),
    ...present("count", count === null ? null : String(count)),
    ...present("times", clock === undefined ? null : `in ${clock.zone}`),
    ...present("found", openedAt === null ? null : localText(openedAt, clock)),
    ["state", state],
    ...present("accepted by", accepted?.by ?? null),
    ...present("accepted at", accepted === null ? null : localText(Date.parse(accepted.at), clock)),
    ...present("reason", accepted?.reason ?? null),
    ["explanation", explanation],
    ...present("next", nextOf(finding, refusal))
  ])
}

/** What the amount of a gap says: by how much more the balance moved than the rows do that tell one. */
const meaningOf = ({ amount, currency, kind }: ListedFinding): string | null => {
  if (kind !== "gap" || amount === null) return null
  const [missing, many] = amount.startsWith("-") ? ["debits", "credits"] : ["credits", "debits"]
  return `${missing} of ${
    amountText({ amount: amount.replace("-", ""), currency })
  } are missing there, or ${many} of as much are too many; rows that tell no balance are not counted`
}

const present = (name: string, value: string | null): ReadonlyArray<readonly [string, string]> =>
  value === null || value === "" ? [] : [[name, value]]

const nextOf = ({ id, state }: ListedFinding, refusal: string | undefined): string | null => {
  switch (state) {
    case "closed":
      return null
    case "accepted":
      return `\`wallet-statement findings reopen ${id}\` takes that back.`
    case "open":
      return refusal === undefined
        ? `\`wallet-statement findings accept ${id} --reason "…"\` once it is explained.`
        : `It can't be accepted: ${refusal}.`
  }
}
