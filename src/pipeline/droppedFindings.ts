/**
 * What a report has to tell of answers that were dropped; that a day is cut off anyway it tells without them.
 */
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import { type Day, formatDay } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { DroppedAnswers, LackedDay } from "./DroppedAnswers.ts"
import { pullCommand } from "./pullCommand.ts"

/** Tells it of a wallet whose days are done. */
export const droppedFindings = (walletNo: WalletNo, dropped: DroppedAnswers): ReadonlyArray<Doubt> => [
  ...dropped.lackedDays.map((lacked) => onDay(lacked.day, lacking(lacked))),
  ...dropped.outdatedDays.map((day) => onDay(day, otherContents(walletNo, formatDay(day))))
]

const onDay = (day: Day, explanation: string): Doubt =>
  doubtOf("dropped", explanation, { from: formatDay(day), to: formatDay(day) })

const lacking = ({ lost, records }: LackedDay): string =>
  `${records} ${
    records === 1 ? "record was" : "records were"
  } in one answer of this run and not in another that has to show the ` +
  `same: what was there is kept${lost === 0 ? "" : `, but for ${lost}`}, and the day counts as cut off.`

const otherContents = (walletNo: WalletNo, day: string): string =>
  "Stored rows of the day have other contents in an answer of this run, as those of some days next to it had. " +
  `Load this day and all before it again, from the first of them on: ${pullCommand(walletNo, "DAY", day)}.`
