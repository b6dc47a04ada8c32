/**
 * Encrypts a private key for its file: PKCS#8 with PBES2, AES-256-CBC, and PBKDF2 with HMAC-SHA-256 (RFC 8018), which
 * every OpenSSL since 1.1 reads. Node's own export does the same with 2,048 rounds, which are few.
 */
import { Effect, Redacted } from "effect"
import { createCipheriv, pbkdf2, randomBytes } from "node:crypto"
import { writePem } from "./pem.ts"

/** As many as OWASP asks of PBKDF2 with HMAC-SHA-256; some tenths of a second. */
const rounds = 600_000
const keyLength = 32
const saltLength = 16
const blockLength = 16

/** The private key, PKCS#8 in DER, as encrypted PEM. */
export const encryptKey = Effect.fnUntraced(function*(der: Uint8Array, passphrase: Redacted.Redacted) {
  const salt = randomBytes(saltLength)
  const vector = randomBytes(blockLength)
  const key = yield* deriveKey(Redacted.value(passphrase), salt)
  const cipher = createCipheriv("aes-256-cbc", key, vector)
  const encrypted = Buffer.concat([cipher.update(der), cipher.final()])
  const bytes = sequence(scheme(salt, vector), element(tags.octets, encrypted))
  return writePem({ label: "ENCRYPTED PRIVATE KEY", bytes, dekInfo: undefined })
})

const deriveKey = (passphrase: string, salt: Buffer): Effect.Effect<Buffer> =>
  Effect.callback((resume) => {
    pbkdf2(passphrase, salt, rounds, keyLength, "sha256", (error, key) => {
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    })
  })

const tags = { integer: 0x02, octets: 0x04, nothing: 0x05, identifier: 0x06, sequence: 0x30 }
const identifiers = {
  pbes2: "2a864886f70d01050d",
  pbkdf2: "2a864886f70d01050c",
  hmacWithSha256: "2a864886f70d0209",
  aes256Cbc: "60864801650304012a"
}

const scheme = (salt: Buffer, vector: Buffer): Buffer => {
  const pseudorandom = sequence(identifier("hmacWithSha256"), element(tags.nothing, Buffer.of()))
  const derivation = sequence(element(tags.octets, salt), element(tags.integer, roundsBytes), pseudorandom)
  return sequence(
    identifier("pbes2"),
    sequence(
      sequence(identifier("pbkdf2"), derivation),
      sequence(identifier("aes256Cbc"), element(tags.octets, vector))
    )
  )
}

/** Three bytes, the first below 0x80, are the shortest form of this number. */
const roundsBytes = Buffer.of((rounds >> 16) & 0xff, (rounds >> 8) & 0xff, rounds & 0xff)

const sequence = (...members: ReadonlyArray<Buffer>): Buffer => element(tags.sequence, Buffer.concat(members))

const identifier = (name: keyof typeof identifiers): Buffer =>
  element(tags.identifier, Buffer.from(identifiers[name], "hex"))

const element = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])

/** Up to 64 KiB, which is more than any key has. */
const lengthOf = (length: number): Buffer =>
  length < 0x80
    ? Buffer.of(length)
    : length < 0x100
    ? Buffer.of(0x81, length)
    : Buffer.of(0x82, length >> 8, length & 0xff)
