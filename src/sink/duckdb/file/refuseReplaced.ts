/**
 * That a file is still the one that its name led to. Who made a file and commits nothing removes it, and compacting puts a new one in
 * its place, each under its own lock. Whoever was on the way to open the old one then gets a lock on a file without a name, in which
 * all that it commits is lost; and where there is no file by then, DuckDB makes one in which nothing is.
 */
import { Effect } from "effect"
import { existsSync, rmSync, statSync } from "node:fs"
import type { SinkError } from "../../SinkError.ts"
import { fileError, locked } from "./duckErrors.ts"
import { identityIn } from "./identity.ts"

/** What DuckDB makes where no file is has three headers of this size and no block behind them; what `createFile` makes has tables. */
const emptyBytes = 3n * 4096n

/** Which file a name leads to, and since when it is as it is. */
export interface Seen {
  readonly identity: string
  readonly state: string
}

const seen = (found: { readonly [name in "dev" | "ino" | "mtimeNs" | "size"]: bigint }): Seen => ({
  identity: identityIn(found),
  state: `${found.mtimeNs}:${found.size}`
})

/** Looks which file a path leads to. */
export const lookAt = (path: string): Effect.Effect<Seen, SinkError> =>
  Effect.try({ try: () => seen(statSync(path, { bigint: true })), catch: (cause) => fileError(path, cause) })

/** Whether a path leads to a file as it was seen, and nobody has put a log beside it. DuckDB writes nothing when it opens one. */
export const isAsLeft = (path: string, before: Seen): Effect.Effect<boolean, SinkError> =>
  Effect.map(
    lookAt(path),
    ({ identity, state }) => identity === before.identity && state === before.state && !existsSync(`${path}.wal`)
  )

/**
 * Fails with Locked when a path leads no longer to what it led to before, or to nothing: another process was at it just now. What
 * opening it made then, in which nothing is, is gone. The number of a file that was removed may be given to the next one.
 */
export const refuseReplaced = Effect.fnUntraced(
  function*(path: string, before: Seen | undefined): Effect.fn.Return<void, SinkError> {
    const isThis = yield* Effect.try({
      // Nothing is waited for in between, so that no other file takes the name meanwhile.
      try: () => {
        const found = statSync(path, { bigint: true, throwIfNoEntry: false })
        const now = found && seen(found)
        const isMadeNow = found?.size === emptyBytes && now?.state !== before?.state && !existsSync(`${path}.wal`)
        if (isMadeNow) rmSync(path, { force: true })
        return now !== undefined && now.identity === before?.identity && !isMadeNow
      },
      catch: (cause) => fileError(path, cause)
    })
    if (!isThis) return yield* locked(path, null)
  }
)
