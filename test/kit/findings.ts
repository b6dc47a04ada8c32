/**
 * Findings as reports hold them, of which nothing is to be said but what a test is about.
 */
import { type Doubt, doubtOf, type Finding } from "../../src/domain/Finding.ts"

/** An open finding; its id is of its kind and its words, which is enough to tell those of a test apart. */
export const findingOf = (...doubt: Parameters<typeof doubtOf>): Finding => {
  const { place: _, ...rest } = doubtOf(...doubt)
  return { ...rest, id: `${rest.kind} ${rest.explanation}`, accepted: null }
}

/** What a finding and the doubt that it is made of share. */
export const sharedOf = ({ amount, count, currency, explanation, from, kind, to }: Doubt | Finding) => ({
  kind,
  from,
  to,
  amount,
  currency,
  count,
  explanation
})
