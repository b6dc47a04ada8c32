/**
 * Work that goes on outside of virtual time: a database's. Virtual time waits for it, so that nothing depends on how
 * long it takes.
 */
import { Effect } from "effect"

/** What is under way outside. */
export class Outside {
  private underWay = 0
  private wake: (() => void) | undefined

  get isBusy(): boolean {
    return this.underWay > 0
  }

  /** Lets it go on; until some of it is done, and whoever waits for that has heard of it. */
  readonly turn: Effect.Effect<void> = Effect.callback((resume) => {
    this.wake = () => resume(Effect.void)
  })

  /** Counts work until it is done. */
  track<A>(work: Promise<A>): Promise<A> {
    this.underWay++
    return work.finally(() => {
      this.underWay--
      setImmediate(() => this.wake?.())
    })
  }
}
