/**
 * What a pull makes of clocks that were wrong, now or when the wallet's days were loaded, and of time zones that are.
 */
import { Effect, Option } from "effect"
import { doubtOf } from "../domain/Finding.ts"
import { addDays, type Day, formatDay, make, type Period } from "../domain/Period.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { pullCommand } from "./pullCommand.ts"
import { PullObserver } from "./PullObserver.ts"
import type { WalletPull } from "./WalletPull.ts"

/**
 * Says when days counted as loaded before the pull that were not over, and gives the days before the
 * pull's own that are in doubt therefore: the last one with stored rows, on which they may have been loaded, and all
 * behind it. None when the pull is about days that somebody chose.
 */
export const daysInDoubt = Effect.fnUntraced(
  function*(
    { clock, period, reach, walletNo }: WalletPull,
    isChosen: boolean
  ): Effect.fn.Return<Period | undefined, SinkError, Sink> {
    const last = clock.firstSettledDay
    if (last === undefined || Option.isNone(reach) || reach.value.to <= last) return undefined
    const observe = yield* PullObserver
    const [from, to] = [formatDay(addDays(last, 1)), formatDay(reach.value.to)]
    yield* observe({
      _tag: "Noticed",
      walletNo,
      finding: doubtOf(
        "clock",
        `The wallet was taken for complete up to ${to} already, a day that was not over: a clock was ahead. ` +
          (isChosen
            ? "Load all of the days behind the last one that has rows again."
            : "The days behind the last one that has rows were asked for again."),
        { from, to },
        "days that were not over"
      )
    })
    const before = make(reach.value.from, addDays(period.from, -1))
    if (isChosen || before === undefined) return undefined
    const stored = [...(yield* (yield* Sink).rowsByDay(walletNo, before)).keys()]
    const lastStored = stored.reduce((latest: Day, day) => (day > latest ? day : latest), before.from)
    return { from: lastStored, to: before.to }
  }
)

/** Says when rows bear times that were still to come when the service gave them: then settings read them wrongly. */
export const noticeRowsAhead = Effect.fnUntraced(function*({ clock, walletNo }: WalletPull) {
  const { rowsAheadMillis } = clock
  if (rowsAheadMillis === undefined) return
  const { clock: { zone }, markerPolicy } = yield* PullSettings
  const observe = yield* PullObserver
  yield* observe({
    _tag: "Noticed",
    walletNo,
    finding: doubtOf(
      "contradiction",
      `Rows bear times up to ${
        durationText(rowsAheadMillis)
      } after the moment at which the service gave them. So TIME_ZONE=${zone} is ` +
        `not the zone that they are written in, or MARKER_POLICY=${markerPolicy} reads them wrongly, or the clocks are wrong. Put it ` +
        `right and load the days again, from the first of them on: ${pullCommand(walletNo, "DAY")}.`,
      undefined,
      "rows ahead"
    )
  })
})

/**
 * Says when the earliest stored rows were read by another TIME_ZONE than the one in force: then the file holds instants of two
 * zones. What the pull itself has loaded goes by the one in force.
 */
export const noticeOtherZone = Effect.fnUntraced(function*({ loaded, reach, walletNo }: WalletPull) {
  if (Option.isNone(reach)) return
  const { clock } = yield* PullSettings
  const sink = yield* Sink
  const { from } = reach.value
  const early = [...(yield* sink.rowsByDay(walletNo, { from, to: addDays(from, daysLookedAt - 1) })).keys()]
  const day = early.toSorted((one, other) => one - other).find((each) => !loaded.hasAny({ from: each, to: each }))
  if (day === undefined) return
  const apart = (yield* sink.rowsOf(walletNo, { from: day, to: day })).map(({ localTime, occurredAt, timeFlag }) => {
    const { flag, instant } = clock.resolve(localTime)
    return timeFlag === null && flag === null ? Math.abs(instant - occurredAt) : 0
  }).find((millis) => millis > 0)
  if (apart === undefined) return
  const observe = yield* PullObserver
  const text = formatDay(day)
  yield* observe({
    _tag: "Noticed",
    walletNo,
    finding: doubtOf(
      "contradiction",
      `Stored rows of the day were read by another time zone than TIME_ZONE=${clock.zone}, ` +
        `${durationText(apart)} apart, and so were the days behind it, up to ` +
        "those that were loaded since: instants in the file do not compare. Put the setting right, or load all days again with " +
        `${pullCommand(walletNo, text)}.`,
      { from: text, to: text },
      "another zone"
    )
  })
})

/** The first days of a wallet, of which one has rows mostly. */
const daysLookedAt = 31

/** Remarks that this machine's clock and the service's differ. */
export const remarkSkew = Effect.fnUntraced(function*({ clock, walletNo }: WalletPull) {
  const { skewMillis } = clock
  if (skewMillis === undefined) return
  const observe = yield* PullObserver
  const side = skewMillis > 0 ? "ahead of" : "behind"
  yield* observe({
    _tag: "Remarked",
    walletNo,
    note: `This machine's clock is ${durationText(Math.abs(skewMillis))} ${side} the service's (its Date header).`
  })
})

/**
 * Says when the service's Date lies so far back that it was not believed, and no row of an answer or the file is later: then it may
 * be this machine's clock that is wrong, and days count as over that are not.
 */
export const noticeDisbelieved = Effect.fnUntraced(function*({ clock, period, walletNo }: WalletPull) {
  const { disbelievedDate: date } = clock
  if (date === undefined) return
  const behind = make(addDays(date.last, 1), period.to)
  if (behind !== undefined && (yield* (yield* Sink).rowsByDay(walletNo, behind)).size > 0) return
  const observe = yield* PullObserver
  yield* observe({
    _tag: "Noticed",
    walletNo,
    finding: doubtOf(
      "clock",
      `The service's clock (its Date header) is ${
        durationText(date.millis)
      } behind this machine's, which is too much to be ` +
        "believed, and no row stands more than two days behind that. If it is this machine's clock that is wrong, days count as complete that were not " +
        `over: put it right and load them again, from the first of them on: ${pullCommand(walletNo, "DAY")}.`,
      undefined,
      "Date not believed"
    )
  })
})

const durationText = (millis: number): string => {
  const minutes = Math.round(millis / 60_000)
  const parts = [[Math.floor(minutes / 1440), "d"], [Math.floor(minutes / 60) % 24, "h"], [
    minutes % 60,
    "min"
  ]] as const
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(" ")
}
