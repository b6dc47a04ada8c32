/**
 * How TLS is spoken with the service: 1.2 or newer, certificates always checked, by the authorities of the settings.
 */
import { Effect, Option, Schema } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { shownPath } from "../settings/path.ts"
import type { TransportSettings } from "../settings/TransportSettings.ts"
import { readClientCertificate } from "./clientCertificate.ts"

/** The file of certificate authorities is missing, unreadable, or holds no certificate. */
export class CaFileError extends Schema.TaggedError<CaFileError>()("CaFileError", {
  path: Schema.String,
  problem: Schema.Literals(["unreadable", "no-certificate"])
}) {
  override get message(): string {
    const what = this.problem === "unreadable" ? "cannot be read" : "holds no PEM certificate"
    return `The file of certificate authorities ${what}: ${this.path}. Correct WALLET_STATEMENT_CA_FILE.`
  }
}

const readAuthorities = Effect.fnUntraced(function*(path: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: () => new CaFileError({ path: shownPath(path), problem: "unreadable" })
  })
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
