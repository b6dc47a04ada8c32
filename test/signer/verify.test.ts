import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createPublicKey, type KeyObject } from "node:crypto"
import { verify } from "../../src/signer/verify.ts"
import { ec, rsa } from "./keyMaterial.ts"
import { withSigner } from "./settings.ts"

const key = rsa()
const text = key.export({ type: "pkcs8", format: "pem" }).toString()
const publicPem = (of: KeyObject): string => createPublicKey(of).export({ type: "spki", format: "pem" }).toString()

const signed = withSigner({ text }, (signer) => signer.sign({ walletNo: "W1", toDate: "2024-03-31", limit: "10" }))
const accepts = (signature: string) =>
  verify(publicPem(key), "rsa-pkcs1-sha256", "W12024-03-3110", Redacted.make(signature))

describe("verify", () => {
  it.effect("takes standard Base64 with padding on one line, and nothing else", () =>
    Effect.gen(function*() {
      const signature = Redacted.value(yield* signed)
      assert.isTrue(yield* accepts(signature))
      const others = [
        signature.replace(/=+$/, ""),
        `${signature}\n`,
        ` ${signature}`,
        signature.replace(/.{64}/, "$&\n"),
        Buffer.from(signature, "base64").toString("hex"),
        ""
      ]
      for (const other of others) assert.isFalse(yield* accepts(other))
    }))

  it.effect("says when the public key is unreadable or does not fit the algorithm", () =>
    Effect.gen(function*() {
      const signature = yield* signed
      const reasonFor = (pem: string) =>
        Effect.map(Effect.flip(verify(pem, "rsa-pkcs1-sha256", "", signature)), ({ reason }) => reason._tag)
      assert.strictEqual(
        (yield* Effect.flip(verify("no key", "rsa-pkcs1-sha256", "", signature))).message,
        "the public key cannot be read as a key: it should be PEM text."
      )
      assert.strictEqual(yield* reasonFor(publicPem(ec())), "WrongKeyType")
      assert.strictEqual(yield* reasonFor(publicPem(rsa(1024))), "RsaKeyTooShort")
    }))
})
