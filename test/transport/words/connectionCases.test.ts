import { assert, describe, it } from "@effect/vitest"
import { certificateCase, connectionCase } from "../../../src/transport/words/connectionCases.ts"

const places = { authorities: "ca_file", certificate: "cert_file", key: "key_file" }

describe("what is said of a connection", () => {
  it.each([
    [
      "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
      "bytes were changed on the way, which TLS noticed",
      "Check the network, and any proxy on the way"
    ],
    [
      "HPE_INVALID",
      "what answers there does not speak HTTP as it should",
      "Check the scheme and port in WALLET_STATEMENT_BASE_URL, and any proxy on the way"
    ],
    ["ENOTFOUND", "the service's name does not resolve", "Check the host in WALLET_STATEMENT_BASE_URL"],
    [
      "EAI_AGAIN",
      "the service's name could not be looked up, since no name server answered",
      "Check the network and the name servers of this machine, and the host in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "ECONNREFUSED",
      "nothing listens at the service's address",
      "Check the host and port in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "ECONNRESET",
      "the connection was broken off",
      "Where that happens each time the service, or a firewall before it, may not let this machine's address in: ask whether it is on its list"
    ],
    [
      "ETIMEDOUT",
      "nothing answers at the service's address",
      "A firewall on the way may hold it back: ask whether the service lets this machine's address in, and check the host and port in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "UND_ERR_CONNECT_TIMEOUT",
      "nothing answers at the service's address",
      "A firewall on the way may hold it back: ask whether the service lets this machine's address in, and check the host and port in WALLET_STATEMENT_BASE_URL"
    ],
    ["EHOSTUNREACH", "there is no way to the service's address", "Check the network and the proxy"],
    ["ENETUNREACH", "there is no way to the service's address", "Check the network and the proxy"],
    [
      "UND_ERR_ABORTED",
      "the proxy of HTTPS_PROXY or ALL_PROXY did not let the connection through",
      "Check its address, name and password, and whether NO_PROXY should name the service"
    ],
    ["SOMETHING_NEW", "the connection failed", "Check the network, the proxy and WALLET_STATEMENT_BASE_URL"],
    ["XPROXY_", "the connection failed", "Check the network, the proxy and WALLET_STATEMENT_BASE_URL"]
  ])("that failed with %s", (code, why, remedy) => {
    assert.deepStrictEqual(connectionCase(code), [why, remedy])
  })

  it.each([
    ["PROXY_UND_ERR_SOCKET", "% broke off what should become a tunnel"],
    ["PROXY_ECONNRESET", "% broke off what should become a tunnel"],
    ["PROXY_ENOTFOUND", "the name of % does not resolve"],
    ["PROXY_EAI_AGAIN", "the name of % could not be looked up, since no name server answered"],
    ["PROXY_ECONNREFUSED", "nothing listens at the address of %"],
    ["PROXY_ETIMEDOUT", "nothing answers at the address of %"],
    ["PROXY_UND_ERR_CONNECT_TIMEOUT", "nothing answers at the address of %"],
    ["PROXY_EHOSTUNREACH", "there is no way to the address of %"],
    ["PROXY_ENETUNREACH", "there is no way to the address of %"],
    ["PROXY_CERT_HAS_EXPIRED", "TLS with % failed"],
    ["PROXY_EPROTO", "TLS with % failed"],
    ["PROXY_SOMETHING_NEW", "% can't be reached"]
  ])("to a proxy that failed with %s", (code, why) => {
    assert.deepStrictEqual(connectionCase(code), [
      why.replace("%", "the proxy of HTTPS_PROXY or ALL_PROXY"),
      "The service itself was not tried. Check the proxy's address and whether it runs and may reach the service, and whether NO_PROXY should name the service"
    ])
  })

  it.each([
    [
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      "the service wants a client certificate and was shown none",
      "Set cert_file and key_file"
    ],
    [
      "ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED",
      "the service refused the client certificate: it has expired or is not valid yet",
      "Check cert_file and key_file, and ask the service's operator which certificates it takes"
    ],
    [
      "ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_REVOKED",
      "the service refused the client certificate: it is revoked",
      "Check cert_file and key_file, and ask the service's operator which certificates it takes"
    ],
    [
      "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
      "the service refused the client certificate: it does not trust the signing authority",
      "Check cert_file and key_file, and ask the service's operator which certificates it takes"
    ],
    [
      "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
      "the service refused the client certificate",
      "Check cert_file and key_file, and ask the service's operator which certificates it takes"
    ],
    [
      "ERR_SSL_TLSV1_ALERT_ACCESS_DENIED",
      "the service refused the client certificate",
      "Check cert_file and key_file, and ask the service's operator which certificates it takes"
    ],
    [
      "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
      "the service broke TLS off, as one does that wants a client certificate, or another one",
      "Ask its operator; cert_file and key_file name one"
    ],
    [
      "CERT_HAS_EXPIRED",
      "the service's certificate has expired",
      "That is the service's to put right: tell its operator, unless the clock of this machine is ahead"
    ],
    [
      "CERT_NOT_YET_VALID",
      "the service's certificate is not valid yet; the clock of this machine may be off",
      "Set it, for instance by NTP; if it is right, tell the service's operator"
    ],
    [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "the service's certificate is for another host name",
      "Correct the host in WALLET_STATEMENT_BASE_URL; if it is right, tell the service's operator"
    ],
    [
      "HOSTNAME_MISMATCH",
      "the service's certificate is for another host name",
      "Correct the host in WALLET_STATEMENT_BASE_URL; if it is right, tell the service's operator"
    ],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "the service's certificate is self-signed",
      "If the service has a certificate authority of its own, name its PEM file in ca_file; otherwise something on the way, such as a proxy that looks inside, answers in its place"
    ],
    [
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "the service's certificate is signed by an authority that is not trusted here",
      "If the service has a certificate authority of its own, name its PEM file in ca_file; otherwise something on the way, such as a proxy that looks inside, answers in its place"
    ],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "the service's certificate is signed by an authority that is not trusted here",
      "If the service has a certificate authority of its own, name its PEM file in ca_file; otherwise something on the way, such as a proxy that looks inside, answers in its place"
    ],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "the service's certificate is signed by an authority that is not trusted here",
      "If the service has a certificate authority of its own, name its PEM file in ca_file; otherwise something on the way, such as a proxy that looks inside, answers in its place"
    ],
    [
      "CERT_REVOKED",
      "the service's certificate is revoked, or that could not be checked",
      "That is the service's to put right: tell its operator"
    ],
    [
      "CRL_HAS_EXPIRED",
      "the service's certificate is revoked, or that could not be checked",
      "That is the service's to put right: tell its operator"
    ],
    [
      "EE_KEY_TOO_SMALL",
      "the service's certificate has a key or signature that is too weak",
      "That is the service's to put right: tell its operator"
    ],
    [
      "CA_MD_TOO_WEAK",
      "the service's certificate has a key or signature that is too weak",
      "That is the service's to put right: tell its operator"
    ],
    [
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "what answers there does not speak TLS, or an old version of it",
      "Check the scheme and port in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "ERR_SSL_PACKET_LENGTH_TOO_LONG",
      "what answers there does not speak TLS, or an old version of it",
      "Check the scheme and port in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "EPROTO",
      "what answers there does not speak TLS, or an old version of it",
      "Check the scheme and port in WALLET_STATEMENT_BASE_URL"
    ],
    [
      "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
      "the service speaks a TLS version that is too old",
      "That is the service's to put right: tell its operator"
    ],
    ["ERR_SSL_NO_SUITABLE", "TLS failed", "Check WALLET_STATEMENT_BASE_URL"]
  ])("over which TLS failed with %s", (code, why, remedy) => {
    assert.deepStrictEqual(certificateCase(code, places), [why, remedy])
  })

  it("names the variables of files where it is not known where they were given", () => {
    assert.include(certificateCase("SELF_SIGNED_CERT_IN_CHAIN")[1], "name its PEM file in WALLET_STATEMENT_CA_FILE;")
    assert.strictEqual(
      certificateCase("ALERT_CERTIFICATE_REQUIRED")[1],
      "Set WALLET_STATEMENT_CLIENT_CERT_FILE and WALLET_STATEMENT_CLIENT_KEY_FILE"
    )
  })
})
