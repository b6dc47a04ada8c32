/**
 * The service of the interface, simulated over real HTTP on 127.0.0.1, with everything the interface leaves open as a
 * switch and faults to order. It shares no parsing, planning, money or time code with the client it stands in for.
 *
 * Time comes from the Clock service: under a test clock tokens expire and limits refill as that clock is moved.
 * When its scope closes, open connections are cut.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { HttpMiddleware } from "effect/http"
import { createServer } from "node:http"
import { dayNumber } from "./calendar.ts"
import { Edit, edited } from "./edit.ts"
import { generate } from "./generate.ts"
import type { Ledger } from "./Ledger.ts"
import { type RequestEntry, type Stats, statsOf } from "./RequestLog.ts"
import { Behaviour, type SandboxInput, SandboxOptions, WalletOptions } from "./SandboxOptions.ts"
import { handle } from "./service.ts"
import { makeKeyPair, makeVerifier } from "./signature.ts"
import { behave, makeState, type State } from "./State.ts"
import { truthOf, type WalletTruth } from "./truth.ts"

/** What the sandbox cannot do: its options or wallets don't fit, the port is taken, an edit or a question is wrong. */
export class SandboxError extends Schema.TaggedError<SandboxError>()("SandboxError", {
  reason: Schema.Literals(["options", "port", "wallet", "edit"]),
  message: Schema.String
}) {}

/** What a client needs to be let in. */
export interface SandboxCredentials {
  readonly consumerKey: string
  readonly consumerSecret: Redacted.Redacted
  /** PEM, PKCS#8; undefined when the caller registered a public key of their own. */
  readonly privateKey: Redacted.Redacted | undefined
}

/** Changes a running sandbox; what is already being answered is not touched. */
export interface SandboxControl {
  /** Every token given out so far is refused from now on. */
  readonly revokeTokens: Effect.Effect<void>
  /** Changes the named parts of the behaviour; `rateLimit: null` and `faults: []` end them. */
  readonly configure: (patch: typeof Behaviour.Encoded) => Effect.Effect<void, SandboxError>
  /** Puts a wallet with a generated history in place of the one with its number, or beside the others. */
  readonly setWallet: (wallet: typeof WalletOptions.Encoded) => Effect.Effect<void, SandboxError>
  /** Changes a wallet's history. */
  readonly mutate: (walletNo: string, edit: Edit) => Effect.Effect<void, SandboxError>
}

/** A sandbox that serves. */
export interface RunningSandbox {
  /** The {base_url} of the interface, without a slash at the end. */
  readonly url: string
  readonly port: number
  readonly credentials: SandboxCredentials
  /** What a correct pull of everything must find, after all edits so far. */
  readonly truth: Effect.Effect<ReadonlyArray<WalletTruth>>
  /** The same for one wallet and the days from `from` to `to`, both included, written YYYY-MM-DD. */
  readonly truthOf: (walletNo: string, from: string, to: string) => Effect.Effect<WalletTruth, SandboxError>
  readonly stats: Effect.Effect<Stats>
  /** Every request so far, oldest first. */
  readonly requests: Effect.Effect<ReadonlyArray<RequestEntry>>
  readonly control: SandboxControl
}

const decodeOptions = Schema.decodeUnknownEffect(SandboxOptions)
const decodeBehaviour = Schema.decodeUnknownEffect(Behaviour)
const decodeWallet = Schema.decodeUnknownEffect(WalletOptions)
const decodeEdit = Schema.decodeUnknownEffect(Edit)

const failed = (reason: SandboxError["reason"]) => (problem: { readonly message: string }) =>
  new SandboxError({ reason, message: problem.message })

const generated = (wallet: WalletOptions, seed: number): Effect.Effect<Ledger, SandboxError> => {
  const ledger = generate(wallet, seed)
  return typeof ledger === "string"
    ? Effect.fail(new SandboxError({ reason: "options", message: ledger }))
    : Effect.succeed(ledger)
}

const start = Effect.fnUntraced(function*(input: SandboxInput) {
  const options = yield* Effect.mapError(decodeOptions(input), failed("options"))
  const pair = options.publicKey === undefined ? makeKeyPair(options.algorithm) : undefined
  const publicKey = options.publicKey ?? pair?.publicKey ?? ""
  const verifier = makeVerifier(publicKey, options.algorithm, options.separator)
  if (typeof verifier === "string") return yield* new SandboxError({ reason: "options", message: verifier })
  const ledgers = new Map<string, Ledger>()
  for (const wallet of options.wallets) {
    if (ledgers.has(wallet.walletNo)) {
      return yield* new SandboxError({ reason: "options", message: `wallet ${wallet.walletNo} is given twice` })
    }
    ledgers.set(wallet.walletNo, yield* generated(wallet, options.seed))
  }
  const credentials: SandboxCredentials = {
    consumerKey: options.consumerKey,
    consumerSecret: Redacted.make(options.consumerSecret),
    privateKey: pair === undefined ? undefined : Redacted.make(pair.privateKey)
  }
  return { state: makeState(options, verifier, ledgers), credentials }
})

const listen = Effect.fnUntraced(function*(state: State) {
  // Idle connections outlive a client's pauses, so that only ordered faults break a connection.
  const node = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 })
  const server = yield* NodeHttpServer.make(() => node, {
    host: "127.0.0.1",
    port: state.options.port,
    disablePreemptiveShutdown: true
  }).pipe(
    Effect.mapError(() =>
      new SandboxError({
        reason: "port",
        message: `cannot listen on 127.0.0.1:${state.options.port}; is it in use? Port 0 takes a free one`
      })
    )
  )
  yield* server.serve(handle(state)).pipe(Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      node.close()
      node.closeAllConnections()
    })
  )
  return "port" in server.address ? server.address.port : 0
})

const makeControl = (state: State, ledgerOf: LedgerOf): SandboxControl => ({
  revokeTokens: Effect.sync(() => state.tokens.revokeAll()),
  configure: Effect.fn("Sandbox.configure")(function*(patch: typeof Behaviour.Encoded) {
    const next = { ...state.behaviour, ...patch }
    behave(state, yield* Effect.mapError(decodeBehaviour(next), failed("options")))
  }),
  setWallet: Effect.fn("Sandbox.setWallet")(function*(input: typeof WalletOptions.Encoded) {
    const wallet = yield* Effect.mapError(decodeWallet(input), failed("options"))
    state.ledgers.set(wallet.walletNo, yield* generated(wallet, state.options.seed))
  }),
  mutate: Effect.fn("Sandbox.mutate")(function*(walletNo: string, input: Edit) {
    const edit = yield* Effect.mapError(decodeEdit(input), failed("edit"))
    const ledger = edited(yield* ledgerOf(walletNo), edit)
    if (typeof ledger === "string") return yield* new SandboxError({ reason: "edit", message: ledger })
    state.ledgers.set(walletNo, ledger)
  })
})

type LedgerOf = (walletNo: string) => Effect.Effect<Ledger, SandboxError>

const running = (state: State, credentials: SandboxCredentials, port: number): RunningSandbox => {
  const ledgerOf: LedgerOf = (walletNo) => {
    const ledger = state.ledgers.get(walletNo)
    return ledger === undefined
      ? Effect.fail(new SandboxError({ reason: "wallet", message: `the sandbox has no wallet ${walletNo}` }))
      : Effect.succeed(ledger)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    credentials,
    truth: Effect.sync(() => Array.from(state.ledgers.values(), (ledger) => truthOf(ledger))),
    truthOf: Effect.fn("Sandbox.truthOf")(function*(walletNo: string, from: string, to: string) {
      const ledger = yield* ledgerOf(walletNo)
      const [first, last] = [dayNumber(from), dayNumber(to)]
      if (first === undefined || last === undefined) {
        return yield* new SandboxError({ reason: "wallet", message: "expected days that exist, written YYYY-MM-DD" })
      }
      return truthOf(ledger, { from: first, to: last })
    }),
    stats: Effect.sync(() => statsOf(state.log)),
    requests: Effect.sync(() => state.log.map((entry) => ({ ...entry }))),
    control: makeControl(state, ledgerOf)
  }
}

/** A running simulated service. */
export class Sandbox extends Context.Service<Sandbox, RunningSandbox>()("wallet-statement/sandbox/Sandbox") {
  /** Starts a sandbox that serves until the scope closes. Fails with reason `options` or `port`. */
  static readonly serve: (input?: SandboxInput) => Effect.Effect<RunningSandbox, SandboxError, Scope.Scope> = Effect.fn(
    "Sandbox.serve"
  )(function*(input: SandboxInput = {}) {
    const { credentials, state } = yield* start(input)
    return running(state, credentials, yield* listen(state))
  })

  /** A sandbox as a service. */
  static readonly layer = (input?: SandboxInput): Layer.Layer<Sandbox, SandboxError> =>
    Layer.effect(Sandbox, Sandbox.serve(input))
}
