/**
 * What the codes of connections that did not come about mean, in words, and what to do about each.
 */

type Case = readonly [why: string, remedy: string]

/** What the code of a connection to the proxy begins with: the service has no part in what is wrong with it. */
export const proxyPrefix = "PROXY_"

/** What a system's or a client's code says of a connection. */
export const connectionCase = (code: string): Case =>
  (code.startsWith(proxyPrefix) ? proxyCase(code.slice(proxyPrefix.length)) : connections[code]) ??
    ["the connection failed", "Check the network, the proxy and WALLET_STATEMENT_BASE_URL"]

/** Where the settings were given that name the files of TLS. */
export interface TlsPlaces {
  readonly authorities: string
  readonly certificate: string
  readonly key: string
}

const variables: TlsPlaces = {
  authorities: "WALLET_STATEMENT_CA_FILE",
  certificate: "WALLET_STATEMENT_CLIENT_CERT_FILE",
  key: "WALLET_STATEMENT_CLIENT_KEY_FILE"
}

/** What a code of TLS says; without places it names variables. */
export const certificateCase = (code: string, places = variables): Case => {
  const [, why, remedy] = certificatesBy(places).find(([pattern]) => pattern.test(code)) ??
    [undefined, "TLS failed", "Check WALLET_STATEMENT_BASE_URL"]
  return [why, remedy]
}

const proxy = "the proxy of HTTPS_PROXY or ALL_PROXY"

const proxyCase = (code: string): Case => [
  code === "UND_ERR_SOCKET" || code === "ECONNRESET"
    ? `${proxy} broke off what should become a tunnel`
    : proxies[code] ??
      (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO|ISSUER/.test(code)
        ? `TLS with ${proxy} failed`
        : `${proxy} can't be reached`),
  "The service itself was not tried. Check the proxy's address and whether it runs and may reach the service, and whether " +
  "NO_PROXY should name the service"
]

const proxies: Readonly<Record<string, string>> = {
  ENOTFOUND: `the name of ${proxy} does not resolve`,
  EAI_AGAIN: `the name of ${proxy} could not be looked up, since no name server answered`,
  ECONNREFUSED: `nothing listens at the address of ${proxy}`,
  ETIMEDOUT: `nothing answers at the address of ${proxy}`,
  UND_ERR_CONNECT_TIMEOUT: `nothing answers at the address of ${proxy}`,
  EHOSTUNREACH: `there is no way to the address of ${proxy}`,
  ENETUNREACH: `there is no way to the address of ${proxy}`
}

const silent =
  "A firewall on the way may hold it back: ask whether the service lets this machine's address in, and check " +
  "the host and port in WALLET_STATEMENT_BASE_URL"

const changed: Case = [
  "bytes were changed on the way, which TLS noticed",
  "Check the network, and any proxy on the way"
]

const connections: Readonly<Record<string, Case>> = {
  "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC": changed,
  "ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC": changed,
  HPE_INVALID: [
    "what answers there does not speak HTTP as it should",
    "Check the scheme and port in WALLET_STATEMENT_BASE_URL, and any proxy on the way"
  ],
  ENOTFOUND: ["the service's name does not resolve", "Check the host in WALLET_STATEMENT_BASE_URL"],
  EAI_AGAIN: [
    "the service's name could not be looked up, since no name server answered",
    "Check the network and the name servers of this machine, and the host in WALLET_STATEMENT_BASE_URL"
  ],
  ECONNREFUSED: [
    "nothing listens at the service's address",
    "Check the host and port in WALLET_STATEMENT_BASE_URL"
  ],
  ECONNRESET: [
    "the connection was broken off",
    "Where that happens each time the service, or a firewall before it, may not let this machine's address in: ask " +
    "whether it is on its list"
  ],
  ETIMEDOUT: ["nothing answers at the service's address", silent],
  UND_ERR_CONNECT_TIMEOUT: ["nothing answers at the service's address", silent],
  EHOSTUNREACH: ["there is no way to the service's address", "Check the network and the proxy"],
  ENETUNREACH: ["there is no way to the service's address", "Check the network and the proxy"],
  UND_ERR_ABORTED: [
    `${proxy} did not let the connection through`,
    "Check its address, name and password, and whether NO_PROXY should name the service"
  ]
}

const theirs = "That is the service's to put right: tell its operator"
type CertificateCases = ReadonlyArray<readonly [pattern: RegExp, ...Case]>

const certificatesBy = ({ authorities, certificate, key }: TlsPlaces): CertificateCases => {
  const unknownAuthority =
    `If the service has a certificate authority of its own, name its PEM file in ${authorities}; otherwise ` +
    "something on the way, such as a proxy that looks inside, answers in its place"
  const clientFiles = `${certificate} and ${key}`
  const ours = `Check ${clientFiles}, and ask the service's operator which certificates it takes`
  return [
    // Alerts are what the service complains of: it sends those about a certificate for the client's only.
    [/ALERT_CERTIFICATE_REQUIRED/, "the service wants a client certificate and was shown none", `Set ${clientFiles}`],
    [
      /ALERT_CERTIFICATE_EXPIRED/,
      "the service refused the client certificate: it has expired or is not valid yet",
      ours
    ],
    [/ALERT_CERTIFICATE_REVOKED/, "the service refused the client certificate: it is revoked", ours],
    [/ALERT_UNKNOWN_CA/, "the service refused the client certificate: it does not trust the signing authority", ours],
    [
      /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_UNKNOWN|ACCESS_DENIED|DECRYPT_ERROR)/,
      "the service refused the client certificate",
      ours
    ],
    [
      /HANDSHAKE_FAILURE/,
      "the service broke TLS off, as one does that wants a client certificate, or another one",
      `Ask its operator; ${clientFiles} name one`
    ],
    [
      /CERT_HAS_EXPIRED/,
      "the service's certificate has expired",
      `${theirs}, unless the clock of this machine is ahead`
    ],
    [
      /CERT_NOT_YET_VALID/,
      "the service's certificate is not valid yet; the clock of this machine may be off",
      "Set it, for instance by NTP; if it is right, tell the service's operator"
    ],
    [
      /ALTNAME|HOSTNAME/,
      "the service's certificate is for another host name",
      "Correct the host in WALLET_STATEMENT_BASE_URL; if it is right, tell the service's operator"
    ],
    [/DEPTH_ZERO_SELF_SIGNED/, "the service's certificate is self-signed", unknownAuthority],
    [
      /UNABLE_TO_(GET_ISSUER|VERIFY)|SELF_SIGNED/,
      "the service's certificate is signed by an authority that is not trusted here",
      unknownAuthority
    ],
    [/REVOKED|CRL/, "the service's certificate is revoked, or that could not be checked", theirs],
    [/KEY_TOO_SMALL|MD_TOO_WEAK/, "the service's certificate has a key or signature that is too weak", theirs],
    [
      /WRONG_VERSION|PACKET_LENGTH|EPROTO/,
      "what answers there does not speak TLS, or an old version of it",
      "Check the scheme and port in WALLET_STATEMENT_BASE_URL"
    ],
    [/PROTOCOL/, "the service speaks a TLS version that is too old", theirs]
  ]
}
