/**
 * The connections to a proxy. What goes wrong with them is the proxy's, not the service's, and is told apart by its code.
 */
import { proxyPrefix } from "../words/connectionCases.ts"
import { codeOf } from "../words/connectionFailure.ts"
import type * as Sockets from "./sockets.ts"

/** A proxy could not be reached, or broke off what should become a tunnel. */
class ProxyFailure extends Error {
  readonly code: string
  constructor(cause: unknown) {
    super("proxy")
    this.code = `${proxyPrefix}${codeOf(cause)}`
  }
}

/** Makes the client that asks a proxy for tunnels; fails with the codes of that connection, behind a prefix. */
export const proxyClient =
  ({ Pool }: typeof Sockets) => (origin: URL, options: Sockets.Pool.Options): Sockets.Dispatcher => {
    const pool = new Pool(origin, options)
    const connect = pool.connect.bind(pool)
    return Object.assign(pool, {
      connect: (to: Sockets.Dispatcher.ConnectOptions) =>
        connect(to).catch((cause: unknown) => {
          throw new ProxyFailure(cause)
        })
    })
  }
