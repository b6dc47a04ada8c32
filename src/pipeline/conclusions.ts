/**
 * What was concluded of a wallet when its windows were committed, held against what the windows and the rows say now: which
 * gaps, and how far it is proven.
 */
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, formatDay } from "../domain/Period.ts"
import type { Proof } from "../domain/Proof.ts"
import type { Gap } from "../domain/Verdict.ts"

/** Gaps between rows that are noted and that the rows do not show, and such that they show and that are not noted. */
export interface DifferingGaps {
  readonly wrong: ReadonlyArray<string>
  readonly unnoted: ReadonlyArray<string>
}

/** Compares gaps. */
export const differingGaps = (noted: ReadonlyArray<Gap>, found: ReadonlyArray<Gap>): DifferingGaps => ({
  wrong: unlike(noted, found).map((gap) => `${describe(gap)} is noted, and the rows show none`),
  unnoted: unlike(found, noted).map((gap) => `the rows show ${describe(gap)}, and none is noted`)
})

const unlike = (gaps: ReadonlyArray<Gap>, others: ReadonlyArray<Gap>): ReadonlyArray<Gap> => {
  const left = new Map<string, number>()
  for (const key of others.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1)
  return gaps.filter((gap) => {
    const count = left.get(keyOf(gap)) ?? 0
    left.set(keyOf(gap), count - 1)
    return count <= 0
  })
}

/** What tells a gap or a doubtful order from others. */
export const keyOf = ({ afterTxnId, beforeTxnId, currency, from, missing, to }: Gap): string =>
  JSON.stringify([afterTxnId, beforeTxnId, currency, from, to, String(missing)])

const describe = ({ currency, from, missing, to }: Gap): string =>
  `a gap of ${Money.format(missing)}${currency === null ? "" : ` ${currency}`} from ${dayText(from)} to ${dayText(to)}`

/** What is noted of how far a wallet is proven, in sentences. */
export interface DifferingProofs {
  /** More than the rows prove. */
  readonly wrong: ReadonlyArray<string>
  /** Less than they prove, as of an earlier window. */
  readonly less: ReadonlyArray<string>
}

/** Compares what is noted as proven of each currency with what the rows prove; a file of an earlier version notes nothing. */
export const differingProofs = (noted: ReadonlyArray<Proof>, found: ReadonlyArray<Proof>): DifferingProofs => {
  const foundOf = new Map(found.map((proof) => [proof.currency, proof]))
  const notedOf = new Map(noted.map((proof) => [proof.currency, proof]))
  return {
    wrong: [
      ...(notedOf.size === noted.length ? [] : ["what is proven of a currency is noted more than once"]),
      ...noted.filter((proof) => !isWithin(proof, foundOf.get(proof.currency))).map((proof) =>
        foundOf.has(proof.currency)
          ? `${daysOf(proof)} is noted as proven${inCurrency(proof)}, and the rows do not prove it`
          : `${proof.currency ?? "no currency"} is noted as one of the wallet's, and no row is of it`
      )
    ],
    less: found.filter((proof) =>
      !isWithin(proof, notedOf.get(proof.currency)) && (noted.length > 0 || proof.from !== null)
    ).map((proof) =>
      proof.from === null
        ? `nothing is noted${inCurrency(proof)}, which rows are of`
        : `${daysOf(proof)} is proven${inCurrency(proof)}, and less is noted`
    )
  }
}

/** Whether what is proven is no more than something else that is; undefined is nothing, not even the currency. */
const isWithin = ({ from, openingKnown, to }: Proof, other: Proof | undefined): boolean => {
  if (from === null || to === null || other === undefined) return other !== undefined
  return other.from !== null && other.to !== null && other.from <= from && other.to >= to &&
    (other.openingKnown || !openingKnown)
}

const daysOf = ({ from, to }: Proof): string =>
  from === null || to === null ? "no day" : `${formatDay(from)} to ${formatDay(to)}`

const inCurrency = ({ currency }: Proof): string => (currency === null ? "" : ` in ${currency}`)

/** Where it is noted otherwise than the rows and windows show it since when a currency has no row, in sentences. */
export const differingQuiet = (noted: ReadonlyArray<Proof>, found: ReadonlyArray<Proof>): ReadonlyArray<string> =>
  noted.flatMap((proof) => {
    const { currency, quietSince } = proof
    const shown = found.find((each) => each.currency === currency)?.quietSince ?? null
    if (shown === quietSince) return []
    const [said, is] = [quietSince, shown].map((since) => since === null ? "no such day" : formatDay(since))
    return [
      `${said} is noted as the first day without a row since${inCurrency(proof)}, and the rows and windows show ${is}`
    ]
  })

const dayText = (localTime: number | null): string =>
  localTime === null ? "an unknown day" : formatDay(dayOfLocalTime(localTime))
