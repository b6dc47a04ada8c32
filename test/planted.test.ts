/**
 * A simulation that finds nothing proves something only if it would have found a bug.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findBug, plantedBugs } from "../simulation/plantedBugs.ts"

describe("a simulation finds it when", () => {
  for (const bug of plantedBugs) {
    it.effect(bug.name, () =>
      Effect.gen(function*() {
        assert.isDefined(yield* findBug(bug), `not within ${bug.within} seeds`)
      }), 300_000)
  }
})
