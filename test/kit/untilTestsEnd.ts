/**
 * What the tests of a file share because it takes longer to open than most of them.
 */
import { afterAll } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"

/** Opens something for the first test that asks, once, and closes it behind the last test of the file. */
export const untilTestsEnd = <A, E>(open: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E> => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.runSync(Effect.cached(Effect.provideService(open, Scope.Scope, scope)))
}
