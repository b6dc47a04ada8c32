import { assert, describe, it } from "@effect/vitest"
import {
  AccessRefused,
  AnswerMalformed,
  DatesRefused,
  LimitRefused,
  RequestInvalid,
  RequestRefused,
  SignatureRefused,
  StatementError,
  type StatementErrorReason,
  TokenRefused,
  WalletUnknown
} from "../../src/statement/StatementError.ts"

const silent = { status: 418, said: "" }
const loud = { status: 418, said: `"teapot"` }

const messageOf = (reason: StatementErrorReason) => new StatementError({ reason }).message

const messages: ReadonlyArray<readonly [string, (refusal: typeof silent) => StatementErrorReason, string]> = [
  [
    "The service refused the token, and the new one too",
    (refusal) => new TokenRefused({ ...refusal, credentials: "WALLET_STATEMENT_CONSUMER_KEY" }),
    "Check with the service whether the consumer key in WALLET_STATEMENT_CONSUMER_KEY may read statements."
  ],
  [
    "The service refused the signature",
    (refusal) => new SignatureRefused(refusal),
    "Check that the public key registered there belongs to the private key, then " +
    "WALLET_STATEMENT_SIGNATURE_ALGORITHM and WALLET_STATEMENT_SIGNATURE_SEPARATOR; `wallet-statement sign --explain` " +
    "shows what is signed."
  ],
  [
    "The service refused the signature",
    (refusal) => new SignatureRefused({ ...refusal, key: "a.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE)" }),
    "Check that the public key registered there belongs to a.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE), then " +
    "WALLET_STATEMENT_SIGNATURE_ALGORITHM and WALLET_STATEMENT_SIGNATURE_SEPARATOR; `wallet-statement sign --explain` " +
    "shows what is signed."
  ],
  [
    "The service refused access",
    (refusal) => new AccessRefused(refusal),
    "Ask the service whether this machine's address is on its list and whether the consumer key may read this wallet."
  ],
  [
    "The service does not know the wallet",
    (refusal) => new WalletUnknown(refusal),
    "Check the wallet number, that it belongs to the account of the consumer key, and WALLET_STATEMENT_BASE_URL."
  ],
  ["The service refused the dates", (refusal) => new DatesRefused(refusal), "Check --from and --to."],
  ["The service refused the limit", (refusal) => new LimitRefused(refusal), "Choose a lower one with --limit."],
  [
    "The service refused the statement request",
    (refusal) => new RequestRefused(refusal),
    "If the reason is not clear, run `wallet-statement check` and ask the service."
  ]
]

describe("StatementError", () => {
  it.each(messages)("says what was refused, what the service said, and what to do: %s", (what, reasonOf, remedy) => {
    assert.strictEqual(messageOf(reasonOf(silent)), `${what} (status 418). ${remedy}`)
    assert.strictEqual(messageOf(reasonOf(loud)), `${what} (status 418); the service said "teapot". ${remedy}`)
  })

  it("says what was wrong with a request, and where an answer is no statement", () => {
    assert.strictEqual(
      messageOf(new RequestInvalid({ detail: "the first day is after the last" })),
      "The statement request was not sent: the first day is after the last."
    )
    assert.strictEqual(
      messageOf(new AnswerMalformed({ status: 200, detail: "expected data, an array" })),
      "The statement answer (status 200) is not what the interface promises: expected data, an array. Nothing of it " +
        "was used; try again, and if it stays so, ask the service."
    )
  })
})
