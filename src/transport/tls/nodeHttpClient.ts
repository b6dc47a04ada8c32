/**
 * The HTTP client for Node: undici, with a connection of its own for each request.
 *
 * On a connection that is used again, an answer that something on the way sent twice would be taken for the answer to
 * the next request, which may be about another wallet.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer, Redacted } from "effect"
import type { TransportSettings } from "../../settings/TransportSettings.ts"
import { proxyClient } from "./proxyClient.ts"
import type * as Sockets from "./sockets.ts"
import { checkedTls, tlsOptions } from "./tlsOptions.ts"

/**
 * A connector whose sockets break with what the service complained of. With TLS 1.3 its alert comes when the connection
 * is made already, and undici would tell only that the other side closed.
 */
const tellingAlerts = (
  { buildConnector }: typeof Sockets,
  options: Sockets.buildConnector.BuildOptions
): Sockets.buildConnector.connector => {
  const connect = buildConnector({ ...options, allowH2: false })
  return (to, callback) =>
    connect(to, (...made) => {
      const [, socket] = made
      socket?.once("error", (error) => socket.destroy(error))
      callback(...made)
    })
}

/** The longest that connecting may take, as undici has it; an attempt that is given up does not end it. */
const longestConnecting = Duration.seconds(10)

/**
 * An HttpClient over Node's sockets. An https service is reached through the proxy of the settings, if any, by a
 * tunnel, so the proxy sees the host's name and nothing else.
 */
export const layerNodeHttpClient = (settings: TransportSettings["Service"]) =>
  Layer.unwrap(Effect.gen(function*() {
    const { proxy, requestTimeout } = settings
    const timeout = Duration.toMillis(Duration.min(longestConnecting, requestTimeout))
    // A resumed session would pass over a certificate that has expired since.
    const connect = { ...(yield* tlsOptions(settings)), maxCachedSessions: 0, timeout }
    const sockets = yield* Effect.promise(() => import("./sockets.ts"))
    const dispatcher = Effect.acquireRelease(
      Effect.sync(() =>
        new sockets.EnvHttpProxyAgent({
          allowH2: false,
          pipelining: 0,
          connect: tellingAlerts(sockets, connect),
          requestTls: connect,
          proxyTls: { ...checkedTls, timeout },
          clientFactory: proxyClient(sockets),
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
  }))
