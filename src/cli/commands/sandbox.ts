/**
 * `sandbox`: the simulated service on loopback, and what a correct pull of it must find.
 */
import { Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { printable } from "../../domain/printable.ts"
import {
  knownFaults,
  parseFaults,
  presets,
  type RunningSandbox,
  Sandbox,
  type SandboxInput,
  truthJson,
  truthText
} from "../../sandbox/index.ts"
import { toEnding } from "../ending.ts"
import { CommandEnd, exitCode } from "../exit.ts"
import { printData, printJson, printNotice } from "../output.ts"
import { writeSandboxKey } from "../sandboxKey.ts"
import { jsonFlag } from "../settingFlags.ts"

const presetOf = { demo: presets.demo, small: presets.small, large: presets.large }

const flags = {
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
  bounds: Flag.Literals("bounds", ["inclusive", "exclusive-end", "exclusive"]).pipe(
    Flag.withDescription("Whether the days asked for belong to the answer"),
    Flag.optional
  ),
  dayStart: Flag.Int("day-start").pipe(
    Flag.withDescription("Minutes behind midnight, or before it when negative, at which the days asked for begin"),
    Flag.optional
  ),
  answerLimit: Flag.Int("answer-limit").pipe(
    Flag.withDescription("Records of one answer at the most, whatever limit is asked for"),
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
  json: jsonFlag
}

type Input = Command.Command.Config.Infer<typeof flags>

const given = <K extends string, A>(key: K, value: Option.Option<A>): { readonly [P in K]?: A } =>
  (Option.isSome(value) ? { [key]: value.value } : {}) as { readonly [P in K]?: A }

const usage = (message: string): CommandEnd => new CommandEnd({ code: exitCode.usage, message })

const toOptions = Effect.fnUntraced(function*(input: Input) {
  const busyDays = yield* Effect.forEach(input.busyDay, (text) => {
    const match = /^(\d{4}-\d{2}-\d{2})=(\d{1,7})$/.exec(text)
    return match?.[1] === undefined
      ? Effect.fail(usage("--busy-day must be a day and a number of records, YYYY-MM-DD=N."))
      : Effect.succeed({ day: match[1], records: Number(match[2]) })
  })
  const faults = parseFaults(input.fault)
  if ("notAFault" in faults) {
    return yield* usage(
      [`--fault ${printable(faults.notAFault)} is no fault. Known are`, ...knownFaults].join("\n  ")
    )
  }
  const publicKey = yield* Effect.try({
    try: () => Option.map(input.publicKey, (path) => readFileSync(path, "utf8")),
    catch: () => usage("--public-key can't be read.")
  })
  const own: SandboxInput["wallets"] = (input.wallet.length === 0 ? ["254700000001"] : input.wallet).map((
    walletNo
  ) => ({
    walletNo,
    records: input.records,
    currency: input.currency,
    from: input.from,
    to: input.to,
    traffic: input.traffic,
    busyDays,
    decimals: input.decimals,
    ...given("amountDigits", input.amountDigits)
  }))
  const options: SandboxInput = {
    wallets: own,
    ...(Option.isSome(input.preset) ? presetOf[input.preset.value] : {}),
    port: input.port,
    algorithm: input.algorithm,
    ...given("seed", input.seed),
    ...given("order", input.order),
    ...given("dateBounds", input.bounds),
    ...given("dayStartMinutes", input.dayStart),
    ...given("answerLimit", input.answerLimit),
    ...given("amountForm", input.amounts),
    ...given("balanceForm", input.balances),
    ...given("tokenLifetimeSeconds", input.tokenLifetime),
    ...given("rateLimit", Option.map(input.rateLimit, (perMinute) => ({ perMinute }))),
    ...given("publicKey", publicKey),
    ...faults
  }
  return options
})

const describe = Effect.fnUntraced(function*(sandbox: RunningSandbox, input: Input) {
  const { consumerKey, consumerSecret, privateKey } = sandbox.credentials
  const keyFile = privateKey === undefined ? undefined : resolve(input.keyOut)
  if (privateKey !== undefined && keyFile !== undefined) {
    const written = yield* Effect.try({
      try: () => writeSandboxKey(keyFile, Redacted.value(privateKey)),
      catch: () => usage(`--key-out ${keyFile} can't be written.`)
    })
    if (!written) {
      return yield* usage(
        `--key-out ${keyFile} is there already and is no key that the sandbox wrote. Name another file.`
      )
    }
  }
  const truth = yield* sandbox.truth
  if (input.json) {
    return yield* printJson({
      url: sandbox.url,
      consumerKey,
      consumerSecret: Redacted.value(consumerSecret),
      privateKeyFile: keyFile ?? null,
      ...JSON.parse(truthJson(truth))
    })
  }
  yield* printData(
    [
      `export WALLET_STATEMENT_BASE_URL=${sandbox.url}`,
      "export WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK=true",
      `export WALLET_STATEMENT_CONSUMER_KEY=${consumerKey}`,
      `export WALLET_STATEMENT_CONSUMER_SECRET=${Redacted.value(consumerSecret)}`,
      ...(keyFile === undefined ? [] : [`export WALLET_STATEMENT_PRIVATE_KEY_FILE=${keyFile}`]),
      `export WALLET_STATEMENT_SIGNATURE_ALGORITHM=${input.algorithm}`,
      "export WALLET_STATEMENT_TIME_ZONE=Africa/Nairobi",
      `export WALLET_STATEMENT_WALLETS=${truth.map(({ walletNo }) => walletNo).join(",")}`,
      "",
      "# What a correct pull must find:",
      ...truthText(truth).split("\n").map((line) => `# ${line}`.trimEnd())
    ].join("\n")
  )
})

const run = Effect.fnUntraced(function*(input: Input) {
  const sandbox = yield* Sandbox.serve(yield* toOptions(input))
  yield* describe(sandbox, input)
  yield* printNotice(
    `Serving at ${sandbox.url}; Ctrl-C ends it. The lines above are the settings for another terminal.`
  )
  return yield* Effect.never
}, Effect.scoped)

export const sandbox = Command.make("sandbox", flags, (input) => run(input).pipe(toEnding(input.json))).pipe(
  Command.withDescription("Serve the simulated service on 127.0.0.1, with faults to order"),
  Command.withExamples([
    { command: "wallet-statement sandbox", description: "1,000 records of one wallet on port 8080" },
    {
      command: "wallet-statement sandbox --preset large --order shuffled",
      description: "1,000,000 records, in no order"
    },
    {
      command: "wallet-statement sandbox --rate-limit 60 --fault statement:reset@10%",
      description: "A slow and shaky service"
    }
  ])
)
