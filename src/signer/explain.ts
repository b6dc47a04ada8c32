/**
 * Tells how to make and verify a request's signature with OpenSSL alone, version 1.1 or 3.
 *
 * The whole text is a shell script with its prose in comments: it can be read, pasted line by line or run as it is where the
 * key is a PEM file of the settings, and else in a folder that holds `private.pem`. It holds no part of the private key.
 */
import { Redacted } from "effect"
import { shellQuote } from "../settings/shellQuote.ts"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import type { Signature } from "./Signer.ts"

/** What is explained: a signing text as `signingText` gives it, and the signature that was made of it. */
export interface Explained {
  readonly algorithm: SignatureAlgorithm
  readonly text: string
  readonly signature: Signature
  /** Where the private key lies; absent when it is no file. */
  readonly keyFile?: string | undefined
}

/** The explanation that `sign --explain` prints: the signing text, and commands that sign it and verify the signature. */
export const explain = (explained: Explained): string =>
  [preface(explained), publicKey, signing(explained), verifying(explained)].join("\n\n") + "\n"

const preface = ({ algorithm, keyFile, text }: Explained): string =>
  `# Signing text (wallet_no, to_date, limit): ${printable(text)}
# Algorithm: ${algorithm}
#
${
    keyFile === undefined
      ? "# Before you run this, put your private key as PEM into private.pem in this folder, or name its file behind key= below."
      : "# key= below names the private key of the settings. If it is no PEM, make private.pem of it and name that there."
  }
# If it is encrypted, OpenSSL asks for the passphrase.
# From DER:           (umask 077; openssl pkey -inform DER -in private.der -out private.pem)
# From encrypted DER: (umask 077; openssl pkcs8 -inform DER -in private.der -out private.pem)
# From JWK, which OpenSSL does not read:
#   (umask 077; node -e '${jwkToPem}' > private.pem)
key=${shellQuote(keyFile ?? "private.pem")}`

const jwkToPem = `const jwk = JSON.parse(require("fs").readFileSync("private.jwk", "utf8")); ` +
  `console.log(require("crypto").createPrivateKey({ key: jwk, format: "jwk" }).export({ type: "pkcs8", format: "pem" }))`

const publicKey = `# The public key, as the service must know it:
openssl pkey -in "$key" -pubout -out public.pem`

const signing = ({ algorithm, text }: Explained): string => {
  const sign = `${print(text)} | openssl dgst -sha256${options(algorithm)} -sign "$key"`
  const show = "openssl base64 -A -in openssl.sig; echo"
  switch (algorithm) {
    case "rsa-pkcs1-sha256":
      return `# Sign. This prints the same signature:\n${sign} -out openssl.sig\n${show}`
    case "rsa-pss-sha256":
    case "ecdsa-p256-sha256-der":
      return `# Sign. This algorithm is randomised: each run prints another signature, all of them valid.\n` +
        `${sign} -out openssl.sig\n${show}`
    case "ecdsa-p256-sha256-p1363":
      return `# Sign. This algorithm is randomised: each run prints another signature, all of them valid.
# OpenSSL writes DER; P1363 is its two numbers, each as 32 bytes.
${sign} -out openssl.der
openssl asn1parse -inform DER -in openssl.der |
  awk -F: '/INTEGER/ { h = $NF; while (length(h) < 64) h = "0" h; printf "%s", h }' | xxd -r -p > openssl.sig
${show}`
  }
}

const verifying = ({ algorithm, signature, text }: Explained): string => {
  const decode = `${print(Redacted.value(signature))} | openssl base64 -d -A -out signature.bin`
  const verify = `${print(text)} | openssl dgst -sha256${options(algorithm)} -verify public.pem -signature`
  const heading = `# Verify the signature that was made here. This prints "Verified OK":\n${decode}\n`
  if (algorithm !== "ecdsa-p256-sha256-p1363") return `${heading}${verify} signature.bin`
  return `${heading}# OpenSSL reads DER: a sequence of the two numbers.
hex=$(xxd -p signature.bin | tr -d '\\n')
r=$(printf '%.64s' "$hex")
printf 'asn1=SEQUENCE:signature\\n[signature]\\nr=INTEGER:0x%s\\ns=INTEGER:0x%s\\n' "$r" "\${hex#"$r"}" > signature.cnf
openssl asn1parse -genconf signature.cnf -noout -out signature.der
${verify} signature.der`
}

const options = (algorithm: SignatureAlgorithm): string =>
  algorithm === "rsa-pss-sha256"
    ? " -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32 -sigopt rsa_mgf1_md:sha256"
    : ""

const print = (word: string): string => `printf '%s' ${shellQuote(word)}`

/** A separator may be a line break or another control character, which would end the comment or move the cursor. */
const printable = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
