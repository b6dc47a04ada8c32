import { assert, describe, it } from "@effect/vitest"
import { decodeBase64, readPem, writePem } from "../../src/signer/pem.ts"

const bytes = Uint8Array.from({ length: 100 }, (_, index) => index)
const base64 = Buffer.from(bytes).toString("base64")
const dekInfo = "AES-256-CBC,00112233445566778899AABBCCDDEEFF"

describe("PEM", () => {
  it("is written in lines of 64 characters, and read back", () => {
    const text = writePem({ label: "PRIVATE KEY", bytes, dekInfo: undefined })
    assert.strictEqual(
      text,
      `-----BEGIN PRIVATE KEY-----\n${base64.slice(0, 64)}\n${base64.slice(64, 128)}\n${base64.slice(128)}\n` +
        "-----END PRIVATE KEY-----\n"
    )
    assert.deepStrictEqual(readPem(text), [{ label: "PRIVATE KEY", bytes: Buffer.from(bytes), dekInfo: undefined }])
  })

  it("ends no full line with an empty one", () => {
    const full = writePem({ label: "X", bytes: bytes.subarray(0, 48), dekInfo: undefined })
    assert.strictEqual(full, `-----BEGIN X-----\n${base64.slice(0, 64)}\n-----END X-----\n`)
  })

  it("keeps the headers of OpenSSL's own encryption", () => {
    const text = writePem({ label: "RSA PRIVATE KEY", bytes, dekInfo })
    assert.include(text, `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: ${dekInfo}\n\n`)
    const expected = [{ label: "RSA PRIVATE KEY", bytes: Buffer.from(bytes), dekInfo }]
    assert.deepStrictEqual(readPem(text), expected)
    assert.deepStrictEqual(readPem(text.replaceAll("\n", " ")), expected)
    assert.deepStrictEqual(readPem(text.replaceAll(/[:,] ?/g, (mark) => mark.trim())), expected)
  })

  it("is read block by block, whatever stands around the blocks", () => {
    const text = `Bag Attributes\n${writePem({ label: "A", bytes, dekInfo: undefined })}between` +
      writePem({ label: "B 2", bytes: bytes.subarray(0, 1), dekInfo: undefined })
    assert.deepStrictEqual(readPem(text)?.map(({ label }) => label), ["A", "B 2"])
    assert.deepStrictEqual(readPem("no block"), [])
  })

  it.each([
    ["without an end", "-----BEGIN A-----\nAAAA\n"],
    ["with another's end", "-----BEGIN A-----\nAAAA\n-----END B-----\n"],
    ["without content", "-----BEGIN A-----\n-----END A-----\n"],
    ["with a comment inside", "-----BEGIN A-----\nComment: x\nAAAA\n-----END A-----\n"],
    ["behind a whole one and without an end", "-----BEGIN A-----\nAAAA\n-----END A-----\n-----BEGIN A-----\nAAAA\n"]
  ])("is refused as a whole when there is a block %s", (_, text) => assert.isUndefined(readPem(text)))
})

describe("decodeBase64", () => {
  it.each([
    ["AQID", "010203"],
    ["AQI=", "0102"],
    ["AQ==", "01"],
    ["AQI", "0102"],
    [" A\tQ\nI\r D ", "010203"],
    ["+/+/", "fbffbf"]
  ])("takes %s", (text, expected) => {
    assert.strictEqual(Buffer.from(decodeBase64(text) ?? []).toString("hex"), expected)
  })

  it.each(["", "=", "A", "AQ===", "AQ=A", "AR==", "-_-_", "AQID!", "!AQID"])("refuses %s", (text) => {
    assert.isUndefined(decodeBase64(text))
  })
})
