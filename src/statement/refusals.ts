/**
 * What a refusal of the statement call means. The interface does not show its errors (interface 7), so this is a list
 * of guesses: the first that fits the message counts, then the status alone, and otherwise none is made.
 */
import { addressWords } from "../auth/addressRefusal.ts"
import {
  AccessRefused,
  DatesRefused,
  LimitRefused,
  RequestRefused,
  SignatureRefused,
  type StatementErrorReason,
  TokenRefused,
  WalletUnknown
} from "./StatementError.ts"

interface Refusal {
  readonly status: number
  /** As it is shown. */
  readonly said: string
}

/** How errors name where the key comes from that signed the request, where that is told, and where the consumer key was given. */
export interface RefusedPlaces {
  readonly key: string | undefined
  readonly consumerKey: string
}

type Guess = (refusal: Refusal, places: RefusedPlaces) => StatementErrorReason

const byMessage: ReadonlyArray<readonly [RegExp, Guess]> = [
  [/signature|\bsign(ed|ing)?\b/i, (refusal, { key }) => new SignatureRefused({ ...refusal, key })],
  [addressWords, (refusal) => new AccessRefused(refusal)],
  [/rate limit|too many/i, (refusal) => new RequestRefused(refusal)],
  [/\blimit\b/i, (refusal) => new LimitRefused(refusal)],
  [/\bdates?\b|from_date|to_date|period|date range/i, (refusal) => new DatesRefused(refusal)],
  [/wallet|account/i, (refusal) => new WalletUnknown(refusal)]
]

const byStatus: ReadonlyMap<number, Guess> = new Map<number, Guess>([
  [401, (refusal, { consumerKey }) => new TokenRefused({ ...refusal, credentials: consumerKey })],
  [403, (refusal) => new AccessRefused(refusal)],
  [404, (refusal) => new WalletUnknown(refusal)]
])

/** The reason that fits a refusal best; a 401 is about the token or the signature, whatever else it names. */
export const reasonOf = (refusal: Refusal, places: RefusedPlaces): StatementErrorReason => {
  const messages = refusal.status === 401 ? byMessage.slice(0, 1) : byMessage
  const guess = messages.find(([pattern]) => pattern.test(refusal.said))?.[1] ?? byStatus.get(refusal.status)
  return guess?.(refusal, places) ?? new RequestRefused(refusal)
}
