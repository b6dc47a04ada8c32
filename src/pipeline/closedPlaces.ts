/**
 * Which places in doubt are none any more when windows are checked in another way.
 */
import type { Span } from "../continuity/chain/seams.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { Currency } from "../domain/Wallet.ts"
import { keyOf } from "./conclusions.ts"

/** A currency that has fewer places in doubt, and from which to which time those are that are gone. */
export interface ClosedPlaces {
  readonly currency: Currency | null
  readonly span: Span
}

/** The currencies of which fewer places are left. */
export const closedPlaces = (
  before: ReadonlyArray<Gap>,
  after: ReadonlyArray<Gap>
): ReadonlyArray<ClosedPlaces> => {
  const left = Map.groupBy(after, ({ currency }) => currency)
  const keys = new Set(after.map(keyOf))
  return [...Map.groupBy(before, ({ currency }) => currency)].flatMap(([currency, own]) => {
    if (own.length <= (left.get(currency)?.length ?? 0)) return []
    const gone = own.filter((place) => !keys.has(keyOf(place)))
    const times = gone.flatMap(({ from, to }) => [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY])
    return [{ currency, span: { from: Math.min(...times), to: Math.max(...times) } }]
  })
}
