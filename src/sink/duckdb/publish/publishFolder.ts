/**
 * A folder of Parquet files for readers, and a manifest that says which of them are the statement. Only files whose rows changed
 * are written anew, under new names; the manifest is replaced last.
 */
import { Clock, Duration, Effect } from "effect"
import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import type { OpenDatabase } from "../file/DatabaseFile.ts"
import { removeLeftovers, temporaryBeside } from "../file/leftovers.ts"
import { checkedCopy } from "./checkedCopy.ts"
import { FolderFiles } from "./FolderFiles.ts"
import { openLake } from "./Lake.ts"
import { type Manifest, type ManifestContent, manifestName, nameNextManifest, writtenInstant } from "./Manifest.ts"
import { oneAtATime, openToPublish, type Published, type PublishedFile, stateIn } from "./Published.ts"
import { fileAt, refuseAnother, refuseChanged } from "./refuseAnother.ts"
import { type Earlier, writeChanged } from "./writeChanged.ts"

/** Where a folder of Parquet files goes, and what its readers may do. */
export interface PublishFolderOptions extends PublishedFile {
  /** The folder, which is made where there is none; the one around it must exist. */
  readonly to: string
  /** The files' permissions, such as 0o640, of which follow those of folders; their group is that of the folder. */
  readonly mode: number
  /** How long files stay that the manifest no longer names, for readers that began with an earlier one. */
  readonly keep: Duration.Duration
}

/**
 * Publishes what is committed as Parquet files by wallet and month, unless the folder holds the same. Who has the file open for
 * writing in this process must not commit meanwhile. Fails with Locked when another process has it, with Inaccessible when the
 * folder is another's, or of another database, or can't be written, with DiskFull when there is no room.
 */
export const publishFolder = Effect.fn("publishFolder")(
  function*({ keep, mode, to, ...file }: PublishFolderOptions): Effect.fn.Return<Published, SinkError> {
    return yield* Effect.scoped(Effect.gen(function*() {
      const folder = resolve(to)
      const database = yield* openToPublish(file)
      const named = join(folder, manifestName)
      const before = yield* fileAt(named)
      const { files, manifest } = yield* FolderFiles.open(folder, mode)
      const { at, next } = yield* prepared({ database, files, manifest, folder, before, keep }).pipe(
        Effect.onError(() => files.takeBack)
      )
      if (next !== undefined) {
        yield* nameNextManifest(folder)
        yield* files.keepOnly(new Set([...next.files, ...next.replaced].map(({ path }) => path)))
      }
      return { path: folder, at, written: next !== undefined }
    }))
  },
  oneAtATime
)

interface Preparing {
  readonly database: OpenDatabase
  readonly files: FolderFiles
  /** The manifest of an earlier publication, and which file it is. */
  readonly manifest: Manifest | undefined
  readonly before: string | undefined
  readonly folder: string
  readonly keep: Duration.Duration
}

/** Writes what changed, and the next manifest under a name of its own; none where the folder holds the same. */
const prepared = Effect.fnUntraced(
  function*({ before, database, files, folder, keep, manifest }: Preparing) {
    const named = join(folder, manifestName)
    const current = yield* stateIn(database)
    const { at, database: own, text } = current
    yield* refuseAnother(database.path, current, { place: folder, taken: named, database: manifest?.database })
    yield* files.follow()
    const present = yield* files.present(manifest?.files ?? [])
    const state = createHash("sha256").update(text).digest("hex")
    const isMarked = manifest?.database === own
    if (isMarked && manifest.state === state && present.length === manifest.files.length) {
      return { at, next: undefined }
    }
    const now = yield* written(database, files, manifest && { manifest, present })
    const replaced = yield* replacedBy(now.files, manifest, keep)
    const next = { at: at === null ? null : writtenInstant(at), database: own, state, ...now, replaced }
    yield* files.settled
    yield* refuseChanged(folder, named, before)
    yield* files.writeNext(next)
    return { at, next }
  }
)

/** Writes what changed, from a copy beside the database that is gone then. */
const written = Effect.fnUntraced(
  function*(database: OpenDatabase, files: FolderFiles, earlier: Earlier | undefined) {
    yield* removeLeftovers(database.path, "publish")
    const copy = yield* Effect.acquireRelease(
      Effect.sync(() => temporaryBeside(database.path, "publish")),
      (name) => Effect.promise(() => Promise.allSettled([rm(name, { force: true })]))
    )
    yield* checkedCopy(database, copy, copy)
    return yield* writeChanged(yield* openLake(copy, files.root), files, earlier)
  },
  Effect.scoped
)

/** Files that the next manifest names no longer, and since when; not those that it is time to remove. */
const replacedBy = Effect.fnUntraced(
  function*(files: ManifestContent["files"], before: Manifest | undefined, keep: Duration.Duration) {
    const now = yield* Clock.currentTimeMillis
    const named = new Set(files.map(({ path }) => path))
    const since = writtenInstant(now)
    const replaced = [
      ...(before?.replaced ?? []),
      ...(before?.files ?? []).map(({ path }) => ({ path, since }))
    ]
    return replaced.filter((file) => !named.has(file.path) && Date.parse(file.since) > now - Duration.toMillis(keep))
  }
)
