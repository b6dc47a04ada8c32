/**
 * The files of a folder that is published: which may be there, which were made just now, and which are no longer needed.
 */
import { Effect } from "effect"
import type { Dirent } from "node:fs"
import { mkdir, readdir, rm, stat } from "node:fs/promises"
import { dirname, join, posix, relative, sep } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { exists, sync } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { folderMode, forReaders, type Readers } from "./forReaders.ts"
import { type ManifestFile, nextManifestName, readManifest } from "./Manifest.ts"
import { isOwnName } from "./names.ts"
import { groupOf } from "./Published.ts"

/** A folder whose files are published. */
export class FolderFiles {
  readonly root: string
  private readonly readers: Readers
  /** Files and folders that were made just now, with slashes. */
  private readonly made: Array<string> = []
  private readonly folders = new Set<string>()

  private constructor(root: string, readers: Readers) {
    this.root = root
    this.readers = readers
  }

  /** Opens a folder and gives its manifest too. Fails with Inaccessible where it holds what is somebody else's and no manifest. */
  static readonly open = Effect.fnUntraced(function*(root: string, mode: number) {
    const attempt = <A>(run: () => Promise<A>) =>
      Effect.tryPromise({ try: run, catch: (cause) => fileError(root, cause) })
    if (yield* exists(root)) yield* refuseForeign(root)
    else {
      yield* attempt(() => mkdir(root, { mode: 0o700 }))
      yield* forReaders(root, { mode: folderMode(mode), gid: yield* attempt(() => groupOf(dirname(root))) })
    }
    const gid = yield* attempt(() => groupOf(root))
    return { files: new FolderFiles(root, { mode, gid }), manifest: yield* readManifest(root) }
  })

  /** The place of a file. */
  placeOf(path: string): string {
    return join(this.root, path)
  }

  /** Those of some files that are there as they were written, as far as their length tells. */
  present(files: ReadonlyArray<ManifestFile>): Effect.Effect<ReadonlyArray<ManifestFile>> {
    return Effect.filter(
      files,
      ({ bytes, path }) =>
        Effect.promise(() =>
          stat(this.placeOf(path)).then((found) => found.isFile() && found.size === bytes, () => false)
        )
    )
  }

  /** Makes the folder of a new file, and notes that the file is made now. */
  readonly prepare = Effect.fnUntraced(function*(this: FolderFiles, path: string): Effect.fn.Return<void, SinkError> {
    const names = posix.dirname(path).split("/")
    for (const [index] of names.entries()) {
      const folder = names.slice(0, index + 1).join("/")
      if (this.folders.has(folder)) continue
      const place = this.placeOf(folder)
      yield* this.attempt(() => mkdir(place, { recursive: true, mode: 0o700 }))
      yield* forReaders(place, { ...this.readers, mode: folderMode(this.readers.mode) })
      this.folders.add(folder)
    }
    this.made.push(path)
  })

  /** Lets readers read some files. */
  forReaders(paths: ReadonlyArray<string>): Effect.Effect<void, SinkError> {
    return Effect.forEach(paths, (path) => forReaders(this.placeOf(path), this.readers), { discard: true })
  }

  /** Brings the names of what was made to the disk. */
  get settled(): Effect.Effect<void, SinkError> {
    return Effect.forEach([...this.folders, "."], (folder) => this.attempt(() => sync(this.placeOf(folder))), {
      discard: true
    })
  }

  /** Takes away what was made just now. */
  get takeBack(): Effect.Effect<void> {
    return Effect.promise(() => Promise.allSettled(this.made.map((path) => rm(this.placeOf(path), { force: true }))))
  }

  /** Removes all files with names that publishing gives but some: those that were replaced long ago, or never named. */
  readonly keepOnly = Effect.fnUntraced(
    function*(this: FolderFiles, needed: ReadonlySet<string>): Effect.fn.Return<void, SinkError> {
      const found = yield* filesIn(this.root)
      const old = found.filter((path) => isOwnName(path) && !needed.has(path))
      yield* this.attempt(() => Promise.all(old.map((path) => rm(this.placeOf(path), { force: true }))))
    }
  )

  private attempt<A>(run: () => Promise<A>): Effect.Effect<A, SinkError> {
    return Effect.tryPromise({ try: run, catch: (cause) => fileError(this.root, cause) })
  }
}

/** All that is in a folder and in those in it but folders, with slashes. */
const filesIn = (root: string): Effect.Effect<ReadonlyArray<string>, SinkError> =>
  Effect.tryPromise({
    try: () => readdir(root, { recursive: true, withFileTypes: true }),
    catch: (cause) => fileError(root, cause)
  }).pipe(Effect.map((entries) => entries.filter((entry) => !entry.isDirectory()).map(pathIn(root))))

const pathIn = (root: string) => ({ name, parentPath }: Dirent): string =>
  relative(root, join(parentPath, name)).split(sep).join("/")

/** A folder without a manifest is taken where nothing is in it but what a first publication that was cut short left. */
const refuseForeign = Effect.fnUntraced(function*(root: string): Effect.fn.Return<void, SinkError> {
  if ((yield* readManifest(root)) !== undefined) return
  const foreign = (yield* filesIn(root)).filter((path) => path !== nextManifestName && !isOwnName(path))
  if (foreign.length === 0) return
  return yield* sinkError(
    new Inaccessible(),
    `${root} holds other files and no manifest of an earlier publication, so it was left as it is: name an empty folder, or one ` +
      "that is not there yet."
  )
})
