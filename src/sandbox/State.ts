/**
 * What a running sandbox holds: its wallets, its present behaviour, its tokens and its log. Changed only between
 * requests or within one step of one, so plain fields will do.
 */
import type { AnswerFault } from "./Fault.ts"
import type { Ledger } from "./Ledger.ts"
import { happens } from "./random.ts"
import { makeSpoiler, type RecordSpoiler } from "./recordFaults.ts"
import type { RequestEntry } from "./RequestLog.ts"
import type { Behaviour, SandboxOptions } from "./SandboxOptions.ts"
import type { Verifier } from "./signature.ts"
import { makeTokenBucket, type TokenBucket } from "./TokenBucket.ts"
import { makeTokens, type Tokens } from "./Tokens.ts"

/** The state of one sandbox. */
export interface State {
  readonly options: SandboxOptions
  readonly verifier: Verifier
  readonly ledgers: Map<string, Ledger>
  readonly tokens: Tokens
  readonly log: Array<RequestEntry>
  /** Requests so far at each endpoint that faults can be ordered for. */
  readonly counts: Record<AnswerFault["on"], number>
  behaviour: Behaviour
  bucket: TokenBucket | undefined
  spoiler: RecordSpoiler | undefined
}

/** The state before the first request. */
export const makeState = (options: SandboxOptions, verifier: Verifier, ledgers: Map<string, Ledger>): State => {
  const state: State = {
    options,
    verifier,
    ledgers,
    tokens: makeTokens(),
    log: [],
    counts: { login: 0, statement: 0 },
    behaviour: options,
    bucket: undefined,
    spoiler: undefined
  }
  behave(state, options)
  return state
}

/** Changes the behaviour: an unchanged rate limit keeps its bucket, unchanged record faults their memory. */
export const behave = (state: State, behaviour: Behaviour): void => {
  const before = state.behaviour
  state.behaviour = behaviour
  if (state.bucket === undefined || !same(before.rateLimit, behaviour.rateLimit)) {
    state.bucket = behaviour.rateLimit === null ? undefined : makeTokenBucket(behaviour.rateLimit)
  }
  if (state.spoiler === undefined || !same(before.recordFaults, behaviour.recordFaults)) {
    state.spoiler = makeSpoiler(behaviour.recordFaults, state.options.seed)
  }
}

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Counts a request at an endpoint and finds the fault that strikes it. */
export const nextFault = (state: State, endpoint: AnswerFault["on"]): AnswerFault | undefined => {
  const number = ++state.counts[endpoint]
  return state.behaviour.faults.find((fault, index) => {
    if (fault.on !== endpoint) return false
    const when = fault.when
    if (when === undefined) return true
    if ("first" in when) return number <= when.first
    if ("requests" in when) return when.requests.includes(number)
    return happens(when.rate, state.options.seed, endpoint === "login" ? 201 : 202, index, number)
  })
}
