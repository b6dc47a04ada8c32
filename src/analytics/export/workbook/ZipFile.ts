/**
 * A ZIP archive that is written from its beginning to its end. Each entry comes in pieces, which are compressed by themselves, so that an
 * entry of any length goes through. What an entry is long is said behind it, as it is not known before.
 *
 * Sizes and places are numbers of 32 bits: spreadsheets take those without a doubt, and an archive that needs larger ones is refused.
 */
import { Effect, type Scope } from "effect"
import { type FileHandle, open } from "node:fs/promises"
import { promisify } from "node:util"
import { constants, crc32, deflateRaw } from "node:zlib"
import { fileError } from "../../../sink/duckdb/file/duckErrors.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { type ExportRefused, exportRefused } from "../ExportRefused.ts"

/** Characters that are compressed together. */
const enough = 2 ** 19

/** The largest size, place and number of entries that the archive's fields hold; larger ones would mean another layout. */
const [mostBytes, mostEntries] = [0xfffffffe, 0xfffe]

/**
 * What each header has in common: version 2.0 · flags: sizes stand behind the entry, names are UTF-8 · method: deflate · time and date,
 * 1980-01-01 14:27:46. No clock is asked, so that the same rows give the same bytes; and by that time an archive of ours is told from others.
 */
const common = Buffer.from([20, 0, 0x08, 0x08, 8, 0, 0x77, 0x73, 0x21, 0])

const [localHeader, descriptor, directoryHeader, directoryEnd] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]

/** Ends a compressed text whose pieces were not marked as the last one. */
const lastBlock = Buffer.from([3, 0])

/** The header of an entry, behind which it stands; sizes are not known. */
export const headerOf = (name: string): Buffer => {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(localHeader, 0)
  common.copy(bytes, 4)
  bytes.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([bytes, Buffer.from(name)])
}

type Failure = SinkError | ExportRefused

interface Entry {
  readonly name: string
  readonly place: number
  crc: number
  /** Bytes as they are, and compressed. */
  bytes: number
  compressed: number
}

const deflated = promisify(deflateRaw)

const compress = (text: Buffer): Promise<Buffer> => deflated(text, { finishFlush: constants.Z_SYNC_FLUSH })

/** An archive that is begun. */
export class ZipFile {
  private readonly path: string
  private readonly handle: FileHandle
  private readonly entries: Array<Entry> = []
  private place = 0
  private waiting: Array<string> = []
  private length = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  /** Begins a new file; it is closed when the scope ends. */
  static begin(path: string): Effect.Effect<ZipFile, SinkError, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.map(attempt(path, () => open(path, "wx")), (handle) => new ZipFile(path, handle)),
      ({ handle }) => Effect.promise(() => Promise.allSettled([handle.close()]))
    )
  }

  /** Ends the entry before, and begins another one. */
  begin(name: string): Effect.Effect<void, Failure> {
    return Effect.andThen(
      this.endEntry,
      Effect.suspend(() => {
        this.entries.push({ name, place: this.place, crc: 0, bytes: 0, compressed: 0 })
        return this.write(headerOf(name))
      })
    )
  }

  /** Puts a text behind those before. */
  put(text: string): void {
    this.waiting.push(text)
    this.length += text.length
  }

  /** Bytes of the entry that were written so far. */
  get bytes(): number {
    return this.entries.at(-1)?.bytes ?? 0
  }

  /** Writes what was put when it is much. */
  readonly flush = Effect.suspend(() => (this.length < enough ? Effect.void : this.writeText))

  /** Ends the last entry, writes the directory, and brings the file to the disk. */
  readonly end: Effect.Effect<void, Failure> = Effect.suspend(() =>
    this.endEntry.pipe(
      Effect.andThen(Effect.suspend((): Effect.Effect<void, Failure> => {
        const directory = Buffer.concat(this.entries.map(directoryEntry))
        const end = Buffer.alloc(22)
        end.writeUInt32LE(directoryEnd, 0)
        if (this.entries.length > mostEntries || this.place > mostBytes) return Effect.fail(tooLarge())
        end.writeUInt16LE(this.entries.length, 8)
        end.writeUInt16LE(this.entries.length, 10)
        end.writeUInt32LE(directory.length, 12)
        end.writeUInt32LE(this.place, 16)
        return this.write(Buffer.concat([directory, end]))
      })),
      Effect.andThen(attempt(this.path, () => this.handle.sync().finally(() => this.handle.close())))
    )
  )

  private get writeText(): Effect.Effect<void, Failure> {
    const entry = this.entries.at(-1)
    if (entry === undefined || this.length === 0) return Effect.void
    const text = Buffer.from(this.waiting.join(""))
    this.waiting = []
    this.length = 0
    entry.crc = crc32(text, entry.crc)
    entry.bytes += text.length
    return attempt(this.path, () => compress(text)).pipe(
      Effect.flatMap((compressed) => {
        entry.compressed += compressed.length
        return this.write(compressed)
      })
    )
  }

  private get endEntry(): Effect.Effect<void, Failure> {
    return Effect.andThen(
      this.writeText,
      Effect.suspend((): Effect.Effect<void, Failure> => {
        const entry = this.entries.at(-1)
        if (entry === undefined) return Effect.void
        entry.compressed += lastBlock.length
        if (entry.bytes > mostBytes || entry.compressed > mostBytes) return Effect.fail(tooLarge())
        const behind = Buffer.alloc(16)
        behind.writeUInt32LE(descriptor, 0)
        sizesOf(entry).copy(behind, 4)
        return this.write(Buffer.concat([lastBlock, behind]))
      })
    )
  }

  private write(bytes: Buffer): Effect.Effect<void, SinkError> {
    this.place += bytes.length
    return attempt(this.path, () => this.handle.writeFile(bytes))
  }
}

const sizesOf = ({ bytes, compressed, crc }: Entry): Buffer => {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(compressed, 4)
  sizes.writeUInt32LE(bytes, 8)
  return sizes
}

const directoryEntry = (entry: Entry): Buffer => {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(directoryHeader, 0)
  bytes.writeUInt16LE(20, 4)
  common.copy(bytes, 6)
  sizesOf(entry).copy(bytes, 16)
  bytes.writeUInt16LE(Buffer.byteLength(entry.name), 28)
  if (entry.place <= mostBytes) bytes.writeUInt32LE(entry.place, 42)
  return Buffer.concat([bytes, Buffer.from(entry.name)])
}

const attempt = <A>(path: string, io: () => Promise<A>): Effect.Effect<A, SinkError> =>
  Effect.tryPromise({ try: io, catch: (cause) => fileError(path, cause) })

const tooLarge = (): ExportRefused =>
  exportRefused(
    "This is more than 4 GB or 65,000 sheets, and a workbook holds no more: name fewer days with --from and --to or fewer wallets " +
      "with --wallet, or export csv or parquet."
  )
