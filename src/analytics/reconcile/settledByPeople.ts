/**
 * Decisions that were applied, and the differences that people accepted with them.
 */
import { Effect } from "effect"
import * as Money from "../../domain/Money.ts"
import { printable } from "../../domain/printable.ts"
import type { RowDecision } from "../../domain/RowDecision.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { FittingDecision } from "./fitDecisions.ts"

const totalOf = ({ rows }: RowDecision, side: "statement" | "books"): Money.Money =>
  rows.filter((row) => row.side === side).map(({ amount }) => Money.parse(amount)).reduce<Money.Money>(
    (sum, amount) => (typeof amount === "bigint" ? Money.add(sum, amount) : sum),
    Money.zero
  )

/** What the statement's rows of a decision are more than those of the books; 0 for a row that stands alone. */
export const differenceOf = (decision: RowDecision): Money.Money =>
  decision.kind === "alone"
    ? Money.zero
    : Money.subtract(totalOf(decision, "statement"), totalOf(decision, "books"))

/** A difference in words: `10.00 more`, `10.00 less`. */
export const moreOrLess = (difference: Money.Money): string =>
  difference < Money.zero ? `${Money.format(Money.negate(difference))} less` : `${Money.format(difference)} more`

/** Of the decisions that fit those of which a row is in the period; the groups of what was found have their numbers. */
export const readSettled = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    fitting: ReadonlyArray<FittingDecision>
  ): Effect.fn.Return<ReadonlyArray<RowDecision>, SinkError> {
    if (fitting.length === 0) return []
    const found = yield* ask(
      "SELECT id FROM decisions WHERE gid IN (SELECT gid FROM found WHERE how = 'decision')"
    )
    const ids = new Set(found.map(([id]) => String(id)))
    return fitting.map(({ decision }) => decision).filter(({ id }) => ids.has(id))
  }
)

/** What is said of decisions about other books. */
export const passedOverTexts = (passedOver: ReadonlyArray<RowDecision>): ReadonlyArray<string> => {
  if (passedOver.length === 0) return []
  const profiles = [...new Set(passedOver.flatMap(({ profile }) => profile ?? []))]
  return [
    `${passedOver.length.toLocaleString("en-US")} ${
      passedOver.length === 1 ? "decision was" : "decisions were"
    } passed over, which ${passedOver.length === 1 ? "is" : "are"} about the books of --profile ${
      profiles.map((name) => printable(name, 40)).join(", ")
    }`
  ]
}

/** What is said below the totals of a currency of the differences that were accepted. */
export const acceptedTexts = (
  settled: ReadonlyArray<RowDecision>,
  currency: string | null
): ReadonlyArray<string> => {
  const differences = settled.filter(({ rows }) =>
    (rows.find((row) => row.currency !== null)?.currency ?? null) === currency
  ).map(differenceOf).filter((difference) => difference !== Money.zero)
  if (differences.length === 0) return []
  const sum = Money.format(differences.reduce(Money.add, Money.zero))
  return [
    differences.length === 1
      ? `1 decision accepts a difference: ${sum}`
      : `${differences.length.toLocaleString("en-US")} decisions accept differences: ${sum} together`
  ]
}
