import { assert, describe, it } from "@effect/vitest"
import { codeOf, connectionFailure } from "../../../src/transport/words/connectionFailure.ts"

const coded = (code: unknown, more = {}) => Object.assign(new Error("canary"), { code, ...more })
const within = (depth: number): unknown => depth === 0 ? coded("EPIPE") : coded(undefined, { cause: within(depth - 1) })

describe("the code of a connection that failed", () => {
  it.each([
    ["ECONNRESET", coded("ECONNRESET")],
    ["ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC", coded("ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC")],
    ["A".repeat(61), coded("A".repeat(61))],
    ["EPIPE", within(5)],
    ["EPIPE", coded(undefined, { errors: [coded("not a code"), within(1)] })],
    ["ENOTFOUND", coded(undefined, { cause: coded("ENOTFOUND"), errors: [coded("EPIPE")] })],
    ["HPE_INVALID", coded("HPE_INVALID_CONSTANT", { name: "HTTPParserError" })],
    ["EE_KEY_TOO_SMALL", Object.assign(new Error("EE certificate key too weak"), { code: "UNSPECIFIED" })],
    ["CA_KEY_TOO_SMALL", Object.assign(new Error("CA certificate key too weak"), { code: "UNSPECIFIED" })],
    ["CA_MD_TOO_WEAK", Object.assign(new Error("CA signature digest algorithm too weak"), { code: "UNSPECIFIED" })],
    ["UNSPECIFIED", coded("UNSPECIFIED")],
    ["EPROTO", Object.assign(new Error("EE certificate key too weak"), { code: "EPROTO" })]
  ])("is %s", (code, error) => {
    assert.strictEqual(codeOf(error), code)
  })

  it.each([
    undefined,
    null,
    "ECONNRESET",
    within(6),
    coded(7),
    coded("E"),
    coded("econnreset"),
    coded(" ECONNRESET"),
    coded("ECONNRESET: canary"),
    coded("A".repeat(62)),
    coded(undefined, { errors: "EPIPE" })
  ])("is not known of %j", (error) => {
    assert.strictEqual(codeOf(error), "UNKNOWN")
  })

  it("tells certificates from connections, and names where the files of TLS were given where that is known", () => {
    assert.deepInclude(connectionFailure(coded("EPIPE"), (name) => name), { _tag: "ConnectionFailed", code: "EPIPE" })
    const unplaced = connectionFailure(coded("CERT_HAS_EXPIRED"))
    assert.deepInclude(unplaced, { _tag: "CertificateRefused", code: "CERT_HAS_EXPIRED" })
    assert.notProperty(unplaced, "places")
    assert.deepInclude(connectionFailure(coded("EPROTO"), (name) => `flag ${name}`), {
      places: { authorities: "flag CA_FILE", certificate: "flag CLIENT_CERT_FILE", key: "flag CLIENT_KEY_FILE" }
    })
  })
})
