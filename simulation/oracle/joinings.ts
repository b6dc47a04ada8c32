/**
 * Checks windows that join others.
 */
import { dayText } from "../calendar.ts"
import type { Story } from "../Story.ts"
import type { Committed } from "../WatchedSink.ts"

/** A window that joins others changes no row. */
export const checkJoining = ({ outcome, window: { days } }: Committed, story: Story): void => {
  story.count("windows joined")
  story.expect(
    Object.values(outcome).every((count) => count === 0),
    () => `${dayText(days.from)}..${dayText(days.to)}: joining windows changed rows: ${JSON.stringify(outcome)}`
  )
}
