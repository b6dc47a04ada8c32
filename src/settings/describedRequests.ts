/**
 * The settings that say how patiently, by which way and within which bounds requests are made.
 */
import { defaulted, setting } from "./described.ts"
import { path } from "./path.ts"
import { duration, wholeNumber } from "./shapes.ts"
import { pageBounds, usualTransport } from "./TransportSettings.ts"

export const REQUESTS_PER_MINUTE = setting(
  "REQUESTS_PER_MINUTE",
  wholeNumber(1, 1_000_000),
  "a ceiling; the service's own limit is found below it, from its 429s",
  { otherwise: "none" }
)
export const REQUEST_TIMEOUT = defaulted("REQUEST_TIMEOUT", duration, "60s", "longest time of one attempt")
export const RETRY_TIMEOUT = defaulted("RETRY_TIMEOUT", duration, "10m", "of one request with its retries")
export const MAX_ATTEMPTS = defaulted(
  "MAX_ATTEMPTS",
  wholeNumber(1, 100),
  String(usualTransport.maxAttempts),
  "attempts for one request"
)
export const MAX_RESPONSE_BYTES = defaulted(
  "MAX_RESPONSE_BYTES",
  wholeNumber(1024, 2 ** 30),
  String(usualTransport.maxResponseBytes),
  "bytes of an answer, decoded"
)
export const MAX_RESPONSE_DEPTH = defaulted(
  "MAX_RESPONSE_DEPTH",
  wholeNumber(3, 512),
  String(pageBounds.depth),
  "arrays and objects of an answer inside each other"
)
export const MAX_RECORDS = defaulted(
  "MAX_RECORDS",
  wholeNumber(1, 1_000_000),
  String(pageBounds.elements),
  "records of an answer"
)
export const MAX_KEYS = defaulted("MAX_KEYS", wholeNumber(10, 100_000), String(pageBounds.keys), "keys of an object")
export const MAX_FIELD_LENGTH = defaulted(
  "MAX_FIELD_LENGTH",
  wholeNumber(64, 2 ** 26),
  String(pageBounds.stringLength),
  "characters of a field"
)
export const MAX_VALUES = defaulted(
  "MAX_VALUES",
  wholeNumber(100, 2 ** 26),
  String(pageBounds.values),
  "values of all kinds in an answer, which is what its memory grows with"
)
export const CA_FILE = setting(
  "CA_FILE",
  path("the path of a PEM file of certificate authorities"),
  "certificate authorities to trust instead of the built-in ones"
)
export const CLIENT_CERT_FILE = setting(
  "CLIENT_CERT_FILE",
  path("the path of a PEM file with a certificate"),
  "a client certificate, PEM"
)
export const CLIENT_KEY_FILE = setting(
  "CLIENT_KEY_FILE",
  path("the path of the PEM file with its private key"),
  "its private key, PEM; only you may read the file",
  { isSecretPath: true }
)

/** All of these, in the order in which they are listed. */
export const requestSettings = [
  REQUESTS_PER_MINUTE,
  REQUEST_TIMEOUT,
  RETRY_TIMEOUT,
  MAX_ATTEMPTS,
  MAX_RESPONSE_BYTES,
  MAX_RESPONSE_DEPTH,
  MAX_RECORDS,
  MAX_KEYS,
  MAX_FIELD_LENGTH,
  MAX_VALUES,
  CA_FILE,
  CLIENT_CERT_FILE,
  CLIENT_KEY_FILE
]
