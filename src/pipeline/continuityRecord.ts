/**
 * What the balances of a window say, as text for the sink to keep: enough to join the window to its neighbours in a
 * later run without reading its rows.
 */
import { Option, Schema } from "effect"
import type { WindowCheck } from "../continuity/WalletContinuity.ts"
import { Total } from "../domain/Money.ts"
import { Verdict } from "../domain/Verdict.ts"
import { Currency } from "../domain/Wallet.ts"
import type { ContinuityEntry } from "../domain/Window.ts"

const Mark = Schema.Struct({ txnId: Schema.String, localTime: Schema.Finite })

const ChainRecord = Schema.Struct({
  currency: Schema.NullOr(Currency),
  verdict: Verdict,
  opening: Schema.NullOr(Total),
  closing: Schema.NullOr(Total),
  openings: Schema.Array(Total),
  openingsOutOfTime: Schema.Array(Total),
  debit: Total,
  credit: Total,
  rows: Schema.Int,
  first: Schema.NullOr(Mark),
  last: Schema.NullOr(Mark)
})

const codec = Schema.fromJsonString(
  Schema.toCodecJson(Schema.Struct({ jitter: Schema.Finite, chains: Schema.Array(ChainRecord) }))
)

const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

/** Writes a window's check down. */
export const toEntry = (check: WindowCheck): ContinuityEntry => ({
  days: check.period,
  truncated: check.truncated,
  record: encode(check),
  answer: null
})

/** Reads a check that was written down; none when it has to be worked out again, or a newer version wrote it. */
export const fromEntry = ({ days, record, truncated }: Omit<ContinuityEntry, "answer">): Option.Option<WindowCheck> =>
  Option.map(record === null ? Option.none() : decode(record), ({ chains, jitter }) => ({
    period: days,
    truncated,
    jitter,
    chains: chains.map((chain) => ({ ...chain, borrowed: [] }))
  }))
