/**
 * The settings that say which service to speak to, as whom, and how requests are signed.
 */
import { defaulted, secretSetting, setting } from "./described.ts"
import { path } from "./path.ts"
import { baseUrl, command, oneOf, secret, verbatim, yesOrNo } from "./shapes.ts"
import { SignatureAlgorithm } from "./SigningSettings.ts"

export const BASE_URL = setting("BASE_URL", baseUrl(true), "address of the service; `https` only")
export const ALLOW_HTTP_LOOPBACK = defaulted(
  "ALLOW_HTTP_LOOPBACK",
  yesOrNo,
  "false",
  "`true` lets `http` to this machine pass"
)
export const CONSUMER_KEY = secretSetting("CONSUMER_KEY", "the consumer key of your developer account", "credentials")
export const CONSUMER_SECRET = secretSetting(
  "CONSUMER_SECRET",
  "the consumer secret of your developer account",
  "credentials"
)
export const PRIVATE_KEY = setting(
  "PRIVATE_KEY",
  secret("a private key in PEM form"),
  "private key as text: PEM, in which `\\n` may stand for a new line",
  { isSecret: true }
)
export const PRIVATE_KEY_FILE = setting(
  "PRIVATE_KEY_FILE",
  path("the path of a private key file; its text belongs in WALLET_STATEMENT_PRIVATE_KEY"),
  "private key as a file that only you can read: PEM (PKCS#1, PKCS#8, SEC1), DER or JWK",
  { isSecretPath: true }
)
export const PRIVATE_KEY_COMMAND = setting(
  "PRIVATE_KEY_COMMAND",
  command,
  "instead: a command that prints it (`docs/secrets.md`)"
)
export const PRIVATE_KEY_PASSPHRASE = secretSetting(
  "PRIVATE_KEY_PASSPHRASE",
  "the passphrase of the private key",
  "of an encrypted key"
)
export const SIGNER_COMMAND = setting(
  "SIGNER_COMMAND",
  command,
  "instead of a private key: a command that gets a SHA-256 on stdin and prints its signature in Base64, from AWS KMS, " +
    "Azure Key Vault, PKCS#11 (`docs/secrets.md`)"
)
export const SIGNATURE_ALGORITHM = defaulted(
  "SIGNATURE_ALGORITHM",
  oneOf(SignatureAlgorithm.literals),
  "rsa-pkcs1-sha256",
  SignatureAlgorithm.literals.map((word) => `\`${word}\``).join(", ")
)
export const SIGNATURE_SEPARATOR = setting(
  "SIGNATURE_SEPARATOR",
  verbatim("the text between the signed values"),
  "between the signed values",
  { otherwise: "none" }
)

/** All of these, in the order in which they are listed. */
export const serviceSettings = [
  BASE_URL,
  ALLOW_HTTP_LOOPBACK,
  CONSUMER_KEY,
  CONSUMER_SECRET,
  PRIVATE_KEY,
  PRIVATE_KEY_FILE,
  PRIVATE_KEY_COMMAND,
  PRIVATE_KEY_PASSPHRASE,
  SIGNER_COMMAND,
  SIGNATURE_ALGORITHM,
  SIGNATURE_SEPARATOR
]
