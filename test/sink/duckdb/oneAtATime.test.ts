/**
 * A connection that is closed under a question that is on its way crashes the process, now and then: so none may be left
 * on its way, whatever fails or is interrupted.
 */
import { type DuckDBConnection, DuckDBDataChunk, VARCHAR } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { join } from "node:path"
import { sinkOn } from "../../../src/sink/duckdb/DuckDbSink.ts"
import { readerOf } from "../../../src/sink/duckdb/file/Database.ts"
import { type OpenDatabase, openDatabase } from "../../../src/sink/duckdb/file/DatabaseFile.ts"
import { Session } from "../../../src/sink/duckdb/file/Session.ts"
import { Sink, type SinkError } from "../../../src/sink/Sink.ts"
import { DatabaseFailed, sinkError } from "../../../src/sink/SinkError.ts"
import { row, window } from "../../../src/testing/windows.ts"
import { folder } from "./files.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

const questions = new Set<PropertyKey>(["run", "stream", "extractStatements"])

/** Counts the questions that are on their way, and lets some fail. */
class Watch {
  underWay = 0
  most = 0
  leftOnClosing = 0
  refused: string | undefined

  readonly over = (database: OpenDatabase): OpenDatabase => ({
    ...database,
    connect: database.connect.pipe(
      Effect.tap(() => Effect.addFinalizer(() => Effect.sync(() => (this.leftOnClosing += this.underWay)))),
      Effect.map((connection) => this.watched(connection))
    )
  })

  private watched(connection: DuckDBConnection): DuckDBConnection {
    return new Proxy(connection, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== "function") return member
        return questions.has(name)
          ? (...given: ReadonlyArray<unknown>) =>
            this.count(String(given[0]), () => Reflect.apply(member, target, given))
          : member.bind(target)
      }
    })
  }

  private count(sql: string, ask: () => Promise<unknown>): Promise<unknown> {
    this.most = Math.max(this.most, ++this.underWay)
    const isRefused = this.refused !== undefined && sql.includes(this.refused)
    const answer = isRefused ? Promise.reject(new Error("IO Error: Corrupt database file")) : ask()
    return answer.finally(() => this.underWay--)
  }
}

const using = <A>(path: string, watch: Watch, body: (sink: Sink["Service"]) => Effect.Effect<A, SinkError>) =>
  Effect.flatMap(Sink, body).pipe(
    Effect.provide(Layer.effect(
      Sink,
      Effect.flatMap(openDatabase(path, "write"), (database) => sinkOn(watch.over(database)))
    ))
  )

const useAll = (sink: Sink["Service"]) =>
  Effect.all([
    sink.commit(january),
    sink.watermark(january.walletNo),
    sink.rowsOf(january.walletNo, january.days),
    sink.proofs(january.walletNo),
    sink.windows(january.walletNo)
  ], { concurrency: "unbounded" })

/** A connection with one question, which is answered only when it is interrupted; `happened` tells the order. */
const slow = (happened: Array<string>) => {
  let stop: (() => void) | undefined
  const question = () => {
    happened.push("asked")
    return new Promise<never>((_, reject) => {
      stop = () => {
        reject(new Error("INTERRUPT Error: Interrupted!"))
        happened.push("answered")
      }
    })
  }
  const parsed = DuckDBDataChunk.create([VARCHAR])
  parsed.setColumns([[`{"error":false,"statements":[{}]}`]])
  const connection = {
    extractStatements: () => Promise.resolve({ count: 1 }),
    run: () => Promise.resolve({ chunkCount: 1, getChunk: () => parsed }),
    stream: () => Promise.resolve({ columnNames: () => [], fetchChunk: question }),
    interrupt: () => stop?.()
  } as unknown as DuckDBConnection
  const database: OpenDatabase = {
    path: "x.duckdb",
    written: false,
    isNew: false,
    connect: Effect.acquireRelease(Effect.succeed(connection), () => Effect.sync(() => happened.push("closed"))),
    failure: () => sinkError(new DatabaseFailed(), "failed"),
    leave: Effect.void,
    refusal: () => sinkError(new DatabaseFailed(), "failed")
  }
  return { connection, database, question, answer: () => stop?.() }
}

describe("a connection", () => {
  it.effect("of a sink is asked one thing at a time", () =>
    Effect.gen(function*() {
      const watch = new Watch()
      const path = join(yield* folder, "x.duckdb")
      yield* using(path, watch, useAll)
      yield* using(path, watch, useAll)
      assert.deepInclude(watch, { most: 1, underWay: 0, leftOnClosing: 0 })
    }))

  it.effect.each(["quarantine", "continuity_gaps", "watermarks", "statement_windows", "transactions"])(
    "of a sink has nothing to do any more when it is closed because a question to %s failed",
    (table) =>
      Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        yield* using(path, new Watch(), useAll)
        const watch = Object.assign(new Watch(), { refused: table })
        assert.strictEqual((yield* Effect.exit(using(path, watch, useAll)))._tag, "Failure")
        assert.deepInclude(watch, { most: 1, underWay: 0, leftOnClosing: 0 })
      })
  )

  it.live("that reads a long answer is closed when its work has stopped", () =>
    Effect.gen(function*() {
      const happened: Array<string> = []
      const { database } = slow(happened)
      const fiber = yield* Effect.forkChild(Stream.runDrain(readerOf(database).chunks("SELECT 1", "singly")))
      while (!happened.includes("asked")) yield* Effect.sleep(1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(happened, ["asked", "answered", "closed"])
    }))

  it.live("that writes is closed when what it was asked is done", () =>
    Effect.gen(function*() {
      const happened: Array<string> = []
      const { answer, connection, database, question } = slow(happened)
      const asking = Effect.scoped(
        Effect.andThen(database.connect, new Session(database, connection).ask(question))
      )
      const fiber = yield* Effect.forkChild(asking)
      while (!happened.includes("asked")) yield* Effect.sleep(1)
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* Effect.sleep(5)
      answer()
      yield* Fiber.join(interrupting)
      assert.deepStrictEqual(happened, ["asked", "answered", "closed"])
    }))
})
