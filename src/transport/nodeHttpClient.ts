/**
 * The HTTP client for Node: undici with one connection pool, TLS 1.2 or newer, certificates always checked.
 */
import { NodeHttpClient } from "@effect/platform-node"
import { EnvHttpProxyAgent } from "@effect/platform-node/Undici"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { TransportSettings } from "../settings/TransportSettings.ts"
import { readClientCertificate } from "./clientCertificate.ts"

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

/**
 * An HttpClient over Node's sockets; with a CA file only its authorities are trusted. An https service is reached
 * through the proxy of the settings, if any, by a tunnel, so the proxy sees the host's name and nothing else.
 */
export const layerNodeHttpClient = Layer.unwrap(
  Effect.gen(function*() {
    const { caFile, clientCertificate, proxy } = yield* TransportSettings
    const authorities = Option.isSome(caFile) ? { ca: yield* readAuthorities(caFile.value) } : {}
    const shown = clientCertificate === undefined ? {} : yield* readClientCertificate(clientCertificate)
    const checked = { minVersion: "TLSv1.2", rejectUnauthorized: true } as const
    // A resumed session would pass over a certificate that has expired since.
    const connect = { ...authorities, ...shown, ...checked, maxCachedSessions: 0 }
    const dispatcher = Effect.acquireRelease(
      Effect.sync(() =>
        new EnvHttpProxyAgent({
          allowH2: false,
          connect,
          requestTls: connect,
          proxyTls: checked,
          // Given here, empty or not, so that undici does not look at the environment itself.
          httpProxy: "",
          httpsProxy: proxy === undefined ? "" : Redacted.value(proxy.url),
          noProxy: proxy?.noProxy ?? ""
        })
      ),
      (agent) => Effect.promise(() => agent.destroy())
    )
    return NodeHttpClient.layerUndiciNoDispatcher.pipe(
      Layer.provide(Layer.effect(NodeHttpClient.Dispatcher, dispatcher))
    )
  })
)
