/**
 * What the codes of connections that failed stand for.
 */
import { proxyPrefix } from "./connectionCases.ts"

/** System and client error codes of connections that were not made, or broke. */
const transientCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  // Changed bytes of an established connection, which either side may notice: as good as a broken one.
  "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
  "ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_PRX_CONN",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_SOCKET"
])

const certificateCode = new RegExp(
  "^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH_|"
    + "CA_|EE_|ERROR_IN_CERT_|UNSPECIFIED$|EPROTO$)"
)

/** Whether another attempt may get through, also where it was a proxy's connection. */
export const isTransientCode = (code: string): boolean =>
  transientCodes.has(code.startsWith(proxyPrefix) ? code.slice(proxyPrefix.length) : code)

/** Whether a connection error has to do with TLS: the certificate, its chain, its name, or the protocol. */
export const isCertificateCode = (code: string): boolean => certificateCode.test(code) && !transientCodes.has(code)
