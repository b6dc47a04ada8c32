/**
 * The HTTP client for Node: undici with one connection pool, TLS 1.2 or newer, certificates always checked.
 */
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { TransportSettings } from "../settings/TransportSettings.ts"

/** The file of certificate authorities is missing, unreadable, or holds no certificate. */
export class CaFileError extends Schema.TaggedError<CaFileError>()("CaFileError", {
  path: Schema.String,
  problem: Schema.Literals(["unreadable", "no-certificate"])
}) {
  override get message(): string {
    const what = this.problem === "unreadable" ? "cannot be read" : "holds no PEM certificate"
    return `The file of certificate authorities ${what}: ${this.path}. Correct WALLET_STATEMENT_CA_FILE.`
  }
}

const readAuthorities = Effect.fnUntraced(function*(path: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: () => new CaFileError({ path, problem: "unreadable" })
  })
  yield* Effect.try({
    try: () => new X509Certificate(text),
    catch: () => new CaFileError({ path, problem: "no-certificate" })
  })
  return text
})

/** An HttpClient over Node's sockets; with a CA file only its authorities are trusted. */
export const layerNodeHttpClient = Layer.unwrap(
  Effect.gen(function*() {
    const { caFile } = yield* TransportSettings
    const authorities = Option.isSome(caFile) ? { ca: yield* readAuthorities(caFile.value) } : {}
    return NodeHttpClient.layerUndiciOptions({
      allowH2: false,
      connect: { ...authorities, minVersion: "TLSv1.2", rejectUnauthorized: true }
    })
  })
)
