/**
 * The records of one answer: chosen by the service's habit of date bounds, in its order, cut off at `limit`
 * without a word (interface 4.2, rules 2 and 4).
 */
import { daySeconds, presentOf } from "./calendar.ts"
import { firstPlaceOf, type Ledger, rowAt } from "./Ledger.ts"
import { draw, makeRandom } from "./random.ts"
import type { RecordSpoiler } from "./recordFaults.ts"
import type { Behaviour } from "./SandboxOptions.ts"
import { render, wireFields } from "./wireRecord.ts"

/** What was asked: days counted from 1970-01-01. */
export interface PageQuery {
  readonly from: number
  readonly to: number
  readonly limit: number
}

const minutesADay = 1440

/** As a part of a day. */
const aSecond = 1 / daySeconds

/** A run of places in order of time; `end` is behind the last. */
interface Span {
  readonly start: number
  readonly end: number
}

const spanOf = (ledger: Ledger, { dateBounds, dayStartMinutes, present }: Behaviour, query: PageQuery): Span => {
  const shift = dayStartMinutes / minutesADay
  const start = firstPlaceOf(ledger, shift + (dateBounds === "exclusive" ? query.from + 1 : query.from))
  const to = dateBounds === "inclusive" ? query.to + 1 : dateBounds === "instants" ? query.to + aSecond : query.to
  const end = firstPlaceOf(ledger, shift + to)
  const now = present === null ? undefined : presentOf(present)
  const shown = now === undefined ? end : Math.min(end, firstPlaceOf(ledger, (now.second + 1) / daySeconds))
  return { start, end: Math.max(start, shown) }
}

function* ordered(ledger: Ledger, order: Behaviour["order"], { end, start }: Span): Generator<number> {
  switch (order) {
    case "newest-first":
      for (let place = end - 1; place >= start; place--) yield place
      return
    case "oldest-first":
      for (let place = start; place < end; place++) yield place
      return
    case "shuffled": {
      const random = makeRandom(draw(ledger.seed, start, end))
      const moved = new Map<number, number>()
      for (let place = start; place < end; place++) {
        const chosen = place + random.below(end - place)
        yield moved.get(chosen) ?? chosen
        moved.set(chosen, moved.get(place) ?? place)
        moved.delete(place)
      }
    }
  }
}

/** The JSON texts of the records to send, at most `query.limit`. */
export const pageOf = (
  ledger: Ledger,
  behaviour: Behaviour,
  spoiler: RecordSpoiler | undefined,
  query: PageQuery
): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const limit = Math.min(query.limit, behaviour.answerLimit)
  for (const place of ordered(ledger, behaviour.order, spanOf(ledger, behaviour, query))) {
    if (texts.length >= limit) break
    const row = rowAt(ledger, place)
    if (row === undefined) continue
    const fields = wireFields(row, behaviour, ledger.decimals)
    const spoilt = spoiler?.spoil(ledger.walletNo, row, fields)
    if (spoilt === undefined) texts.push(render(fields))
    else texts.push(...spoilt.slice(0, limit - texts.length))
  }
  return texts
}
