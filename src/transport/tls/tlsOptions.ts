/**
 * How TLS is spoken with the service: 1.2 or newer, certificates always checked, by the authorities of the settings.
 */
import { Effect, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { readBelievedFile } from "../../settings/believedFile.ts"
import { notRead, type Problem } from "../../settings/namedFile.ts"
import { shownPath } from "../../settings/path.ts"
import { problemWith } from "../../settings/setting.ts"
import type { TransportSettings } from "../../settings/TransportSettings.ts"
import { readClientCertificate } from "./clientCertificate.ts"

/** Bundles of all authorities there are take a quarter of a megabyte. */
const maxAuthoritiesBytes = 2 ** 24
const wrong: Problem = (problem) => problemWith("CA_FILE", problem)

const readAuthorities = Effect.fnUntraced(function*(path: string) {
  const { bytes } = yield* readBelievedFile(path, maxAuthoritiesBytes).pipe(
    Effect.catch(notRead(wrong, shownPath(path)))
  )
  const text = Buffer.from(bytes).toString()
  yield* Effect.try(() => new X509Certificate(text)).pipe(
    Effect.catch(() => wrong(`holds no PEM certificate: ${path}. Name a file with one`))
  )
  return text
})

/** What holds for a proxy too: its certificate is checked by the built-in authorities. */
export const checkedTls = { minVersion: "TLSv1.2", rejectUnauthorized: true } as const

/** Options of a TLS connection to the service; with a CA file only its authorities are trusted. */
export const tlsOptions = Effect.fnUntraced(function*(
  { caFile, clientCertificate }: Pick<TransportSettings["Service"], "caFile" | "clientCertificate">
) {
  const authorities = Option.isSome(caFile) ? { ca: yield* readAuthorities(caFile.value) } : {}
  const shown = clientCertificate === undefined ? {} : yield* readClientCertificate(clientCertificate)
  return { ...authorities, ...shown, ...checkedTls }
})
