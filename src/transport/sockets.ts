/**
 * What we use of undici, which is large: loaded only where there is something to send.
 */
export { buildConnector, EnvHttpProxyAgent } from "@effect/platform-node/Undici"
