/**
 * The commits of a wallet that are under way. A stream that is interrupted may still hand on an element while it closes,
 * and waits for nobody who took that: so what was begun is waited for here, and then nothing is begun any more.
 */
import { Deferred, Effect } from "effect"

/** Keeps account of what is under way. */
export class UnderWay {
  private readonly waited = new Set<Deferred.Deferred<void>>()
  private isOver = false

  /** Does something that nothing interrupts once it has begun; interrupts when all is over. */
  readonly begin = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptible(Effect.suspend(() => {
      if (this.isOver) return Effect.interrupt
      const done = Deferred.makeUnsafe<void>()
      this.waited.add(done)
      return Effect.ensuring(
        effect,
        Effect.suspend(() => {
          this.waited.delete(done)
          return Deferred.succeed(done, undefined)
        })
      )
    }))

  /** Waits for what is under way, and lets nothing begin after it. */
  readonly end: Effect.Effect<void> = Effect.suspend(() => {
    this.isOver = true
    return Effect.forEach([...this.waited], Deferred.await, { discard: true })
  })
}
