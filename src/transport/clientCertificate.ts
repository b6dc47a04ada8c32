/**
 * Reads the certificate that is shown to the service, and its private key, which only its owner may have rights on.
 */
import { Effect } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { open, readFile } from "node:fs/promises"
import { shownPath } from "../settings/path.ts"
import { problemWith, type SettingsError } from "../settings/setting.ts"
import type { ClientCertificate } from "../settings/TransportSettings.ts"

const certName = "CLIENT_CERT_FILE"
const keyName = "CLIENT_KEY_FILE"
const othersRights = 0o077

/** Both as PEM text, checked to belong together; fails with a SettingsError that quotes nothing of them. */
export const readClientCertificate = Effect.fnUntraced(function*({ certFile, keyFile }: ClientCertificate) {
  const cert = yield* Effect.tryPromise({
    try: () => readFile(certFile, "utf8"),
    catch: () => problemWith(certName, `cannot be read: ${shownPath(certFile)}`)
  })
  const certificate = yield* Effect.try({
    try: () => new X509Certificate(cert),
    catch: () => problemWith(certName, `holds no PEM certificate: ${certFile}`)
  })
  const key = yield* readKey(keyFile)
  const belongs = yield* Effect.try({
    try: () => certificate.checkPrivateKey(createPrivateKey(key)),
    catch: () => problemWith(keyName, `holds no PEM private key without a passphrase: ${keyFile}`)
  })
  if (!belongs) return yield* problemWith(keyName, "is not the private key of WALLET_STATEMENT_CLIENT_CERT_FILE")
  return { cert, key }
})

const readKey = (path: string): Effect.Effect<string, SettingsError> => {
  const unreadable = () => problemWith(keyName, `cannot be read: ${shownPath(path)}`)
  // The file is looked at through the handle it is read from, so it cannot be exchanged in between.
  return Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => open(path, "r"), catch: unreadable }),
    (handle) =>
      Effect.gen(function*() {
        const { mode } = yield* Effect.tryPromise({ try: () => handle.stat(), catch: unreadable })
        if (process.platform !== "win32" && (mode & othersRights) !== 0) {
          const shown = (mode & 0o7777).toString(8).padStart(4, "0")
          return yield* problemWith(
            keyName,
            `has mode ${shown}: not only its owner can get at the private key. Run: chmod 600 ${path}`
          )
        }
        return yield* Effect.tryPromise({ try: () => handle.readFile("utf8"), catch: unreadable })
      }),
    (handle) => Effect.promise(() => handle.close())
  )
}
