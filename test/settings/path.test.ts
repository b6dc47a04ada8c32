import { afterAll, assert, describe, it } from "@effect/vitest"
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { path, shownKeyPath, shownPath, shownSecretPath } from "../../src/settings/path.ts"

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
const keys: Readonly<Record<string, string>> = {
  "PEM": pem,
  "PEM with escapes for its line breaks": pem.replaceAll("\n", "\\n"),
  "PEM on one line": pem.replaceAll("\n", " "),
  "the Base64 of DER": privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
  "a JWK": JSON.stringify(privateKey.export({ format: "jwk" })),
  "a line of something": "secret\n"
}

describe("a setting that is a path", () => {
  it.each(Object.entries(keys))("is not %s", (_, text) => {
    assert.isUndefined(path("the path of a file").parse(text))
    assert.strictEqual(shownPath(text), "the path given")
    assert.strictEqual(shownSecretPath(text), "the path given")
    assert.strictEqual(shownKeyPath(text), "the path given")
  })

  it.each(["wallet-key.pem", "wallet-key", "/etc/keys/MIgate/key", "C:\\keys\\wallet.pem", "./a b/{x}.pem", "MIT.txt"])(
    "may be %s",
    (text) => assert.strictEqual(path("the path of a file").parse(text), text)
  )
})

describe("the path of a file that is not there", () => {
  it("is shown when it ends like a file's, or its folder exists", () => {
    for (const shown of ["nowhere/key.pem", "key.der", join(tmpdir(), "no-such-key")]) {
      assert.strictEqual(shownPath(shown), shown)
    }
  })

  it("is not shown when it could be a password", () => {
    for (const word of ["hunter2", "CSh7Jk2Fy9Gt4Qe8Ru1Mo5Ka/+Zi=", "a.b.c0123456789", "nowhere/at/all"]) {
      assert.strictEqual(shownPath(word), "the path given")
    }
  })
})

describe("the path of a secret's file that is not there", () => {
  const folder = mkdtempSync(join(tmpdir(), "path-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("is not shown, whatever it looks like, but where it leads nowhere", () => {
    const canaries = [
      "/canary",
      "/canary+Zi8=",
      "/canary/a/b",
      "canary",
      "./canary",
      "canary.pem",
      "canary/x.pem",
      "~/canary"
    ]
    for (const text of [...canaries, join(folder, "canary"), join(folder, "canary", "a.pem"), "canary".repeat(1000)]) {
      assert.notInclude(shownSecretPath(text), "canary")
    }
    assert.strictEqual(shownSecretPath("/canary/a/b"), "the path given (nothing of its name is in /)")
    assert.strictEqual(
      shownSecretPath(join(folder, "canary")),
      `the path given (nothing of its name is in ${folder})`
    )
    assert.strictEqual(
      shownSecretPath("test/canary/a"),
      `the path given (relative to ${process.cwd()}; nothing of its name is in ${join(process.cwd(), "test")})`
    )
  })

  it("is shown when it is there, if only as a link that leads nowhere", () => {
    const link = join(folder, "link")
    symlinkSync("nowhere", link)
    for (const text of [link, folder, "package.json"]) assert.strictEqual(shownSecretPath(text), text)
  })
})

describe("the path of a key's file that is not there", () => {
  it("is shown with how far it leads when it ends as such files do", () => {
    assert.strictEqual(shownKeyPath("/nowhere/a.pem"), "/nowhere/a.pem (nothing of its name is in /)")
    assert.strictEqual(
      shownKeyPath("nowhere/a.KEY"),
      `nowhere/a.KEY (relative to ${process.cwd()}; nothing of its name is in ${process.cwd()})`
    )
  })

  it("is not shown when it could be a passphrase", () => {
    for (const text of ["canary", "/canary/a", "./canary.b", "canary".repeat(1000)]) {
      assert.strictEqual(shownKeyPath(text), shownSecretPath(text))
    }
  })

  it("is shown alone when it is there", () => assert.strictEqual(shownKeyPath("package.json"), "package.json"))
})
