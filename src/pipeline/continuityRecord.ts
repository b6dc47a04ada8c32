/**
 * What the balances of a window say, as text for the sink to keep: enough to join the window to its neighbours in a
 * later run without reading its rows.
 */
import { Option, Schema } from "effect"
import { type DayEnd, knownEnd } from "../continuity/chain/dayEnds.ts"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import { Total } from "../domain/Money.ts"
import { Day } from "../domain/Period.ts"
import { OpenReason } from "../domain/Proof.ts"
import { Verdict } from "../domain/Verdict.ts"
import { Currency } from "../domain/Wallet.ts"
import type { WindowEvidence } from "./WindowEvidence.ts"

const Mark = Schema.Struct({ txnId: Schema.String, localTime: Schema.Finite })

/** The balances at both ends, and whether only wrong times allow the two; short, for a circuit has one of each balance. */
const WayRecord = Schema.Tuple([Total, Total, Schema.Boolean])

const SharedRecord = Schema.Struct({
  currency: Schema.NullOr(Currency),
  opening: Total,
  closing: Total,
  assumed: Schema.Int,
  first: Mark,
  last: Mark,
  isOpen: Schema.Boolean,
  isOpenBefore: Schema.Boolean
})

const Side = Schema.NullOr(Total)

/** A day with rows and the one balance that stands behind it whatever stands elsewhere; else all that is told. */
const DayRecord = Schema.Union([
  Schema.Tuple([Day, Total]),
  Schema.Tuple([Day, Schema.Boolean, Schema.NullOr(OpenReason), Schema.Array(Schema.Tuple([Side, Side, Side]))])
])

const SilentRecord = Schema.Struct({ sum: Total, rows: Schema.Array(Schema.String) })

const ChainRecord = Schema.Struct({
  currency: Schema.NullOr(Currency),
  verdict: Verdict,
  opening: Schema.NullOr(Total),
  closing: Schema.NullOr(Total),
  ways: Schema.Array(WayRecord),
  mayRest: Schema.Boolean,
  days: Schema.Array(DayRecord),
  silent: Schema.NullOr(Schema.Struct({ before: SilentRecord, behind: SilentRecord })),
  debit: Total,
  credit: Total,
  rows: Schema.Int,
  first: Schema.NullOr(Mark),
  last: Schema.NullOr(Mark)
})

const WindowRecord = Schema.Struct({
  jitter: Schema.Finite,
  chains: Schema.Array(ChainRecord),
  shared: Schema.Array(Schema.Array(SharedRecord)),
  relabelled: Schema.optionalKey(
    Schema.Array(Schema.Struct({ named: Currency, stored: Currency, rows: Schema.Int, booked: Schema.Int }))
  )
})

const codec = Schema.fromJsonString(Schema.toCodecJson(WindowRecord))

const encode = Schema.encodeSync(codec)
const encodeOption = Schema.encodeOption(codec)
const decode = Schema.decodeOption(codec)

const dayRecordOf = ({ day, hasRows, open, passages }: DayEnd): typeof DayRecord.Type => {
  const [only, ...others] = passages
  return hasRows && only !== undefined && only.balance !== null && others.length === 0
    ? [day, only.balance]
    : [day, hasRows, open, passages.map(({ balance, closing, opening }) => [opening, balance, closing] as const)]
}

const dayEndOf = (record: typeof DayRecord.Type): DayEnd => {
  if (record.length === 2) return knownEnd(record[0], record[1])
  const [day, hasRows, open, passages] = record
  return {
    day,
    hasRows,
    open,
    passages: passages.map(([opening, balance, closing]) => ({ opening, balance, closing }))
  }
}

const windowRecordOf = ({ chains, jitter, relabelled, shared }: WindowEvidence): typeof WindowRecord.Type => ({
  jitter,
  chains: chains.map((chain) => ({
    ...chain,
    ways: chain.ways.map(({ closing, opening, outOfTime }) => [opening, closing, outOfTime] as const),
    days: chain.days.map(dayRecordOf)
  })),
  shared,
  ...(relabelled === undefined ? {} : { relabelled })
})

/** Writes a window's check down. */
export const entryOfContinuity = (check: WindowEvidence): ContinuityEntry => ({
  days: check.period,
  truncated: check.truncated,
  record: encode(windowRecordOf(check)),
  answer: null
})

/**
 * Whether a check of stored rows says what was written down of them. Which rows stand at its ends is compared where it tells; rows that
 * nobody could write down say something else.
 */
export const isAlike = (known: WindowEvidence, found: WindowEvidence): boolean => {
  const chains = known.chains.map((chain, index) =>
    found.chains[index]?.first === null ? { ...chain, first: null, last: null } : chain
  )
  const said = encodeOption(windowRecordOf(found))
  return Option.isSome(said) && said.value === encode(windowRecordOf({ ...known, chains }))
}

/** Reads a check that was written down; none when it has to be worked out again, or a newer version wrote it. */
export const continuityOfEntry = (
  { days, record, truncated }: Omit<ContinuityEntry, "answer">
): Option.Option<WindowEvidence> =>
  Option.map(record === null ? Option.none() : decode(record), ({ shared, chains, jitter, ...rest }) => ({
    ...rest,
    period: days,
    truncated,
    jitter,
    chains: chains.map((chain) => ({
      ...chain,
      ways: chain.ways.map(([opening, closing, outOfTime]) => ({ opening, closing, outOfTime })),
      days: chain.days.map(dayEndOf),
      borrowed: []
    })),
    shared
  }))
