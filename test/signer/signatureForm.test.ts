import { assert, describe, it } from "@effect/vitest"
import { createPublicKey, createSign, type KeyObject } from "node:crypto"
import { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { readSignature } from "../../src/signer/signatureForm.ts"
import { ec, rsa } from "./keyMaterial.ts"

const pairs = { rsa: rsa(), long: rsa(4096), ec: ec() }

const made = (key: KeyObject, dsaEncoding?: "ieee-p1363"): Buffer =>
  createSign("sha256").update("text").sign(dsaEncoding === undefined ? key : { key, dsaEncoding })

const read = (bytes: Uint8Array | string, algorithm: SignatureAlgorithm): string | undefined => {
  const text = typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("base64")
  const result = readSignature(Buffer.from(text), algorithm)
  return "signature" in result ? result.signature : undefined
}

const problem = (bytes: Uint8Array, algorithm: SignatureAlgorithm): string => {
  const result = readSignature(Buffer.from(Buffer.from(bytes).toString("base64")), algorithm)
  return "problem" in result ? result.problem : "none"
}

describe("readSignature", () => {
  it("takes every signature that the algorithm gives", () => {
    for (let times = 0; times < 300; times++) {
      const der = made(pairs.ec)
      assert.strictEqual(read(der, "ecdsa-p256-sha256-der"), der.toString("base64"))
      const p1363 = made(pairs.ec, "ieee-p1363")
      assert.strictEqual(read(p1363, "ecdsa-p256-sha256-p1363"), p1363.toString("base64"))
    }
    for (const key of [pairs.rsa, pairs.long]) {
      const signature = made(key)
      assert.strictEqual(read(signature, "rsa-pkcs1-sha256"), signature.toString("base64"))
      assert.strictEqual(read(signature, "rsa-pss-sha256"), signature.toString("base64"))
    }
  })

  it("takes Base64url, and lines, and gives one line of standard Base64", () => {
    const signature = made(pairs.rsa)
    const text = signature.toString("base64")
    for (
      const written of [
        `${text}\n`,
        `${text}\r\n`,
        signature.toString("base64url"),
        text.replaceAll(/.{64}/g, "$&\n"),
        ` ${text} `,
        text.replaceAll(/.{76}/g, "$&\r\n")
      ]
    ) {
      assert.strictEqual(read(written, "rsa-pkcs1-sha256"), text)
    }
  })

  it("refuses what is not Base64 alone", () => {
    const text = made(pairs.rsa).toString("base64")
    for (
      const other of [
        "",
        "\n",
        made(pairs.rsa).toString("latin1"),
        `{"Signature":"${text}"}`,
        `${text}\0`,
        `"${text}"`,
        text.replace(/^..../, "$& "),
        "+-/_".repeat(86)
      ]
    ) {
      assert.isUndefined(read(other, "rsa-pkcs1-sha256"), JSON.stringify(other))
    }
  })

  it("refuses every form of a key, which must not be sent in the place of a signature", () => {
    const cipher = { cipher: "aes-256-cbc", passphrase: "x" }
    for (const key of [rsa(1024), pairs.rsa, rsa(3072), pairs.long, pairs.ec]) {
      const own = key.asymmetricKeyType === "ec" ? "sec1" as const : "pkcs1" as const
      const forms = [
        key.export({ type: own, format: "pem" }),
        key.export({ type: own, format: "pem", ...cipher }),
        key.export({ type: "pkcs8", format: "pem" }),
        key.export({ type: "pkcs8", format: "pem", ...cipher }),
        JSON.stringify(key.export({ format: "jwk" })),
        createPublicKey(key).export({ type: "spki", format: "pem" })
      ].map(String)
      const binary = [
        key.export({ type: own, format: "der" }),
        key.export({ type: "pkcs8", format: "der" }),
        key.export({ type: "pkcs8", format: "der", ...cipher }),
        createPublicKey(key).export({ type: "spki", format: "der" }),
        ...forms.map((form) => Buffer.from(form))
      ]
      const texts = [
        ...forms,
        ...forms.map((form) => form.replaceAll("\n", "")),
        ...binary.flatMap((bytes) => [bytes.toString("base64"), bytes.toString("base64url")])
      ]
      for (const text of texts) {
        for (const algorithm of SignatureAlgorithm.literals) {
          for (const end of ["", "=", "=="]) assert.isUndefined(read(text + end, algorithm), `${algorithm} ${text}`)
        }
      }
    }
  })

  it("refuses what another algorithm gives, and says what it may be", () => {
    const der = made(pairs.ec)
    const p1363 = made(pairs.ec, "ieee-p1363")
    assert.include(problem(der, "ecdsa-p256-sha256-p1363"), "which are one in DER")
    assert.include(problem(p1363, "ecdsa-p256-sha256-der"), "may be P1363")
    assert.include(problem(der, "rsa-pkcs1-sha256"), `256 to 1024 bytes, and it printed ${der.length}`)
    assert.include(problem(made(pairs.rsa), "ecdsa-p256-sha256-der"), "WALLET_STATEMENT_SIGNATURE_ALGORITHM")
    assert.include(problem(Buffer.alloc(128), "rsa-pss-sha256"), "printed 128")
    assert.include(problem(Buffer.alloc(32), "ecdsa-p256-sha256-p1363"), "printed 32")
  })

  it("refuses DER that is no ECDSA signature", () => {
    const der = Buffer.from("3006020101020101", "hex")
    assert.isDefined(read(der, "ecdsa-p256-sha256-der"))
    for (
      const hex of [
        "",
        "30",
        "3000",
        "3003020101",
        "300602010102010100",
        "3007020101020101",
        "3005020101020101",
        "3006020100020101",
        "3006020181020101",
        "300702020001020101",
        "3006030101020101",
        "3106020101020101",
        `3025022101${"11".repeat(32)}020101`,
        "30060201010202ff"
      ]
    ) {
      assert.isUndefined(read(Buffer.from(hex, "hex"), "ecdsa-p256-sha256-der"), hex)
    }
  })
})
