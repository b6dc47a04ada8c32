/**
 * What is done to a file between its opening and the first question: it is looked at, brought to the current layout where it is
 * written, and closed to all that nobody who asks may do.
 */
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { type Access, reading } from "./access.ts"
import { allowMemoryToCheck } from "./allowMemoryToCheck.ts"
import { attemptOn } from "./attemptOn.ts"
import { keepOlder } from "./keepOlder.ts"
import { currentVersion, migrate } from "./migrations.ts"
import { refuseForeign } from "./refuseForeign.ts"

/** What a file is opened for. */
interface Opening {
  readonly access: Access
  /** Memory that questions may take. */
  readonly bytes: number
  /** Whether this opening made the file and nobody was at it since: then there is nothing to look for. */
  readonly isNew: boolean
}

/** Makes an open file ready, and gives the version of its layout. */
export const makeReady = Effect.fnUntraced(
  function*(path: string, instance: DuckDBInstance, opening: Opening): Effect.fn.Return<number, SinkError> {
    const attempt = attemptOn(path)
    const connection = yield* attempt(() => instance.connect())
    return yield* (opening.isNew ? Effect.succeed(currentVersion) : current(path, connection, opening.access)).pipe(
      Effect.tap(() => attempt(() => connection.run(closing(opening)))),
      Effect.ensuring(Effect.sync(() => connection.closeSync()))
    )
  }
)

const current = Effect.fnUntraced(function*(path: string, connection: DuckDBConnection, access: Access) {
  const version = yield* refuseForeign(path, connection)
  if (access === "check") yield* attemptOn(path)(() => allowMemoryToCheck(connection))
  if (access !== "write") return version
  if (version < currentVersion) yield* keepOlder(path, connection, version, currentVersion)
  return yield* migrate(path, connection, version)
})

const closing = ({ access, bytes }: Opening): string => {
  // A log is written into the file when the store is closed, and only then: what is left is left with it.
  const own = { write: "PRAGMA disable_checkpoint_on_shutdown;", read: reading(bytes), check: "" }[access]
  return `SET GLOBAL TimeZone='UTC'; ${own} SET lock_configuration=true`
}
