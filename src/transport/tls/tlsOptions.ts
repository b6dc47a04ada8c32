/**
 * How TLS is spoken with the service: 1.2 or newer, certificates always checked, by the authorities of the settings.
 */
import { Effect, Option, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { readBelievedFile } from "../../settings/believedFile.ts"
import { shownPath } from "../../settings/path.ts"
import type { TransportSettings } from "../../settings/TransportSettings.ts"
import { readClientCertificate } from "./clientCertificate.ts"

/** The file of certificate authorities is missing, unreadable, not to be believed, or holds no certificate. */
export class CaFileError extends Schema.TaggedError<CaFileError>()("CaFileError", {
  path: Schema.String,
  problem: Schema.Literals(["unreadable", "untrusted", "no-certificate"]),
  /** What is wrong with an untrusted one, and what to run. */
  detail: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    if (this.detail !== undefined) return `${this.path} (WALLET_STATEMENT_CA_FILE) ${this.detail}`
    const what = this.problem === "unreadable" ? "cannot be read" : "holds no PEM certificate"
    return `The file of certificate authorities ${what}: ${this.path}. Correct WALLET_STATEMENT_CA_FILE.`
  }
}

/** Bundles of all authorities there are take a quarter of a megabyte. */
const maxAuthoritiesBytes = 2 ** 24

const readAuthorities = Effect.fnUntraced(function*(path: string) {
  const { bytes } = yield* readBelievedFile(path, maxAuthoritiesBytes).pipe(
    Effect.mapError(({ kind, problem }) =>
      kind === "untrusted"
        ? new CaFileError({ path, problem: "untrusted", detail: problem })
        : new CaFileError({ path: shownPath(path), problem: "unreadable" })
    )
  )
  const text = Buffer.from(bytes).toString()
  yield* Effect.try({
    try: () => new X509Certificate(text),
    catch: () => new CaFileError({ path, problem: "no-certificate" })
  })
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
