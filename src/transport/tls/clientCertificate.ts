/**
 * Reads the certificate that is shown to the service, and its private key, from files that can be believed.
 */
import { Effect } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { type FileRefused, readBelievedFile, readSecretFile } from "../../settings/believedFile.ts"
import { shownKeyPath, shownPath } from "../../settings/path.ts"
import { placeOf, problemWith, type SettingsError } from "../../settings/setting.ts"
import type { ClientCertificate } from "../../settings/TransportSettings.ts"

const certName = "CLIENT_CERT_FILE"
const keyName = "CLIENT_KEY_FILE"

/** Both as PEM text, checked to belong together; fails with a SettingsError that quotes nothing of them. */
export const readClientCertificate = Effect.fnUntraced(function*({ certFile, keyFile }: ClientCertificate) {
  const { bytes } = yield* readBelievedFile(certFile).pipe(Effect.catch(problemOf(certName, certFile)))
  const cert = Buffer.from(bytes).toString()
  const certificate = yield* Effect.try(() => new X509Certificate(cert)).pipe(
    Effect.catch(() => problemWith(certName, `holds no PEM certificate: ${certFile}`))
  )
  const secret = yield* readSecretFile(keyFile).pipe(Effect.catch(problemOf(keyName, keyFile)))
  const key = Buffer.from(secret).toString()
  const belongs = yield* Effect.try(() => certificate.checkPrivateKey(createPrivateKey(key))).pipe(
    Effect.catch(() => problemWith(keyName, `holds no PEM private key without a passphrase: ${keyFile}`))
  )
  if (!belongs) return yield* problemWith(keyName, `is not the private key of ${yield* placeOf(certName)}`)
  return { cert, key }
})

const problemOf =
  (name: typeof certName | typeof keyName, path: string) =>
  ({ kind, problem }: FileRefused): Effect.Effect<never, SettingsError> =>
    kind === "untrusted" || kind === "exposed"
      ? problemWith(name, problem)
      : problemWith(name, `cannot be read: ${name === keyName ? shownKeyPath(path) : shownPath(path)}`)
