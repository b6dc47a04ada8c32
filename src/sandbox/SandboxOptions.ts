/**
 * What a sandbox is told: a plain object in which everything has a default, checked by Schema.
 *
 * `Behaviour` is the part that can be changed while the sandbox runs.
 */
import { Effect, Schema } from "effect"
import { dayNumber, presentOf } from "./calendar.ts"
import { toUnits } from "./decimal.ts"
import { AnswerFault, RecordFault } from "./Fault.ts"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const positive = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
const rate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const or = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

const Day = Schema.String.check(
  Schema.makeFilter((text: string) => dayNumber(text) !== undefined || "a day that exists, written YYYY-MM-DD")
)
/** A time of the service's clock with how far that is from UTC: `2025-01-10T02:00:00+03:00`. */
const Present = Schema.String.check(
  Schema.makeFilter((text: string) =>
    presentOf(text) !== undefined || "a time with its offset, such as 2025-01-10T02:00:00+03:00"
  )
)
const Amount = Schema.String.check(
  Schema.makeFilter((text: string) => toUnits(text) !== undefined || "a decimal such as 1000.00")
)

/** One simulated wallet and its history, which follows from the seed and these numbers alone. */
export const WalletOptions = Schema.Struct({
  walletNo: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,64}$/)),
  /** All records of the wallet, those of the busy days included. */
  records: count,
  from: or(Day, "2025-01-01"),
  to: or(Day, "2025-12-31"),
  currency: or(Schema.NonEmptyString, "KES"),
  /** Further currencies, each with a balance of its own that starts at `openingBalance` too. */
  otherCurrencies: or(Schema.Array(Schema.NonEmptyString), []),
  openingBalance: or(Amount, "1000.00"),
  /** `weekly` has one day in seven with ten times the traffic of the others, `burst` one such month. */
  traffic: or(Schema.Literals(["even", "weekly", "burst"]), "even"),
  /** Days whose count is given; `traffic` shares out what is left. */
  busyDays: or(Schema.Array(Schema.Struct({ day: Day, records: count })), []),
  /** The most that `traffic` puts on one day; a busy day may have more. */
  maxPerDay: or(positive, 4999),
  decimals: or(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })), 2),
  /** Digits of every amount, `decimals` included; by default amounts are those of everyday payments. */
  amountDigits: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 18 }))),
  /** Share of payments followed by a fee, a record of its own with the payment's id. */
  feeRate: or(rate, 0.06),
  /** Share of records that take back an earlier payment under its id. */
  reversalRate: or(rate, 0.01),
  /** Share of records that are not confirmed and leave the balance as it is. */
  unconfirmedRate: or(rate, 0)
})
export type WalletOptions = typeof WalletOptions.Type

/** A token bucket: `perMinute` requests on average, `burst` at once. */
export const RateLimitOptions = Schema.Struct({
  perMinute: Schema.Finite.check(Schema.isGreaterThan(0)),
  burst: or(positive, 10),
  /** How `Retry-After` is written on a 429. */
  retryAfter: or(Schema.Literals(["seconds", "http-date", "none"]), "seconds"),
  /** Which requests count. */
  scope: or(Schema.Literals(["all", "login", "statement"]), "all")
})
export type RateLimitOptions = typeof RateLimitOptions.Type

/** Everything the interface leaves open, and the faults: can be changed while the sandbox runs. */
export const Behaviour = Schema.Struct({
  order: or(Schema.Literals(["newest-first", "oldest-first", "shuffled"]), "newest-first"),
  /**
   * Whether `from_date` and `to_date` belong to the range: both, all but `to_date`, neither, or, where instants are
   * compared, all but `to_date` and the instant with which that day begins.
   */
  dateBounds: or(Schema.Literals(["inclusive", "exclusive-end", "exclusive", "instants"]), "inclusive"),
  /** Minutes behind midnight of the timestamps at which the days of a request begin, as in a service of two zones. */
  dayStartMinutes: or(Schema.Int.check(Schema.isBetween({ minimum: -1439, maximum: 1439 })), 0),
  /** Where the service's clock stands: it shows no later record, and its `Date` says this. Null: today, and everything. */
  present: or(Schema.NullOr(Present), null),
  /** Records of one answer at most, whatever `limit` asks for. */
  answerLimit: or(positive, 5000),
  /** By which clock hours are written; the marker is the same. */
  clock: or(Schema.Literals(["24-hour", "12-hour"]), "24-hour"),
  amountForm: or(Schema.Literals(["string", "number", "mixed"]), "string"),
  balanceForm: or(Schema.Literals(["string", "number", "mixed", "absent"]), "number"),
  tokenLifetimeSeconds: or(positive, 3600),
  /** After this many statement requests a token is refused; null: only its lifetime counts. */
  tokenUses: or(Schema.NullOr(positive), null),
  rateLimit: or(Schema.NullOr(RateLimitOptions), null),
  /** The first that strikes is taken. */
  faults: or(Schema.Array(AnswerFault), []),
  /** The first that strikes a record is taken. */
  recordFaults: or(Schema.Array(RecordFault), [])
})
export type Behaviour = typeof Behaviour.Type

/** The signature schemes the sandbox verifies; those of the client's settings. */
export const Algorithm = Schema.Literals([
  "rsa-pkcs1-sha256",
  "rsa-pss-sha256",
  "ecdsa-p256-sha256-der",
  "ecdsa-p256-sha256-p1363"
])
export type Algorithm = typeof Algorithm.Type

/** All options. `SandboxOptions.Encoded` is the plain object that callers write. */
export const SandboxOptions = Schema.Struct({
  /** 0 takes any free port. */
  port: or(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })), 0),
  seed: or(Schema.Int, 1),
  consumerKey: or(Schema.NonEmptyString, "sandbox-key"),
  consumerSecret: or(Schema.NonEmptyString, "sandbox-secret"),
  /** The registered public key as PEM; without one the sandbox makes a pair and hands out the private key. */
  publicKey: Schema.optionalKey(Schema.String),
  algorithm: or(Algorithm, "rsa-pkcs1-sha256"),
  /** Between the signed values (interface 5.4). */
  separator: or(Schema.String, ""),
  wallets: or(Schema.Array(WalletOptions), [{ walletNo: "254700000001", records: 1000 }]),
  ...Behaviour.fields
})
export type SandboxOptions = typeof SandboxOptions.Type
/** The options as callers write them: everything may be left out. */
export type SandboxInput = typeof SandboxOptions.Encoded
