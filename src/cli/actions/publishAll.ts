/**
 * Publishes copies for readers where settings ask for it, and tells what could not be published.
 */
import { Effect } from "effect"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { PublishSettings, type PublishTarget } from "../../settings/PublishSettings.ts"
import { type Published, publishFile, publishFolder } from "../../sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../sink/Sink.ts"
import { exitCode } from "../ending/exit.ts"
import { instantText, isoText } from "../output/instantText.ts"
import { printNotice } from "../output/output.ts"

/** A copy as `--json` shows it. */
export interface PublishedCopy {
  readonly path: string
  /** Of when it is, ISO 8601 in UTC; null for a file without any commit or run, and when nothing was published. */
  readonly at: string | null
  /** Whether something was written; not when the copy that is there holds the same. */
  readonly written: boolean
  /** Why nothing was published. */
  readonly problem: string | null
}

/** Publishes to one place. */
export const publishTo = Effect.fnUntraced(
  function*(
    { kind, path: to }: PublishTarget
  ): Effect.fn.Return<PublishedCopy, SinkError, DatabaseSettings | PublishSettings> {
    const { allowGroup, path } = yield* DatabaseSettings
    const { keep, mode } = yield* PublishSettings
    const options = { path, allowGroup, to, mode }
    return copyOf(yield* kind === "file" ? publishFile(options) : publishFolder({ ...options, keep }))
  }
)

const copyOf = ({ at, path, written }: Published): PublishedCopy => ({
  path,
  at: at === null ? null : isoText(at),
  written,
  problem: null
})

/**
 * Publishes to every place of the settings, behind a run: what fails takes nothing away from the run. Of a file without a window nothing is
 * published: one that the run made is removed when it ends.
 */
export const publishAll: Effect.Effect<
  ReadonlyArray<PublishedCopy>,
  never,
  DatabaseSettings | PublishSettings | Sink
> = Effect.gen(function*() {
  const { targets } = yield* PublishSettings
  const sink = yield* Sink
  // A head that can't be read is no reason to be silent: publishing says why.
  const isEmpty = yield* sink.head.pipe(
    Effect.map(({ sequence }) => sequence === 0),
    Effect.orElseSucceed(() => false)
  )
  if (isEmpty) return []
  return yield* Effect.forEach(targets, (target) =>
    publishTo(target).pipe(
      Effect.catch(({ message }) => Effect.succeed({ path: target.path, at: null, written: false, problem: message }))
    ))
})

/** Says on stderr what was not published, and what that means. */
export const printUnpublished = (copies: ReadonlyArray<PublishedCopy>): Effect.Effect<void> => {
  const problems = copies.flatMap(({ problem }) => problem ?? [])
  if (problems.length === 0) return Effect.void
  return printNotice(
    `${problems.join("\n")}\nWhat the run loaded is stored; readers have the copy before. ` +
      "When that is put right, `wallet-statement publish` makes the copy.",
    "ERROR"
  )
}

/** The codes for copies that could not be published. */
export const codesOfPublished = (copies: ReadonlyArray<PublishedCopy>): ReadonlyArray<number> =>
  copies.some(({ problem }) => problem !== null) ? [exitCode.failed] : []

/** A line for each copy. */
export const publishedLines = (copies: ReadonlyArray<PublishedCopy>): ReadonlyArray<string> =>
  copies.filter(({ problem }) => problem === null).map(({ at, path, written }) =>
    `${path}: ${written ? "published" : "holds the same already"}, as of ${
      at === null ? "before the first run" : instantText(Date.parse(at))
    }`
  )
