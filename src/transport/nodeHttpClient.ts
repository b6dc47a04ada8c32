/**
 * The HTTP client for Node: undici with one connection pool.
 */
import { NodeHttpClient } from "@effect/platform-node"
import { buildConnector, EnvHttpProxyAgent } from "@effect/platform-node/Undici"
import { Effect, Layer, Redacted } from "effect"
import { TransportSettings } from "../settings/TransportSettings.ts"
import { checkedTls, tlsOptions } from "./tlsOptions.ts"

/**
 * A connector whose sockets break with what the service complained of. With TLS 1.3 its alert comes when the connection
 * is made already, and undici would tell only that the other side closed.
 */
const tellingAlerts = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const connect = buildConnector({ ...options, allowH2: false, timeout: connectMillis })
  return (to, callback) =>
    connect(to, (...made) => {
      const [, socket] = made
      socket?.once("error", (error) => socket.destroy(error))
      callback(...made)
    })
}

/** As undici has it. */
const connectMillis = 10_000

/**
 * An HttpClient over Node's sockets. An https service is reached through the proxy of the settings, if any, by a
 * tunnel, so the proxy sees the host's name and nothing else.
 */
export const layerNodeHttpClient = Layer.unwrap(
  Effect.gen(function*() {
    const { proxy } = yield* TransportSettings
    // A resumed session would pass over a certificate that has expired since.
    const connect = { ...(yield* tlsOptions), maxCachedSessions: 0 }
    const dispatcher = Effect.acquireRelease(
      Effect.sync(() =>
        new EnvHttpProxyAgent({
          allowH2: false,
          connect: tellingAlerts(connect),
          requestTls: connect,
          proxyTls: checkedTls,
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
