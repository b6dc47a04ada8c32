import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { createHash, createPublicKey } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { comparison } from "../../src/signer/comparison.ts"
import { ec, openssl, rsa, temporaryFolder } from "./keyMaterial.ts"
import { withSigner } from "./settings.ts"

const skipped = openssl.present ? "" : " (skipped: openssl is not on the PATH)"

describe("comparison", () => {
  it.each(
    [
      ["", "nothing between them", { _tag: "File", path: "/keys/my key.pem" }, "'/keys/my key.pem'"],
      ["|", `"|" between them`, { _tag: "Text", text: Redacted.make("canary") }, "private.pem"]
    ] as const
  )("says what to compare, and what to do then: separator '%s'", (separator, between, privateKey, file) => {
    const publicKey = createPublicKey(ec()).export({ type: "spki", format: "pem" }).toString()
    const der = Buffer.from(publicKey.replaceAll(/-----.*-----|\n/g, ""), "base64")
    assert.deepStrictEqual(
      comparison({ text: `W1${separator}5`, algorithm: "ecdsa-p256-sha256-der", separator, publicKey, privateKey }),
      [
        "Compare with the service's operator:",
        `  signing text        "W1${separator}5"  (wallet_no, to_date and limit, ${between})`,
        `  its SHA-256         ${createHash("sha256").update(`W1${separator}5`).digest("hex")}`,
        "  signature scheme    ecdsa-p256-sha256-der",
        `  public key SHA-256  ${createHash("sha256").update(der).digest("hex")}`,
        "By OpenSSL, the digest of the text and the fingerprint of this key:",
        `  printf '%s' ${separator === "" ? "W15" : "'W1|5'"} | openssl dgst -sha256`,
        `  openssl pkey -in ${file} -pubout -outform DER | openssl dgst -sha256`,
        "and the fingerprint of the key that is registered with the service, saved as registered.pem:",
        "  openssl pkey -pubin -in registered.pem -outform DER | openssl dgst -sha256",
        "If the fingerprints differ, register this key's public half there, or use the private key that belongs to the " +
        "registered one. If they agree, the service expects another text or scheme: set " +
        "WALLET_STATEMENT_SIGNATURE_SEPARATOR or WALLET_STATEMENT_SIGNATURE_ALGORITHM as its operator says; " +
        "`wallet-statement sign --explain` shows the whole signature."
      ]
    )
  })

  for (
    const [name, key, algorithm] of [["RSA", rsa(), "rsa-pkcs1-sha256"], ["EC", ec(), "ecdsa-p256-sha256-der"]] as const
  ) {
    it.effect.skipIf(!openssl.present)(`names figures that OpenSSL gives too: ${name}${skipped}`, () => {
      const pem = key.export({ type: "pkcs8", format: "pem" }).toString()
      return withSigner({ text: pem, algorithm }, (signer) =>
        Effect.gen(function*() {
          const folder = temporaryFolder()
          const path = join(folder, "my key.pem")
          writeFileSync(path, pem, { mode: 0o600 })
          const publicKey = yield* signer.publicKey
          writeFileSync(join(folder, "registered.pem"), publicKey)
          const text = "254700000001|2024-03-31|5000 $HOME"
          const lines = comparison({ text, algorithm, separator: "|", publicKey, privateKey: { _tag: "File", path } })
          const said = (label: string) => lines.find((line) => line.trim().startsWith(label))?.trim().split(/ {2,}/)[1]
          const commands = lines.filter((line) => line.includes("openssl "))
          const printed = commands.map((line) =>
            /[0-9a-f]{64}/.exec(execFileSync("sh", ["-c", line], { cwd: folder }).toString())?.[0]
          )
          assert.deepStrictEqual(printed, [said("its SHA-256"), said("public key SHA-256"), said("public key SHA-256")])
          assert.strictEqual(said("signing text"), `"${text}"`)
          assert.strictEqual(said("signature scheme"), algorithm)
          rmSync(folder, { recursive: true })
        }))
    })
  }
})
