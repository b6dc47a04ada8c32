/**
 * The canaries of a run: secrets that nothing may show, and payload that only data may hold. The names that a service
 * answers with are here too, so that it can repeat everything it was told.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto"
import type { Arrived, Reply } from "../transport/fakeService.ts"
import { type Canary, canaryOf, CanarySearch } from "./canary.ts"

export const consumerKey = "CKq3Wm8Zr1Tn6Vb4Xc9Ls2Pd"
export const consumerSecret = "CSh7Jk2Fy9Gt4Qe8Ru1Mo5Ka/+Zi="
export const passphrase = "PPx4Nv7Bw2Hc9Dj5Gl1Ty8Sa"
export const proxyPassword = "PWe6Uo3Ki8Mb1Rf7Zq4Xn9Cd"
export const collectorKey = "OKw5Ed8Rf2Tg6Yh1Uj9Ik4Ol"
export const token = "TKa9Sd5Fg2Hj7Kl4Zx1Cv8Bn.Qw3Er6Ty0Ui-Op_As"
export const description = "DSm2Nb8Vc5Xz1Lk7Jh4Gf9Dp"
export const counterparty = "CPt6Yr3Ew9Qa4Sz8Xd1Cf5Vg"
export const body = "BDj1Hu7Ny4Bg8Tv2Fr5Cd9Xe"

/** The private numbers of a key, whatever it is written as: JWK, DER, PEM. */
export const privateParts = (key: KeyObject): ReadonlyArray<Canary> =>
  Object.entries(key.export({ format: "jwk" }))
    .filter(([name]) => ["d", "p", "q", "dp", "dq", "qi"].includes(name))
    .map(([name, value]) => canaryOf(`private key ${name}`, Buffer.from(String(value), "base64url")))

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** The merchant's key. */
export const privateKey: KeyObject = pair.privateKey
export const privatePem = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
export const privateDer: Uint8Array = pair.privateKey.export({ type: "pkcs8", format: "der" })
export const privateJwk = JSON.stringify(pair.privateKey.export({ format: "jwk" }))
export const encryptedPem = createPrivateKey(privatePem)
  .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase })
  .toString()

const encryptedBody = encryptedPem.split("\n").slice(3, -2).join("")

/** Everything secret but signatures, which come with the requests. */
export const secrets: ReadonlyArray<Canary> = [
  canaryOf("consumer key", consumerKey),
  canaryOf("consumer secret", consumerSecret),
  canaryOf("passphrase", passphrase),
  canaryOf("proxy password", proxyPassword),
  canaryOf("collector key", collectorKey),
  canaryOf("token", token),
  canaryOf("encrypted private key", Buffer.from(encryptedBody, "base64")),
  ...privateParts(pair.privateKey)
]

/** What of the statement may stand in data alone. */
export const payload: ReadonlyArray<Canary> = [
  canaryOf("description", description),
  canaryOf("counterparty", counterparty),
  canaryOf("body", body)
]

/** Looks for secrets, but for signatures. */
export const secretSearch = new CanarySearch(secrets)

/** Looks for payload. */
export const payloadSearch = new CanarySearch(payload)

const signaturesOf = (requests: ReadonlyArray<Arrived>): ReadonlyArray<Canary> =>
  [...new Set(requests.map(({ headers }) => headers["signature"] ?? ""))]
    .filter((signature) => signature !== "")
    .flatMap((signature) => [
      canaryOf("signature", signature),
      canaryOf("signature's bytes", Buffer.from(signature, "base64"))
    ])

/** Looks for the signatures that requests carried. */
export const signatureSearch = (requests: ReadonlyArray<Arrived>): CanarySearch =>
  new CanarySearch(signaturesOf(requests))

/** The login answer with the token. */
export const loggedIn: Reply = {
  body: JSON.stringify({
    success: true,
    message: `welcome, ${consumerKey}`,
    data: { access_token: token, token_type: "bearer", expires_in: 3600 }
  })
}

const record = (fields: Readonly<Record<string, unknown>>) => ({
  txnId: "T1",
  type: "Credit",
  amount: "10.00",
  balance: "10.00",
  description: `Credited KES10.00 from ${counterparty}: ${description}`,
  confirmed: true,
  date: "2024-03-01 14:03:22 PM",
  ...fields
})

/** A page with a good record, and some that go to quarantine with everything they hold. */
export const page: Reply = {
  body: JSON.stringify({
    success: true,
    message: body,
    extra: body,
    data: [
      record({}),
      record({ txnId: "T2", amount: description }),
      record({ txnId: "T3", date: counterparty }),
      { [body]: description },
      description
    ]
  })
}

/** Everything that a request told, credentials first. */
export const toldBy = ({ body: sent, headers }: Arrived): string =>
  `${headers["authorization"] ?? ""} ${headers["signature"] ?? ""} ${sent} ${JSON.stringify(headers)}`

/** An error body as the interface has it. */
export const errorBody = (message: string): string => JSON.stringify({ success: false, message })

/** Answers logins with a token and statement calls by a function. */
export const statementCalls = (answer: (arrived: Arrived) => Reply) => (arrived: Arrived): Reply =>
  arrived.url.endsWith("/login") ? loggedIn : answer(arrived)
