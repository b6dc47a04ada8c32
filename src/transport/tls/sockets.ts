/**
 * What we use of undici, which is large: loaded only where there is something to send.
 */
export { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "@effect/platform-node/Undici"
