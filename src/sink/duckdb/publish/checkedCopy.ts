/**
 * A copy of what is committed, of which it is seen that it is what the database holds before and behind.
 */
import { Effect } from "effect"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { copyApart } from "../file/copyApart.ts"
import type { OpenDatabase } from "../file/DatabaseFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { Session } from "../file/Session.ts"
import { type State, stateOf, stateOn } from "./Published.ts"

/** Copies to a place where nothing is; `shown` is the name that a failure to write is told by. Gives the state of the copy. */
export const checkedCopy = Effect.fnUntraced(
  function*(database: OpenDatabase, to: string, shown: string): Effect.fn.Return<State, SinkError> {
    return yield* Effect.scoped(Effect.gen(function*() {
      const session = new Session(database, yield* database.connect)
      yield* session.run("CHECKPOINT")
      const before = yield* session.ask(stateOn)
      yield* copyApart(database.path, to, "folder").pipe(
        Effect.catchTag("StepFailed", (cause) => fileError(shown, cause))
      )
      const copy = yield* stateOf(to)
      if (copy.text === before.text && (yield* session.ask(stateOn)).text === before.text) return copy
      return yield* sinkError(
        new Inaccessible(),
        `${database.path} was changed while it was copied, so nothing was published: publish again.`
      )
    }))
  }
)
