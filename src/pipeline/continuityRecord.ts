/**
 * What the balances of a window say, as text for the sink to keep: enough to join the window to its neighbours in a
 * later run without reading its rows.
 */
import { Option, Schema } from "effect"
import type { WindowCheck } from "../continuity/WalletContinuity.ts"
import { Total } from "../domain/Money.ts"
import { Day } from "../domain/Period.ts"
import { Verdict } from "../domain/Verdict.ts"
import { Currency } from "../domain/Wallet.ts"
import type { ContinuityEntry } from "../domain/Window.ts"

const Mark = Schema.Struct({ txnId: Schema.String, localTime: Schema.Finite })

/** The balances at both ends, and whether only wrong times allow the two; short, for a circuit has one of each balance. */
const WayRecord = Schema.Tuple([Total, Total, Schema.Boolean])

const SharedRecord = Schema.Struct({
  currency: Schema.NullOr(Currency),
  opening: Total,
  closing: Total,
  assumed: Schema.Int,
  first: Mark,
  last: Mark
})

/** What stands behind a day, or all that may. */
const DayRecord = Schema.Union([
  Schema.Tuple([Day, Schema.NullOr(Total)]),
  Schema.Tuple([Day, Schema.Null, Schema.Array(Total)])
])

const ChainRecord = Schema.Struct({
  currency: Schema.NullOr(Currency),
  verdict: Verdict,
  opening: Schema.NullOr(Total),
  closing: Schema.NullOr(Total),
  ways: Schema.Array(WayRecord),
  mayRest: Schema.Boolean,
  days: Schema.Array(DayRecord),
  debit: Total,
  credit: Total,
  rows: Schema.Int,
  first: Schema.NullOr(Mark),
  last: Schema.NullOr(Mark)
})

const WindowRecord = Schema.Struct({
  jitter: Schema.Finite,
  chains: Schema.Array(ChainRecord),
  shared: Schema.Array(Schema.Array(SharedRecord))
})

const codec = Schema.fromJsonString(Schema.toCodecJson(WindowRecord))

const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

/** Writes a window's check down. */
export const toEntry = (check: WindowCheck): ContinuityEntry => ({
  days: check.period,
  truncated: check.truncated,
  record: encode({
    jitter: check.jitter,
    chains: check.chains.map((chain) => ({
      ...chain,
      ways: chain.ways.map(({ closing, opening, outOfTime }) => [opening, closing, outOfTime] as const),
      days: chain.days.map(({ balance, day, possible }) =>
        possible === undefined ? [day, balance] as const : [day, null, possible] as const
      )
    })),
    shared: check.shared
  }),
  answer: null
})

/** Reads a check that was written down; none when it has to be worked out again, or a newer version wrote it. */
export const fromEntry = ({ days, record, truncated }: Omit<ContinuityEntry, "answer">): Option.Option<WindowCheck> =>
  Option.map(record === null ? Option.none() : decode(record), ({ chains, jitter, shared }) => ({
    period: days,
    truncated,
    jitter,
    chains: chains.map((chain) => ({
      ...chain,
      ways: chain.ways.map(([opening, closing, outOfTime]) => ({ opening, closing, outOfTime })),
      days: chain.days.map(([day, balance, possible]) => ({
        day,
        balance,
        ...(possible === undefined ? {} : { possible })
      })),
      borrowed: []
    })),
    shared
  }))
