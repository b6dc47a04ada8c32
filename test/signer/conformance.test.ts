import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { createPublicKey, sign } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { digest, keyInput } from "../../src/signer/algorithm.ts"
import { readPrivateKey } from "../../src/signer/keys.ts"
import { verify } from "../../src/signer/verify.ts"
import { withSigner } from "./settings.ts"

const folder = join(process.env["CONFORMANCE_VECTORS"] ?? "", "wycheproof")
const absent = process.env["CONFORMANCE_VECTORS"] === undefined || !existsSync(folder)
const skipped = absent ? " (skipped: CONFORMANCE_VECTORS is not set)" : ""

const Result = Schema.Literals(["valid", "invalid", "acceptable"])
const Test = Schema.Struct({ tcId: Schema.Int, msg: Schema.String, sig: Schema.String, result: Result })

const GenerateFile = Schema.fromJsonString(Schema.Struct({
  testGroups: Schema.Array(Schema.Struct({
    sha: Schema.String,
    keyPem: Schema.String,
    privateKeyPem: Schema.String,
    privateKeyPkcs8: Schema.String,
    privateKeyJwk: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    tests: Schema.Array(Test)
  }))
}))

const VerifyFile = Schema.fromJsonString(Schema.Struct({
  testGroups: Schema.Array(Schema.Struct({
    publicKeyPem: Schema.String,
    tests: Schema.Array(Test)
  }))
}))

const read = (name: string): string => readFileSync(join(folder, name), "utf8")
const base64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64")

const files: ReadonlyArray<readonly [SignatureAlgorithm, string, number]> = [
  ["rsa-pss-sha256", "rsa_pss_2048_sha256_mgf1_32_test.json", 108],
  ["ecdsa-p256-sha256-der", "ecdsa_secp256r1_sha256_test.json", 484],
  ["ecdsa-p256-sha256-p1363", "ecdsa_secp256r1_sha256_p1363_test.json", 262]
]

describe.skipIf(absent)(`the Wycheproof vectors${skipped}`, () => {
  it.effect("are signed with RSA PKCS#1 to the very bytes, from each form of the key", () =>
    Effect.gen(function*() {
      const { testGroups } = yield* Schema.decodeEffect(GenerateFile)(read("rsa_pkcs1_2048_sig_gen_test.json"))
      const groups = testGroups.filter(({ sha }) => sha === "SHA-256")
      assert.isAbove(groups.length, 0)
      let signed = 0
      let refused = 0
      for (const group of groups) {
        const { keyPem, privateKeyJwk, privateKeyPem, privateKeyPkcs8, tests } = group
        const forms = [privateKeyPem, base64(privateKeyPkcs8), JSON.stringify(privateKeyJwk ?? {})]
        for (const text of privateKeyJwk === undefined ? forms.slice(0, 2) : forms) {
          const required = { algorithm: "rsa-pkcs1-sha256", passphrase: Option.none(), place: "the vector" } as const
          if (createPublicKey(keyPem).asymmetricKeyDetails?.publicExponent === 3n) {
            const { reason } = yield* Effect.flip(readPrivateKey(text, required))
            assert.strictEqual(reason._tag, "RsaExponentTooSmall")
            refused++
            continue
          }
          const { key } = yield* readPrivateKey(text, required)
          for (const { msg, sig, tcId } of tests) {
            const bytes = Buffer.from(msg, "hex")
            const made = sign(digest, bytes, keyInput(key, "rsa-pkcs1-sha256")).toString("hex")
            assert.strictEqual(made, sig, `test ${tcId}`)
            assert.isTrue(yield* verify(keyPem, "rsa-pkcs1-sha256", bytes, Redacted.make(base64(sig))))
            signed++
            // The signer takes text, so only the messages that are UTF-8 can go through it.
            const walletNo = bytes.toString()
            if (!Buffer.from(walletNo).equals(bytes)) continue
            const signature = yield* withSigner({ text }, (signer) => signer.sign({ walletNo, toDate: "", limit: "" }))
            assert.strictEqual(Redacted.value(signature), base64(sig), `test ${tcId}`)
          }
        }
      }
      assert.isAtLeast(signed, 20)
      assert.isAtLeast(refused, 1)
    }))

  it.effect.each(files)("are judged as they should be for %s", ([algorithm, name, count]) =>
    Effect.gen(function*() {
      const { testGroups } = yield* Schema.decodeEffect(VerifyFile)(read(name))
      const wrong: Array<number> = []
      let judged = 0
      for (const { publicKeyPem, tests } of testGroups) {
        for (const { msg, result, sig, tcId } of tests) {
          const accepted = yield* verify(
            publicKeyPem,
            algorithm,
            Buffer.from(msg, "hex"),
            Redacted.make(base64(sig))
          )
          if (accepted !== (result === "valid")) wrong.push(tcId)
          judged++
        }
      }
      assert.deepStrictEqual(wrong, [])
      assert.strictEqual(judged, count)
    }))
})
