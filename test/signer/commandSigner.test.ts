import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { createPublicKey, type KeyObject, verify as verifySignature } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { commandWords } from "../../src/settings/commandWords.ts"
import type { PrivateKeySource, SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { verify } from "../../src/signer/verify.ts"
import { ec, openssl, rsa, temporaryFolder, writePrivate } from "./keyMaterial.ts"

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const request = { walletNo: "2541234567890", toDate: "2024-03-31", limit: "5000" }
const separated = "2541234567890|2024-03-31|5000"
const keys = { rsa: rsa(), ec: ec() }

const publicPem = (key: KeyObject): string => createPublicKey(key).export({ type: "spki", format: "pem" }).toString()

const signedBy = (command: string, algorithm: SignatureAlgorithm) =>
  Effect.flatMap(Signer, (signer) => signer.sign(request)).pipe(
    Effect.map((signature) => Redacted.value(signature)),
    Effect.provide(layerOf(command, algorithm))
  )

const layerOf = (command: string, algorithm: SignatureAlgorithm) =>
  Signer.layer({
    privateKey: { _tag: "Command", words: commandWords(command) ?? [] },
    passphrase: Option.none(),
    algorithm,
    separator: "|"
  })

const placeOf = (privateKey: PrivateKeySource) =>
  Effect.map(Signer, ({ keyPlace }) => keyPlace).pipe(
    Effect.provide(
      Signer.layer({ privateKey, passphrase: Option.none(), algorithm: "rsa-pkcs1-sha256", separator: "" })
    )
  )

const problem = (command: string, algorithm: SignatureAlgorithm = "rsa-pkcs1-sha256") =>
  Effect.map(Effect.flip(signedBy(command, algorithm)), ({ message }) => message)

const source = (text: string): string => `'${process.execPath}' -e "${text}"`

const fake = join(folder, "kms.mjs")
writeFileSync(
  fake,
  `import { readFileSync } from "node:fs"
import { createPrivateKey, privateEncrypt, constants } from "node:crypto"
const [keyFile] = process.argv.slice(2)
const digest = readFileSync(0)
if (digest.length !== 32) process.exit(9)
const key = createPrivateKey(readFileSync(keyFile))
const info = Buffer.from("3031300d060960864801650304020105000420", "hex")
process.stdout.write(privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([info, digest])).toString("base64"))
`
)
const rsaFile = writePrivate(folder, "rsa.pem", keys.rsa.export({ type: "pkcs8", format: "pem" }))
const ecFile = writePrivate(folder, "ec.pem", keys.ec.export({ type: "pkcs8", format: "pem" }))

describe("a signer by a command", () => {
  it.effect("tells by which setting it has its key, as any signer of the settings does", () =>
    Effect.gen(function*() {
      const text = Redacted.make(keys.rsa.export({ type: "pkcs8", format: "pem" }).toString())
      assert.strictEqual(
        yield* placeOf({ _tag: "Command", words: ["true"] }),
        "the key of WALLET_STATEMENT_SIGNER_COMMAND"
      )
      assert.strictEqual(
        yield* placeOf({ _tag: "File", path: rsaFile }),
        `${rsaFile} (WALLET_STATEMENT_PRIVATE_KEY_FILE)`
      )
      assert.strictEqual(yield* placeOf({ _tag: "Text", text }), "WALLET_STATEMENT_PRIVATE_KEY")
      assert.strictEqual(
        yield* placeOf({ _tag: "Text", text, setting: "PRIVATE_KEY_COMMAND" }),
        "WALLET_STATEMENT_PRIVATE_KEY_COMMAND"
      )
    }))

  it.live("signs the SHA-256 of the request, by a key that this process does not have", () =>
    Effect.gen(function*() {
      const signature = yield* signedBy(`'${process.execPath}' ${fake} ${rsaFile}`, "rsa-pkcs1-sha256")
      const pem = publicPem(keys.rsa)
      assert.isTrue(yield* verify(pem, "rsa-pkcs1-sha256", separated, Redacted.make(signature)))
      assert.isFalse(yield* verify(pem, "rsa-pkcs1-sha256", `${separated}0`, Redacted.make(signature)))
      assert.isTrue(verifySignature("sha256", Buffer.from(separated), pem, Buffer.from(signature, "base64")))
    }))

  const name = openssl.present ? "" : " (SKIPPED: openssl is not on the PATH)"
  const pss = "-pkeyopt rsa_padding_mode:pss -pkeyopt rsa_pss_saltlen:32 -pkeyopt rsa_mgf1_md:sha256"
  const documented: ReadonlyArray<readonly [SignatureAlgorithm, KeyObject, string]> = [
    [
      "rsa-pkcs1-sha256",
      keys.rsa,
      `sh -c 'openssl pkeyutl -sign -inkey ${rsaFile} -pkeyopt digest:sha256 | openssl base64'`
    ],
    [
      "rsa-pss-sha256",
      keys.rsa,
      `sh -c 'openssl pkeyutl -sign -inkey "$1" -pkeyopt digest:sha256 ${pss} | openssl base64 -A' sh ${rsaFile}`
    ],
    [
      "ecdsa-p256-sha256-der",
      keys.ec,
      `sh -c "openssl pkeyutl -sign -in /dev/stdin -inkey ${ecFile} | openssl base64 -A"`
    ]
  ]
  for (const [algorithm, key, command] of documented) {
    it.live.skipIf(!openssl.present)(
      `signs by openssl as the documentation has it: ${algorithm}${name}`,
      () =>
        Effect.gen(function*() {
          const signature = yield* signedBy(command, algorithm)
          assert.notMatch(signature, /\s/)
          assert.isTrue(yield* verify(publicPem(key), algorithm, separated, Redacted.make(signature)))
        })
    )
  }

  it.live("says what is wrong with the command or with what it prints, and shows nothing of it", () =>
    Effect.gen(function*() {
      const failed = yield* problem(source("process.stderr.write('canary'); process.exitCode = 4"))
      assert.include(failed, "WALLET_STATEMENT_SIGNER_COMMAND ended with code 4; what it said on stderr (6 bytes)")
      const noBase64 = yield* problem(source("process.stdout.write('canary!')"))
      assert.include(noBase64, "WALLET_STATEMENT_SIGNER_COMMAND gave no signature: what it printed is not Base64 alone")
      const short = yield* problem(source("process.stdout.write('Y2FuYXJ5')"))
      assert.include(short, "it printed a key or a text")
      const missing = yield* problem("canary-of-a-program")
      // A folder on the PATH that may not be looked into makes it EACCES.
      assert.match(missing, /could not be started \((ENOENT|EACCES)\)/)
      const endless = yield* problem(source("setInterval(() => process.stdout.write('canary'.repeat(1000)), 1)"))
      assert.include(endless, "printed more than 16384 bytes")
      assert.notInclude(failed + noBase64 + short + missing + endless, "canary")
    }))

  it.effect("tells its algorithm and separator, and that its public key is elsewhere", () =>
    Effect.gen(function*() {
      const signer = yield* Signer
      assert.deepStrictEqual([signer.algorithm, signer.separator], ["rsa-pss-sha256", "|"])
      assert.include((yield* Effect.flip(signer.publicKey)).message, "is not known here")
    }).pipe(Effect.provide(layerOf("kms sign", "rsa-pss-sha256"))))
})
