/**
 * The commands of docs/secrets.md, as a shell gives them to the program, with programs in the place of those that reach
 * a service or a token: these take what the real ones take, and sign.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { createPublicKey } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { commandWords } from "../../src/settings/commandWords.ts"
import { commandSigner } from "../../src/signer/commandSigner.ts"
import { verify } from "../../src/signer/verify.ts"
import { openssl, rsa, temporaryFolder, writePrivate } from "./keyMaterial.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/secrets.md"), "utf8")
const assignments = [...page.matchAll(/^export WALLET_STATEMENT_SIGNER_COMMAND=.*$/gm)].map(([line]) => line)

const folder = temporaryFolder()
const path = process.env["PATH"]
const key = rsa()
const publicPem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString()
const keyFile = writePrivate(folder, "key.pem", key.export({ type: "pkcs8", format: "pem" }))

const common = `#!${process.execPath}
const { readFileSync } = require("node:fs")
const { constants, createPrivateKey, privateEncrypt } = require("node:crypto")
const args = process.argv.slice(2)
const after = (name) => args[args.indexOf(name) + 1] ?? process.exit(90)
const wants = (...words) => words.every((word) => args.includes(word)) || process.exit(91)
const key = createPrivateKey(readFileSync(${JSON.stringify(keyFile)}))
const raw = (info) => privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, info)
const prefix = Buffer.from("3031300d060960864801650304020105000420", "hex")
const sign = (digest) => digest.length === 32 ? raw(Buffer.concat([prefix, digest])) : process.exit(92)
`

const programs = {
  "aws": `wants("kms", "sign", "DIGEST", "RSASSA_PKCS1_V1_5_SHA_256", "Signature", "text")
const [, file] = /^fileb:\\/\\/(.*)$/.exec(after("--message"))
console.log(sign(readFileSync(file)).toString("base64"))`,
  "az": `wants("rest", "post", "https://vault.azure.net", "value", "tsv")
const { alg, value } = JSON.parse(after("--body"))
if (alg !== "RS256" || /[+/=]/.test(value)) process.exit(93)
console.log(sign(Buffer.from(value, "base64url")).toString("base64url"))`,
  "pkcs11-tool": `wants("--sign", "RSA-PKCS", "env:HSM_PIN")
console.error("Using signature algorithm RSA-PKCS")
const info = readFileSync(after("--input-file"))
if (info.length !== 51 || !info.subarray(0, 19).equals(prefix)) process.exit(94)
if (after("--output-file") !== "/dev/stdout") process.exit(95)
process.stdout.write(raw(info))`
}

/** What a shell makes of the assignment, on its way to the program. */
const valueOf = (assignment: string): string =>
  execFileSync("/bin/sh", ["-c", `${assignment}\nprintf '%s' "$WALLET_STATEMENT_SIGNER_COMMAND"`], { encoding: "utf8" })

const withoutToken = (command: string): string =>
  command.replace(/-provider pkcs11 -provider default /, "").replace(/"pkcs11:[^"]*"/, keyFile)

describe.skipIf(!openssl.present || process.platform !== "linux")(
  "the signing commands of the documentation (SKIPPED without openssl, and elsewhere than on Linux)",
  () => {
    beforeAll(() => {
      for (const [name, source] of Object.entries(programs)) {
        writeFileSync(join(folder, name), common + source, { mode: 0o755 })
      }
      process.env["PATH"] = `${folder}${delimiter}${path}`
    })
    afterAll(() => {
      process.env["PATH"] = path
      rmSync(folder, { recursive: true })
    })

    it("are for AWS, Azure, OpenSSL and pkcs11-tool", () => {
      const named = ["aws kms sign", "az rest", "openssl pkeyutl", "pkcs11-tool"]
      assert.strictEqual(assignments.length, named.length)
      for (const [index, words] of named.entries()) assert.include(assignments[index], words)
    })

    it.live.each(assignments)("sign: %s", (assignment) =>
      Effect.gen(function*() {
        const words = commandWords(withoutToken(valueOf(assignment)))
        const signature = yield* commandSigner(words ?? [], "rsa-pkcs1-sha256", (name) => name).sign("2541234567890")
        assert.isTrue(yield* verify(publicPem, "rsa-pkcs1-sha256", "2541234567890", Redacted.make(signature)))
      }))
  }
)
