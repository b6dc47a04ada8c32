/**
 * The parts of a ZIP file, as far as workbooks have them: by the directory at its end, stored or deflated, each with its checksum and never
 * longer than it is allowed to be, whatever the directory says.
 */
import { Effect, type Scope, Stream } from "effect"
import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs"
import { pipeline } from "node:stream"
import { crc32, createInflateRaw } from "node:zlib"
import { damaged, refusalOf, type WorkbookRefused, workbookRefused } from "./WorkbookRefused.ts"

/** A part, as the directory tells of it. */
interface Entry {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressed: number
  readonly header: number
}

/** An open file. */
export interface ZipParts {
  readonly has: (name: string) => boolean
  /** The bytes of a part; more than `most` are refused. */
  readonly read: (name: string, most: number) => Stream.Stream<Uint8Array, WorkbookRefused>
}

const [endMark, entryMark, headerMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endBytes, entryBytes, headerBytes] = [22, 46, 30]
const longestComment = 0xffff
const [mostEntries, longestDirectory] = [10_000, 16 * 2 ** 20]
const partBytes = 256 * 1024
const [stored, deflated] = [0, 8]
/** What a file of more than 4 GB has in the place of a number. */
const elsewhere = 0xffffffff

const bytesAt = (file: number, position: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length)
  if (readSync(file, buffer, 0, length, position) !== length) throw damaged()
  return buffer
}

const directoryOf = (file: number): ReadonlyMap<string, Entry> => {
  const { size } = fstatSync(file)
  const length = Math.min(size, endBytes + longestComment)
  const tail = bytesAt(file, size - length, length)
  let at = length - endBytes
  while (at >= 0 && tail.readUInt32LE(at) !== endMark) at--
  if (at < 0) throw workbookRefused("is no workbook (XLSX): save it as one, or as CSV (UTF-8)")
  const [count, bytes, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (start === elsewhere || count > mostEntries || bytes > longestDirectory) {
    throw workbookRefused("is too large for a workbook: save the sheet as CSV (UTF-8)")
  }
  const directory = bytesAt(file, start, bytes)
  const entries = new Map<string, Entry>()
  let place = 0
  for (let number = 0; number < count; number++) {
    if (place + entryBytes > bytes || directory.readUInt32LE(place) !== entryMark) throw damaged()
    const end = place + entryBytes + directory.readUInt16LE(place + 28)
    const name = directory.toString("utf8", place + entryBytes, end).replaceAll("\\", "/").toLowerCase()
    if (entries.has(name)) throw damaged()
    entries.set(name, {
      flags: directory.readUInt16LE(place + 8),
      method: directory.readUInt16LE(place + 10),
      crc: directory.readUInt32LE(place + 16),
      compressed: directory.readUInt32LE(place + 20),
      header: directory.readUInt32LE(place + 42)
    })
    place = end + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32)
  }
  return entries
}

/** The bytes of a part as they are unpacked. */
const unpacked = (file: number, { compressed, flags, header, method }: Entry): AsyncIterable<Uint8Array> => {
  if ((flags & 1) !== 0) throw workbookRefused("is locked with a password: save it without one")
  if (method !== stored && method !== deflated) throw damaged()
  const local = bytesAt(file, header, headerBytes)
  if (local.readUInt32LE(0) !== headerMark) throw damaged()
  const start = header + headerBytes + local.readUInt16LE(26) + local.readUInt16LE(28)
  const source = createReadStream("", { fd: file, start, end: start + compressed - 1, autoClose: false })
  return method === stored ? source : pipeline(source, createInflateRaw({ chunkSize: partBytes }), () => {})
}

const bytesOf = (file: number, entry: Entry, most: number): Stream.Stream<Uint8Array, WorkbookRefused> =>
  Stream.unwrap(Effect.try({
    try: () => {
      if (entry.compressed === 0) return Stream.empty
      let [sum, length] = [0, 0]
      return Stream.fromAsyncIterable(unpacked(file, entry), refusalOf).pipe(
        Stream.mapEffect((part) => {
          length += part.length
          sum = crc32(part, sum)
          return length > most
            ? Effect.fail(
              workbookRefused(
                `holds more than ${Math.round(most / 2 ** 20)} MB in one part: save the sheet as CSV (UTF-8)`
              )
            )
            : Effect.succeed(part)
        }),
        Stream.concat(
          Stream.fromEffectDrain(Effect.suspend(() => (sum === entry.crc ? Effect.void : Effect.fail(damaged()))))
        )
      )
    },
    catch: refusalOf
  }))

/** Opens a file until the scope ends; fails with WorkbookRefused for one that is no ZIP file, and so does reading. */
export const openZip = Effect.fnUntraced(
  function*(path: string): Effect.fn.Return<ZipParts, WorkbookRefused, Scope.Scope> {
    const file = yield* Effect.acquireRelease(
      Effect.try({ try: () => openSync(path, "r"), catch: refusalOf }),
      (opened) => Effect.sync(() => closeSync(opened))
    )
    const entries = yield* Effect.try({ try: () => directoryOf(file), catch: refusalOf })
    return {
      has: (name) => entries.has(name.toLowerCase()),
      read: (name, most) => {
        const entry = entries.get(name.toLowerCase())
        return entry === undefined ? Stream.fail(damaged()) : bytesOf(file, entry, most)
      }
    }
  }
)
