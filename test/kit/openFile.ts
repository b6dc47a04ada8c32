/**
 * Database files that stay open between the steps of a test, and are emptied for the next one: to open a file takes longer than
 * most steps. Each path that a test gives leads to one of them, so whatever else the test asks of its path is asked of the open
 * file. Where all cases are tried each step opens the file and closes it again.
 */
import { Effect, Layer, Scope } from "effect"
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sinkOn } from "../../src/sink/duckdb/DuckDbSink.ts"
import { type OpenDatabase, openDatabase } from "../../src/sink/duckdb/file/DatabaseFile.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { isThorough } from "./cases.ts"
import { layerFile, putEmptyFile } from "./emptyFile.ts"
import { emptied } from "./sharedFile.ts"

interface Open {
  readonly database: OpenDatabase
  /** The path of the test that it stands for, which goes with the test's folder. */
  path: string
  isUsed: boolean
}

const open: Array<Open> = []

/** So many stay open; a test with more files has them opened for each step. */
const most = 4

const openOne = Effect.gen(function*() {
  const place = mkdtempSync(join(tmpdir(), "wallet-statement-"))
  process.once("exit", () => rmSync(place, { recursive: true, force: true }))
  const file = join(place, "open.duckdb")
  yield* putEmptyFile(file)
  const database = yield* Effect.provideService(openDatabase(file, "write"), Scope.Scope, Scope.makeUnsafe())
  const made: Open = { database, path: "", isUsed: false }
  open.push(made)
  return made
})

/** The open file that a path leads to from now on. */
const openAt = Effect.fnUntraced(function*(path: string) {
  const free = open.find((each) => !existsSync(each.path))
  if (free !== undefined) yield* emptied(free.database)
  const found = free ?? (yield* openOne)
  symlinkSync(found.database.path, path)
  found.path = path
  return found
})

const sinkIn = (found: Open) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      if (found.isUsed) throw new Error(`Two sinks at once in ${found.path}`)
      found.isUsed = true
    }),
    () =>
      Effect.sync(() => {
        found.isUsed = false
      })
  ).pipe(Effect.andThen(sinkOn(found.database)))

const foundAt = (path: string) => open.find((each) => each.path === path && existsSync(path))

/** A connection to the file at a path where it is an open one. */
export const connectTo = (path: string) => foundAt(path)?.database.connect

/** A sink in the file at a path, which is a new one where there is none, and stays open until the path is gone. */
export const layerOpen = (path: string): Layer.Layer<Sink, SinkError> =>
  Layer.unwrap(
    Effect.sync(() => {
      const found = foundAt(path)
      if (found !== undefined) return Layer.effect(Sink, sinkIn(found))
      const isFull = open.length >= most && open.every((each) => existsSync(each.path))
      if (isThorough || isFull || existsSync(path)) return layerFile(path)
      return Layer.effect(Sink, Effect.flatMap(openAt(path), sinkIn))
    })
  )
