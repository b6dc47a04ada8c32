/**
 * The files of a folder that is published: which may be there, which were made just now, and which are no longer needed.
 */
import { Effect } from "effect"
import type { Dirent } from "node:fs"
import { readdir, rm, rmdir, stat } from "node:fs/promises"
import { dirname, join, posix, relative, sep } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { exists, sync } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { folderMode, forReaders, type Readers } from "./forReaders.ts"
import { makeFolders } from "./makeFolders.ts"
import {
  type ManifestContent,
  type ManifestFile,
  manifestName,
  nextManifestName,
  readManifest,
  writeNextManifest
} from "./Manifest.ts"
import { isOwnFolder, isOwnName } from "./names.ts"
import { groupOf } from "./Published.ts"

/** A folder whose files are published. */
export class FolderFiles {
  readonly root: string
  private readonly readers: Readers
  /** Files and folders that were made just now; a folder stands behind the one that it lies in. */
  private readonly made: { readonly files: Array<string>; readonly folders: Array<string> }
  /** Folders, with slashes, in which something is made now. */
  private readonly folders = new Set<string>()

  private constructor(root: string, readers: Readers, madeFolders: Array<string>) {
    this.root = root
    this.readers = readers
    this.made = { files: [], folders: madeFolders }
  }

  /** Opens a folder and gives its manifest too. Fails with Inaccessible where it holds what is somebody else's and no manifest. */
  static readonly open = Effect.fnUntraced(function*(root: string, mode: number) {
    const groupAt = (folder: string) =>
      Effect.tryPromise({ try: () => groupOf(folder), catch: (cause) => fileError(root, cause) })
    const made: Array<string> = []
    return yield* Effect.gen(function*() {
      if (yield* exists(root)) yield* refuseForeign(root)
      else yield* makeForReaders([root], { mode, gid: yield* groupAt(dirname(root)) }, made)
      const files = new FolderFiles(root, { mode, gid: yield* groupAt(root), within: root }, made)
      return { files, manifest: yield* readManifest(root) }
    }).pipe(Effect.onError(() => removeEmpty(made)))
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

  /**
   * Gives the group and mode of now to all that publishing left there, also to what no manifest names any more. The folder itself keeps its
   * group, and its mode when it is another user's. What fails of one keeps none of the others from being closed.
   */
  readonly follow = Effect.fnUntraced(function*(this: FolderFiles): Effect.fn.Return<void, SinkError> {
    const { gid, uid } = yield* this.attempt(() => stat(this.root))
    const folders = { ...this.readers, mode: folderMode(this.readers.mode) }
    if (isMine(uid)) yield* forReaders(this.root, { ...folders, gid })
    const own = (yield* entriesIn(this.root)).filter(({ isFile, isFolder, path }) =>
      isFolder ? isOwnFolder(path) : isFile && (isOwnName(path) || path === manifestName)
    )
    const [, [problem]] = yield* Effect.partition(own, ({ isFolder, path }) => {
      const place = this.placeOf(path)
      return forReaders(place, isFolder ? folders : this.readers).pipe(
        // Another process that publishes there removes what was replaced long ago.
        Effect.catch((error) =>
          Effect.flatMap(exists(place), (isThere) => (isThere ? Effect.fail(error) : Effect.void))
        )
      )
    })
    if (problem !== undefined) return yield* problem
  })

  /** Makes the folders of new files, and notes that these are made now. */
  readonly prepare = Effect.fnUntraced(
    function*(this: FolderFiles, paths: ReadonlyArray<string>): Effect.fn.Return<void, SinkError> {
      for (const folder of paths.flatMap(foldersOf)) this.folders.add(folder)
      this.made.files.push(...paths)
      const places = [...this.folders].map((folder) => this.placeOf(folder))
      yield* makeForReaders(places, this.readers, this.made.folders)
    }
  )

  /** Lets readers read a file. */
  forReaders(path: string): Effect.Effect<void, SinkError> {
    return forReaders(this.placeOf(path), this.readers)
  }

  /** Brings the names of what was made to the disk. */
  get settled(): Effect.Effect<void, SinkError> {
    return Effect.forEach([...this.folders, "."], (folder) => this.attempt(() => sync(this.placeOf(folder))), {
      discard: true
    })
  }

  /** Writes the next manifest for readers. */
  writeNext(content: ManifestContent): Effect.Effect<void, SinkError> {
    this.made.files.push(nextManifestName)
    return Effect.andThen(writeNextManifest(this.root, content), this.forReaders(nextManifestName))
  }

  /** Takes away what was made just now. */
  get takeBack(): Effect.Effect<void> {
    const { files, folders } = this.made
    return Effect.promise(() => Promise.allSettled(files.map((path) => rm(this.placeOf(path), { force: true })))).pipe(
      Effect.andThen(removeEmpty(folders))
    )
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

/** The folders of a file's path, with slashes. */
const foldersOf = (path: string): ReadonlyArray<string> => {
  const names = posix.dirname(path).split("/")
  return names.map((_, index) => names.slice(0, index + 1).join("/"))
}

/** Makes those of some folders that are not there, and notes them in `made`. What fails leaves none of them half-made. */
const makeForReaders = Effect.fnUntraced(
  function*(
    folders: ReadonlyArray<string>,
    readers: Readers,
    made: Array<string>
  ): Effect.fn.Return<void, SinkError> {
    const mode = folderMode(readers.mode)
    const making = yield* makeFolders(folders, mode)
    made.push(...making.made)
    if (making.problem !== null) return yield* making.problem
    yield* Effect.forEach(making.made, (folder) => forReaders(folder, { ...readers, mode }), { discard: true })
  }
)

/** Removes folders in which nothing is, those in others first. */
const removeEmpty = (folders: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.forEach(folders.toReversed(), (folder) => Effect.ignore(Effect.tryPromise(() => rmdir(folder))), {
    discard: true
  })

interface Entry {
  /** With slashes. */
  readonly path: string
  readonly isFile: boolean
  readonly isFolder: boolean
}

/** All that is in a folder and in those in it. */
const entriesIn = (root: string): Effect.Effect<ReadonlyArray<Entry>, SinkError> =>
  Effect.tryPromise({
    try: () => readdir(root, { recursive: true, withFileTypes: true }),
    catch: (cause) => fileError(root, cause)
  }).pipe(Effect.map((entries) => entries.map(entryIn(root))))

const entryIn = (root: string) => (entry: Dirent): Entry => ({
  path: relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"),
  isFile: entry.isFile(),
  isFolder: entry.isDirectory()
})

/** The same without folders. */
const filesIn = (root: string): Effect.Effect<ReadonlyArray<string>, SinkError> =>
  Effect.map(entriesIn(root), (entries) => entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path))

const isMine = (uid: number): boolean => {
  const own = process.geteuid?.() ?? uid
  return own === 0 || own === uid
}

/** A folder without a manifest is taken where nothing is in it but what a first publication that was cut short left. */
export const refuseForeign = Effect.fnUntraced(function*(root: string): Effect.fn.Return<void, SinkError> {
  if ((yield* readManifest(root)) !== undefined) return
  const foreign = (yield* filesIn(root)).filter((path) => path !== nextManifestName && !isOwnName(path))
  if (foreign.length === 0) return
  return yield* sinkError(
    new Inaccessible(),
    `${root} holds other files and no manifest of an earlier publication, so it was left as it is: name an empty folder, or one ` +
      "that is not there yet."
  )
})
