/**
 * Works the hashes of a file's windows out again. The database writes the lines of the rows in their order and this program
 * hashes them as they come: the database's own SHA-256 takes several times as long, as does a text of all the lines of a window.
 */
import type { DuckDBDataChunk } from "@duckdb/node-api"
import { Effect, Stream } from "effect"
import { createHash, type Hash } from "node:crypto"
import { int64At } from "../../../domain/int64.ts"
import type { SinkError } from "../../SinkError.ts"
import type { DatabaseReader } from "../file/Database.ts"
import {
  changedWindows,
  filledTables,
  framesOf,
  insertedLines,
  lastWindow,
  type Portion,
  type TableBeside,
  tablesBeside,
  windowSizes
} from "../schema/auditTexts.ts"
import { letGo, release, Texts, wordsOf } from "../vectors/vectors.ts"
import { hashBytes } from "./identityHashes.ts"

/** How much of a file is in memory at once. */
interface HashBounds {
  /** Rows whose lines are put in order at once. */
  readonly rows: number
  /** Bytes of the answers that these came in, which have more than the lines; the database has them several times over. */
  readonly bytes: number
  /** Lines beside those of inserted rows, but for declarations and records that a window closes. */
  readonly others: number
}

const usualBounds: HashBounds = { rows: 100_000, bytes: 20_000_000, others: 10_000 }

/** Portions of rows at work at once. */
const atOnce = 2

/** What the text of a window consists of beside the lines of its rows, and the hash of it all as it was committed. */
interface Frame {
  readonly hash: string | null
  readonly before: string
  readonly after: string
}

type Frames = ReadonlyMap<number, Frame>

/** A window's number, the rows that it inserted, the bytes of its answer, and about how many other lines its text has. */
interface WindowSize {
  readonly sequence: number
  readonly rows: number
  readonly bytes: number
  readonly others: number
}

/** What takes the hashes of rows' identities, two words each: they come with the lines, since to read the rows twice takes longer. */
type TakeIdentities = (hashes: Int32Array) => void

/**
 * The first window whose hash is not that of its record, rows, events and quarantined records, but for some. `take` gets the identities
 * of all rows that windows inserted, where no hash is wrong.
 */
export const firstWrongHash = Effect.fn("firstWrongHash")(function*(
  reader: DatabaseReader,
  excepted: ReadonlySet<number>,
  { most = usualBounds, take = ignore }: { readonly most?: HashBounds; readonly take?: TakeIdentities } = {}
) {
  const windows = (yield* reader.query(windowSizes)).rows.map((row): WindowSize => {
    const [sequence = 0, ...sizes] = row.map(Number)
    // Whoever can write the file can write less than nothing.
    const [rows = 0, bytes = 0, others = 0] = sizes.map((size) => Math.max(size, 0))
    return { sequence, rows, bytes, others }
  })
  const names = new Set((yield* reader.query(filledTables)).rows.map(([name]) => name))
  const filled = tablesBeside.filter((table) => names.has(table))
  const changed = (yield* reader.query(changedWindows)).rows.map(([sequence]) => Number(sequence))
  for (const group of inGroups(windows, ({ others }) => others / most.others)) {
    const frames = yield* framesIn(reader, portionOf(group), filled)
    for (const sequence of excepted) frames.delete(sequence)
    const portions = inGroups(group, ({ bytes, rows }) => Math.max(rows / most.rows, bytes / most.bytes)).map(portionOf)
    const wrong = yield* Effect.forEach(
      portions,
      (portion) => wrongIn(reader, portion, frames, take, changed.some((sequence) => isIn(portion, sequence))),
      { concurrency: atOnce }
    )
    for (const sequence of wrong.flat()) {
      const last = Number((yield* reader.query(lastWindow)).rows[0]?.[0])
      if (last === windows.at(-1)?.sequence || (yield* isWrong(reader, sequence))) return sequence
    }
  }
  return undefined
})

const ignore: TakeIdentities = () => undefined

/** A row can be changed by a later window, or something be written beside rows for the first time, while the file is asked. */
const isWrong = Effect.fnUntraced(function*(reader: DatabaseReader, sequence: number) {
  const alone = { first: sequence, last: sequence }
  return (yield* wrongIn(reader, alone, yield* framesIn(reader, alone, tablesBeside), ignore, true)).length > 0
})

/** Windows that stand together, as many as are no larger than 1 together; or one alone that is. */
const inGroups = (
  windows: ReadonlyArray<WindowSize>,
  sizeOf: (window: WindowSize) => number
): ReadonlyArray<ReadonlyArray<WindowSize>> => {
  const groups: Array<Array<WindowSize>> = []
  let room = 0
  for (const window of windows) {
    const size = sizeOf(window)
    const group = groups.at(-1)
    if (group === undefined || size > room) {
      groups.push([window])
      room = 1 - size
    } else {
      group.push(window)
      room -= size
    }
  }
  return groups
}

const portionOf = (group: ReadonlyArray<WindowSize>): Portion => ({
  first: group[0]?.sequence ?? 0,
  last: group.at(-1)?.sequence ?? 0
})

const isIn = ({ first, last }: Portion, sequence: number): boolean => first <= sequence && sequence <= last

const framesIn = Effect.fnUntraced(function*(
  reader: DatabaseReader,
  portion: Portion,
  filled: ReadonlyArray<TableBeside>
) {
  const frames = new Map<number, Frame>()
  for (const [sequence, hash = null, before, after] of (yield* reader.query(framesOf(portion, filled))).rows) {
    frames.set(Number(sequence), { hash, before: before ?? "", after: after ?? "" })
  }
  return frames
})

/** The wrong windows of a portion of those whose frames are known, in their order. */
const wrongIn = (
  reader: DatabaseReader,
  portion: Portion,
  frames: Frames,
  take: TakeIdentities,
  changed: boolean
): Effect.Effect<ReadonlyArray<number>, SinkError> =>
  Stream.runFold(
    reader.chunks(insertedLines(portion, changed), "singly"),
    () => new WindowHashes(portion, frames),
    (hashes, chunk) => {
      const identities = wordsOf(chunk, 2, hashBytes)
      take(identities)
      release(identities)
      return hashes.add(chunk)
    }
  ).pipe(Effect.map((hashes) => hashes.end()))

/** The hashes of a portion's windows, from lines that come window after window. */
class WindowHashes {
  private readonly wrong: Array<number> = []
  private readonly left: Set<number>
  private current: { readonly sequence: number; readonly hash: Hash } | undefined
  private readonly frames: Frames

  constructor(portion: Portion, frames: Frames) {
    this.frames = frames
    this.left = new Set([...frames.keys()].filter((sequence) => isIn(portion, sequence)))
  }

  add(chunk: DuckDBDataChunk): this {
    const sequences = wordsOf(chunk, 0, 8)
    const texts = new Texts(chunk, 1)
    const count = chunk.rowCount
    let from = 0
    while (from < count) {
      const sequence = int64At(sequences, from)
      let to = from + 1
      while (to < count && int64At(sequences, to) === sequence) to++
      const hash = this.turnTo(sequence)
      for (const lines of texts.joined(from, to)) hash.update(lines)
      from = to
    }
    texts.end()
    letGo(chunk, 1)
    release(sequences)
    return this
  }

  /** The windows whose hash is another, when all lines were added; those without rows have none. */
  end(): ReadonlyArray<number> {
    for (const sequence of this.left) this.turnTo(sequence)
    this.finish()
    return this.wrong.sort((left, right) => left - right)
  }

  /** The hash that a window's lines are to be added to. */
  private turnTo(sequence: number): Hash {
    if (this.current?.sequence === sequence) return this.current.hash
    this.finish()
    this.left.delete(sequence)
    const hash = createHash("sha256").update(this.frames.get(sequence)?.before ?? "")
    this.current = { sequence, hash }
    return hash
  }

  private finish(): void {
    if (this.current === undefined) return
    const { hash, sequence } = this.current
    const frame = this.frames.get(sequence)
    if (frame !== undefined && hash.update(frame.after).digest("hex") !== frame.hash) this.wrong.push(sequence)
    this.current = undefined
  }
}
