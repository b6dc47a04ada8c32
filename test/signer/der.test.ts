import { assert, describe, it } from "@effect/vitest"
import { type DerKind, recogniseDer } from "../../src/signer/der.ts"

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"))

/** A SEQUENCE of members, which are given as whole elements in hexadecimal. */
const sequence = (...members: ReadonlyArray<string>): string => {
  const body = members.join("").replaceAll(" ", "")
  return `30${(body.length / 2).toString(16).padStart(2, "0")}${body}`
}

const integer = "020100"
const octets = "0400"
const bits = "030100"
const empty = "3000"
const nine = Array.from({ length: 9 }, () => integer)

const shapes: ReadonlyArray<readonly [DerKind, string, string]> = [
  ["pkcs8", "version, algorithm, key", sequence(integer, empty, octets)],
  ["pkcs8", "version, algorithm, key, attributes", sequence(integer, empty, octets, "a000")],
  ["pkcs8-encrypted", "algorithm, data", sequence(empty, octets)],
  ["pkcs1", "nine numbers", sequence(...nine)],
  ["pkcs1", "nine numbers and the other primes", sequence(...nine, empty)],
  ["unknown", "eight numbers", sequence(...nine.slice(1))],
  ["unknown", "nine numbers behind something else", sequence(empty, ...nine)],
  ["sec1", "version, key, curve", sequence(integer, octets, "a000")],
  ["unknown", "a version behind something else, and a key", sequence(empty, integer, octets)],
  ["rsa-public", "two numbers", sequence(integer, integer)],
  ["spki", "algorithm, bits", sequence(empty, bits)],
  ["pkcs12", "version, contents", sequence(integer, empty)],
  ["pkcs12", "version, contents, check", sequence(integer, empty, empty)],
  ["unknown", "version, contents, check, more", sequence(integer, empty, empty, empty)],
  ["unknown", "more, version, contents", sequence(empty, integer, empty)],
  ["certificate", "a signed sequence", sequence(sequence("a000", integer, empty, empty), empty, bits)],
  ["certificate", "a signed version 1 certificate", sequence(sequence(integer, empty, empty, empty), empty, bits)],
  ["certificate-request", "a signed request", sequence(sequence(integer, empty, empty, "a000"), empty, bits)],
  [
    "certificate",
    "a signed sequence with [0] at another place",
    sequence(sequence(empty, empty, empty, "a000"), empty, bits)
  ],
  ["unknown", "something signed and more", sequence(empty, empty, bits, integer)],
  ["unknown", "nothing", sequence()]
]

const zeros = (count: number): string => "00".repeat(count)

describe("recogniseDer", () => {
  it.each(shapes)("tells %s by its shape: %s", (kind, _, der) => {
    const bytes = hex(der)
    assert.deepStrictEqual(recogniseDer(bytes), { kind, length: bytes.length })
  })

  it("gives the length of the structure, not of what follows", () => {
    assert.deepStrictEqual(recogniseDer(hex(`${sequence(empty, bits)} ff ff`)), { kind: "spki", length: 7 })
  })

  it("reads lengths in the short form and in the long one", () => {
    const long: ReadonlyArray<readonly [string, number]> = [
      [`307f 047d ${zeros(125)}`, 129],
      [`308180 0281 7d ${zeros(125)}`, 131],
      [`30820103 048200ff ${zeros(255)}`, 263],
      [`3083010005 0483010000 ${zeros(65_536)}`, 65_546],
      [`3084 00000002 0500`, 8]
    ]
    for (const [der, length] of long) assert.strictEqual(recogniseDer(hex(der))?.length, length)
  })

  it.each([
    ["nothing", ""],
    ["a tag alone", "30"],
    ["another tag than SEQUENCE", "3100"],
    ["a length beyond the end", "3003 0201"],
    ["a length in more than four bytes", `3085 0000000002 0500`],
    ["an open length, which only BER has", "3080 020100 0000"],
    ["an open length before many bytes", `3080 ${zeros(128)}`],
    ["a long length that is cut off", "3082 01"]
  ])("finds no structure in %s", (_, der) => assert.isUndefined(recogniseDer(hex(der))))

  it("looks at no member that reaches beyond the structure", () => {
    assert.deepStrictEqual(recogniseDer(hex("3005 3000 0305 00 00000000")), { kind: "unknown", length: 7 })
  })
})
