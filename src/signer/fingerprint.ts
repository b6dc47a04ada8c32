/**
 * A public key's fingerprint, to compare what was registered with the service with what is at hand.
 */
import { createHash, createPublicKey } from "node:crypto"

/** SHA-256 of the key's DER SubjectPublicKeyInfo in hexadecimal. Takes PEM; throws when it is none. */
export const fingerprint = (publicKeyPem: string): string =>
  createHash("sha256").update(createPublicKey(publicKeyPem).export({ type: "spki", format: "der" })).digest("hex")
