import { assert, describe, it } from "@effect/vitest"
import {
  AddressRefused,
  AuthError,
  type AuthErrorReason,
  CredentialsRefused,
  LoginMalformed,
  RenewedTokenRefused
} from "../../src/auth/AuthError.ts"
import { ServiceFailed, TransportError } from "../../src/transport/words/TransportError.ts"

const places = ["WALLET_STATEMENT_CONSUMER_KEY", "WALLET_STATEMENT_CONSUMER_SECRET"] as const

const credentials = "Check WALLET_STATEMENT_CONSUMER_KEY and WALLET_STATEMENT_CONSUMER_SECRET. The " +
  "login is not tried again, because that could lock the account."

const address =
  "Ask whether the address that this machine's requests come from is on the service's list. The login is not tried " +
  "again, because that could lock the account."

const messages: ReadonlyArray<readonly [string, AuthErrorReason, string, boolean]> = [
  [
    "credentials without a word",
    new CredentialsRefused({ status: 401, said: "", places }),
    `The service refused the login (status 401). ${credentials}`,
    true
  ],
  [
    "credentials with a word",
    new CredentialsRefused({ status: 400, said: `"Invalid credentials."`, places }),
    `The service refused the login (status 400); the service said "Invalid credentials.". ${credentials}`,
    true
  ],
  [
    "the address without a word",
    new AddressRefused({ status: 403, said: "" }),
    `The service does not let this machine log in (status 403). ${address}`,
    true
  ],
  [
    "the address with a word",
    new AddressRefused({ status: 401, said: `"IP not whitelisted"` }),
    `The service does not let this machine log in (status 401); the service said "IP not whitelisted". ${address}`,
    true
  ],
  [
    "its own new token",
    new RenewedTokenRefused({ place: places[0] }),
    "The service refuses its own new token. Check with the service whether the consumer key in " +
    "WALLET_STATEMENT_CONSUMER_KEY may read statements.",
    true
  ],
  [
    "nothing, and answers with something else",
    new LoginMalformed({ status: 404, expected: "status 200", said: "an HTML page" }),
    "The login answer (status 404) is not what the interface promises: expected status 200; the service said an HTML " +
    "page. Check WALLET_STATEMENT_BASE_URL.",
    false
  ],
  [
    "nothing, and answers with something else without a word",
    new LoginMalformed({ status: 200, expected: "JSON", said: "" }),
    "The login answer (status 200) is not what the interface promises: expected JSON. Check WALLET_STATEMENT_BASE_URL.",
    false
  ],
  [
    "nothing, and fails",
    new TransportError({
      reason: new ServiceFailed({ status: 500, retryAfterMillis: null, said: "" }),
      path: "/api/v2/auth/login",
      attempts: 1,
      stopped: { _tag: "Final" }
    }),
    "Login failed. /api/v2/auth/login: the service failed (status 500). Try later.",
    false
  ]
]

describe("AuthError", () => {
  it.each(messages)("says what to do when the service refuses %s", (_, reason, message, refused) => {
    const error = new AuthError({ reason })
    assert.strictEqual(error.message, message)
    assert.strictEqual(error.refused, refused)
  })
})
