import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { execFileSync } from "node:child_process"
import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { inspect } from "node:util"
import { afterAll } from "vitest"
import { readKeyFile } from "../../src/signer/keyFile.ts"
import { loadPrivateKey } from "../../src/signer/keys.ts"
import type { SignerErrorReason } from "../../src/signer/SignerError.ts"
import {
  certificate,
  ec,
  openFiles,
  openssl,
  passphrase,
  rsa,
  rsaPss,
  temporaryFolder,
  writePrivate
} from "./keyMaterial.ts"
import { type Given, settings, signerLayer } from "./settings.ts"

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const keyVariable = "WALLET_STATEMENT_PRIVATE_KEY"
const fileVariable = "WALLET_STATEMENT_PRIVATE_KEY_FILE"
const passphraseVariable = "WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE"
const algorithmVariable = "WALLET_STATEMENT_SIGNATURE_ALGORITHM"

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString()
const jwk = (key: KeyObject): JsonWebKey => key.export({ format: "jwk" })
const cipher = { cipher: "aes-256-cbc", passphrase }
const wrong = "another-canary-phrase"

const rsaKey = rsa()
const ecKey = ec()
const rsaPem = pem(rsaKey)
const pkcs1Pem = rsaKey.export({ type: "pkcs1", format: "pem" }).toString()
const pkcs1Der = rsaKey.export({ type: "pkcs1", format: "der" })
const encryptedPem = rsaKey.export({ type: "pkcs8", format: "pem", ...cipher }).toString()
const encryptedDer = rsaKey.export({ type: "pkcs8", format: "der", ...cipher })
const legacyPem = rsaKey.export({ type: "pkcs1", format: "pem", ...cipher }).toString()
const publicRsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey
const publicPem = publicRsa.export({ type: "spki", format: "pem" }).toString()

const okp = (type: "ed25519" | "ed448" | "x25519" | "x448"): KeyObject => {
  switch (type) {
    case "ed25519":
      return generateKeyPairSync("ed25519").privateKey
    case "ed448":
      return generateKeyPairSync("ed448").privateKey
    case "x25519":
      return generateKeyPairSync("x25519").privateKey
    case "x448":
      return generateKeyPairSync("x448").privateKey
  }
}

const file = (name: string, content: string | Uint8Array, mode?: number): string =>
  writePrivate(folder, name, content, mode)

interface Case {
  readonly name: string
  readonly given: Given
  readonly reason: SignerErrorReason["_tag"]
  readonly says: ReadonlyArray<string>
}

const directory = join(folder, "directory")
mkdirSync(directory)
const loop = join(folder, "loop")
symlinkSync(loop, loop)
const missing = join(folder, "missing.pem")
const open = file("open.pem", rsaPem, 0o644)
const shared = file("shared.pem", rsaPem, 0o640)
const blank = join(folder, "with blank.pem")
execFileSync("cp", [open, blank])
chmodSync(blank, 0o604)
const empty = file("empty.pem", "")
const pipe = join(folder, "pipe")
if (process.platform !== "win32") execFileSync("mkfifo", ["-m", "600", pipe])

const places: ReadonlyArray<Case> = [
  {
    name: "a file that is not there",
    given: { path: missing },
    reason: "KeyFileMissing",
    says: [`${missing} (nothing of its name is in ${dirname(missing)})`, fileVariable]
  },
  {
    name: "a path through a file",
    given: { path: join(empty, "key.pem") },
    reason: "KeyFileMissing",
    says: [`nothing of its name is in ${empty}`]
  },
  {
    name: "a directory",
    given: { path: directory },
    reason: "KeyFileNotRegular",
    says: [directory, "a directory", fileVariable]
  },
  { name: "a pipe", given: { path: pipe }, reason: "KeyFileNotRegular", says: [pipe, keyVariable] },
  { name: "links in a circle", given: { path: loop }, reason: "KeyFileUnreadable", says: [loop, "ELOOP"] },
  {
    name: "a path through links in a circle",
    given: { path: join(loop, "key") },
    reason: "KeyFileUnreadable",
    says: [`nothing of its name is in ${loop}`, "ELOOP"]
  },
  {
    name: "a path that is too long to be one, as a password in its place may be",
    given: { path: "canary".repeat(60) },
    reason: "KeyFileUnreadable",
    says: ["the path given", fileVariable, "ENAMETOOLONG"]
  },
  {
    name: "a file that all may read",
    given: { path: open },
    reason: "KeyFileExposed",
    says: [open, "mode 0644", `chmod 600 ${open}`]
  },
  {
    name: "a file that the group may read",
    given: { path: shared },
    reason: "KeyFileExposed",
    says: ["mode 0640", `chmod 600 ${shared}`]
  },
  {
    name: "a file with a blank in its name that others may read",
    given: { path: blank },
    reason: "KeyFileExposed",
    says: ["mode 0604", `chmod 600 '${blank}'`]
  },
  { name: "an empty file", given: { path: empty }, reason: "KeyEmpty", says: [empty, fileVariable] },
  { name: "a file of blanks", given: { path: file("blanks", " \n\n") }, reason: "KeyEmpty", says: [fileVariable] },
  { name: "an empty setting", given: { text: "" }, reason: "KeyEmpty", says: [keyVariable] },
  { name: "a setting of line breaks", given: { text: "\\n\\n" }, reason: "KeyEmpty", says: [keyVariable] },
  {
    name: "a file larger than any key",
    given: { path: file("large", Buffer.alloc(1_048_577, 0x41)) },
    reason: "KeyFormatUnknown",
    says: [fileVariable, "larger"]
  },
  {
    name: "a file as large as a key file may be",
    given: { path: file("largest", Buffer.alloc(1_048_576, 0x41)) },
    reason: "KeyFormatUnknown",
    says: [fileVariable, "it should be PEM, DER or JWK"]
  }
]

const [rsaJwk, otherJwk, ecJwk] = [jwk(rsaKey), jwk(rsa()), jwk(ecKey)]
const modulus = Buffer.from(rsaJwk.n ?? "", "base64url")
const evenModulus = Buffer.concat([modulus.subarray(0, -1), Buffer.of(0)]).toString("base64url")
const { d: _secret, ...publicEcJwk } = ecJwk
const { p: _prime, ...incompleteJwk } = rsaJwk

const formats: ReadonlyArray<Case> = [
  {
    name: "a path in the setting for the text",
    given: { text: "/home/canary/private.pem" },
    reason: "KeyFormatUnknown",
    says: [keyVariable, fileVariable]
  },
  {
    name: "bytes that are no key",
    given: { path: file("noise", Buffer.from("canary \0\x01\xff noise", "latin1")) },
    reason: "KeyFormatUnknown",
    says: [fileVariable, "PEM, DER or JWK"]
  },
  {
    name: "PEM without its end",
    given: { text: rsaPem.slice(0, -30) },
    reason: "KeyFormatUnknown",
    says: [
      keyVariable,
      "cut off or is no Base64; copy the key again whole, from the -----BEGIN line to the -----END line."
    ]
  },
  {
    name: "PEM with a character lost",
    given: { text: rsaPem.replace("\nMII", "\n!MII") },
    reason: "KeyFormatUnknown",
    says: ["no Base64"]
  },
  {
    name: "PEM with a line lost",
    given: { text: rsaPem.split("\n").toSpliced(5, 1).join("\n") },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "the PEM block is damaged or cut off; copy the key again whole, from the -----BEGIN line"]
  },
  {
    name: "DER that is cut off",
    given: { path: file("cut.der", pkcs1Der.subarray(0, -9)) },
    reason: "KeyFormatUnknown",
    says: [fileVariable, "it should be PEM, DER or JWK, and may be cut off; copy the file again whole"]
  },
  {
    name: "DER with bytes behind it",
    given: { path: file("long.der", Buffer.concat([pkcs1Der, Buffer.of(1, 2, 3)])) },
    reason: "KeyFormatUnknown",
    says: [fileVariable, "bytes follow"]
  },
  {
    name: "DER of something else",
    given: { text: Buffer.from("3006020101020102", "hex").toString("base64") },
    reason: "NotAPrivateKey",
    says: ["a public key"]
  },
  {
    name: "DER of nothing known",
    given: { text: Buffer.from("3003040100", "hex").toString("base64") },
    reason: "KeyFormatUnknown",
    says: ["it is DER, but neither PKCS#1, PKCS#8 nor SEC1"]
  },
  {
    name: "DER in the shape of a key with nothing in it",
    given: { text: Buffer.from("300702010030000400", "hex").toString("base64") },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "damaged"]
  },
  {
    name: "JSON that is no JWK",
    given: { text: "{\"canary\": 1}" },
    reason: "KeyFormatUnknown",
    says: ["JSON Web Key"]
  },
  {
    name: "JSON that is cut off",
    given: { text: JSON.stringify(rsaJwk).slice(0, -5) },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "JSON Web Key"]
  },
  {
    name: "a JWK without its primes",
    given: { text: JSON.stringify(incompleteJwk) },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "the JWK is damaged or incomplete; it needs n, e, d, p, q, dp, dq and qi"]
  },
  {
    name: "an EC JWK without its public point",
    given: { text: JSON.stringify({ kty: "EC", crv: "P-256", d: ecJwk.d }), algorithm: "ecdsa-p256-sha256-der" },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "it needs crv, x, y and d"]
  },
  {
    name: "a public key and a certificate",
    given: { text: publicPem + certificate },
    reason: "NotAPrivateKey",
    says: ["a public key"]
  },
  {
    name: "an OpenSSH key",
    given: { text: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE=\n-----END OPENSSH PRIVATE KEY-----\n" },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "ssh-keygen -p -m PEM"]
  },
  {
    name: "a PuTTY key",
    given: { text: "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\n" },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "puttygen"]
  },
  {
    name: "PEM of parameters only",
    given: { text: "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" },
    reason: "KeyFormatUnknown",
    says: [keyVariable, "none of its PEM blocks is a private key; put the one there whose -----BEGIN line says so"]
  },
  {
    name: "a file with two PEM keys",
    given: { path: file("two.pem", rsaPem + pem(ecKey)) },
    reason: "SeveralKeys",
    says: [fileVariable, "2 private keys"]
  },
  {
    name: "a file with two DER keys",
    given: { path: file("two.der", Buffer.concat([pkcs1Der, pkcs1Der])) },
    reason: "SeveralKeys",
    says: ["2 private keys"]
  },
  {
    name: "a JWK set of three",
    given: { text: JSON.stringify({ keys: [rsaJwk, otherJwk, ecJwk] }) },
    reason: "SeveralKeys",
    says: [keyVariable, "3 private keys"]
  },
  {
    name: "a public key",
    given: { path: file("public.pem", publicPem) },
    reason: "NotAPrivateKey",
    says: [fileVariable, "a public key"]
  },
  {
    name: "a public key that all may read, as they may",
    given: { path: file("open-public.pem", publicPem, 0o644) },
    reason: "NotAPrivateKey",
    says: [fileVariable, "holds a public key, not a private key. Give the private key that belongs to it."]
  },
  {
    name: "a certificate that all may read, as they may",
    given: { path: file("open-certificate.pem", certificate, 0o644) },
    reason: "NotAPrivateKey",
    says: [fileVariable, "holds a certificate, not a private key"]
  },
  {
    name: "a public key in PKCS#1",
    given: { text: publicRsa.export({ type: "pkcs1", format: "pem" }).toString() },
    reason: "NotAPrivateKey",
    says: ["a public key"]
  },
  {
    name: "a public key in DER",
    given: { path: file("public.der", publicRsa.export({ type: "spki", format: "der" })) },
    reason: "NotAPrivateKey",
    says: ["a public key"]
  },
  {
    name: "a public key in PKCS#1 DER",
    given: { path: file("public1.der", publicRsa.export({ type: "pkcs1", format: "der" })) },
    reason: "NotAPrivateKey",
    says: ["a public key"]
  },
  {
    name: "a public JWK",
    given: { text: JSON.stringify(publicEcJwk), algorithm: "ecdsa-p256-sha256-der" },
    reason: "NotAPrivateKey",
    says: [keyVariable, "a public key"]
  },
  { name: "a certificate", given: { text: certificate }, reason: "NotAPrivateKey", says: ["a certificate,"] },
  {
    name: "a certificate request by its label",
    given: { text: certificate.replaceAll("CERTIFICATE", "CERTIFICATE REQUEST") },
    reason: "NotAPrivateKey",
    says: ["a certificate request,"]
  },
  {
    name: "what has the shape of a PKCS#12 bundle",
    given: { text: Buffer.from("30050201033000", "hex").toString("base64") },
    reason: "KeyFormatUnknown",
    says: ["it is a PKCS#12 bundle; take the key out with openssl pkcs12 -nocerts -in FILE -out KEY.pem"]
  }
]

const encrypted: ReadonlyArray<Case> = [
  ...([["PKCS#8 PEM", encryptedPem], ["PKCS#1 PEM", legacyPem], ["DER", encryptedDer.toString("base64")]] as const)
    .flatMap(([name, text]): ReadonlyArray<Case> => [
      {
        name: `encrypted ${name} without a passphrase`,
        given: { text },
        reason: "PassphraseMissing",
        says: [keyVariable, passphraseVariable]
      },
      {
        name: `encrypted ${name} with an empty passphrase`,
        given: { text, passphrase: "" },
        reason: "PassphraseMissing",
        says: [passphraseVariable]
      },
      {
        name: `encrypted ${name} with the wrong passphrase`,
        given: { path: file(name, text), passphrase: wrong },
        reason: "PassphraseWrong",
        says: [fileVariable, passphraseVariable]
      }
    ]),
  {
    name: "PEM encrypted with single DES",
    given: { text: legacyPem.replace(/DEK-Info: .*/, "DEK-Info: DES-CBC,26355406DB0D9CA6"), passphrase },
    reason: "EncryptionUnsupported",
    says: [keyVariable, "openssl pkcs8 -topk8"]
  }
]

const unfit: ReadonlyArray<Case> = [
  {
    name: "an RSA key of 1024 bits",
    given: { text: pem(rsa(1024)) },
    reason: "RsaKeyTooShort",
    says: [keyVariable, "1024 bits", "2048"]
  },
  {
    name: "an RSA key of 2040 bits, for PSS",
    given: { text: pem(rsa(2040)), algorithm: "rsa-pss-sha256" },
    reason: "RsaKeyTooShort",
    says: ["2040 bits"]
  },
  ...(["secp384r1", "secp521r1", "secp256k1"] as const).map((curve): Case => ({
    name: `an EC key on ${curve}`,
    given: { text: pem(ec(curve)), algorithm: "ecdsa-p256-sha256-p1363" },
    reason: "WrongCurve",
    says: [keyVariable, curve, "P-256", algorithmVariable]
  })),
  {
    name: "a JWK on a curve that nobody knows",
    given: { text: JSON.stringify({ ...ecJwk, crv: "canary-curve" }), algorithm: "ecdsa-p256-sha256-der" },
    reason: "WrongCurve",
    says: [keyVariable, "the curve that its crv names"]
  },
  ...(["rsa-pkcs1-sha256", "rsa-pss-sha256"] as const).map((algorithm): Case => ({
    name: `an EC key for ${algorithm}`,
    given: { text: pem(ecKey), algorithm },
    reason: "WrongKeyType",
    says: [keyVariable, "EC key", algorithmVariable, algorithm, "ecdsa-p256-sha256-der"]
  })),
  ...(["ecdsa-p256-sha256-der", "ecdsa-p256-sha256-p1363"] as const).flatMap((algorithm): ReadonlyArray<Case> => [
    {
      name: `an RSA key for ${algorithm}`,
      given: { text: rsaPem, algorithm },
      reason: "WrongKeyType",
      says: [keyVariable, "RSA key", algorithmVariable, algorithm, "rsa-pkcs1-sha256"]
    },
    {
      name: `an RSA-PSS key for ${algorithm}`,
      given: { text: pem(rsaPss()), algorithm },
      reason: "WrongKeyType",
      says: ["RSA-PSS key", algorithm, "rsa-pss-sha256"]
    }
  ]),
  {
    name: "an RSA-PSS key for rsa-pkcs1-sha256",
    given: { text: pem(rsaPss()) },
    reason: "WrongKeyType",
    says: [keyVariable, "RSA-PSS key", algorithmVariable, "rsa-pss-sha256", "plain RSA key"]
  },
  ...([["sha512", "sha512", 20], ["sha512", "sha256", 20], ["sha256", "sha1", 20], ["sha256", "sha256", 33]] as const)
    .map(([hashAlgorithm, mgf1HashAlgorithm, saltLength]): Case => ({
      name: `an RSA-PSS key bound to ${hashAlgorithm}, ${mgf1HashAlgorithm} and a salt of ${saltLength} bytes`,
      given: {
        text: pem(rsaPss({ hashAlgorithm, mgf1HashAlgorithm }, saltLength)),
        algorithm: "rsa-pss-sha256"
      },
      reason: "PssParametersUnfit",
      says: [keyVariable, "SHA-256", "32 bytes"]
    })),
  ...([["ed25519", "Ed25519"], ["ed448", "Ed448"], ["x25519", "X25519"], ["x448", "X448"]] as const).flatMap((
    [type, name]
  ): ReadonlyArray<Case> => [
    {
      name: `an ${name} key`,
      given: { text: pem(okp(type)), algorithm: "ecdsa-p256-sha256-der" },
      reason: "KeyTypeUnsupported",
      says: [keyVariable, name, algorithmVariable]
    },
    {
      name: `an ${name} key as JWK`,
      given: { text: JSON.stringify(jwk(okp(type))) },
      reason: "KeyTypeUnsupported",
      says: [keyVariable, name]
    }
  ]),
  {
    name: "a damaged JWK of a kind that no algorithm takes",
    given: { text: JSON.stringify({ kty: "OKP", crv: "Ed25519", x: "AA", d: "Y2FuYXJ5" }) },
    reason: "KeyTypeUnsupported",
    says: [keyVariable, "JWK OKP"]
  },
  {
    name: "a symmetric JWK",
    given: { text: JSON.stringify({ kty: "oct", k: "Y2FuYXJ5LWNhbmFyeS1jYW5hcnk" }) },
    reason: "KeyTypeUnsupported",
    says: [keyVariable, "JWK oct"]
  },
  {
    name: "a JWK of a post-quantum key",
    given: { text: JSON.stringify({ kty: "AKP", alg: "ML-DSA-44", priv: "Y2FuYXJ5" }) },
    reason: "KeyTypeUnsupported",
    says: [keyVariable, "JWK AKP"]
  },
  {
    name: "an EC JWK whose public part is another's",
    given: { text: JSON.stringify({ ...jwk(ec()), d: ecJwk.d }), algorithm: "ecdsa-p256-sha256-der" },
    reason: "KeyInconsistent",
    says: [keyVariable, "damaged"]
  },
  {
    name: "an RSA JWK with which nothing can be signed",
    given: { text: JSON.stringify({ ...rsaJwk, n: evenModulus }) },
    reason: "KeyInconsistent",
    says: [keyVariable, "damaged"]
  },
  {
    name: "an RSA JWK whose modulus is another's",
    given: { text: JSON.stringify({ ...rsaJwk, n: otherJwk.n }) },
    reason: "KeyInconsistent",
    says: [keyVariable, "damaged"]
  }
]

const all = [...places, ...formats, ...encrypted, ...unfit]

/** Every piece of secret text that stands in what was given. */
const secretsOf = (given: Given): ReadonlyArray<string> => {
  const text = given.text ??
    (given.path === undefined || !isKeyFile(given.path) ? "" : readFileSync(given.path, "latin1"))
  const pieces = text.split(/[^A-Za-z0-9+/_=-]+/).filter((piece) => piece.length >= 16)
  return [
    ...pieces.flatMap((piece) => [piece.slice(0, 16), piece.slice(-16)]),
    passphrase,
    wrong,
    ...(text.includes("canary") ? ["canary"] : [])
  ]
}

const isKeyFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

const printed = (exit: Exit.Exit<unknown, Error>): string => {
  const error = Exit.isFailure(exit) ? Option.getOrThrow(Cause.findErrorOption(exit.cause)) : new Error("no failure")
  const shown = { depth: null, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null } as const
  return [
    inspect(exit, shown),
    inspect(error, shown),
    inspect(error),
    String(error),
    error.stack ?? "",
    JSON.stringify(error),
    JSON.stringify(exit),
    Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
  ].join("\n")
}

const publicKeyOf = (key: KeyObject) => createPublicKey(key).export({ type: "spki", format: "pem" })

/** An RSA-PSS key that asks for at least so many bytes of salt. */
const boundPss = (salt: number) => {
  const options = [
    "rsa_keygen_bits:2048",
    "rsa_pss_keygen_md:sha256",
    "rsa_pss_keygen_mgf1_md:sha256",
    `rsa_pss_keygen_saltlen:${salt}`
  ]
  return openssl.run(["genpkey", "-algorithm", "RSA-PSS", ...options.flatMap((each) => ["-pkeyopt", each])])
    .toString()
}

describe("a key that cannot be used", () => {
  it.effect.each(all)("is named with its remedy: $name", ({ given, reason, says }) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(loadPrivateKey(settings(given)))
      assert.strictEqual(error._tag, "SignerError")
      assert.strictEqual(error.reason._tag, reason, error.message)
      for (const text of says) assert.include(error.message, text)
      assert.strictEqual(error.message.split("\n").length, 1)
      assert.match(error.message, /[^.]\.$|chmod 600 \S.*$/)
      assert.include(Cause.pretty(Cause.fail(error)), error.message)
    }))

  it.effect.each(all)("shows nothing of the key or the passphrase: $name", ({ given }) =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(loadPrivateKey(settings(given)))
      const shown = printed(exit)
      assert.isTrue(Exit.isFailure(exit))
      for (const secret of secretsOf(given)) assert.notInclude(shown, secret)
    }))

  it("was looked for with secrets that would have been found", () => {
    const secrets = secretsOf({ text: rsaPem })
    assert.isAbove(secrets.length, 20)
    assert.isTrue(secrets.slice(0, 20).every((secret) => rsaPem.includes(secret)))
  })

  it.effect("stops the signer's layer from being built", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(signerLayer({ text: publicPem }))))
      assert.strictEqual(error.reason._tag, "NotAPrivateKey")
    }))

  it.effect(
    "is never taken for damaged when one of many wrong passphrases leaves sound padding",
    () =>
      Effect.gen(function*() {
        for (let attempt = 0; attempt < 1500; attempt++) {
          const given = { text: legacyPem, passphrase: `${wrong} ${attempt}` }
          const error = yield* Effect.flip(loadPrivateKey(settings(given)))
          assert.strictEqual(error.reason._tag, "PassphraseWrong")
        }
      }),
    30_000
  )

  const whole: ReadonlyArray<readonly [string, Given]> = [
    ["PKCS#1 PEM", { text: pkcs1Pem }],
    ["encrypted PKCS#8 PEM", { text: encryptedPem, passphrase }],
    ["encrypted PKCS#1 PEM", { text: legacyPem, passphrase }],
    ["RSA JWK", { text: JSON.stringify(rsaJwk) }],
    ["EC PKCS#8 PEM", { text: pem(ecKey), algorithm: "ecdsa-p256-sha256-der" }],
    ["EC JWK", { text: JSON.stringify(ecJwk), algorithm: "ecdsa-p256-sha256-der" }]
  ]
  it.effect.each(whole)(
    "is refused or signs for the same public key, whichever character is changed: %s",
    ([, given]) =>
      Effect.gen(function*() {
        const text = given.text ?? ""
        const original = publicKeyOf((yield* loadPrivateKey(settings(given))).key)
        for (let at = 0; at < text.length; at += Math.ceil(text.length / 150)) {
          const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1)
          // A failure of another kind than SignerError would be a defect and fail this test.
          const outcome = yield* Effect.option(loadPrivateKey(settings({ ...given, text: changed })))
          if (Option.isSome(outcome)) assert.strictEqual(publicKeyOf(outcome.value.key), original, `character ${at}`)
        }
      }),
    30_000
  )
})

describe.skipIf(!openssl.present)(
  `what openssl makes of a key${openssl.present ? "" : " (skipped: openssl is not on the PATH)"}`,
  () => {
    const keyPath = file("subject.pem", rsaPem)
    const subject = ["-key", keyPath, "-subj", "/CN=test"]
    const selfSigned = () => openssl.run(["req", "-x509", ...subject]).toString()
    const made: ReadonlyArray<readonly [string, () => Given, SignerErrorReason["_tag"], string]> = [
      ["a certificate", () => ({ text: selfSigned() }), "NotAPrivateKey", "a certificate"],
      [
        "a certificate in DER",
        () => ({ path: file("certificate.der", openssl.run(["req", "-x509", ...subject, "-outform", "DER"])) }),
        "NotAPrivateKey",
        "a certificate,"
      ],
      [
        "a certificate request",
        () => ({ text: openssl.run(["req", "-new", ...subject]).toString() }),
        "NotAPrivateKey",
        "a certificate request"
      ],
      [
        "a certificate request in DER",
        () => ({ path: file("request.der", openssl.run(["req", "-new", ...subject, "-outform", "DER"])) }),
        "NotAPrivateKey",
        "a certificate request"
      ],
      [
        "a PKCS#12 bundle",
        () => ({
          path: file(
            "bundle.p12",
            openssl.run([
              "pkcs12",
              "-export",
              "-inkey",
              keyPath,
              "-in",
              file("certificate.pem", selfSigned()),
              "-passout",
              `pass:${passphrase}`
            ])
          )
        }),
        "KeyFormatUnknown",
        "openssl pkcs12"
      ],
      [
        "an EC key of explicit parameters on another curve",
        () => ({
          text: openssl.run(["ecparam", "-name", "secp224r1", "-genkey", "-noout", "-param_enc", "explicit"])
            .toString(),
          algorithm: "ecdsa-p256-sha256-der"
        }),
        "WrongCurve",
        "secp224r1"
      ],
      [
        "an RSA-PSS key bound to a salt of at least 33 bytes",
        () => ({ text: boundPss(33), algorithm: "rsa-pss-sha256" }),
        "PssParametersUnfit",
        "32 bytes"
      ]
    ]
    it.effect.each(made)("is named when it is %s", ([, given, reason, says]) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(loadPrivateKey(settings(given())))
        assert.strictEqual(error.reason._tag, reason)
        assert.include(error.message, says)
      }))

    it.effect("is usable when it is an RSA-PSS key bound to what is used, or to less salt", () =>
      Effect.gen(function*() {
        for (const salt of [32, 20]) {
          const { key } = yield* loadPrivateKey(settings({ text: boundPss(salt), algorithm: "rsa-pss-sha256" }))
          assert.strictEqual(key.asymmetricKeyType, "rsa-pss")
        }
      }))
  }
)

describe("readKeyFile", () => {
  it.effect("does not look at the mode where there are none", () =>
    Effect.gen(function*() {
      const bytes = yield* readKeyFile(open, null)
      assert.strictEqual(Buffer.from(bytes).toString(), rsaPem)
    }))

  it.effect.skipIf(!openFiles.known)(
    "leaves the file closed, whether it could be used or not",
    () =>
      Effect.gen(function*() {
        const closed = file("closed.pem", rsaPem)
        yield* readKeyFile(closed)
        yield* Effect.flip(readKeyFile(open))
        assert.notIncludeMembers([...openFiles.paths()], [closed, open])
      })
  )

  it.effect("takes a file that only its owner may read", () =>
    Effect.gen(function*() {
      for (const mode of [0o400, 0o600]) {
        const bytes = yield* readKeyFile(file(`owner ${mode}`, rsaPem, mode))
        assert.strictEqual(Buffer.from(bytes).toString(), rsaPem)
      }
    }))
})
