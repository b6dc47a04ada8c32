/** What is begun on a file is waited for: a connection that is closed under a question would crash the process. */
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { fileError } from "./duckErrors.ts"

/** Does something with a file, or a folder, to its end, with failures in the sink's words. */
export const attemptOn = (path: string) => <A>(run: () => Promise<A>): Effect.Effect<A, SinkError> =>
  Effect.uninterruptible(Effect.tryPromise({ try: run, catch: (cause) => fileError(path, cause) }))
