/**
 * One statement request, one page (interface 4.2).
 *
 * Every attempt carries the same body and signature, so a repeated one asks for the same. A refused token is renewed
 * once and the request sent once more. A page with `limit` records may be cut off, which only the caller can judge.
 */
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { Auth } from "../auth/Auth.ts"
import { layerLoginFiles } from "../auth/layerLoginFiles.ts"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { parseDay } from "../domain/Period.ts"
import type { StatementPage, StatementRequest } from "../domain/StatementPage.ts"
import { WalletNo } from "../domain/Wallet.ts"
import type { JsonBounds } from "../json/JsonValue.ts"
import { DatabaseSettings } from "../settings/DatabaseSettings.ts"
import { ServiceSettings } from "../settings/ServiceSettings.ts"
import { placesInForce } from "../settings/setting.ts"
import { TransportSettings, usualTransport } from "../settings/TransportSettings.ts"
import { Signer } from "../signer/Signer.ts"
import { Transport } from "../transport/Transport.ts"
import { BeyondBound, TransportError } from "../transport/words/TransportError.ts"
import { readPage } from "./readPage.ts"
import { reasonOf, type RefusedPlaces } from "./refusals.ts"
import { AnswerMalformed, RequestInvalid, StatementError } from "./StatementError.ts"

/** The most records that one request may ask for (interface 8). */
export const maximumLimit = 5000

/** Brings statement pages. */
export class Statement extends Context.Service<Statement, {
  /** Brings the records of a wallet between two days, at most as many as `limit`; fails with a StatementError. */
  fetch(request: StatementRequest): Effect.Effect<StatementPage, StatementError>
}>()("wallet-statement/statement/Statement") {
  /** Asks the service that the transport goes to. `bounds` is what an answer may hold; left out: twice what the interface allows. */
  static readonly layer = (bounds?: JsonBounds): Layer.Layer<Statement, never, Auth | Signer | Transport> =>
    Layer.fresh(Layer.effect(
      Statement,
      Effect.gen(function*() {
        const auth = yield* Auth
        const signer = yield* Signer
        const transport = yield* Transport
        const placeOf = yield* placesInForce
        const places: RefusedPlaces = {
          get key() {
            return signer.keyPlace
          },
          get consumerKey() {
            return placeOf("CONSUMER_KEY")
          }
        }

        const send = Effect.fnUntraced(function*(
          request: StatementRequest,
          token: Redacted.Redacted,
          refused: ReadonlyArray<Redacted.Redacted>
        ) {
          const limit = String(request.limit)
          const { fromDate, toDate, walletNo } = request
          const signature = yield* signer.sign({ walletNo, toDate, limit })
          const response = yield* transport.post({
            path,
            headers: {
              accept: "application/json",
              authorization: Redacted.make(`Bearer ${Redacted.value(token)}`),
              "content-type": "application/json",
              signature
            },
            // JSON writes an integer with the very digits that String gives, which are the ones that were signed.
            body: Redacted.make(
              JSON.stringify({ wallet_no: walletNo, from_date: fromDate, to_date: toDate, limit: request.limit })
            ),
            secrets: [token, signature, ...refused]
          })
          if (response.status !== 401) yield* auth.accepted(token)
          return response
        })

        const sendWithRenewal = Effect.fnUntraced(function*(request: StatementRequest) {
          const token = yield* auth.token
          const first = yield* send(request, token, [])
          if (first.status !== 401) return first
          const second = yield* send(request, yield* auth.renew(token), [token])
          return {
            ...second,
            attempts: first.attempts + second.attempts,
            durationMillis: first.durationMillis + second.durationMillis
          }
        })

        const fetch = Effect.fnUntraced(function*(request: StatementRequest) {
          const { fromDate, limit, toDate } = request
          yield* Effect.annotateCurrentSpan({
            "wallet_statement.from": fromDate,
            "wallet_statement.to": toDate,
            "wallet_statement.limit": limit
          })
          const problem = problemOf(request)
          if (problem !== undefined) return yield* toStatementError(new RequestInvalid({ detail: problem }))
          const response = yield* sendWithRenewal(request).pipe(Effect.mapError(toStatementError))
          const { attempts, durationMillis, requestedAt, said, servedAt, status } = response
          if (status < 200 || status > 299) {
            return yield* toStatementError(reasonOf({ status, said: said() }, places))
          }
          const bytes = Redacted.value(response.bytes)
          const sha256 = createHash("sha256").update(bytes).digest("hex")
          yield* Effect.yieldNow
          const page = readPage(bytes, sha256, bounds)
          if (Result.isFailure(page)) {
            if (page.failure._tag === "Beyond") {
              const reason = new BeyondBound({ bound: page.failure.bound, most: page.failure.most })
              return yield* toStatementError(new TransportError({ reason, path, attempts, stopped: { _tag: "Final" } }))
            }
            return yield* toStatementError(
              page.failure._tag === "Refused"
                ? reasonOf({ status, said: said() }, places)
                : new AnswerMalformed({ status, detail: page.failure.detail })
            )
          }
          const records = page.success
          yield* Effect.annotateCurrentSpan({
            "wallet_statement.records": records.count,
            "wallet_statement.bytes": bytes.length,
            "wallet_statement.attempts": attempts
          })
          const result: StatementPage = {
            request,
            records,
            bytes: bytes.length,
            sha256,
            attempts,
            requestedAt,
            ...(servedAt === undefined ? {} : { servedAt }),
            durationMillis
          }
          return result
        }, payloadFreeSpan("Statement.fetch"))

        return Statement.of({ fetch })
      })
    ))

  /** Asks a service over Node's sockets: one account with its own login, transport and limits, and the signer that is provided. */
  static readonly layerNode = (service: ServiceSettings["Service"], transport = usualTransport) =>
    Statement.layer(transport.bounds).pipe(
      Layer.provideMerge(Auth.layer(service)),
      Layer.provideMerge(Transport.layerNode(service, transport))
    )

  /** The same for the settings in force; refused logins are remembered beside the database of the settings. */
  static readonly layerConfig = Layer.fresh(
    Layer.unwrap(
      Effect.gen(function*() {
        const { path } = yield* DatabaseSettings
        return Statement.layerNode(yield* ServiceSettings, yield* TransportSettings).pipe(
          Layer.provide(layerLoginFiles(path))
        )
      })
    )
  )

  /** Answers from a function. */
  static readonly layerTest = (
    fetch: (request: StatementRequest) => Effect.Effect<StatementPage, StatementError>
  ): Layer.Layer<Statement> => Layer.succeed(Statement, Statement.of({ fetch }))
}

const path = "/api/v2/wallet/statement"
const isWalletNo = Schema.is(WalletNo)

const toStatementError = (reason: StatementError["reason"]): StatementError => new StatementError({ reason })

const problemOf = ({ fromDate, limit, toDate, walletNo }: StatementRequest): string | undefined => {
  if (!isWalletNo(walletNo)) return "a wallet number has 1 to 64 printable characters and no spaces"
  if (!Number.isInteger(limit) || limit < 1 || limit > maximumLimit) {
    return `the limit is a whole number from 1 to ${maximumLimit}`
  }
  const from = parseDay(fromDate)
  const to = parseDay(toDate)
  if (from === undefined) return "the first day is a day that exists, written YYYY-MM-DD"
  if (to === undefined) return "the last day is a day that exists, written YYYY-MM-DD"
  return from > to ? "the first day is after the last" : undefined
}
