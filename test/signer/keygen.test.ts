import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createHash, createPrivateKey, createPublicKey } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { keygen, type KeygenOptions } from "../../src/signer/keygen.ts"
import { verify } from "../../src/signer/verify.ts"
import { openFiles, openssl, passphrase, temporaryFolder } from "./keyMaterial.ts"
import { withSigner } from "./settings.ts"

const inFolder = <A, E>(use: (folder: string, options: KeygenOptions) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(temporaryFolder),
    (folder) =>
      use(folder, {
        algorithm: "ecdsa-p256-sha256-der",
        privateKeyPath: join(folder, "private.pem"),
        publicKeyPath: join(folder, "public.pem")
      }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const algorithms: ReadonlyArray<readonly [SignatureAlgorithm, object]> = [
  ["rsa-pkcs1-sha256", { modulusLength: 3072, publicExponent: 65_537n }],
  ["rsa-pss-sha256", { modulusLength: 3072, publicExponent: 65_537n }],
  ["ecdsa-p256-sha256-der", { namedCurve: "prime256v1" }],
  ["ecdsa-p256-sha256-p1363", { namedCurve: "prime256v1" }]
]

describe("keygen", () => {
  it.effect.each(algorithms)(
    "makes a pair that signs and verifies with %s",
    ([algorithm, details]) =>
      inFolder((_, options) =>
        Effect.gen(function*() {
          const made = yield* keygen({ ...options, algorithm })
          const publicPem = readFileSync(made.publicKeyPath, "utf8")
          assert.match(publicPem, /^-----BEGIN PUBLIC KEY-----\n/)
          assert.match(readFileSync(made.privateKeyPath, "utf8"), /^-----BEGIN PRIVATE KEY-----\n/)
          const request = { walletNo: "W1", toDate: "2024-03-31", limit: "5000" }
          const signature = yield* withSigner(
            { path: made.privateKeyPath, algorithm },
            (signer) => signer.sign(request)
          )
          assert.isTrue(yield* verify(publicPem, algorithm, "W12024-03-315000", signature))
          assert.deepStrictEqual(createPrivateKey(readFileSync(made.privateKeyPath)).asymmetricKeyDetails, details)
        })
      ),
    60_000
  )

  it.effect("makes RSA keys of the size that is asked for", () =>
    inFolder((_, options) =>
      Effect.gen(function*() {
        const made = yield* keygen({ ...options, algorithm: "rsa-pkcs1-sha256", rsaBits: 2048 })
        const key = createPublicKey(readFileSync(made.publicKeyPath))
        assert.strictEqual(key.asymmetricKeyDetails?.modulusLength, 2048)
      })
    ))

  it.effect.skipIf(process.platform === "win32")(
    "lets only the owner read the private key, whatever the umask",
    () =>
      Effect.forEach([0o000, 0o022, 0o077], (umask) =>
        inFolder((_, options) =>
          Effect.gen(function*() {
            const before = process.umask(umask)
            const made = yield* Effect.ensuring(keygen(options), Effect.sync(() => process.umask(before)))
            assert.strictEqual(mode(made.privateKeyPath), "600")
            assert.strictEqual(mode(made.publicKeyPath), "644")
          })
        ))
  )

  it.effect.skipIf(!openFiles.known)(
    "leaves no file open, whether the pair could be written or not",
    () =>
      inFolder((folder, options) =>
        Effect.gen(function*() {
          yield* keygen(options)
          yield* Effect.flip(keygen(options))
          assert.isFalse(openFiles.paths().some((path) => path.startsWith(folder)))
        })
      )
  )

  it.effect.skipIf(!openssl.present)(
    "derives the key of the encryption by 600,000 rounds, in a form that openssl reads",
    () =>
      inFolder((_, options) =>
        Effect.gen(function*() {
          for (const phrase of [passphrase, "пароль 🔑", "x".repeat(200)]) {
            const folder = temporaryFolder()
            const privateKeyPath = join(folder, "private.pem")
            const algorithm = "rsa-pkcs1-sha256"
            yield* keygen({
              ...options,
              algorithm,
              privateKeyPath,
              publicKeyPath: join(folder, "public.pem"),
              passphrase: Redacted.make(phrase)
            })
            const structure = openssl.run(["asn1parse", "-in", privateKeyPath]).toString()
            for (
              const part of [
                ":PBES2",
                ":PBKDF2",
                ":hmacWithSHA256",
                ":aes-256-cbc",
                `INTEGER           :${(600_000).toString(16).toUpperCase().padStart(6, "0")}`
              ]
            ) {
              assert.include(structure, part)
            }
            const plain = openssl.run(["pkey", "-in", privateKeyPath, "-passin", `pass:${phrase}`]).toString()
            const key = createPrivateKey({ key: readFileSync(privateKeyPath), passphrase: phrase })
            assert.isTrue(createPrivateKey(plain).equals(key))
            assert.throws(() => createPrivateKey({ key: readFileSync(privateKeyPath), passphrase: `${phrase}x` }))
            rmSync(folder, { recursive: true })
          }
        })
      ),
    60_000
  )

  it.effect("encrypts the private key with a passphrase", () =>
    inFolder((_, options) =>
      Effect.gen(function*() {
        const made = yield* keygen({ ...options, passphrase: Redacted.make(passphrase) })
        assert.match(readFileSync(made.privateKeyPath, "utf8"), /^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
        const given = { path: made.privateKeyPath, algorithm: options.algorithm }
        const publicKey = yield* withSigner({ ...given, passphrase }, (signer) => signer.publicKey)
        assert.strictEqual(publicKey, readFileSync(made.publicKeyPath, "utf8"))
        const refused = yield* Effect.flip(withSigner(given, (signer) => signer.publicKey))
        assert.strictEqual(refused.reason._tag, "PassphraseMissing")
      })
    ))

  it.effect("gives the SHA-256 of the public key's DER as fingerprint", () =>
    inFolder((_, options) =>
      Effect.gen(function*() {
        const made = yield* keygen(options)
        const base64 = readFileSync(made.publicKeyPath, "utf8").replaceAll(/-----.*-----|\n/g, "")
        const expected = createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex")
        assert.strictEqual(made.fingerprint, expected)
        if (openssl.present) {
          const der = openssl.run(["pkey", "-in", made.privateKeyPath, "-pubout", "-outform", "DER"])
          assert.strictEqual(made.fingerprint, createHash("sha256").update(der).digest("hex"))
        }
      })
    ))

  it.effect("never overwrites a private key, and leaves no public key then", () =>
    inFolder((folder, options) =>
      Effect.gen(function*() {
        writeFileSync(options.privateKeyPath, "registered")
        const error = yield* Effect.flip(keygen(options))
        assert.strictEqual(error.reason._tag, "KeyFileExists")
        assert.include(error.message, options.privateKeyPath)
        assert.strictEqual(readFileSync(options.privateKeyPath, "utf8"), "registered")
        assert.deepStrictEqual(readdirSync(folder), ["private.pem"])
      })
    ))

  it.effect("never overwrites a public key, and leaves no private key then", () =>
    inFolder((folder, options) =>
      Effect.gen(function*() {
        writeFileSync(options.publicKeyPath, "registered")
        const error = yield* Effect.flip(keygen(options))
        assert.strictEqual(error.reason._tag, "KeyFileExists")
        assert.include(error.message, options.publicKeyPath)
        assert.strictEqual(readFileSync(options.publicKeyPath, "utf8"), "registered")
        assert.deepStrictEqual(readdirSync(folder), ["public.pem"])
      })
    ))

  it.effect("leaves nothing when both keys are to go to one path", () =>
    inFolder((folder, options) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(keygen({ ...options, publicKeyPath: options.privateKeyPath }))
        assert.strictEqual(error.reason._tag, "KeyFileExists")
        assert.deepStrictEqual(readdirSync(folder), [])
      })
    ))

  it.effect("names a folder that is not there", () =>
    inFolder((folder, options) =>
      Effect.gen(function*() {
        const privateKeyPath = join(folder, "missing", "private.pem")
        const error = yield* Effect.flip(keygen({ ...options, privateKeyPath }))
        assert.strictEqual(error.reason._tag, "KeyFileUnwritable")
        assert.include(error.message, privateKeyPath)
        assert.include(error.message, "ENOENT")
        assert.isFalse(existsSync(options.publicKeyPath))
      })
    ))

  it.effect("refuses an empty passphrase, and shows none in its errors", () =>
    inFolder((folder, options) =>
      Effect.gen(function*() {
        const empty = yield* Effect.flip(keygen({ ...options, passphrase: Redacted.make("") }))
        assert.strictEqual(empty.reason._tag, "PassphraseEmpty")
        assert.deepStrictEqual(readdirSync(folder), [])
        writeFileSync(options.privateKeyPath, "registered")
        const exists = yield* Effect.flip(keygen({ ...options, passphrase: Redacted.make(passphrase) }))
        assert.notInclude(inspect(exists, { depth: null, showHidden: true }) + JSON.stringify(exists), passphrase)
      })
    ))
})
