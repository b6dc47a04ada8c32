/**
 * A file that a run made and committed nothing to is taken away again: a login that was refused, or a run that was stopped, leaves no
 * database behind that looks like one.
 */
import type { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { askRows } from "../vectors/answers.ts"
import { identityOf } from "./identity.ts"

/**
 * Removes a file, with its log, in which no window is, unless its name leads to another one than `key` is of by now; whether it did.
 * It is removed while it is open, and so locked; `refuseReplaced` holds off who was on the way to open it.
 */
export const removeUnused = (path: string, key: string, instance: DuckDBInstance): Effect.Effect<boolean> =>
  Effect.gen(function*() {
    if (yield* hasWindow(instance)) return false
    if ((yield* Effect.tryPromise(() => identityOf(path))) !== key) return false
    yield* Effect.tryPromise(() => rm(`${path}.wal`, { force: true }))
    yield* Effect.tryPromise(() => rm(path, { force: true }))
    return true
  }).pipe(Effect.orElseSucceed(() => false))

const hasWindow = (instance: DuckDBInstance) =>
  Effect.acquireUseRelease(
    Effect.tryPromise(() => instance.connect()),
    (connection) => Effect.tryPromise(() => askRows(connection, "SELECT 1 FROM statement_windows LIMIT 1")),
    (connection) => Effect.sync(() => connection.closeSync())
  ).pipe(Effect.map((rows) => rows.length > 0))
