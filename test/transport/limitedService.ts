/**
 * Callers without a pause against a token bucket, in virtual time: what the turns make of a limit they don't know.
 */
import type { Sent } from "../../src/transport/LimitBelief.ts"
import { Turns } from "../../src/transport/Turns.ts"

/** A service and its callers. */
export interface LimitedService {
  readonly perMinute: number
  readonly burst: number
  /** Whether a 429 says how long to wait, in whole seconds. */
  readonly retryAfter: boolean
  readonly seed: number
  readonly callers?: number
}

/** What happened between two points in time. */
export interface Stretch {
  /** Requests a minute that were taken. */
  readonly rate: number
  readonly limit: number
  readonly sent: number
  readonly refused: number
}

/** Before the limit is halved and after, without the time to learn. */
export interface Simulated {
  readonly before: Stretch
  readonly after: Stretch
  /** 429s in the time to learn, both times together. */
  readonly learningRefused: number
}

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

interface Answer {
  readonly at: number
  readonly sent: Sent
  readonly refusedFor: number | undefined
}

interface Outcome {
  readonly at: number
  readonly taken: boolean
}

/** Runs the callers through both limits. */
export const simulateLimit = (service: LimitedService): Simulated => {
  const { burst, callers = 16, perMinute, retryAfter, seed } = service
  const draw = drawsOf(seed + 1)
  const turns = new Turns(undefined)
  const outcomes: Array<Outcome> = []
  const answers: Array<Answer> = []
  const stretchMillis = Math.max(120_000, (100 * 60_000) / perMinute)
  let limit = perMinute
  let permits = burst
  let filledAt = 0
  let now = 0

  const serve = (at: number): number | undefined => {
    permits = Math.min(burst, permits + ((at - filledAt) * limit) / 60_000)
    filledAt = at
    if (permits >= 1) permits -= 1
    else return retryAfter ? Math.ceil(((1 - permits) * 60) / limit) * 1000 : 0
    return undefined
  }

  const learnt: Array<number> = []
  const advance = (until: number): void => {
    while (now < until) {
      if (answers.length < callers && turns.wait(now) === 0) {
        const sent = turns.take(now)
        const refusedFor = serve(Math.max(filledAt, now + 1 + draw() * 8))
        outcomes.push({ at: now, taken: refusedFor === undefined })
        const at = now + 5 + draw() * (refusedFor === undefined ? 55 : 5)
        answers.push({ at, sent, refusedFor })
        answers.sort((a, b) => a.at - b.at)
        continue
      }
      const answered = answers[0]
      const turn = answers.length < callers ? now + turns.wait(now) : Number.POSITIVE_INFINITY
      if (answered !== undefined && answered.at <= turn) {
        now = Math.max(now, answered.at)
        answers.shift()
        if (answered.refusedFor === undefined) turns.taken(answered.sent)
        else {
          turns.refused(answered.sent)
          turns.close(now + answered.refusedFor)
        }
      } else now = Math.min(turn, until)
    }
  }

  const stretch = (started: number): Stretch => {
    const learning = Math.max(15_000, (outcomes.filter(({ at }) => at >= started)[19]?.at ?? 0) - started)
    learnt.push(outcomes.filter(({ at, taken }) => at >= started && at < started + learning && !taken).length)
    const later = outcomes.filter(({ at }) => at >= started + learning)
    const taken = later.filter((outcome) => outcome.taken).length
    const sent = later.length
    return { rate: (taken * 60_000) / (now - started - learning), limit, sent, refused: sent - taken }
  }

  advance(stretchMillis)
  const before = stretch(0)
  limit = perMinute / 2
  const changedAt = now
  advance(now + stretchMillis * 2)
  const after = stretch(changedAt)
  return { before, after, learningRefused: learnt.reduce((sum, count) => sum + count, 0) }
}
