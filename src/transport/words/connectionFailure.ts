/**
 * What a client's or a socket's error means. Only its code is kept: the errors themselves print the request,
 * credentials included.
 */
import { Option, Predicate } from "effect"
import type { Places } from "../../settings/setting.ts"
import type { TlsPlaces } from "./connectionCases.ts"
import { isCertificateCode } from "./errorCodes.ts"
import { CertificateRefused, ConnectionFailed } from "./TransportError.ts"

/** The reason that an error stands for, by the code in it or in what caused it; `placeOf` names the settings of TLS. */
export const connectionFailure = (cause: unknown, placeOf?: Places): ConnectionFailed | CertificateRefused => {
  const code = codeOf(cause)
  if (!isCertificateCode(code)) return new ConnectionFailed({ code })
  return new CertificateRefused({ code, ...(placeOf === undefined ? {} : { places: tlsPlaces(placeOf) }) })
}

const tlsPlaces = (placeOf: Places): TlsPlaces => ({
  authorities: placeOf("CA_FILE"),
  certificate: placeOf("CLIENT_CERT_FILE"),
  key: placeOf("CLIENT_KEY_FILE")
})

/** The code in an error, or in what caused it. */
export const codeOf = (cause: unknown): string => Option.getOrElse(codeWithin(cause, 0), () => "UNKNOWN")

/** Node has no code of its own for these, only OpenSSL's words. */
const weakCodes: ReadonlyMap<string, string> = new Map([
  ["EE certificate key too weak", "EE_KEY_TOO_SMALL"],
  ["CA certificate key too weak", "CA_KEY_TOO_SMALL"],
  ["CA signature digest algorithm too weak", "CA_MD_TOO_WEAK"]
])

const codeWithin = (cause: unknown, depth: number): Option.Option<string> => {
  if (!Predicate.isObject(cause) || depth > 5) return Option.none()
  const code: unknown = Reflect.get(cause, "code")
  const weak = code === "UNSPECIFIED" ? weakCodes.get(String(Reflect.get(cause, "message"))) : undefined
  if (weak !== undefined) return Option.some(weak)
  // Some of undici's have a code of their own, others none.
  if (Reflect.get(cause, "name") === "HTTPParserError") return Option.some("HPE_INVALID")
  if (Predicate.isString(code) && /^[A-Z][A-Z0-9_/]{1,60}$/.test(code)) return Option.some(code)
  const errors: unknown = Reflect.get(cause, "errors")
  const inner: ReadonlyArray<unknown> = [Reflect.get(cause, "cause"), ...(Array.isArray(errors) ? errors : [])]
  return Option.firstSomeOf(inner.map((error) => codeWithin(error, depth + 1)))
}
