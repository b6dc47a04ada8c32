/**
 * Compares a file with heads of its audit chain that were kept elsewhere. A file that was rewritten from end to end can have a
 * sound chain, but not the one that was told.
 */
import { Effect, Stream } from "effect"
import { type ChainHead, headText, parseHead } from "../../../sink/audit/ChainHead.ts"
import { type DatabaseReader, hashesAt } from "../../../sink/duckdb/index.ts"
import type { SinkError } from "../../../sink/Sink.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { readWitnessLine, type WitnessLine } from "../../witness/WitnessLine.ts"
import { inputFile, InputRefused } from "../InputFile.ts"

/** What a comparison came to, and in words. */
export interface Comparison {
  /** Whether it vouches for the file, as far as it goes: what does not differ and says nothing does not. */
  readonly agrees: boolean
  readonly differs: boolean
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
    if (wrong !== undefined) return { agrees: false, differs: true, text: wrong }
    if (expected.sequence === 0) return { agrees: last.sequence === 0, differs: false, text: ofBeginning(last) }
    const text = `window ${expected.sequence} has this hash${after(last.sequence - expected.sequence)}`
    return { agrees: true, differs: false, text }
  }
)

const after = (windows: number): string =>
  windows === 0 ? "" : `; of the ${windows === 1 ? "window" : `${windows} windows`} after it this says nothing`

/** Whoever writes a file anew begins with it, so it vouches for no window. */
const ofBeginning = ({ sequence }: ChainHead): string =>
  sequence === 0
    ? "every chain begins so, and the file has no window yet"
    : `every chain begins so, and of the file's ${windowsIn(sequence)} it says nothing`

const windowsIn = (count: number): string => (count === 1 ? "one window" : `${count} windows`)

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
  /** The last window that a line is of. */
  readonly furthest: number
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
    const begin: Tally = { lines: 0, differing: 0, torn: 0, first: undefined, furthest: 0, last: undefined }
    const tally = yield* linesOf(path).pipe(
      Stream.zipWithIndex,
      Stream.grouped(portion),
      Stream.runFoldEffect(() => begin, (so, lines) => compareLines(reader, last, so, lines))
    )
    const isOfFile = tally.furthest > 0 || last.sequence === 0
    return {
      agrees: tally.first === undefined && tally.lines > 0 && isOfFile,
      differs: tally.first !== undefined,
      text: inWords(tally, last),
      ...counts(tally)
    }
  }
)

const counts = ({ differing, lines, torn }: Tally) => ({ lines, differing, torn })

/** Far more than a line for each run of a hundred years. */
const maxBytes = 2 ** 30
/** Far more than a line of a witness. */
const maxLength = 1000

const linesOf = (path: string): Stream.Stream<string, CommandEnd> =>
  inputFile(path, maxBytes).pipe(
    Stream.decodeText,
    inLines,
    Stream.mapError(({ problem }) =>
      new CommandEnd({
        code: exitCode.usage,
        message: `The witness ${problem}: name with --witness the file that WITNESS_FILE of your pulls names.`
      })
    )
  )

/** Fails as soon as a line is too long, whether its end would ever come or not. */
const inLines = <E>(texts: Stream.Stream<string, E>): Stream.Stream<string, E | InputRefused> =>
  Stream.suspend(() => {
    let length = 0
    return texts.pipe(
      Stream.mapEffect((text) => {
        const pieces = text.split("\n")
        for (const [index, piece] of pieces.entries()) {
          length = piece.length + (index === 0 ? length : 0)
          if (length > maxLength) return Effect.fail(tooLong)
        }
        return Effect.succeed(text)
      }),
      Stream.splitLines
    )
  })

const tooLong = new InputRefused({ problem: `has a line of more than ${maxLength} characters and is none` })

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
      furthest: Math.max(tally.furthest, line?.head.sequence ?? 0),
      first: tally.first ?? (wrong === undefined ? undefined : `${named}: ${wrong}`),
      last: line ?? tally.last
    }
  }
  return tally
})

const inWords = ({ differing, first, furthest, last, lines, torn }: Tally, head: ChainHead): string => {
  const cut = torn === 0
    ? ""
    : `; ${torn === 1 ? "1 line was" : `${torn} lines were`} not written to the end and not compared`
  if (lines === 0) return `it has no line to compare${cut}`
  if (first !== undefined) {
    return `the first that differs is ${first}${differing === 1 ? "" : `; ${differing} of ${lines} lines differ`}${cut}`
  }
  if (furthest === 0) {
    return `${lines === 1 ? "its line is" : `all its ${lines} lines are`} of a file without a window: ${
      ofBeginning(head)
    }${cut}`
  }
  const since = after(head.sequence - (last?.head.sequence ?? 0))
  return `${lines === 1 ? "its line agrees" : `all ${lines} lines agree`}, the last of ${last?.at}${since}${cut}`
}
