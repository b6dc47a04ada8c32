import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import type { KeyObject } from "node:crypto"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import { explain } from "../../src/signer/explain.ts"
import { signingText } from "../../src/signer/signingText.ts"
import { verify } from "../../src/signer/verify.ts"
import { ec, openssl, p1363ToDer, passphrase, rsa, rsaPss, temporaryFolder } from "./keyMaterial.ts"
import { withSigner } from "./settings.ts"

const present = openssl.present &&
  ["bash", "awk", "xxd"].every((tool) => spawnSync(tool, ["--version"]).error === undefined)
const skipped = present ? "" : " (skipped: openssl, bash, awk or xxd is not on the PATH)"

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString()

const keys = { rsa: rsa(), rsaPss: rsaPss(), ec: ec() }

const cases: ReadonlyArray<readonly [SignatureAlgorithm, string, KeyObject]> = [
  ["rsa-pkcs1-sha256", "RSA", keys.rsa],
  ["rsa-pss-sha256", "RSA", keys.rsa],
  ["rsa-pss-sha256", "RSA-PSS", keys.rsaPss],
  ["ecdsa-p256-sha256-der", "EC", keys.ec],
  ["ecdsa-p256-sha256-p1363", "EC", keys.ec]
]

/** Signs a request, has it explained, and prepares a folder to run the explanation in. */
const prepare = (algorithm: SignatureAlgorithm, key: KeyObject, request: {
  readonly walletNo: string
  readonly separator: string
}) =>
  withSigner({ text: pem(key), algorithm, separator: request.separator }, (signer) =>
    Effect.gen(function*() {
      const values = { walletNo: request.walletNo, toDate: "2024-03-31", limit: "5000" }
      const signature = yield* signer.sign(values)
      const text = signingText(values, signer.separator)
      const script = explain({ algorithm, text, signature })
      return { script, text, signature, publicKey: yield* signer.publicKey }
    }))

const inFolder = <A>(use: (folder: string) => A): A => {
  const folder = temporaryFolder()
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const run = (shell: string, folder: string, script: string): ReadonlyArray<string> =>
  execFileSync(shell, ["-eu", ...(shell === "bash" ? ["-o", "pipefail"] : [])], {
    cwd: folder,
    input: script,
    stdio: ["pipe", "pipe", "pipe"]
  }).toString().trim().split("\n")

describe.skipIf(!present)(`the explanation, run as a script${skipped}`, () => {
  const requests = [
    { walletNo: "2541234567890", separator: "" },
    { walletNo: `W'"$(id)\`\\%s!`, separator: "|" },
    { walletNo: "-n", separator: "\n" },
    { walletNo: "%d", separator: " é€ " }
  ]
  const all = cases.flatMap((each) => ["bash", "sh"].map((shell) => [...each, shell] as const))
  it.effect.each(all)(
    "verifies the signature for %s with an %s key",
    ([algorithm, , key, shell]) =>
      Effect.gen(function*() {
        for (const request of requests) {
          const { publicKey, script, signature, text } = yield* prepare(algorithm, key, request)
          const printed = inFolder((folder) => {
            writeFileSync(join(folder, "private.pem"), pem(key))
            return run(shell, folder, script)
          })
          assert.strictEqual(printed.length, 2)
          const [made = "", verdict] = printed
          assert.strictEqual(verdict, "Verified OK")
          assert.isTrue(yield* verify(publicKey, algorithm, text, Redacted.make(made)))
          if (algorithm === "rsa-pkcs1-sha256") assert.strictEqual(made, Redacted.value(signature))
        }
      }),
    30_000
  )

  it.effect("runs at once where the key is a file, wherever that lies and however it is named", () =>
    Effect.gen(function*() {
      for (const [algorithm, , key] of cases) {
        const { signature, text } = yield* prepare(algorithm, key, { walletNo: "W1", separator: "" })
        const printed = inFolder((place) => {
          const keyFile = join(place, `it's "my" $(key) \`x\`.pem`)
          writeFileSync(keyFile, pem(key))
          return inFolder((folder) => run("sh", folder, explain({ algorithm, text, signature, keyFile })))
        })
        assert.strictEqual(printed[1], "Verified OK")
      }
    }))

  it.effect("makes P1363 of numbers with leading zeros, and the other way round", () =>
    Effect.gen(function*() {
      // One number in 256 has a leading zero byte: 4000 signatures hold two with certainty for all purposes.
      let seen = 0
      for (let attempt = 0; seen < 2 && attempt < 4000; attempt++) {
        const request = { walletNo: String(attempt), separator: "" }
        const { script, signature } = yield* prepare("ecdsa-p256-sha256-p1363", keys.ec, request)
        const bytes = Buffer.from(Redacted.value(signature), "base64")
        if (bytes[0] !== 0 && bytes[32] !== 0) continue
        seen++
        // Its signature stands in for OpenSSL's own, which rarely has a leading zero.
        const withoutSigning = script.split("\n").filter((line) => !line.includes("-sign \"$key\"")).join("\n")
        const printed = inFolder((folder) => {
          writeFileSync(join(folder, "private.pem"), pem(keys.ec))
          writeFileSync(join(folder, "openssl.der"), p1363ToDer(bytes))
          return run("bash", folder, withoutSigning)
        })
        assert.deepStrictEqual(printed, [Redacted.value(signature), "Verified OK"])
      }
      assert.strictEqual(seen, 2)
    }), 60_000)

  it.effect("fails when the text is another", () =>
    Effect.gen(function*() {
      for (const [algorithm, , key] of cases) {
        const { script } = yield* prepare(algorithm, key, { walletNo: "W1", separator: "" })
        const lastText = script.lastIndexOf("W12024-03-31")
        const changed = `${script.slice(0, lastText)}W2${script.slice(lastText + 2)}`
        assert.isAbove(lastText, 0)
        assert.throws(() =>
          inFolder((folder) => {
            writeFileSync(join(folder, "private.pem"), pem(key))
            return run("bash", folder, changed)
          })
        )
      }
    }))

  it.effect("holds commands that turn DER, encrypted DER and JWK into private.pem", () =>
    Effect.gen(function*() {
      const { script } = yield* prepare("rsa-pkcs1-sha256", keys.rsa, { walletNo: "W1", separator: "" })
      const conversions = script.split("\n").flatMap((line) => /^#.*?(\(umask.*\))$/.exec(line)?.[1] ?? [])
      const cipher = { cipher: "aes-256-cbc", passphrase }
      const forms = [
        ["private.der", keys.rsa.export({ type: "pkcs8", format: "der" })],
        ["private.der", keys.rsa.export({ type: "pkcs8", format: "der", ...cipher })],
        ["private.jwk", JSON.stringify(keys.rsa.export({ format: "jwk" }))]
      ] as const
      assert.strictEqual(conversions.length, forms.length)
      for (const [index, [name, content]] of forms.entries()) {
        const command = (conversions[index] ?? "").replace("pkcs8 -inform", `pkcs8 -passin pass:${passphrase} -inform`)
        const printed = inFolder((folder) => {
          writeFileSync(join(folder, name), content)
          return run("bash", folder, `${command}\nstat -c %a private.pem\n${script}`)
        })
        assert.deepStrictEqual([printed[0], printed[2]], ["600", "Verified OK"])
      }
    }))
})

/** The whole explanation but for the signing and verifying in the middle of it. */
const explanation = (algorithm: SignatureAlgorithm, steps: string): string =>
  String.raw`# Signing text (wallet_no, to_date, limit): "W1"
# Algorithm: ${algorithm}
#
# Before you run this, put your private key as PEM into private.pem in this folder, or name its file behind key= below.
# If it is encrypted, OpenSSL asks for the passphrase.
# From DER:           (umask 077; openssl pkey -inform DER -in private.der -out private.pem)
# From encrypted DER: (umask 077; openssl pkcs8 -inform DER -in private.der -out private.pem)
# From JWK, which OpenSSL does not read:
#   (umask 077; node -e 'const jwk = JSON.parse(require("fs").readFileSync("private.jwk", "utf8")); console.log(require("crypto").createPrivateKey({ key: jwk, format: "jwk" }).export({ type: "pkcs8", format: "pem" }))' > private.pem)
key=private.pem

# The public key, as the service must know it:
openssl pkey -in "$key" -pubout -out public.pem

${steps}
`

const randomised = "# Sign. This algorithm is randomised: each run prints another signature, all of them valid."
const pss = " -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32 -sigopt rsa_mgf1_md:sha256"
const steps = (heading: string, options = ""): string =>
  `${heading}
printf '%s' W1 | openssl dgst -sha256${options} -sign "$key" -out openssl.sig
openssl base64 -A -in openssl.sig; echo

# Verify the signature that was made here. This prints "Verified OK":
printf '%s' c2ln | openssl base64 -d -A -out signature.bin
printf '%s' W1 | openssl dgst -sha256${options} -verify public.pem -signature signature.bin`

const explanations: ReadonlyArray<readonly [SignatureAlgorithm, string]> = [
  ["rsa-pkcs1-sha256", steps("# Sign. This prints the same signature:")],
  ["rsa-pss-sha256", steps(randomised, pss)],
  ["ecdsa-p256-sha256-der", steps(randomised)],
  [
    "ecdsa-p256-sha256-p1363",
    String.raw`${randomised}
# OpenSSL writes DER; P1363 is its two numbers, each as 32 bytes.
printf '%s' W1 | openssl dgst -sha256 -sign "$key" -out openssl.der
openssl asn1parse -inform DER -in openssl.der |
  awk -F: '/INTEGER/ { h = $NF; while (length(h) < 64) h = "0" h; printf "%s", h }' | xxd -r -p > openssl.sig
openssl base64 -A -in openssl.sig; echo

# Verify the signature that was made here. This prints "Verified OK":
printf '%s' c2ln | openssl base64 -d -A -out signature.bin
# OpenSSL reads DER: a sequence of the two numbers.
hex=$(xxd -p signature.bin | tr -d '\n')
r=$(printf '%.64s' "$hex")
printf 'asn1=SEQUENCE:signature\n[signature]\nr=INTEGER:0x%s\ns=INTEGER:0x%s\n' "$r" "${"$"}{hex#"$r"}" > signature.cnf
openssl asn1parse -genconf signature.cnf -noout -out signature.der
printf '%s' W1 | openssl dgst -sha256 -verify public.pem -signature signature.der`
  ]
]

describe("the explanation", () => {
  it.each(explanations)("is this script for %s", (algorithm, expected) => {
    const script = explain({ algorithm, text: "W1", signature: Redacted.make("c2ln") })
    assert.strictEqual(script, explanation(algorithm, expected))
  })

  it("says where the key of the settings lies, and else what to do before it is run", () => {
    const explained = { algorithm: "rsa-pkcs1-sha256", text: "W1", signature: Redacted.make("c2ln") } as const
    const script = explain({ ...explained, keyFile: "/a b/key.pem" })
    assert.include(
      script,
      "\n# key= below names the private key of the settings. If it is no PEM, make private.pem of it"
    )
    assert.include(script, "\nkey='/a b/key.pem'\n")
    assert.notInclude(script, "Before you run this")
    assert.match(explain(explained), /^(#.*\n){3}# Before you run this, put your private key as PEM into private\.pem/)
  })

  it.effect("shows the signing text on one line, whatever it holds, and no part of the private key", () =>
    Effect.gen(function*() {
      const { script } = yield* prepare("rsa-pkcs1-sha256", keys.rsa, {
        walletNo: "W1",
        separator: "\n\u001b[2J\u202eé"
      })
      const [first] = script.split("\n")
      assert.strictEqual(
        first,
        String
          .raw`# Signing text (wallet_no, to_date, limit): "W1\n\u001b[2J\u202e\u00e92024-03-31\n\u001b[2J\u202e\u00e95000"`
      )
      for (const line of pem(keys.rsa).trim().split("\n").slice(1, -1)) assert.notInclude(script, line)
    }))
})
