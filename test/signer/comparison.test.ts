import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { comparison } from "../../src/signer/comparison.ts"
import { ec, openssl, rsa, temporaryFolder } from "./keyMaterial.ts"
import { withSigner } from "./settings.ts"

const skipped = openssl.present ? "" : " (skipped: openssl is not on the PATH)"

describe("comparison", () => {
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
