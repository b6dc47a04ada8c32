/**
 * Works the hashes of a file's windows out again. The database writes the lines of the rows and this program hashes
 * them: the database's own SHA-256 takes several times as long, and its threads write the next texts meanwhile.
 */
import type { DuckDBDataChunk } from "@duckdb/node-api"
import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import type { SinkError } from "../../SinkError.ts"
import type { DatabaseReader } from "../file/Database.ts"
import type { TextStyle } from "../schema/auditLines.ts"
import {
  framesOf,
  insertedTexts,
  type Portion,
  type PortionTraits,
  traitsOf,
  windowSizes
} from "../schema/auditTexts.ts"
import { valuesOf } from "../vectors/exactValues.ts"
import { blobsOf } from "../vectors/vectors.ts"

/** Rows whose texts are in memory at once, for each portion that is at work: some 150 bytes a row, several times over. */
const mostRows = 50_000

/** Portions at work at once. */
const atOnce = 2

/** What the text of a window consists of beside the lines of its rows, and the hash of it all as it was committed. */
interface Frame {
  readonly hash: string | null
  readonly before: string
  readonly after: string
}

/** The first window whose hash is not that of its record, rows, events and quarantined records, but for some. */
export const firstWrongHash = Effect.fn("firstWrongHash")(function*(
  reader: DatabaseReader,
  excepted: ReadonlySet<number>
) {
  const wrong = yield* Effect.forEach(yield* portionsOf(reader), (portion) => wrongIn(reader, portion, excepted), {
    concurrency: atOnce
  })
  return wrong.find((sequence) => sequence !== undefined)
})

const portionsOf = Effect.fnUntraced(function*(reader: DatabaseReader) {
  const portions: Array<Portion & { last: number; rows: number }> = []
  for (const [sequence, size] of (yield* reader.query(windowSizes)).rows) {
    const window = { first: Number(sequence), last: Number(sequence), rows: Number(size) }
    const portion = portions.at(-1)
    if (portion === undefined || portion.rows + window.rows > mostRows) portions.push(window)
    else {
      portion.last = window.last
      portion.rows += window.rows
    }
  }
  return portions
})

const wrongIn = Effect.fnUntraced(function*(
  reader: DatabaseReader,
  portion: Portion,
  excepted: ReadonlySet<number>
) {
  const frames = new Map<number, Frame>()
  for (const [sequence, hash = null, before, after] of (yield* reader.query(framesOf(portion))).rows) {
    frames.set(Number(sequence), { hash, before: before ?? "", after: after ?? "" })
  }
  const [[legs, changed] = []] = (yield* reader.query(traitsOf(portion))).rows
  const traits = { legs: legs === "true", changed: changed === "true" }
  const wrong: Array<number> = []
  const left = new Map(frames)
  const check = (sequence: number, text: Uint8Array): void => {
    const frame = frames.get(sequence)
    left.delete(sequence)
    if (frame === undefined || excepted.has(sequence)) return
    if (hashOf(frame, text) !== frame.hash) wrong.push(sequence)
  }
  const doubtful = yield* checkTexts(reader, portion, traits, "plain", check)
  // Nearly no text holds a special character, and to look for two of them is far cheaper than to escape all.
  if (doubtful || wrong.length > 0) {
    wrong.length = 0
    yield* checkTexts(reader, portion, traits, "escaped", check)
  }
  for (const sequence of left.keys()) check(sequence, nothing)
  return wrong.length === 0 ? undefined : Math.min(...wrong)
})

const nothing = new Uint8Array()

/** Checks the windows of a portion that have rows; whether the text of one is in doubt as it is not escaped. */
const checkTexts = (
  reader: DatabaseReader,
  portion: Portion,
  traits: PortionTraits,
  style: TextStyle,
  check: (sequence: number, text: Uint8Array) => void
): Effect.Effect<boolean, SinkError> =>
  Stream.runFold(
    reader.chunks(insertedTexts(portion, traits, style), "singly"),
    () => false,
    (doubtful, chunk) => checkChunk(chunk, check) || doubtful
  )

const checkChunk = (chunk: DuckDBDataChunk, check: (sequence: number, text: Uint8Array) => void): boolean => {
  let doubtful = false
  let row = 0
  const [sequences, doubts] = [valuesOf(chunk, 0), valuesOf(chunk, 1)]
  for (const text of blobsOf(chunk, 2)) {
    check(Number(sequences(row)), text)
    doubtful = doubts(row++) === true || doubtful
  }
  return doubtful
}

const hashOf = ({ after, before }: Frame, text: Uint8Array): string =>
  createHash("sha256").update(before).update(text).update(after).digest("hex")
