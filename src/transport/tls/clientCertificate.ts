/**
 * Reads the certificate that is shown to the service, and its private key, from files that can be believed.
 */
import { Effect } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { readBelievedFile, readSecretFile } from "../../settings/believedFile.ts"
import { notRead, type Problem } from "../../settings/namedFile.ts"
import { shownKeyPath, shownPath } from "../../settings/path.ts"
import { placeOf, problemWith } from "../../settings/setting.ts"
import type { ClientCertificate } from "../../settings/TransportSettings.ts"

const certName = "CLIENT_CERT_FILE"
const wrongCert: Problem = (problem) => problemWith(certName, problem)
const wrongKey: Problem = (problem) => problemWith("CLIENT_KEY_FILE", problem)

/** Both as PEM text, checked to belong together; fails with a SettingsError that quotes nothing of them. */
export const readClientCertificate = Effect.fnUntraced(function*({ certFile, keyFile }: ClientCertificate) {
  const { bytes } = yield* readBelievedFile(certFile).pipe(Effect.catch(notRead(wrongCert, shownPath(certFile))))
  const cert = Buffer.from(bytes).toString()
  const certificate = yield* Effect.try(() => new X509Certificate(cert)).pipe(
    Effect.catch(() => wrongCert(`holds no PEM certificate: ${certFile}. Name a file with one`))
  )
  const secret = yield* readSecretFile(keyFile).pipe(Effect.catch(notRead(wrongKey, shownKeyPath(keyFile))))
  const key = Buffer.from(secret).toString()
  const belongs = yield* Effect.try(() => certificate.checkPrivateKey(createPrivateKey(key))).pipe(
    Effect.catch(() => wrongKey(`holds no PEM private key without a passphrase: ${keyFile}. Name a file with one`))
  )
  if (!belongs) return yield* wrongKey(`is not the private key of ${yield* placeOf(certName)}`)
  return { cert, key }
})
