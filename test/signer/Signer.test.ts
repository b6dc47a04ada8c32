import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { createHash, createPublicKey, createSign, generateKeyPairSync } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import { afterAll } from "vitest"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { SignerError, SigningFailed } from "../../src/signer/SignerError.ts"
import { signingText } from "../../src/signer/signingText.ts"
import { verify } from "../../src/signer/verify.ts"
import {
  ec,
  ecMaterials,
  type Material,
  openssl,
  p1363ToDer,
  passphrase,
  pssMaterials,
  rsa,
  rsaMaterials,
  rsaPss,
  temporaryFolder,
  writePrivate
} from "./keyMaterial.ts"
import { type Given, withSigner } from "./settings.ts"

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const request = { walletNo: "2541234567890", toDate: "2024-03-31", limit: "5000" }
const text = "25412345678902024-03-315000"

const keys = {
  rsa: rsa(),
  rsaPss: rsaPss(),
  ec: ec()
}

const pss = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32", "-sigopt", "rsa_mgf1_md:sha256"]

/** What the openssl command line says about a signature; it knows nothing of our code. */
const opensslAccepts = (
  publicPem: string,
  algorithm: SignatureAlgorithm,
  signed: string,
  signature: string,
  tag: string
) => {
  const name = tag.replaceAll(/[^A-Za-z0-9]+/g, "-")
  const publicPath = join(folder, `${name}.pub`)
  const signaturePath = join(folder, `${name}.sig`)
  const bytes = Buffer.from(signature, "base64")
  writeFileSync(publicPath, publicPem)
  writeFileSync(signaturePath, algorithm.endsWith("p1363") ? p1363ToDer(bytes) : bytes)
  const options = algorithm === "rsa-pss-sha256" ? pss : []
  const args = ["dgst", "-sha256", ...options, "-verify", publicPath, "-signature", signaturePath]
  return openssl.run(args, signed).toString().trim() === "Verified OK"
}

const combinations: ReadonlyArray<readonly [SignatureAlgorithm, string, ReadonlyArray<Material>]> = [
  ["rsa-pkcs1-sha256", "RSA", rsaMaterials(keys.rsa)],
  ["rsa-pss-sha256", "RSA", rsaMaterials(keys.rsa)],
  ["rsa-pss-sha256", "RSA-PSS", pssMaterials(keys.rsaPss)],
  ["ecdsa-p256-sha256-der", "EC", ecMaterials(keys.ec)],
  ["ecdsa-p256-sha256-p1363", "EC", ecMaterials(keys.ec)]
]

const publicPems: Readonly<Record<string, string>> = {
  "RSA": createPublicKey(keys.rsa).export({ type: "spki", format: "pem" }).toString(),
  "RSA-PSS": createPublicKey(keys.rsaPss).export({ type: "spki", format: "pem" }).toString(),
  "EC": createPublicKey(keys.ec).export({ type: "spki", format: "pem" }).toString()
}

const verified = openssl.present
  ? "that the openssl command line verifies"
  : "that our own verify accepts (openssl is not on the PATH: its verification is skipped)"

for (const [algorithm, keyType, materials] of combinations) {
  describe(`a signer for ${algorithm} with an ${keyType} key`, () => {
    const sources = materials.flatMap((material): ReadonlyArray<readonly [string, () => Given]> => {
      const secret = material.encrypted === true ? { passphrase } : {}
      const tag = `${algorithm} ${keyType} ${material.name}`
      const file = () => ({ algorithm, path: writePrivate(folder, `${tag}.key`, material.bytes), ...secret })
      const setting = material.text
      return [
        [`a file with ${material.name}`, file],
        ...(setting === undefined
          ? []
          : [[`a setting with ${material.name}`, () => ({ algorithm, text: setting, ...secret })] as const])
      ]
    })
    it.effect.each(sources)(`makes a signature ${verified}, from %s`, ([name, given]) =>
      Effect.gen(function*() {
        const publicPem = publicPems[keyType] ?? ""
        const signature = yield* withSigner(given(), (signer) => signer.sign(request))
        const value = Redacted.value(signature)
        assert.match(value, /^[A-Za-z0-9+/]+={0,2}$/)
        assert.strictEqual(value.length % 4, 0)
        assert.isTrue(yield* verify(publicPem, algorithm, text, signature))
        assert.isFalse(yield* verify(publicPem, algorithm, `${text}0`, signature))
        if (openssl.present) {
          assert.isTrue(opensslAccepts(publicPem, algorithm, text, value, `${algorithm} ${keyType} ${name}`))
        }
      }))
  })
}

describe("Signer", () => {
  const text = keys.rsa.export({ type: "pkcs8", format: "pem" }).toString()

  it.effect("gives the one PKCS#1 signature there is, each time", () =>
    withSigner({ text, separator: "|" }, (signer) =>
      Effect.gen(function*() {
        const expected = createSign("sha256").update("2541234567890|2024-03-31|5000").sign(keys.rsa, "base64")
        assert.strictEqual(Redacted.value(yield* signer.sign(request)), expected)
        assert.strictEqual(Redacted.value(yield* signer.sign(request)), expected)
      })))

  it.effect("signs many requests at once", () =>
    withSigner({ text }, (signer) =>
      Effect.gen(function*() {
        const limits = Array.from({ length: 100 }, (_, index) => String(index + 1))
        const signatures = yield* Effect.forEach(
          limits,
          (limit) => signer.sign({ ...request, limit }),
          { concurrency: "unbounded" }
        )
        for (const [index, limit] of limits.entries()) {
          const signature = signatures[index] ?? Redacted.make("")
          const signed = signingText({ ...request, limit }, "")
          assert.isTrue(yield* verify(yield* signer.publicKey, "rsa-pkcs1-sha256", signed, signature))
        }
      })))

  it.effect("tells its algorithm, separator and public key, and shows no secret when printed", () =>
    withSigner({ text, separator: "/", algorithm: "rsa-pss-sha256" }, (signer) =>
      Effect.gen(function*() {
        assert.strictEqual(signer.algorithm, "rsa-pss-sha256")
        assert.strictEqual(signer.separator, "/")
        assert.strictEqual(yield* signer.publicKey, publicPems["RSA"])
        const signature = yield* signer.sign(request)
        assert.strictEqual(String(signature), "<redacted:Signature>")
        const printed = inspect([signer, signature], { depth: null, showHidden: true }) + JSON.stringify([signature])
        assert.notInclude(printed, "PRIVATE KEY")
        assert.notInclude(printed, Redacted.value(signature))
      })))

  it.effect("can be replaced by a signer that keeps its key elsewhere", () =>
    Effect.gen(function*() {
      const vault = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const remote = (bytes: string): Promise<string> =>
        Promise.resolve(createSign("sha256").update(bytes).sign(vault.privateKey, "base64"))
      const vaultLayer = Layer.succeed(
        Signer,
        Signer.of({
          algorithm: "ecdsa-p256-sha256-der",
          separator: "",
          publicKey: Effect.succeed(vault.publicKey.export({ type: "spki", format: "pem" }).toString()),
          sign: (values) =>
            Effect.tryPromise({
              try: () => remote(signingText(values, "")),
              catch: () => new SignerError({ reason: new SigningFailed({ detail: "the vault did not answer" }) })
            }).pipe(Effect.map((signature) => Redacted.make(signature)))
        })
      )
      const accepted = yield* Effect.gen(function*() {
        const signer = yield* Signer
        return yield* verify(
          yield* signer.publicKey,
          signer.algorithm,
          "W2024-03-3110",
          yield* signer.sign({
            walletNo: "W",
            toDate: "2024-03-31",
            limit: "10"
          })
        )
      }).pipe(Effect.provide(vaultLayer))
      assert.isTrue(accepted)
    }))

  it.effect("has a fake without a key, whose signature is the SHA-256 of the signing text", () =>
    Effect.gen(function*() {
      const signer = yield* Signer
      const signature = yield* signer.sign(request)
      assert.strictEqual(
        Redacted.value(signature),
        createHash("sha256").update(signingText(request, "")).digest("base64")
      )
      assert.strictEqual(String(signature), "<redacted:Signature>")
      assert.strictEqual(signer.separator, "")
      assert.strictEqual((yield* Effect.flip(signer.publicKey)).reason._tag, "SigningFailed")
    }).pipe(Effect.provide(Signer.layerTest)))

  const anyText = Schema.String
  it.effect.prop(
    "signs the UTF-8 bytes of any values",
    [anyText, anyText, anyText],
    ([walletNo, toDate, limit]) =>
      withSigner({ text }, (signer) =>
        Effect.gen(function*() {
          const signature = yield* signer.sign({ walletNo, toDate, limit })
          const bytes = Buffer.from(walletNo + toDate + limit)
          assert.isTrue(yield* verify(publicPems["RSA"] ?? "", "rsa-pkcs1-sha256", bytes, signature))
        })),
    { arbitrary: { seed: "signing", runs: 100 } }
  )
})
