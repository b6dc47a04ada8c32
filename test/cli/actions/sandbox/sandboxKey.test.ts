import { assert, describe, it } from "@effect/vitest"
import { createPrivateKey } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writeSandboxKey } from "../../../../src/cli/actions/sandbox/sandboxKey.ts"
import { makeKeyPair } from "../../../../src/sandbox/signature.ts"

const inFolder = (use: (file: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-key-"))
  try {
    use(join(folder, "key.pem"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const newKey = (): string => makeKeyPair("ecdsa-p256-sha256-der").privateKey

describe("the file of the sandbox's key", () => {
  it("is replaced by the next key, and is its owner's alone again", () =>
    inFolder((file) => {
      assert.isTrue(writeSandboxKey(file, newKey()))
      chmodSync(file, 0o644)
      const next = newKey()
      assert.isTrue(writeSandboxKey(file, next))
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.isTrue(createPrivateKey(readFileSync(file)).equals(createPrivateKey(next)))
    }))

  it.each([["notes", "precious\n"], ["a merchant's own key", newKey()], ["nothing", ""]])(
    "stays as it is when it holds %s",
    (_, content) =>
      inFolder((file) => {
        writeFileSync(file, content)
        assert.isFalse(writeSandboxKey(file, newKey()))
        assert.strictEqual(readFileSync(file, "utf8"), content)
      })
  )
})
