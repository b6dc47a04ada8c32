/**
 * Callers without a pause against a service with a limit that they don't know: what a turn is worth, measured.
 *
 * `simulateLimit` does it in virtual time. The requests arrive up to `jitterMillis` apart from how they were sent, the
 * clock starts anywhere, and after some time the limit is halved.
 */
import type { Sent } from "../../src/transport/limit/LimitEvidence.ts"
import { Turns } from "../../src/transport/limit/Turns.ts"

/** How a service counts. */
export type Habit = "bucket" | "fixed-window" | "sliding-window"

/** A service and its callers. */
export interface LimitedService {
  readonly perMinute: number
  /** Requests at once that a bucket holds. */
  readonly burst: number
  /** Whether a 429 says how long to wait, in whole seconds. */
  readonly retryAfter: boolean
  readonly seed: number
  /** How it counts; windows last a minute. */
  readonly habit?: Habit
  /** Whether the bucket is full again when the limit is halved. */
  readonly refilled?: boolean
  readonly callers?: number
  /** A page takes up to so long. */
  readonly latencyMillis?: number
  readonly jitterMillis?: number
  /** The first request of each caller takes up to twice as long more, while its connection is made. */
  readonly connectMillis?: number
  /** Every fifth turn of a busy machine's timers comes up to so much late. */
  readonly lateMillis?: number
  /** How long a limit stays; the halved one stays twice as long. */
  readonly stretchMillis?: number
}

/** A request and whether the service took it. */
export interface Outcome {
  readonly at: number
  readonly taken: boolean
}

/** What happened between two points in time. */
export interface Stretch {
  /** Requests that were taken, as a share of what the limit allows. */
  readonly rate: number
  /** 429s as a share of requests. */
  readonly refused: number
  /** 429s in the time to learn, which is left out of the above. */
  readonly learning: number
}

/** Before the limit is halved and after. */
export interface Measured {
  readonly before: Stretch
  readonly after: Stretch
}

/** Leaves 15 s or 20 requests out, whichever takes longer. */
export const stretchOf = (
  outcomes: ReadonlyArray<Outcome>,
  from: number,
  to: number,
  perMinute: number
): Stretch => {
  const all = outcomes.filter(({ at }) => at >= from && at < to)
  const settled = Math.max(from + 15_000, all[20]?.at ?? to)
  const later = all.filter(({ at }) => at >= settled)
  const taken = later.filter((outcome) => outcome.taken).length
  return {
    rate: (taken * 60_000) / (to - settled) / perMinute,
    refused: (later.length - taken) / later.length,
    learning: all.filter((outcome) => outcome.at < settled && !outcome.taken).length
  }
}

/** How long a limit stays when nothing else is said: at least a hundred requests are counted. */
export const stretchMillisOf = (perMinute: number): number => Math.max(120_000, (125 * 60_000) / perMinute)

/** A small generator of evenly spread numbers from 0 to 1. */
export const drawsOf = (seed: number): () => number => {
  let state = (seed * 2_654_435_761 + 1_013_904_223) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A bucket of two or more, with callers and a network of any kind that keeps it busy; all follow from the seed. */
export const drawnService = (perMinute: number, seed: number): LimitedService => {
  const draw = drawsOf(seed + 7777)
  return {
    perMinute,
    seed,
    burst: 2 + Math.floor(draw() ** 2 * 60),
    retryAfter: draw() < 0.6,
    callers: 4 + Math.floor(draw() * 20),
    latencyMillis: 10 + draw() * (perMinute > 1000 ? 100 : 300),
    connectMillis: draw() * 300,
    jitterMillis: 1 + draw() * 14
  }
}

/** Whether a stretch keeps to ±10 % of the limit and to less than 2 % 429s. */
export const isWithin = ({ rate, refused }: Stretch): boolean => rate > 0.9 && rate < 1.1 && refused < 0.02

/** Gives the milliseconds until a permit is there; 0 when one was, and is taken. */
type Serve = (at: number) => number

const bucket = (
  burst: number,
  startedAt: number
): { serve: Serve; set: (perMinute: number, filled: boolean) => void } => {
  let permits = burst
  let filledAt = startedAt
  let limit = 0
  const fill = (at: number): void => {
    permits = Math.min(burst, permits + ((at - filledAt) * limit) / 60_000)
    filledAt = at
  }
  return {
    serve: (at) => {
      fill(at)
      if (permits < 1) return ((1 - permits) * 60_000) / limit
      permits -= 1
      return 0
    },
    set: (perMinute, filled) => {
      limit = perMinute
      if (filled) permits = burst
    }
  }
}

const windowed = (sliding: boolean): { serve: Serve; set: (perMinute: number) => void } => {
  let limit = 0
  let took: Array<number> = []
  return {
    serve: (at) => {
      const start = sliding ? at - 60_000 : Math.floor(at / 60_000) * 60_000
      took = took.filter((each) => each > start)
      if (took.length >= limit) return (sliding ? took[took.length - limit] ?? at : start) + 60_000 - at
      took.push(at)
      return 0
    },
    set: (perMinute) => {
      limit = perMinute
    }
  }
}

interface Answer {
  readonly at: number
  readonly sent: Sent
  readonly waitMillis: number
}

/** Runs the callers through both limits. */
export const simulateLimit = (service: LimitedService): Measured => {
  const {
    burst,
    callers = 16,
    habit = "bucket",
    connectMillis = 0,
    jitterMillis = 8,
    lateMillis = 0,
    latencyMillis = 55,
    perMinute
  } = service
  const { refilled = false, retryAfter, seed, stretchMillis = stretchMillisOf(perMinute) } = service
  const draw = drawsOf(seed + 1)
  const turns = new Turns(undefined)
  const outcomes: Array<Outcome> = []
  const answers: Array<Answer> = []
  const startedAt = draw() * 60_000
  const { serve, set } = habit === "bucket" ? bucket(burst, startedAt) : windowed(habit === "sliding-window")
  let now = startedAt
  let arrivedAt = startedAt

  const send = (): void => {
    const sent = turns.take(now)
    const connecting = outcomes.length < callers ? connectMillis * (1 + draw()) : 0
    // One connection after another: requests do not overtake each other.
    arrivedAt = Math.max(arrivedAt, now + 1 + draw() * jitterMillis + connecting)
    const waitMillis = serve(arrivedAt)
    outcomes.push({ at: now, taken: waitMillis === 0 })
    answers.push({ at: arrivedAt + 1 + draw() * (waitMillis === 0 ? latencyMillis : 5), sent, waitMillis })
    answers.sort((left, right) => left.at - right.at)
  }
  const receive = ({ at, sent, waitMillis }: Answer): void => {
    now = Math.max(now, at)
    answers.shift()
    if (waitMillis === 0) return turns.taken(sent)
    const pauseMillis = retryAfter ? Math.ceil(waitMillis / 1000) * 1000 : 0
    turns.refused(sent, now, pauseMillis)
    turns.close(now + pauseMillis)
  }
  const advance = (until: number): void => {
    while (now < until) {
      const [answer] = answers
      const turn = answers.length < callers ? now + turns.wait(now) : Number.POSITIVE_INFINITY
      if (answer !== undefined && answer.at <= turn) receive(answer)
      else if (turn <= now) send()
      else now = Math.min(turn + (draw() < 0.2 ? draw() * lateMillis : 0), until)
    }
  }

  set(perMinute, true)
  advance(startedAt + stretchMillis)
  const halvedAt = now
  set(perMinute / 2, refilled)
  advance(halvedAt + 2 * stretchMillis)
  return {
    before: stretchOf(outcomes, startedAt, halvedAt, perMinute),
    after: stretchOf(outcomes, halvedAt, now, perMinute / 2)
  }
}
