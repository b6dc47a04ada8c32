/**
 * Keys for the tests, made anew in each run, in every format a merchant may have them in.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { generateKeyPairSync, type KeyObject, type RSAPSSKeyPairKeyObjectOptions } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const passphrase = "canary-passphrase"

/** A key in some format: as text for a setting, as bytes for a file, or both. */
export interface Material {
  readonly name: string
  readonly text?: string
  readonly bytes: Uint8Array
  readonly encrypted?: boolean
}

export const openssl = {
  present: spawnSync("openssl", ["version"]).status === 0,
  run: (args: ReadonlyArray<string>, input?: string | Uint8Array): Buffer =>
    execFileSync("openssl", args, { input: input ?? "", stdio: ["pipe", "pipe", "ignore"] })
}

const descriptors = "/proc/self/fd"

/** The files that this process has open, where the system tells. */
export const openFiles = {
  known: existsSync(descriptors),
  paths: (): ReadonlyArray<string> =>
    readdirSync(descriptors).flatMap((descriptor) => {
      try {
        return [readlinkSync(join(descriptors, descriptor))]
      } catch {
        // The descriptor of the listing itself is closed by now.
        return []
      }
    })
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "wallet-statement-signer-"))

/** Writes a private file and gives its path. */
export const writePrivate = (folder: string, name: string, content: string | Uint8Array, mode = 0o600): string => {
  const path = join(folder, name.replaceAll(/[^A-Za-z0-9]+/g, "-"))
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const fromText = (name: string, text: string, encrypted = false): Material => ({
  name,
  text,
  bytes: Buffer.from(text),
  encrypted
})

const fromDer = (name: string, der: Buffer, encrypted = false): Material => ({
  name,
  text: der.toString("base64"),
  bytes: der,
  encrypted
})

const cipher = { cipher: "aes-256-cbc", passphrase }

/** The PEM with its line breaks lost in the ways that settings lose them, and other variants of the same text. */
const variants = (pem: string): ReadonlyArray<Material> => [
  fromText("with literal \\n for line breaks", pem.replaceAll("\n", "\\n")),
  fromText("with literal \\r\\n for line breaks", pem.replaceAll("\n", "\\r\\n")),
  fromText("with Windows line ends", pem.replaceAll("\n", "\r\n")),
  fromText("with blanks for line breaks", pem.replaceAll("\n", " ")),
  fromText("with whitespace around it", ` \n\t\n${pem}\n \n`),
  fromText("within quotation marks", `"${pem}"`),
  fromText("as Base64 of the PEM", Buffer.from(pem).toString("base64")),
  { name: "in UTF-16 with a byte order mark", bytes: Buffer.from(`\ufeff${pem}`, "utf16le") },
  { name: "in UTF-8 with a byte order mark", bytes: Buffer.from(`\ufeff${pem}`) }
]

const ofOpenssl = (name: string, args: ReadonlyArray<string>, input = "", encrypted = false): ReadonlyArray<Material> =>
  openssl.present ? [fromText(`${name}, by openssl`, openssl.run(args, input).toString(), encrypted)] : []

const common = (key: KeyObject): ReadonlyArray<Material> => {
  const pem = key.export({ type: "pkcs8", format: "pem" }).toString()
  const out = ["-passout", `pass:${passphrase}`]
  return [
    fromText("PKCS#8 PEM", pem),
    fromText("encrypted PKCS#8 PEM", key.export({ type: "pkcs8", format: "pem", ...cipher }).toString(), true),
    fromDer("PKCS#8 DER", key.export({ type: "pkcs8", format: "der" })),
    fromDer("encrypted PKCS#8 DER", key.export({ type: "pkcs8", format: "der", ...cipher }), true),
    ...variants(pem).map((variant) => ({ ...variant, name: `PKCS#8 PEM ${variant.name}` })),
    ...ofOpenssl("PKCS#8 PEM encrypted with AES", ["pkcs8", "-topk8", ...out], pem, true),
    ...ofOpenssl("PKCS#8 PEM encrypted with 3DES", ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES", ...out], pem, true),
    ...ofOpenssl("PKCS#8 PEM encrypted with scrypt", ["pkcs8", "-topk8", "-scrypt", ...out], pem, true)
  ]
}

const jwks = (key: KeyObject): ReadonlyArray<Material> => {
  const jwk = key.export({ format: "jwk" })
  return [
    fromText("JWK", JSON.stringify(jwk)),
    fromText("JWK on several lines", JSON.stringify({ ...jwk, kid: "1", use: "sig" }, null, 2)),
    fromText("JWK set of one", JSON.stringify({ keys: [jwk] }))
  ]
}

/** Every format of an RSA key. */
export const rsaMaterials = (key: KeyObject): ReadonlyArray<Material> => {
  const pem = key.export({ type: "pkcs1", format: "pem" }).toString()
  const legacy = key.export({ type: "pkcs1", format: "pem", ...cipher }).toString()
  const out = ["-passout", `pass:${passphrase}`]
  return [
    ...common(key),
    ...jwks(key),
    fromText("PKCS#1 PEM", pem),
    fromText("PKCS#1 PEM with a certificate beside it", `Bag Attributes\n  name: x\n${pem}${certificate}`),
    fromDer("PKCS#1 DER", key.export({ type: "pkcs1", format: "der" })),
    fromText("encrypted PKCS#1 PEM", legacy, true),
    fromText("encrypted PKCS#1 PEM with literal \\n for line breaks", legacy.replaceAll("\n", "\\n"), true),
    fromText("encrypted PKCS#1 PEM with blanks for line breaks", legacy.replaceAll("\n", " "), true),
    ...ofOpenssl("PKCS#1 PEM", ["rsa", "-traditional"], pem),
    ...ofOpenssl("PKCS#1 PEM encrypted with 3DES", ["rsa", "-traditional", "-des3", ...out], pem, true),
    ...ofOpenssl("PKCS#1 PEM encrypted with AES-128", ["rsa", "-traditional", "-aes128", ...out], pem, true)
  ]
}

/** Every format of an EC key. */
export const ecMaterials = (key: KeyObject): ReadonlyArray<Material> => {
  const pem = key.export({ type: "sec1", format: "pem" }).toString()
  const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
  const out = ["-passout", `pass:${passphrase}`]
  return [
    ...common(key),
    ...jwks(key),
    fromText("SEC1 PEM", pem),
    fromText("SEC1 PEM after its parameters", parameters + pem),
    fromText("SEC1 PEM after its parameters with literal \\n", (parameters + pem).replaceAll("\n", "\\n")),
    fromDer("SEC1 DER", key.export({ type: "sec1", format: "der" })),
    fromText("encrypted SEC1 PEM", key.export({ type: "sec1", format: "pem", ...cipher }).toString(), true),
    ...ofOpenssl("SEC1 PEM", ["ec"], pem),
    ...ofOpenssl("SEC1 PEM encrypted with AES-256", ["ec", "-aes256", ...out], pem, true)
  ]
}

/** Every format of a key that is bound to RSA-PSS: there is only PKCS#8 for it. */
export const pssMaterials = common

/** A certificate by its label; nothing in it is looked at. */
export const certificate = `-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n`

export const rsa = (bits = 2048): KeyObject => generateKeyPairSync("rsa", { modulusLength: bits }).privateKey

/** An RSA-PSS key, bound to digests and to as many bytes of salt at least where they are given. */
export const rsaPss = (
  digests: Pick<RSAPSSKeyPairKeyObjectOptions, "hashAlgorithm" | "mgf1HashAlgorithm"> = {},
  saltLength?: number
): KeyObject => {
  const options: RSAPSSKeyPairKeyObjectOptions = { modulusLength: 2048, ...digests }
  // Node takes this length as a number; its types want a string.
  return generateKeyPairSync("rsa-pss", Object.assign(options, { saltLength })).privateKey
}

export const ec = (curve = "P-256"): KeyObject => generateKeyPairSync("ec", { namedCurve: curve }).privateKey

/** A DER INTEGER from big-endian bytes. */
const derInteger = (bytes: Buffer): Buffer => {
  const from = bytes.findIndex((byte) => byte !== 0)
  const short = bytes.subarray(from)
  const body = (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), short]) : short
  return Buffer.concat([Buffer.of(0x02, body.length), body])
}

/** A P1363 signature as DER, for the openssl command line. */
export const p1363ToDer = (signature: Buffer): Buffer => {
  const body = Buffer.concat([derInteger(signature.subarray(0, 32)), derInteger(signature.subarray(32))])
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}
