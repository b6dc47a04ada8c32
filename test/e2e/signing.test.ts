// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Ways to a signature, against a service that checks each.
 */
import { assert, describe, it } from "@effect/vitest"
import { createPrivateKey } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { query, run, type RunningSandbox, startSandbox, withFolder } from "./program.ts"

const year = ["--from", "2025-01-01", "--to", "2025-12-31"]

const withSandbox = (use: (folder: string, sandbox: RunningSandbox) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const sandbox = await startSandbox(folder, ["--records", "30"])
    try {
      await use(folder, sandbox)
    } finally {
      await sandbox.stop()
    }
  })

describe("a pull", () => {
  it("is signed by a command that has the key, and the program has none", () =>
    withSandbox(async (folder, { env, info }) => {
      const script = join(folder, "kms.mjs")
      writeFileSync(
        script,
        `import { appendFileSync, readFileSync } from "node:fs"
         import { constants, createPrivateKey, privateEncrypt } from "node:crypto"
         const digest = readFileSync(0)
         appendFileSync("digests", digest.toString("hex") + "\\n")
         const key = createPrivateKey(readFileSync(process.argv[2]))
         const info = Buffer.from("3031300d060960864801650304020105000420", "hex")
         const signed = privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([info, digest]))
         console.log(signed.toString("base64url"))`
      )
      const signer = `'${process.execPath}' '${script}' '${info.privateKeyFile}'`
      const signing = { ...env, WALLET_STATEMENT_PRIVATE_KEY_FILE: "", WALLET_STATEMENT_SIGNER_COMMAND: signer }
      const db = join(folder, "a.duckdb")
      const ended = await run(["pull", "--db", db, ...year], { env: signing, cwd: folder })
      assert.strictEqual(ended.code, 0, ended.stderr)
      assert.strictEqual((await query(db, "FROM transactions")).length, 30)
      const digests = readFileSync(join(folder, "digests"), "utf8").trim().split("\n")
      for (const digest of digests) assert.match(digest, /^[0-9a-f]{64}$/)
      const checked = await run(["check", "--db", db], { env: signing, cwd: folder })
      assert.strictEqual(checked.code, 0, checked.stdout + checked.stderr)
      assert.include(checked.stdout, "which WALLET_STATEMENT_SIGNER_COMMAND signs by")
      assert.include(checked.stdout, "signature accepted")
      const both = await run(["pull", "--db", db], { env: { ...env, WALLET_STATEMENT_SIGNER_COMMAND: signer } })
      assert.strictEqual(both.code, 2)
      assert.include(both.stderr, "WALLET_STATEMENT_PRIVATE_KEY_FILE and WALLET_STATEMENT_SIGNER_COMMAND are both set")
    }))

  it("warns of a key with old encryption, and goes on; check says so too", () =>
    withSandbox(async (folder, { env, info }) => {
      const passphrase = "a passphrase"
      const weak = join(folder, "weak.pem")
      const key = createPrivateKey(readFileSync(info.privateKeyFile))
      writeFileSync(weak, key.export({ type: "pkcs1", format: "pem", cipher: "aes-256-cbc", passphrase }), {
        mode: 0o600
      })
      const kept = {
        ...env,
        WALLET_STATEMENT_PRIVATE_KEY_FILE: weak,
        WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE: passphrase
      }
      const db = join(folder, "a.duckdb")
      const pulled = await run(["pull", "--db", db, ...year], { env: kept })
      assert.strictEqual(pulled.code, 0, pulled.stderr)
      assert.strictEqual(pulled.stderr.match(/is encrypted with PEM's own encryption/g)?.length, 1, pulled.stderr)
      const checked = await run(["check", "--db", db], { env: kept })
      assert.strictEqual(checked.code, 0, checked.stderr)
      assert.include(
        checked.stdout,
        `${weak} (WALLET_STATEMENT_PRIVATE_KEY_FILE) is encrypted with PEM's own encryption`
      )
      const sound = await run(["pull", "--db", db, ...year], { env })
      assert.strictEqual(sound.stderr, "")
    }))

  it("uses a key that keygen encrypted, with the passphrase from a file", () =>
    withFolder(async (folder) => {
      const file = join(folder, "passphrase")
      writeFileSync(file, "a long passphrase\n", { mode: 0o600 })
      const env = { WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE_FILE: file }
      const made = await run(["keygen", "--out", "mine", "--algorithm", "ecdsa-p256-sha256-p1363"], {
        env,
        cwd: folder
      })
      assert.strictEqual(made.code, 0, made.stderr)
      const key = {
        WALLET_STATEMENT_PRIVATE_KEY_FILE: "mine.pem",
        WALLET_STATEMENT_SIGNATURE_ALGORITHM: "ecdsa-p256-sha256-p1363"
      }
      const sign = ["sign", "--wallet", "1", "--to", "2025-01-01", "--json"]
      const signed = await run(sign, { env: { ...env, ...key }, cwd: folder })
      assert.strictEqual(signed.code, 0, signed.stderr)
      assert.strictEqual(Buffer.from(JSON.parse(signed.stdout).signature, "base64").length, 64)
      assert.strictEqual((await run(sign, { env: key, cwd: folder })).code, 2)
    }))
})
