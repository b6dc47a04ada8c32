import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { besideFile } from "../../src/settings/besideFile.ts"
import { shownKeyPath, shownSecretPath } from "../../src/settings/path.ts"

describe("a path in a configuration file", () => {
  it("is relative to that file, whatever is in the working directory", () => {
    const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
    const before = process.cwd()
    try {
      writeFileSync(join(folder, "secret"), "")
      process.chdir(folder)
      for (const text of ["secret", "wallet.p8", "wallet.pem", "keys/wallet"]) {
        assert.strictEqual(besideFile("PRIVATE_KEY_FILE", text, "/etc/wallet"), join("/etc/wallet", text))
      }
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
  })

  it("is no text that may be a secret which was put there", () => {
    for (const text of ["hunter2", "", "-----BEGIN PRIVATE KEY-----\nAAAA"]) {
      assert.strictEqual(besideFile("CA_FILE", text, "/etc/wallet"), text)
    }
    for (const text of ["", "-----BEGIN PRIVATE KEY-----\nAAAA"]) {
      assert.strictEqual(besideFile("CONSUMER_SECRET_FILE", text, "/etc/wallet"), text)
    }
  })

  it("is one in any case of a secret's file, of which errors show only what is there", () => {
    assert.strictEqual(besideFile("CONSUMER_SECRET_FILE", "hunter2", "/etc/wallet"), "/etc/wallet/hunter2")
    assert.strictEqual(besideFile("PRIVATE_KEY_FILE", "hunter2", "/etc/wallet"), "/etc/wallet/hunter2")
    for (const shown of [shownSecretPath, shownKeyPath]) assert.notInclude(shown("/etc/wallet/hunter2"), "hunter2")
  })
})
