/**
 * A clock and a scheduler of their own: whatever is ready runs in order, and when nothing is, time jumps to the next
 * sleeper. Nothing waits for real time, and the same program makes the same steps every time.
 */
import { type Clock, Duration, Effect, Scheduler } from "effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Time that goes on only when everybody sleeps. */
export class VirtualTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now: number
  /** Tasks that were run so far. */
  steps = 0
  readonly scheduler: Scheduler.Scheduler
  private readonly startAt: number
  private ready: Array<() => void> = []
  private next = 0
  /** The latest first. */
  private readonly sleepers: Array<Sleeper> = []

  constructor(startAt: number) {
    this.now = startAt
    this.scheduler = new Scheduler.MixedScheduler("async", (task) => this.enqueue(task))
    this.startAt = startAt
  }

  /** A machine's clock that is ahead of the true time by so many milliseconds; below zero it is behind. */
  clock(aheadMillis: number): Clock.Clock {
    const millis = () => Math.floor(this.now + aheadMillis)
    const nanos = () => BigInt(Math.round((this.now + aheadMillis) * 1_000_000))
    const monotonic = () => BigInt(Math.round((this.now - this.startAt) * 1_000_000))
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: monotonic,
      monotonicTimeNanos: Effect.sync(monotonic),
      sleep: (duration) => this.sleep(Duration.toMillis(duration))
    }
  }

  /** Whether something could run without time going on. */
  get isBusy(): boolean {
    return this.next < this.ready.length
  }

  /** Runs one task, or wakes the next sleeper at his time; false when there is neither. */
  turn(): boolean {
    const task = this.ready[this.next]
    if (task !== undefined) {
      this.next++
      this.steps++
      task()
      return true
    }
    this.ready = []
    this.next = 0
    const sleeper = this.sleepers.pop()
    if (sleeper === undefined) return false
    this.now = Math.max(this.now, sleeper.at)
    sleeper.wake()
    return true
  }

  /** Forgets everything that was going on, as when a process is killed. */
  kill(): void {
    this.ready = []
    this.next = 0
    this.sleepers.length = 0
  }

  /** Wakes somebody when that much time has gone on; gives a way to leave it be. */
  wakeAfter(millis: number, wake: () => void): () => void {
    const sleeper: Sleeper = { at: this.now + millis, wake }
    let place = this.sleepers.length
    while (place > 0 && (this.sleepers[place - 1]?.at ?? Infinity) <= sleeper.at) place--
    this.sleepers.splice(place, 0, sleeper)
    return () => {
      const index = this.sleepers.indexOf(sleeper)
      if (index >= 0) this.sleepers.splice(index, 1)
    }
  }

  private enqueue(task: () => void): () => void {
    let isCancelled = false
    this.ready.push(() => {
      if (!isCancelled) task()
    })
    return () => {
      isCancelled = true
    }
  }

  private sleep(millis: number): Effect.Effect<void> {
    if (!(millis > 0)) return Effect.yieldNow
    if (!Number.isFinite(millis)) return Effect.never
    return Effect.callback((resume) => Effect.sync(this.wakeAfter(millis, () => resume(Effect.void))))
  }
}
