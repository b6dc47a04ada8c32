/**
 * Loading rules for categories into a file that is there.
 */
import { Clock, Effect, type Scope } from "effect"
import type { CategoryRule } from "../../domain/CategoryRule.ts"
import type { SinkError } from "../SinkError.ts"
import type { DuckDbOptions } from "./DuckDbSink.ts"
import { openThere } from "./file/openThere.ts"
import { replaceRules } from "./tables/RuleTable.ts"
import { waitForLock } from "./waitForLock.ts"

/** Puts rules in the place of those that a file holds. Fails as opening it does; a file that is not there is not made. */
export const loadRules = Effect.fn("loadRules")(
  function*(
    { allowGroup, path, wait }: Omit<DuckDbOptions, "removeUnused">,
    rules: ReadonlyArray<CategoryRule>
  ): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const database = yield* waitForLock(openThere(path, { allowGroup }), wait)
    yield* replaceRules(database, rules, yield* Clock.currentTimeMillis)
  },
  Effect.scoped
)
