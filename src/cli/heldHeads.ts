/**
 * Compares a file with heads of its audit chain that were kept elsewhere. A file that was rewritten from end to end can have a
 * sound chain, but not the one that was told.
 */
import { Effect, Stream } from "effect"
import { createReadStream } from "node:fs"
import { type ChainHead, headText, parseHead } from "../sink/ChainHead.ts"
import { type DatabaseReader, hashesAt } from "../sink/duckdb/index.ts"
import type { SinkError } from "../sink/Sink.ts"
import { CommandEnd, exitCode } from "./exit.ts"
import { readWitnessLine, type WitnessLine } from "./WitnessLine.ts"

/** What a comparison came to, and in words. */
export interface Comparison {
  readonly agrees: boolean
  readonly text: string
}

/** What a whole witness came to; `lines` are those that were compared. */
export interface WitnessComparison extends Comparison {
  readonly lines: number
  readonly differing: number
  /** Lines that were not written to their end. */
  readonly torn: number
}

/** Reads what `--expect` was given. */
export const expectation = (text: string): Effect.Effect<ChainHead, CommandEnd> => {
  const head = parseHead(text.trim())
  return head === undefined
    ? Effect.fail(
      new CommandEnd({
        code: exitCode.usage,
        message: "--expect must be SEQUENCE:HASH, as `pull` and `verify` print it: a whole number and 64 hex digits."
      })
    )
    : Effect.succeed(head)
}

/** Whether a head that was kept elsewhere is one that the file's chain had. */
export const compareWith = Effect.fnUntraced(
  function*(reader: DatabaseReader, expected: ChainHead, last: ChainHead): Effect.fn.Return<Comparison, SinkError> {
    const wrong = difference(expected, yield* hashesAt(reader, [expected.sequence]), last)
    return {
      agrees: wrong === undefined,
      text: wrong ??
        `${expected.sequence === 0 ? "every chain begins so" : `window ${expected.sequence} has this hash`}${
          after(last.sequence - expected.sequence)
        }`
    }
  }
)

const after = (windows: number): string =>
  windows === 0 ? "" : `; of the ${windows === 1 ? "window" : `${windows} windows`} after it this says nothing`

/** How a head differs from the file; undefined when it does not. */
const difference = (
  { hash, sequence }: ChainHead,
  hashes: ReadonlyMap<number, string>,
  last: ChainHead
): string | undefined => {
  const found = hashes.get(sequence)
  if (found === hash) return undefined
  if (found !== undefined) return `the file's window ${sequence} has the hash ${found}`
  return sequence > last.sequence
    ? `the file has no window ${sequence}: it ends with ${last.sequence}`
    : `the file has no window ${sequence}, or two`
}

interface Tally {
  readonly lines: number
  readonly differing: number
  readonly torn: number
  readonly first: string | undefined
  readonly last: WitnessLine | undefined
}

/** Lines that are compared at once. */
const portion = 1000

/** Compares all lines of a witness, and names the first that differs. */
export const compareWithWitness = Effect.fnUntraced(
  function*(
    reader: DatabaseReader,
    path: string,
    last: ChainHead
  ): Effect.fn.Return<WitnessComparison, SinkError | CommandEnd> {
    const begin: Tally = { lines: 0, differing: 0, torn: 0, first: undefined, last: undefined }
    const tally = yield* linesOf(path).pipe(
      Stream.zipWithIndex,
      Stream.grouped(portion),
      Stream.runFoldEffect(() => begin, (so, lines) => compareLines(reader, last, so, lines))
    )
    return { agrees: tally.first === undefined && tally.lines > 0, text: inWords(tally, last), ...counts(tally) }
  }
)

const counts = ({ differing, lines, torn }: Tally) => ({ lines, differing, torn })

const linesOf = (path: string): Stream.Stream<string, CommandEnd> =>
  Stream.fromAsyncIterable(createReadStream(path), (cause) =>
    new CommandEnd({
      code: exitCode.usage,
      message: `The witness can't be read (${
        codeOf(cause)
      }): name with --witness the file that WITNESS_FILE of your pulls names.`
    })).pipe(Stream.decodeText, Stream.splitLines)

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"

const compareLines = Effect.fnUntraced(function*(
  reader: DatabaseReader,
  last: ChainHead,
  so: Tally,
  lines: ReadonlyArray<readonly [line: string, index: number]>
): Effect.fn.Return<Tally, SinkError> {
  const read = lines.map(([line, index]) => ({ line: readWitnessLine(line), isEmpty: line.trim() === "", index }))
  const heads = read.flatMap(({ line }) => (typeof line === "object" ? [line.head.sequence] : []))
  const hashes = yield* hashesAt(reader, heads)
  let tally = so
  for (const { index, isEmpty, line } of read) {
    if (isEmpty) continue
    if (line === "torn") {
      tally = { ...tally, torn: tally.torn + 1 }
      continue
    }
    const wrong = line === undefined ? "it is no line of a witness" : difference(line.head, hashes, last)
    const named = `line ${index + 1}${line === undefined ? "" : `, ${line.at} ${headText(line.head)}`}`
    tally = {
      ...tally,
      lines: tally.lines + 1,
      differing: tally.differing + (wrong === undefined ? 0 : 1),
      first: tally.first ?? (wrong === undefined ? undefined : `${named}: ${wrong}`),
      last: line ?? tally.last
    }
  }
  return tally
})

const inWords = ({ differing, first, last, lines, torn }: Tally, head: ChainHead): string => {
  const cut = torn === 0
    ? ""
    : `; ${torn === 1 ? "1 line was" : `${torn} lines were`} not written to the end and not compared`
  if (lines === 0) return `it has no line to compare${cut}`
  if (first !== undefined) {
    return `the first that differs is ${first}${differing === 1 ? "" : `; ${differing} of ${lines} lines differ`}${cut}`
  }
  const since = after(head.sequence - (last?.head.sequence ?? 0))
  return `${lines === 1 ? "its line agrees" : `all ${lines} lines agree`}, the last of ${last?.at}${since}${cut}`
}
