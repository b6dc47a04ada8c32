/**
 * The findings about proven months of which rows are otherwise since: which, by how much, and what to correct.
 */
import type { Doubt } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, formatDay } from "../domain/Period.ts"
import type { ChangedMonth } from "./changedMonths.ts"
import { monthPlace } from "./monthPlace.ts"
import { otherRows } from "./otherwise.ts"
import { byText, carriedText, movedText, rowsText } from "./otherwiseText.ts"

/** One finding for each month and currency, in their order. */
export const monthFindings = (changed: ReadonlyArray<ChangedMonth>): ReadonlyArray<Doubt> =>
  changed.map((each): Doubt => {
    const { changes, moved, proven } = each
    const place = monthPlace(proven)
    const rows = rowsText(each, otherRows(each))
    const isSame = moved === Money.zero
    return {
      ...place,
      amount: Money.format(moved),
      count: changes,
      isAsAccepted: each.isAsAccepted,
      explanation:
        `The balances proved the days ${place.from} to ${place.to} (noted on ${
          notedOn(each)
        }). Since then ${rows} came, went or ` +
        `changed. ${movedText(each, proven.currency, than)}.${
          carriedText(each)
        } If the month is closed in your books, ${
          isSame ? "look at these rows there" : "enter the difference there"
        }; then accept this.`,
      own: {
        what: `noted on ${notedOn(each)}, ${rows}, ${isSame ? "no other sum" : byText(proven.currency, moved, than)}`,
        remarks: [],
        together: null
      }
    }
  })

const than = "was proven"

const notedOn = ({ clock, proven: { at } }: ChangedMonth): string =>
  formatDay(dayOfLocalTime(clock?.localTimeAt(at) ?? at))
