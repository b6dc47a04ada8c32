import { assert, describe, it } from "@effect/vitest"
import { generateKeyPairSync } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { path, shownPath } from "../../src/settings/path.ts"

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
