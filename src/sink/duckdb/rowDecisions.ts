/**
 * Keeping what people decided about rows in a file that is there, which no other process changes meanwhile.
 */
import { Effect } from "effect"
import type { RowDecision } from "../../domain/RowDecision.ts"
import type { DuckDbOptions } from "./DuckDbSink.ts"
import { type DatabaseReader, readerOf } from "./file/Database.ts"
import { openThere } from "./file/openThere.ts"
import { endDecisions, keepDecisions } from "./tables/DecisionTable.ts"
import { waitForLock } from "./waitForLock.ts"

type Options = Omit<DuckDbOptions, "removeUnused">

/**
 * Keeps the decisions that `decide` makes of what the file holds, all or none. Fails as opening it does and as `decide` does; a file
 * that is not there is not made.
 */
export const decideRows = Effect.fn("decideRows")(
  function*<E, R>(
    { allowGroup, path, wait }: Options,
    decide: (reader: DatabaseReader) => Effect.Effect<ReadonlyArray<RowDecision>, E, R>
  ) {
    const database = yield* waitForLock(openThere(path, { allowGroup }), wait)
    const decisions = yield* decide(readerOf(database))
    yield* keepDecisions(database, decisions)
    return decisions
  },
  Effect.scoped
)

/** Takes back the decisions that `choose` names of those that the file holds, all or none. */
export const reopenRows = Effect.fn("reopenRows")(
  function*<E, R>(
    { allowGroup, path, wait }: Options,
    choose: (reader: DatabaseReader) => Effect.Effect<ReadonlyArray<RowDecision>, E, R>,
    reopened: NonNullable<RowDecision["reopened"]>
  ) {
    const database = yield* waitForLock(openThere(path, { allowGroup }), wait)
    const decisions = yield* choose(readerOf(database))
    yield* endDecisions(database, decisions.map(({ id }) => id), reopened)
    return decisions
  },
  Effect.scoped
)
