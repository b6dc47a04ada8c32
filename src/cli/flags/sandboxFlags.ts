/**
 * The flags of `sandbox`.
 */
import { type Command, Flag } from "effect/cli"
import { knownFaults } from "../../sandbox/faultText.ts"
import { jsonFlag, switchFlag } from "./sharedFlags.ts"

/** What the simulated service can be told. */
export const sandboxFlags = {
  port: Flag.Int("port").pipe(Flag.withDescription("Port on 127.0.0.1; 0 takes a free one"), Flag.withDefault(8080)),
  preset: Flag.Literals("preset", ["demo", "small", "large"]).pipe(
    Flag.withDescription("Ready-made wallets: a year of four, 20,000 records of one, 1,000,000 records of one"),
    Flag.optional
  ),
  seed: Flag.Int("seed").pipe(Flag.withDescription("What the history is drawn from"), Flag.optional),
  wallet: Flag.String("wallet").pipe(
    Flag.withDescription("Wallet number; may be given several times"),
    Flag.atLeast(0)
  ),
  records: Flag.Int("records").pipe(Flag.withDescription("Records of each wallet"), Flag.withDefault(1000)),
  currency: Flag.String("currency").pipe(Flag.withDescription("Currency of each wallet"), Flag.withDefault("KES")),
  from: Flag.String("from").pipe(Flag.withDescription("First day of the history"), Flag.withDefault("2025-01-01")),
  to: Flag.String("to").pipe(Flag.withDescription("Last day of the history"), Flag.withDefault("2025-12-31")),
  traffic: Flag.Literals("traffic", ["even", "weekly", "burst"]).pipe(
    Flag.withDescription("How records are spread over the days (default: even)"),
    Flag.withDefault("even" as const)
  ),
  busyDay: Flag.String("busy-day").pipe(
    Flag.withDescription("A day and its records, YYYY-MM-DD=N; may be given several times"),
    Flag.atLeast(0)
  ),
  amountDigits: Flag.Int("amount-digits").pipe(
    Flag.withDescription("Digits of every amount, decimals included"),
    Flag.optional
  ),
  decimals: Flag.Int("decimals").pipe(Flag.withDescription("Decimals of every amount"), Flag.withDefault(2)),
  order: Flag.Literals("order", ["newest-first", "oldest-first", "shuffled"]).pipe(
    Flag.withDescription("Order of the records in an answer (default: newest-first)"),
    Flag.optional
  ),
  bounds: Flag.Literals("bounds", ["inclusive", "exclusive-end", "exclusive", "instants"]).pipe(
    Flag.withDescription("Whether the days asked for belong to the answer"),
    Flag.optional
  ),
  dayStart: Flag.Int("day-start").pipe(
    Flag.withDescription("Minutes behind midnight, or before it when negative, at which the days asked for begin"),
    Flag.optional
  ),
  present: Flag.String("present").pipe(
    Flag.withDescription("Where its clock stands, as 2025-01-10T02:00:00+03:00; it shows no later record"),
    Flag.optional
  ),
  clock: Flag.Literals("clock", ["24-hour", "12-hour"]).pipe(
    Flag.withDescription("By which clock hours are written (default: 24-hour)"),
    Flag.optional
  ),
  answerLimit: Flag.Int("answer-limit").pipe(
    Flag.withDescription("Records of one answer at most, whatever limit is asked for"),
    Flag.optional
  ),
  amounts: Flag.Literals("amounts", ["string", "number", "mixed"]).pipe(
    Flag.withDescription("How amounts are written"),
    Flag.optional
  ),
  balances: Flag.Literals("balances", ["string", "number", "mixed", "absent"]).pipe(
    Flag.withDescription("How balances are written (default: number)"),
    Flag.optional
  ),
  rateLimit: Flag.Int("rate-limit").pipe(
    Flag.withDescription("Requests a minute; beyond that 429 with Retry-After"),
    Flag.optional
  ),
  tokenLifetime: Flag.Int("token-lifetime").pipe(Flag.withDescription("Seconds a token is good for"), Flag.optional),
  fault: Flag.String("fault").pipe(
    Flag.withDescription(`A fault; may be given several times. ${knownFaults.join(" ")}`),
    Flag.atLeast(0)
  ),
  algorithm: Flag.Literals("algorithm", [
    "rsa-pkcs1-sha256",
    "rsa-pss-sha256",
    "ecdsa-p256-sha256-der",
    "ecdsa-p256-sha256-p1363"
  ]).pipe(Flag.withDefault("rsa-pkcs1-sha256" as const)),
  publicKey: Flag.File("public-key").pipe(
    Flag.withDescription("The registered public key, PEM; without one a pair is made"),
    Flag.optional
  ),
  keyOut: Flag.String("key-out").pipe(
    Flag.withDescription(
      "Where the private key of a pair that is made goes; replaces a key of the sandbox, nothing else"
    ),
    Flag.withDefault("sandbox-key.pem")
  ),
  toml: switchFlag("toml", "Print the settings for a configuration file, not for a shell"),
  json: jsonFlag
}

/** What it was told. */
export type SandboxInput = Command.Command.Config.Infer<typeof sandboxFlags>
