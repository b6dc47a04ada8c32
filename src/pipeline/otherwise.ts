/**
 * What is otherwise of rows that somebody relied on, since an export or since they were proven, and whether somebody accepted that.
 */
import { Effect } from "effect"
import type { DecisionDeclaration } from "../domain/Declaration.ts"
import * as Money from "../domain/Money.ts"
import type { Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type ChangedRows, Sink, type SinkError } from "../sink/Sink.ts"

/** What is otherwise of rows of one currency. */
export type Otherwise = Pick<
  ChangedRows,
  | "rows"
  | "merelyConfirmed"
  | "merelyCarried"
  | "unconfirmed"
  | "changes"
  | "moved"
  | "pending"
  | "pendingMoved"
  | "named"
>

/** Rows that came, went or are otherwise by more than being confirmed, or than a balance that another row moved. */
export const otherRows = ({ merelyCarried, merelyConfirmed, rows, unconfirmed }: Otherwise): number =>
  rows - merelyConfirmed - merelyCarried - unconfirmed

/** That of several stretches of days. */
export const together = (parts: ReadonlyArray<ChangedRows>): Otherwise => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  merelyConfirmed: parts.reduce((sum, { merelyConfirmed }) => sum + merelyConfirmed, 0),
  merelyCarried: parts.reduce((sum, { merelyCarried }) => sum + merelyCarried, 0),
  unconfirmed: parts.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0),
  changes: parts.reduce((sum, { changes }) => sum + changes, 0),
  moved: parts.reduce((sum, { moved }) => Money.add(sum, moved), Money.zero),
  pending: parts.reduce((sum, { pending }) => sum + pending, 0),
  pendingMoved: parts.reduce((sum, { pendingMoved }) => Money.add(sum, pendingMoved), Money.zero),
  named: [
    ...new Set([
      ...parts.flatMap((part) => part.named.slice(0, otherRows(part))),
      ...parts.flatMap(({ named }) => named)
    ])
  ]
})

/**
 * What is otherwise of rows without a currency, where they have one since: their money is there still, in that one. In several it can't be
 * summed.
 */
export const withNamed = (
  parts: ReadonlyArray<ChangedRows>,
  here: ReadonlyArray<ChangedRows>
): ReadonlyArray<ChangedRows> => {
  const others = here.filter(({ currency }) => currency !== null)
  return new Set(others.map(({ currency }) => currency)).size === 1 ? withOthers(parts, others) : parts
}

/** What is otherwise of rows of a currency, with that of rows that name none where they can be of that one alone. */
export const withNameless = (
  parts: ReadonlyArray<ChangedRows>,
  here: ReadonlyArray<ChangedRows>
): ReadonlyArray<ChangedRows> => {
  const others = here.filter(({ currency }) => currency === null)
  return [
    ...withOthers(parts, others),
    ...others.filter(({ place }) => !parts.some((part) => part.place === place))
  ]
}

const withOthers = (
  parts: ReadonlyArray<ChangedRows>,
  others: ReadonlyArray<ChangedRows>
): ReadonlyArray<ChangedRows> =>
  parts.map((part) => {
    const other = others.find(({ place }) => place === part.place)
    if (other === undefined) return part
    // A row that is of another currency since is told of both, and more of one where others came or went.
    const areSame = part.named.some((id) => other.named.includes(id))
    const [more, less] = other.rows > part.rows ? [other, part] : [part, other]
    return {
      ...(areSame ? more : { ...part, ...together([more, less]) }),
      moved: Money.add(part.moved, other.moved),
      pendingMoved: Money.add(part.pendingMoved, other.pendingMoved),
      pending: part.pendingMoved === Money.negate(other.pendingMoved) ? 0 : Math.max(part.pending, other.pending)
    }
  })

/** Days of which somebody accepted that rows are otherwise. */
export interface AcceptedDays {
  readonly days: ReadonlyArray<Period>
  /** Whether what is otherwise since then is what somebody has to know. */
  readonly isTold: (since: ReadonlyArray<ChangedRows>) => boolean
}

/**
 * Whether nothing is to be told since somebody accepted it; undefined where nobody did. An amount or a count may be the same by chance, and
 * fewer days may be left than were accepted.
 */
export const asAccepted = Effect.fnUntraced(
  function*(
    walletNo: WalletNo,
    { days, isTold }: AcceptedDays,
    decision: DecisionDeclaration | undefined
  ): Effect.fn.Return<boolean | undefined, SinkError, Sink> {
    if (decision?.decision !== "accepted") return undefined
    const { sequence } = decision
    return !isTold(yield* (yield* Sink).changedSince(walletNo, days.map((each) => ({ days: each, sequence }))))
  }
)
