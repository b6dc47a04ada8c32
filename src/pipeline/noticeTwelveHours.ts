/**
 * Says when a wallet's times are written by a 12-hour clock and settings read them by another.
 */
import { Effect } from "effect"
import { doubtOf } from "../domain/Finding.ts"
import { addDays, formatDay, type Period } from "../domain/Period.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { doubtfulRows, isTwelveHourClock } from "../normalise/twelveHourClock.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { pullCommand } from "./pullCommand.ts"
import { PullObserver } from "./PullObserver.ts"
import type { WalletPull } from "./WalletPull.ts"

/** Days back from the last one whose rows are looked at, and rows that are enough to tell. */
const farthest = 168
const enough = 200

/**
 * Looks at the newest rows that are stored, whether this pull brought them or an earlier one. A refused row is in
 * quarantine, and a row whose marker is believed is read rightly.
 */
export const noticeTwelveHours = Effect.fnUntraced(function*({ period, reach, walletNo }: WalletPull) {
  const { markerPolicy } = yield* PullSettings
  if (markerPolicy !== "trust-24h") return
  const rows = yield* newestRows(walletNo, { from: addDays(period.to, -farthest), to: period.to })
  if (!isTwelveHourClock(rows, doubtfulRows)) return
  const observe = yield* PullObserver
  const first = reach._tag === "Some" && reach.value.from < period.from ? reach.value.from : period.from
  yield* observe({
    _tag: "Noticed",
    walletNo,
    finding: doubtOf(
      "clock",
      isTwelveHourClock(rows)
        ? `The service writes times by a 12-hour clock: of ${rows.length} rows none has an hour above 12 or 0, and MARKER_POLICY=` +
          `trust-24h reads those of the afternoon twelve hours too early. ${remedy(walletNo, formatDay(first))}`
        : `The service may write times by a 12-hour clock: of ${rows.length} rows none has an hour above 12 or 0, and some have one ` +
          "that contradicts their AM or PM. Compare a row with what you know of it. If MARKER_POLICY=trust-24h reads it twelve " +
          `hours too early: ${remedy(walletNo, formatDay(first))}`,
      undefined,
      "twelve hours"
    )
  })
})

const remedy = (walletNo: WalletNo, first: string): string =>
  `Set MARKER_POLICY=trust-marker and load the days once more with ${
    pullCommand(walletNo, first)
  }: rows are changed, none is lost.`

const newestRows = Effect.fnUntraced(
  function*(
    walletNo: WalletPull["walletNo"],
    within: Period
  ): Effect.fn.Return<ReadonlyArray<Transaction>, SinkError, Sink> {
    const sink = yield* Sink
    let count = 0
    let from = within.to
    for (const [day, rows] of [...yield* sink.rowsByDay(walletNo, within)].sort(([one], [other]) => other - one)) {
      if (count >= enough) break
      count += rows
      from = day
    }
    return yield* sink.rowsOf(walletNo, { from, to: within.to })
  }
)
