/**
 * The findings about held rows: how many of which days, and both ways out.
 */
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import { dayFromNumber, formatDay } from "../domain/Period.ts"
import type { HeldRow } from "../sink/Sink.ts"

/** One finding for all that a run began to hold of a wallet, in the order of the runs. */
export const heldFindings = (held: ReadonlyArray<HeldRow>): ReadonlyArray<Doubt> =>
  [...Map.groupBy(held, ({ runId }) => runId)].map(([runId, rows]) => {
    const days = new Set(rows.map(({ day }) => day))
    const place = {
      from: formatDay(dayFromNumber(Math.min(...days))),
      to: formatDay(dayFromNumber(Math.max(...days)))
    }
    const [count, them] = rows.length === 1 ? ["1 row", "it"] : [`${rows.length} rows`, "them"]
    const where = days.size === 1 ? "1 day" : `${days.size} days`
    const what = `${count} of ${where}`
    const explanation = `An answer of the service no longer showed ${what}, and may not show all that there is, so ` +
      `nothing was withdrawn. As soon as the service shows ${them} again this ends by itself: each pull asks for ${them}. If the ` +
      `service is right, \`pull --accept-withdrawals\` withdraws ${them}, and so does the next pull once this is accepted.`
    return {
      ...doubtOf("held-withdrawal", explanation, place),
      place: placeOfHeld(runId),
      count: rows.length,
      own: { what, remarks: [], together: null }
    }
  })

/** Where held rows are: with the run that began to hold them, since their days change as rows are shown again. */
export const placeOfHeld = (runId: string): string => runId
