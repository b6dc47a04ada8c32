/**
 * A copy of a database file for readers, so that they never meet the writer: it holds what was committed when it was made, and
 * takes the place of the one before at once. Who has that one open keeps it; who opens the name anew gets the new one.
 */
import { Effect } from "effect"
import { rename, rm } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { sync } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { identityOf } from "../file/identity.ts"
import { removeLeftovers, temporaryBeside } from "../file/leftovers.ts"
import { isDuckDb } from "../file/setAside.ts"
import { checkedCopy } from "./checkedCopy.ts"
import { forReaders } from "./forReaders.ts"
import {
  groupOf,
  oneAtATime,
  openToPublish,
  type Published,
  type PublishedFile,
  type State,
  stateIn,
  stateOf
} from "./Published.ts"
import { fileAt, refuseAnother, refuseChanged } from "./refuseAnother.ts"

/** Where a copy goes, and what its readers may do. */
export interface PublishOptions extends PublishedFile {
  /** The copy. */
  readonly to: string
  /** The copy's permissions, such as 0o640; its group is that of its folder. */
  readonly mode: number
}

/**
 * Makes a copy of what is committed and puts it in the place of the one before, unless that one holds the same. Who has the file
 * open for writing in this process must not commit meanwhile. Fails with Locked when another process has it, with Inaccessible
 * or DiskFull when the copy can't be written.
 */
export const publishFile = Effect.fn("publishFile")(
  function*({ mode, to, ...file }: PublishOptions): Effect.fn.Return<Published, SinkError> {
    return yield* Effect.scoped(Effect.gen(function*() {
      const target = resolve(to)
      const database = yield* openToPublish(file)
      const before = yield* fileAt(target)
      const there = before === undefined ? undefined : yield* copyAt(database.path, target)
      const state = yield* stateIn(database)
      yield* refuseAnother(database.path, state, { place: target, taken: target, database: there?.database })
      const at = <A>(run: () => Promise<A>) =>
        Effect.tryPromise({ try: run, catch: (cause) => fileError(target, cause) })
      yield* removeLeftovers(target, "publish")
      const readers = { mode, gid: yield* at(() => groupOf(dirname(target))) }
      if (there?.text === state.text) {
        yield* forReaders(target, readers)
        return { path: target, at: state.at, written: false }
      }
      const temporary = temporaryBeside(target, "publish")
      yield* Effect.gen(function*() {
        yield* checkedCopy(database, temporary, target)
        yield* forReaders(temporary, readers, target)
        yield* refuseChanged(target, target, before)
        yield* at(() => rename(temporary, target))
        yield* at(() => sync(dirname(target)))
      }).pipe(Effect.ensuring(Effect.promise(() => Promise.allSettled([rm(temporary, { force: true })]))))
      return { path: target, at: state.at, written: true }
    }))
  },
  oneAtATime
)

/** The state of the copy in a place; undefined for one that can't be read, which is replaced as well. */
const copyAt = Effect.fnUntraced(
  function*(path: string, target: string): Effect.fn.Return<State | undefined, SinkError> {
    yield* refuseOther(path, target)
    return yield* stateOf(target).pipe(
      Effect.catch(({ reason }) =>
        reason._tag === "Damaged" && !reason.ours
          ? sinkError(
            new Inaccessible(),
            `${target} is a database of another program, so it was left as it is: name another place for the copy.`
          )
          : Effect.undefined
      )
    )
  }
)

/** What is in the copy's place is replaced only when it is a database, and not the very file. */
const refuseOther = Effect.fnUntraced(function*(path: string, target: string): Effect.fn.Return<void, SinkError> {
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => fileError(target, cause) })
  const [one, other] = yield* attempt(() => Promise.all([identityOf(path), identityOf(target)]))
  if (one === other) {
    return yield* sinkError(new Inaccessible(), `${target} is the database itself: name another place for its copy.`)
  }
  yield* refuseNoCopy(target)
})

/** Fails with Inaccessible for a file that is no database: it is no copy to be replaced. */
export const refuseNoCopy = Effect.fnUntraced(function*(target: string): Effect.fn.Return<void, SinkError> {
  if (!(yield* isDuckDb(target))) {
    return yield* sinkError(
      new Inaccessible(),
      `${target} is there and is no DuckDB file, so it was left as it is: name another place for the copy.`
    )
  }
})
