/**
 * Which keys are refused or remarked upon though they could sign: exponents that let others forge, JWKs that are for
 * something else, and old encryption.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, References } from "effect"
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  verify as verifySignature
} from "node:crypto"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { loadPrivateKey } from "../../src/signer/keys.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { verify } from "../../src/signer/verify.ts"
import { ec, openssl, passphrase, rsa, rsaPss } from "./keyMaterial.ts"
import { type Given, settings, signerLayer } from "./settings.ts"

const keys = { rsa: rsa(), pss: rsaPss(), ec: ec() }
const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString()
const refusal = (given: Given) => Effect.map(Effect.flip(loadPrivateKey(settings(given))), ({ reason }) => reason)

const withExponentOne = (): JsonWebKey => {
  const jwk = keys.rsa.export({ format: "jwk" })
  return { ...jwk, e: "AQ", d: "AQ", dp: "AQ", dq: "AQ" }
}

const jwkText = (key: KeyObject, members: object): string =>
  JSON.stringify({ ...key.export({ format: "jwk" }), ...members })

const remarkOf = (text: string) => Effect.map(loadPrivateKey(settings({ text, passphrase })), ({ remark }) => remark)

describe("an RSA key with a small exponent", () => {
  for (const exponent of [3, 5, 17, 257, 65_535]) {
    it.effect(`is refused: ${exponent}`, () =>
      Effect.gen(function*() {
        const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: exponent })
        for (const text of [pem(privateKey), JSON.stringify(privateKey.export({ format: "jwk" }))]) {
          for (const algorithm of ["rsa-pkcs1-sha256", "rsa-pss-sha256"] as const) {
            const reason = yield* refusal({ text, algorithm })
            assert.strictEqual(reason._tag, "RsaExponentTooSmall")
            assert.include(reason.message, `the public exponent ${exponent}, whose signatures can be forged`)
            assert.include(reason.message, "wallet-statement keygen")
          }
        }
        const spki = publicKey.export({ type: "spki", format: "pem" }).toString()
        const error = yield* Effect.flip(verify(spki, "rsa-pkcs1-sha256", "text", Redacted.make("AAAA")))
        assert.strictEqual(error.reason._tag, "RsaExponentTooSmall")
      }))
  }

  it.effect("is refused: 1, whose signatures are the padded digest itself", () =>
    Effect.gen(function*() {
      const jwk = withExponentOne()
      assert.strictEqual((yield* refusal({ text: JSON.stringify(jwk) }))._tag, "RsaExponentTooSmall")
      const spki = createPublicKey({ key: { kty: "RSA", n: String(jwk.n), e: "AQ" }, format: "jwk" })
        .export({ type: "spki", format: "pem" }).toString()
      const info = Buffer.concat([
        Buffer.from("3031300d060960864801650304020105000420", "hex"),
        createHash("sha256").update("text").digest()
      ])
      const forged = Buffer.concat([Buffer.of(0, 1), Buffer.alloc(256 - 3 - info.length, 0xff), Buffer.of(0), info])
      // What OpenSSL takes for a signature, though nobody who has a private key made it.
      assert.isTrue(verifySignature("sha256", Buffer.from("text"), spki, forged))
      const error = yield* Effect.flip(
        verify(spki, "rsa-pkcs1-sha256", "text", Redacted.make(forged.toString("base64")))
      )
      assert.strictEqual(error.reason._tag, "RsaExponentTooSmall")
    }))

  it.effect("is taken from 65537 on", () =>
    Effect.gen(function*() {
      for (const exponent of [65_537, 4_294_967_295]) {
        const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: exponent })
        yield* loadPrivateKey(settings({ text: pem(privateKey) }))
      }
    }))
})

describe("a JWK", () => {
  const fits: ReadonlyArray<readonly [SignatureAlgorithm, KeyObject, string]> = [
    ["rsa-pkcs1-sha256", keys.rsa, "RS256"],
    ["rsa-pss-sha256", keys.rsa, "PS256"],
    ["ecdsa-p256-sha256-der", keys.ec, "ES256"],
    ["ecdsa-p256-sha256-p1363", keys.ec, "ES256"]
  ]

  it.effect.each(fits)(
    "is taken when it says that it signs with %s",
    ([algorithm, key, alg]) =>
      Effect.gen(function*() {
        for (
          const members of [
            {},
            { use: "sig" },
            { key_ops: ["sign"] },
            { key_ops: ["verify", "sign"], use: "sig", alg },
            { alg, kid: "1", x5t: "other" }
          ]
        ) {
          yield* loadPrivateKey(settings({ text: jwkText(key, members), algorithm }))
        }
      })
  )

  it.effect.each(fits)(
    "is refused when it is for something else than %s",
    ([algorithm, key, fitting]) =>
      Effect.gen(function*() {
        const others: ReadonlyArray<readonly [object, string]> = [
          [{ use: "enc" }, "use does not allow signing"],
          [{ use: "" }, "use does not allow signing"],
          [{ use: "SIG" }, "use does not allow signing"],
          [{ key_ops: [] }, "key_ops does not allow signing"],
          [{ key_ops: ["decrypt", "unwrapKey"], use: "sig" }, "key_ops does not allow signing"],
          [{ key_ops: ["verify"] }, "key_ops does not allow signing"],
          ...["RS256", "PS256", "ES256", "RS384", "ES384", "RSA-OAEP", "none", "", fitting.toLowerCase()]
            .filter((alg) => alg !== fitting)
            .map((alg) => [{ alg }, `alg is for another algorithm than ${algorithm}`] as const)
        ]
        for (const [members, says] of others) {
          const reason = yield* refusal({ text: jwkText(key, members), algorithm })
          assert.strictEqual(reason._tag, "JwkForbids", JSON.stringify(members))
          assert.include(reason.message, says)
        }
        for (const members of [{ use: 1 }, { key_ops: "sign" }, { key_ops: [1] }, { alg: ["RS256"] }, { use: null }]) {
          assert.strictEqual((yield* refusal({ text: jwkText(key, members), algorithm }))._tag, "KeyFormatUnknown")
        }
      })
  )

  it.effect("of a set is the one that is for signing", () =>
    Effect.gen(function*() {
      const other = rsa().export({ format: "jwk" })
      const set = (members: object, otherMembers: object): string =>
        JSON.stringify({
          keys: [{ ...other, ...otherMembers }, { ...keys.rsa.export({ format: "jwk" }), ...members }]
        })
      for (const notMeant of [{ use: "enc" }, { key_ops: ["decrypt"] }]) {
        const { key } = yield* loadPrivateKey(settings({ text: set({ use: "sig" }, notMeant) }))
        assert.isTrue(key.equals(keys.rsa))
      }
      assert.strictEqual((yield* refusal({ text: set({}, {}) }))._tag, "SeveralKeys")
      assert.strictEqual((yield* refusal({ text: set({ use: "enc" }, { use: "enc" }) }))._tag, "SeveralKeys")
    }))
})

describe("the encryption of a key", () => {
  const aes = { cipher: "aes-256-cbc", passphrase }
  const out = ["-passout", `pass:${passphrase}`]
  const byOpenssl = (args: ReadonlyArray<string>, key: KeyObject = keys.rsa): string =>
    openssl.run([...args, ...out], pem(key)).toString()

  it.effect("is remarked upon when it is PEM's own, whatever its cipher", () =>
    Effect.gen(function*() {
      const text = keys.rsa.export({ type: "pkcs1", format: "pem", ...aes }).toString()
      assert.include(text, "Proc-Type: 4,ENCRYPTED")
      const remark = yield* remarkOf(text)
      assert.include(remark, "WALLET_STATEMENT_PRIVATE_KEY is encrypted with PEM's own encryption")
      assert.include(remark, "openssl pkcs8 -topk8 -v2 aes-256-cbc -iter 600000")
      assert.notInclude(remark, passphrase)
    }))

  it.effect("is not when it is PBES2 with AES, or none", () =>
    Effect.gen(function*() {
      assert.isUndefined(yield* remarkOf(keys.rsa.export({ type: "pkcs8", format: "pem", ...aes }).toString()))
      assert.isUndefined(yield* remarkOf(pem(keys.rsa)))
      assert.isUndefined(yield* remarkOf(JSON.stringify(keys.rsa.export({ format: "jwk" }))))
      assert.isUndefined(yield* remarkOf(keys.rsa.export({ type: "pkcs8", format: "der", ...aes }).toString("base64")))
    }))

  const skipped = openssl.present ? "" : " (SKIPPED: openssl is not on the PATH)"
  const made: ReadonlyArray<readonly [string, ReadonlyArray<string>, string | undefined]> = [
    ["PBES1 with triple DES", ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"], "the scheme of old PKCS#12 files"],
    ["PBES2 with triple DES", ["pkcs8", "-topk8", "-v2", "des3"], "triple DES"],
    ["PEM's own with triple DES", ["rsa", "-traditional", "-des3"], "PEM's own encryption"],
    ["PBES2 with AES-128", ["pkcs8", "-topk8", "-v2", "aes-128-cbc"], undefined],
    ["scrypt", ["pkcs8", "-topk8", "-scrypt"], undefined]
  ]
  for (const [name, args, weakness] of made) {
    it.effect.skipIf(!openssl.present)(
      `is named when openssl made it: ${name}${skipped}`,
      () =>
        Effect.gen(function*() {
          for (const text of [byOpenssl(args), byOpenssl(args).replaceAll("\n", "\\n")]) {
            const remark = yield* remarkOf(text)
            if (weakness === undefined) assert.isUndefined(remark)
            else assert.include(remark, `is encrypted with ${weakness}`)
          }
        })
    )
  }

  it.effect("is warned of once when the signer is made, and told by it", () =>
    Effect.gen(function*() {
      const logged: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        logged.push(`${logLevel} ${String(message)}`)
      })
      const remarkBy = (text: string) =>
        Effect.map(Signer, ({ remark }) => remark).pipe(
          Effect.provide(Layer.provide(signerLayer({ text, passphrase }), Logger.layer([logger]))),
          Effect.provideService(References.MinimumLogLevel, "Warn")
        )
      const remark = yield* remarkBy(keys.rsa.export({ type: "pkcs1", format: "pem", ...aes }).toString())
      assert.deepStrictEqual(logged, [`Warn ${remark}`])
      assert.isUndefined(yield* remarkBy(pem(keys.rsa)))
      assert.strictEqual(logged.length, 1)
    }))
})
