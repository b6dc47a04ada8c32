/**
 * What a run is called, and what else commits windows of its own.
 */
import { Effect, Random } from "effect"

/** Names a run: sorts by time and is unlikely to come twice: `20261120T161500Z-3f9a1c`. */
export const newRunId = (startedAt: number): Effect.Effect<string> =>
  Effect.map(Random.nextIntBetween(0, 0xffffff), (random) => {
    const time = new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, "")
    return `${time}-${random.toString(16).padStart(6, "0")}`
  })
