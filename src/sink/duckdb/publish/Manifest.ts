/**
 * The manifest of a folder of Parquet files: which files are the statement, and of when it is. It is replaced last and at once,
 * so who reads it first and then the files that it names sees one state, whatever is published meanwhile.
 */
import { Effect, Schema } from "effect"
import { open, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { attemptOn } from "../file/attemptOn.ts"
import { exists, sync } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { isOwnName } from "./names.ts"

const format = "wallet-statement parquet"
const version = 1

/** A path in the folder, with slashes; what publishing removes it finds by these, so no other one is read. */
const OwnPath = Schema.String.check(
  Schema.makeFilter((path: string) => isOwnName(path) || "a name that publishing gives")
)

/** Sums of the rows of a currency that are not withdrawn, as exact decimals. */
const Sums = Schema.Struct({
  currency: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  debits: Schema.String,
  credits: Schema.String,
  net: Schema.String
})

/** A file of the folder. */
export const ManifestFile = Schema.Struct({
  path: OwnPath,
  /** The table whose rows it has. */
  table: Schema.String,
  /** Of a file of `transactions`, whose rows they are, and of which month, `YYYY-MM`; null for other tables. */
  wallet: Schema.NullOr(Schema.String),
  month: Schema.NullOr(Schema.String),
  rows: Schema.Int,
  bytes: Schema.Int,
  sha256: Schema.String,
  /** Of a file of `transactions`; empty for other tables. */
  sums: Schema.Array(Sums)
})
export type ManifestFile = typeof ManifestFile.Type

/** The manifest. */
export const Manifest = Schema.Struct({
  format: Schema.Literal(format),
  version: Schema.Int,
  /** Of when it is, ISO 8601 in UTC: the last commit or the end of the last run that the files hold; null for none. */
  at: Schema.NullOr(Schema.String),
  /** The last run that they hold. */
  runId: Schema.NullOr(Schema.String),
  /** The audit chain's head, `SEQUENCE:HASH`. */
  head: Schema.String,
  /** The audit hash of the database's first window, which tells it from others; null before that, absent in those of earlier versions. */
  database: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Version of the layout of the database that they were made of. */
  layout: Schema.Int,
  /** SHA-256 of what tells the database's state from others. */
  state: Schema.String,
  files: Schema.Array(ManifestFile),
  /** Files of earlier manifests, and since when no manifest names them: they are removed a while later. */
  replaced: Schema.Array(Schema.Struct({ path: OwnPath, since: Schema.String }))
})
export type Manifest = typeof Manifest.Type

/** The same without what is always the same. */
export type ManifestContent = Omit<Manifest, "format" | "version">

/** An instant in milliseconds since 1970 as the manifest writes it. */
export const writtenInstant = (millis: number): string => new Date(millis).toISOString()

/** Its name in the folder. */
export const manifestName = "manifest.json"

/** The name under which the next one is written, for a moment. */
export const nextManifestName = ".manifest.json.next"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))
const encode = Schema.encodeSync(Manifest)

/** The folder's manifest; undefined where there is none. Fails with Inaccessible where it is somebody else's or a newer one. */
export const readManifest = Effect.fnUntraced(
  function*(folder: string): Effect.fn.Return<Manifest | undefined, SinkError> {
    const path = join(folder, manifestName)
    if (!(yield* exists(path))) return undefined
    const text = yield* Effect.tryPromise({
      try: () => readFile(path, "utf8"),
      catch: (cause) => fileError(path, cause)
    })
    const manifest = decode(text)
    if (manifest._tag === "Some" && manifest.value.version === version) return manifest.value
    return yield* sinkError(
      new Inaccessible(),
      `${path} is no manifest that this version of the program writes, so the folder was left as it is: name another one.`
    )
  }
)

/** Writes the next manifest, whole and on the disk, under a name of its own. */
export const writeNextManifest = (folder: string, content: ManifestContent): Effect.Effect<void, SinkError> => {
  const next = join(folder, nextManifestName)
  return Effect.tryPromise({
    try: () => writeWhole(next, `${JSON.stringify(encode({ format, version, ...content }), null, 1)}\n`),
    catch: (cause) => fileError(next, cause)
  }).pipe(Effect.onError(() => Effect.promise(() => Promise.allSettled([rm(next, { force: true })]))))
}

/** Puts it in the place of the one before. Nothing interrupts that, so that nobody takes files away that it names. */
export const nameNextManifest = (folder: string): Effect.Effect<void, SinkError> => {
  const path = join(folder, manifestName)
  return attemptOn(path)(() => rename(join(folder, nextManifestName), path).then(() => sync(folder)))
}

const writeWhole = (path: string, text: string): Promise<void> =>
  open(path, "w", 0o600).then((handle) =>
    handle.writeFile(text).then(() => handle.sync()).finally(() => handle.close())
  )
