/**
 * What happens in a world one after the other: which runs there are, and what befalls the service between them.
 */
import { dayAt } from "./calendar.ts"
import {
  type Changed,
  drawAcceptance,
  drawAhead,
  drawMistake,
  drawOrder,
  drawRetry,
  drawSettings,
  drawStop,
  type Order
} from "./Order.ts"
import type { Stage } from "./Process.ts"
import type { Story } from "./Story.ts"
import { upset } from "./upheaval.ts"

/** How a run came to an end. */
export type EndingKind = "Ended" | "Retried" | "SinkFailed" | "Stopped" | "Broken"

/**
 * Gives the orders of the runs; asked for the next one it is told how the last one ended, and first brings time and
 * ledgers to where that run begins. In the end it gives whether the calm run behind all of them has anchors.
 */
export type Script = Generator<Order, boolean, EndingKind>

/** Rounds of a run that is tried again until it ends, drawn as they come. */
export function* drawScript({ chance, scenario, story, time, world }: Stage): Script {
  for (let round = 0; round < scenario.rounds; round++) {
    const aheadMillis = drawAhead(scenario.seed, round)
    if (aheadMillis !== 0) story.count(aheadMillis > 0 ? "clock ahead" : "clock behind")
    let order: Order = {
      ...drawOrder(scenario, dayAt(scenario.zone, time.now), round === 0, chance),
      aheadMillis,
      accepts: drawAcceptance(scenario.seed, round),
      ...drawMistake(scenario.seed, round),
      ...drawSettings(scenario.seed, round)
    }
    if (order.anchored && order.mistake !== undefined) story.count("wrong balance given")
    countChanges(order, story)
    for (let attempt = 0; attempt < 4; attempt++) {
      const ending = yield order
      if (ending === "Ended" || ending === "Broken") break
      time.now += chance.pick([0, 60_000, 7_200_000, 100_000_000])
      const settings = drawSettings(scenario.seed, round, attempt + 1)
      countChanges(settings, story, " behind an interrupted run")
      const stop = attempt < 2 && chance.happens(0.3) ? drawStop(chance) : null
      order = { ...order, ...settings, failingCommit: null, stop }
    }
    const retry = drawRetry(scenario.seed, round)
    if (retry !== undefined) yield retry
    time.now += chance.pick([0, 3_600_000, 40_000_000, 90_000_000])
    for (const ledger of world.ledgers) upset(world, ledger, time.now, chance, story)
  }
  return chance.happens(0.5)
}

const countChanges = ({ limit, maxWithdrawals, namesCurrency, policy }: Changed, story: Story, when = ""): void => {
  if (policy !== undefined) story.count(`marker policy changed${when}`)
  if (limit !== undefined) story.count(`limit changed${when}`)
  if (maxWithdrawals !== undefined) story.count(`withdrawals allowed changed${when}`)
  if (namesCurrency !== undefined) story.count(`currency named or not${when}`)
}
