/**
 * Where readers read: the file, or a published copy of it while another process writes the file.
 */
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { PublishSettings } from "../../settings/PublishSettings.ts"
import { shellQuote } from "../../settings/shellQuote.ts"
import { publishedAt } from "../../sink/duckdb/index.ts"
import { SinkError, sinkError } from "../../sink/SinkError.ts"
import { instantText } from "../output/instantText.ts"
import { printNotice } from "../output/output.ts"

/** A published copy, and of when it is, in milliseconds since 1970; null for one without any commit or run. */
export interface Copy {
  readonly path: string
  readonly at: number | null
}

/**
 * Reads the file of the settings, or, when another process has it open for writing, the latest copy that was published, and says so.
 * `read` must not print before it has opened what it reads.
 */
export const readFileOrCopy = Effect.fnUntraced(
  function*<A, E, R>(read: (path: string, copy: Copy | null) => Effect.Effect<A, E | SinkError, R>) {
    const { path } = yield* DatabaseSettings
    const places = yield* copyPlaces
    return yield* read(path, null).pipe(
      Effect.catchIf(isWritten, (error) =>
        Effect.gen(function*() {
          const copy = yield* latestOf(places)
          if (copy === undefined) return yield* sinkError(error.reason, `${error.message} ${hintOf(places)}`)
          yield* printNotice(
            `${path} is being written${writerOf(error)}; this is the copy of ${whenOf(copy)}.`
          )
          return yield* read(copy.path, copy)
        }))
    )
  }
)

/** Says of a file that another process writes where its latest copy is, for what has to read the very file: `command` with `--db` reads that. */
export const tellingCopy = (command: string) => <A, E, R>(reading: Effect.Effect<A, E | SinkError, R>) =>
  reading.pipe(
    Effect.catchIf(isWritten, (error) =>
      Effect.gen(function*() {
        const places = yield* copyPlaces
        const copy = yield* latestOf(places)
        return yield* sinkError(
          error.reason,
          `${error.message} ${
            copy === undefined
              ? hintOf(places)
              : `Meanwhile \`wallet-statement ${command} --db ${shellQuote(copy.path)}\` reads the copy of ${
                whenOf(copy)
              }.`
          }`
        )
      }))
  )

/** Where settings have copies that are one file. */
const copyPlaces = Effect.map(
  PublishSettings,
  ({ targets }) => targets.flatMap((target) => (target.kind === "file" ? [target.path] : []))
)

const whenOf = ({ at }: Copy): string => (at === null ? "before the first run" : instantText(at))

const isWritten = (error: unknown): error is SinkError => error instanceof SinkError && error.reason._tag === "Locked"

const writerOf = ({ reason }: SinkError): string =>
  reason._tag === "Locked" && reason.holder !== null ? ` (pid ${reason.holder})` : ""

/** The latest of the copies that can be read. */
const latestOf = Effect.fnUntraced(function*(places: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(places.filter((place) => existsSync(place)), (path) =>
    publishedAt(path).pipe(
      Effect.map((at): ReadonlyArray<Copy> => [{ path, at }]),
      Effect.orElseSucceed((): ReadonlyArray<Copy> => [])
    ))
  return found.flat().sort((left, right) => (right.at ?? 0) - (left.at ?? 0))[0]
})

const hintOf = ([place]: ReadonlyArray<string>): string =>
  place === undefined
    ? "With WALLET_STATEMENT_PUBLISH=readers.duckdb each run leaves a copy that can be read meanwhile."
    : `No copy is in ${place} yet: the next run that ends leaves one.`
