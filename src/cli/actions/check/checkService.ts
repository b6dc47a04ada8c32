/**
 * What `check` asks the service: a login, and one record of each wallet. Nothing is tried twice.
 */
import { Clock, Effect, Layer, Option, Redacted, Result } from "effect"
import { addressWords } from "../../../auth/addressRefusal.ts"
import { Auth } from "../../../auth/Auth.ts"
import type { AuthError } from "../../../auth/AuthError.ts"
import { layerLoginFiles } from "../../../auth/layerLoginFiles.ts"
import { LoginNow } from "../../../auth/LoginMemory.ts"
import { dayOfLocalTime, formatDay } from "../../../domain/Period.ts"
import { DatabaseSettings } from "../../../settings/DatabaseSettings.ts"
import { PullSettings } from "../../../settings/PullSettings.ts"
import { ServiceSettings } from "../../../settings/ServiceSettings.ts"
import { placesInForce } from "../../../settings/setting.ts"
import { SigningSettings } from "../../../settings/SigningSettings.ts"
import { TransportSettings } from "../../../settings/TransportSettings.ts"
import { comparison, textDigest } from "../../../signer/comparison.ts"
import { Signer } from "../../../signer/Signer.ts"
import { signingText } from "../../../signer/signingText.ts"
import { Statement } from "../../../statement/Statement.ts"
import type { StatementError } from "../../../statement/StatementError.ts"
import { Transport } from "../../../transport/Transport.ts"
import { codeOfRefusal, exitCode } from "../../ending/exit.ts"
import { briefly } from "../../output/briefly.ts"
import { checkWay, type Tell, type Way } from "./checkWay.ts"
import { bad, type Finding, good, skipped } from "./Finding.ts"

/** Goes to the service and asks it, step by step; without a signer no statement is asked for. */
export const checkService = Effect.fnUntraced(function*(tell: Tell, signer: Option.Option<Signer["Service"]>) {
  const way = yield* checkWay(tell)
  if (!way.open) {
    return yield* tell(skipped("login", "not tried, nor what follows: the service can't be reached"))
  }
  const service = yield* ServiceSettings
  const { path } = yield* DatabaseSettings
  // A second try would hide what the first met, and a wait would only delay the answer.
  const settings = { ...yield* TransportSettings, maxAttempts: 1 }
  yield* askService(tell, way, signer).pipe(
    Effect.provide(
      Auth.layer(service).pipe(
        Layer.provide([layerLoginFiles(path), Layer.succeed(LoginNow, true)]),
        Layer.provideMerge(Transport.layerNode(service, settings))
      )
    )
  )
})

const askService = Effect.fnUntraced(function*(tell: Tell, way: Way, signer: Option.Option<Signer["Service"]>) {
  const auth = yield* Auth
  const token = yield* Effect.result(auth.token)
  yield* tell(
    Result.isSuccess(token) ? good("login", "the service gave a token") : yield* loginFinding(token.failure, way)
  )
  yield* tell(yield* clockFinding)
  if (Result.isFailure(token)) return yield* tell(skipped("statement", "not tried: it needs the login"))
  if (Option.isNone(signer)) return yield* tell(skipped("statement", "not tried: it needs the private key"))
  const { bounds } = yield* TransportSettings
  const asking = Statement.layer(bounds).pipe(Layer.provide(Layer.succeed(Signer, signer.value)))
  yield* checkStatements(tell, way, signer.value).pipe(Effect.provide(asking))
})

const loginFinding = Effect.fnUntraced(function*(error: AuthError, way: Way) {
  const { reason } = error
  const details = reason._tag === "CredentialsRefused"
    ? yield* blanksInCredentials
    : reason._tag === "AddressRefused"
    ? addressLines(way)
    : []
  return bad("login", briefly(error), codeOfRefusal(error), details)
})

/** Credentials are sent as they are, and a copied one often brings a blank along. */
const blanksInCredentials = Effect.gen(function*() {
  const { consumerKey, consumerSecret } = yield* ServiceSettings
  const placeOf = yield* placesInForce
  return ([["CONSUMER_KEY", consumerKey], ["CONSUMER_SECRET", consumerSecret]] as const)
    .filter(([, value]) => Redacted.value(value).trim() !== Redacted.value(value))
    .map(([name]) => `${placeOf(name)} begins or ends with a blank, which is sent too.`)
})

const addressLines = ({ localAddress }: Way): ReadonlyArray<string> =>
  localAddress === undefined
    ? ["The service sees the proxy's address."]
    : [`This machine calls its own address ${localAddress}; behind a router or a proxy the service sees another one.`]

/** Two minutes matter to nothing here, but a clock that is off by more makes instants and watermarks wrong. */
const clockTolerance = 120_000

const clockFinding = Effect.gen(function*() {
  const transport = yield* Transport
  const lead = yield* transport.clockLead
  if (Option.isNone(lead)) return skipped("clock", "no answer told the service's time")
  const seconds = Math.round(lead.value / 1000)
  const offset = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the service's (its Date header)`
  return Math.abs(lead.value) <= clockTolerance
    ? good("clock", Math.abs(seconds) < 2 ? "agrees with the service's (its Date header)" : offset)
    : bad(
      "clock",
      `this machine's clock is ${offset}. Set it, for instance by NTP; if it is right, tell the service's operator: ` +
        "instants and the days that count as over would be wrong.",
      exitCode.failed
    )
})

const checkStatements = Effect.fnUntraced(function*(tell: Tell, way: Way, signer: Signer["Service"]) {
  const { clock, wallets } = yield* PullSettings
  const { privateKey } = yield* SigningSettings
  const statement = yield* Statement
  const toDate = formatDay(dayOfLocalTime(clock.localTimeAt(yield* Clock.currentTimeMillis)))
  for (const [index, { walletNo }] of wallets.entries()) {
    const text = signingText({ walletNo, toDate, limit: "1" }, signer.separator)
    const signed = yield* Effect.result(signer.sign({ walletNo, toDate, limit: "1" }))
    if (Result.isFailure(signed)) return yield* tell(bad("signature", signed.failure.message, exitCode.usage))
    yield* tell(good("signature", `wallet ${walletNo}: signed ${JSON.stringify(text)}, SHA-256 ${textDigest(text)}`))
    const page = yield* Effect.result(statement.fetch({ walletNo, fromDate: toDate, toDate, limit: 1 }))
    if (Result.isSuccess(page)) {
      yield* tell(good("statement", `wallet ${walletNo}: signature accepted, statement readable`))
      continue
    }
    const error = page.failure
    const publicKey = yield* Effect.option(signer.publicKey)
    const compared = Option.isNone(publicKey)
      ? []
      : comparison({ ...signer, text, publicKey: publicKey.value, privateKey })
    yield* tell(statementFinding(walletNo, error, way, compared))
    const left = wallets.length - index - 1
    if (left > 0 && !isOfWallet(error)) {
      return yield* tell(skipped("statement", `${left} more wallets, not tried: they would be answered the same`))
    }
  }
})

/** Whether another wallet may be answered otherwise. */
const isOfWallet = ({ reason }: StatementError): boolean =>
  reason._tag === "WalletUnknown" || reason._tag === "AccessRefused"

const statementFinding = (
  walletNo: string,
  error: StatementError,
  way: Way,
  compared: ReadonlyArray<string>
): Finding => {
  const { reason } = error
  return bad(
    "statement",
    `wallet ${walletNo}: ${briefly(error)}`,
    codeOfRefusal(error),
    statementLines(reason, way, compared)
  )
}

const statementLines = (
  reason: StatementError["reason"],
  way: Way,
  compared: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (reason._tag === "SignatureRefused") return compared
  const unsure = ["Some services answer like this when it is the signature that they refuse.", ...compared]
  if (reason._tag === "TokenRefused") return unsure
  if (reason._tag !== "AccessRefused") return []
  return addressWords.test(reason.said) ? addressLines(way) : [...addressLines(way), ...unsure]
}
