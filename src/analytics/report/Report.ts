/**
 * What a report shows: figures as the database gives them. Money is an exact decimal text, a day is `YYYY-MM-DD`; null is what is not known.
 */
import type { Finding } from "../../domain/Finding.ts"

/** What the balances say of some days, in the words of verdicts. */
export type DaysVerdict = "proven" | "gap" | "truncated" | "unanchored"

/** What some days come to. `from` and `to` are those that are in the sums; `missing` of them may lack rows. */
export interface Sums {
  readonly from: string
  readonly to: string
  readonly opening: string | null
  readonly credits: string
  readonly debits: string
  /** A part of the debits. */
  readonly fees: string
  readonly closing: string | null
  readonly rows: string
  readonly missing: number
  readonly verdict: DaysVerdict
}

/** A point of the balance's curve: the days up to `day`, for a chart alone. */
export interface CurvePoint {
  readonly day: string
  readonly closing: number | null
  readonly lowest: number | null
  readonly highest: number | null
}

/** What rows of one kind come to. */
export interface Turnover {
  readonly rows: string
  readonly credits: string
  readonly debits: string
}

/** A counterparty, and what its rows come to. */
export interface Party extends Turnover {
  readonly name: string
}

/** How far a currency of a wallet is proven, as `proofs` has it. */
export interface ProvenDays {
  readonly from: string | null
  readonly to: string | null
  readonly quietSince: string | null
  readonly openingKnown: boolean
}

/** One currency of a wallet in the period. */
export interface Books {
  readonly currency: string | null
  readonly total: Sums
  readonly lowest: string | null
  readonly highest: string | null
  readonly months: ReadonlyArray<Sums>
  readonly curve: ReadonlyArray<CurvePoint>
  readonly busiest: ReadonlyArray<{ readonly day: string } & Turnover>
  /** Rows by the hour of the service's clock, 0 to 23. */
  readonly hours: ReadonlyArray<number>
  /** Rows by the day of the week, Monday first. */
  readonly weekdays: ReadonlyArray<number>
  readonly parties: ReadonlyArray<Party>
  /** The counterparties behind those, together; null where there are none. */
  readonly others: (Turnover & { readonly count: string }) | null
  /** Rows that name no counterparty; null where there are none. */
  readonly nobody: Turnover | null
  readonly feeRows: string
  readonly proven: ProvenDays | null
  /** Open places of the period where balances do not meet. */
  readonly gaps: number
}

/** A wallet in the period; `days` are those loaded of it, null when none is. */
export interface WalletBooks {
  readonly wallet: string
  readonly days: { readonly from: string; readonly to: string; readonly missing: number } | null
  /** Rows behind those days, of days that were not over when they were asked for. */
  readonly later: number
  readonly quarantined: number
  readonly held: number
  readonly books: ReadonlyArray<Books>
}

/** The last window of the audit chain; `at` is when it was committed, in milliseconds since 1970. */
export interface AuditHead {
  readonly sequence: string
  readonly hash: string
  readonly at: number
}

/** The figures of a file. */
export interface Figures {
  readonly wallets: ReadonlyArray<WalletBooks>
  readonly head: AuditHead | null
}

/** A gap, held rows or a record that could not be read, and that are over; its days are by the clock of the wallet's rows. */
export interface OverFinding extends Pick<Finding, "id" | "kind" | "from" | "to" | "amount" | "currency"> {
  readonly foundOn: string
  readonly endedOn: string | null
}

/** What the last run that told of a wallet said, with what somebody decided since, and what was found before and is over. */
export interface Told {
  readonly remark: string | null
  readonly findings: ReadonlyArray<Finding>
  readonly over: ReadonlyArray<OverFinding>
  /** The zone of the clock that its times are by; null where the file does not say. */
  readonly zone: string | null
}

/** All that a page is made of. */
export interface Report extends Figures {
  /** The days that were asked for; null is as far as rows are loaded. */
  readonly asked: { readonly from: string | null; readonly to: string | null }
  readonly told: ReadonlyMap<string, Told>
  /** When the page was made, and of when the copy is that was read in the file's place, in milliseconds since 1970. */
  readonly madeAt: number
  readonly copyOf: { readonly at: number | null } | null
}
