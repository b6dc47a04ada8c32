/**
 * A file of an earlier layout is kept as it was before it is brought to the present one: an earlier version of the program can go
 * on with that.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import { copyApart } from "./copyApart.ts"
import { sync } from "./createFile.ts"
import { fileError } from "./duckErrors.ts"
import { temporaryBeside } from "./leftovers.ts"
import { freeName } from "./setAside.ts"

/** Tells what is about to be done, and copies the open file to `FILE.layout-N`. Nothing was changed when it fails. */
export const keepOlder = Effect.fnUntraced(
  function*(
    path: string,
    connection: DuckDBConnection,
    found: number,
    current: number
  ): Effect.fn.Return<void, SinkError> {
    const at = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => fileError(path, cause) })
    const name = yield* freeName(`${path}.layout-${found}`)
    const temporary = temporaryBeside(path, "new")
    yield* Effect.logWarning(
      `${path} is brought from layout ${found} to ${current}. As it is now it is kept as ${name}, which you may delete when all is well.`
    )
    // What its log holds is part of it.
    yield* at(() => connection.run("CHECKPOINT"))
    yield* copyApart(path, temporary).pipe(
      Effect.mapError((cause) => fileError(path, cause)),
      Effect.andThen(at(() => rename(temporary, name))),
      Effect.andThen(at(() => sync(dirname(path)))),
      Effect.ensuring(Effect.promise(() => Promise.allSettled([rm(temporary, { force: true })])))
    )
  }
)
