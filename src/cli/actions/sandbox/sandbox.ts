/**
 * The work of `sandbox`: the simulated service on loopback, and what a correct pull of it must find.
 */
import { Effect, Option, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { printable } from "../../../domain/printable.ts"
import {
  knownFaults,
  parseFaults,
  presets,
  type RunningSandbox,
  Sandbox,
  type SandboxInput,
  truthJson,
  truthText
} from "../../../sandbox/index.ts"
import { wrongUsage } from "../../ending/exit.ts"
import type { SandboxInput as Input } from "../../flags/sandboxFlags.ts"
import { printData, printJson, printNotice } from "../../output/output.ts"
import { writeSandboxKey } from "./sandboxKey.ts"
import { asExports, asToml, type PrintedSetting } from "./settingsText.ts"

const presetOf = { demo: presets.demo, small: presets.small, large: presets.large }

const given = <K extends string, A>(key: K, value: Option.Option<A>): { readonly [P in K]?: A } =>
  (Option.isSome(value) ? { [key]: value.value } : {}) as { readonly [P in K]?: A }

const toOptions = Effect.fnUntraced(function*(input: Input) {
  const busyDays = yield* Effect.forEach(input.busyDay, (text) => {
    const match = /^(\d{4}-\d{2}-\d{2})=(\d{1,7})$/.exec(text)
    return match?.[1] === undefined
      ? Effect.fail(wrongUsage("--busy-day must be a day and a number of records, YYYY-MM-DD=N."))
      : Effect.succeed({ day: match[1], records: Number(match[2]) })
  })
  const faults = parseFaults(input.fault)
  if ("notAFault" in faults) {
    return yield* wrongUsage(
      [`--fault ${printable(faults.notAFault)} is no fault. Known are`, ...knownFaults].join("\n  ")
    )
  }
  const publicKey = yield* Effect.try({
    try: () => Option.map(input.publicKey, (path) => readFileSync(path, "utf8")),
    catch: () => wrongUsage("--public-key can't be read.")
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
    ...given("present", input.present),
    ...given("clock", input.clock),
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
      catch: () => wrongUsage(`--key-out ${keyFile} can't be written.`)
    })
    if (!written) {
      return yield* wrongUsage(
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
  const settings: ReadonlyArray<PrintedSetting> = [
    ["BASE_URL", sandbox.url],
    ["ALLOW_HTTP_LOOPBACK", true],
    ["CONSUMER_KEY", consumerKey],
    ["CONSUMER_SECRET", Redacted.value(consumerSecret)],
    ...(keyFile === undefined ? [] : [["PRIVATE_KEY_FILE", keyFile] as const]),
    ["SIGNATURE_ALGORITHM", input.algorithm],
    ["TIME_ZONE", "Africa/Nairobi"],
    ["WALLETS", truth.map(({ walletNo }) => walletNo)]
  ]
  yield* printData(
    [
      input.toml ? asToml(settings) : asExports(settings),
      "",
      "# What a correct pull must find:",
      ...truthText(truth).split("\n").map((line) => `# ${line}`.trimEnd())
    ].join("\n")
  )
})

/** Serves until it is stopped. */
export const sandbox = Effect.fnUntraced(function*(input: Input) {
  const sandbox = yield* Sandbox.serve(yield* toOptions(input))
  yield* describe(sandbox, input)
  yield* printNotice(
    `Serving at ${sandbox.url}; Ctrl-C ends it. The lines above are the settings for ${
      input.toml ? "a configuration file." : "another terminal; --toml prints them for a configuration file."
    }`
  )
  return yield* Effect.never
}, Effect.scoped)
