/**
 * A database file that is written anew without what it no longer needs.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { compactFile, Database, verifyAudit, verifyLayout } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../../../kit/emptyFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, everything, fileSnapshot, folder } from "../files.ts"
import { hear, holder, says } from "../processes.ts"

const leftOver = "00000000-0000-4000-8000-000000000000"

const monthOf = (night: number) =>
  window(
    "2024-01-01",
    "2024-01-31",
    Array.from({ length: 1500 }, (_, index) =>
      row(`T${index}`, `2024-01-${String(1 + (index % 31)).padStart(2, "0")} 10:00:00`, "1.00", null, {
        description: `night ${night} of ${index} ${"text ".repeat(40)}`
      }))
  )

/** A file whose rows were all changed again and again. */
const grown = madeOnce((path) =>
  Effect.forEach(
    [1, 2, 3, 4],
    (night) => Effect.flatMap(Sink, (sink) => sink.commit(monthOf(night))).pipe(Effect.provide(layerFile(path)))
  )
)

/** Another file beside one, as it comes from a backup. */
const restoredBeside = Effect.fnUntraced(function*(path: string) {
  const other = join(dirname(path), "restored.duckdb")
  yield* Effect.flatMap(Sink, (sink) => sink.commit(window("2024-03-01", "2024-03-31", []))).pipe(
    Effect.provide(layerFile(other))
  )
  return other
})

const sizeOf = (path: string): number => statSync(path).size
const besideOf = (path: string): ReadonlyArray<string> =>
  readdirSync(dirname(path)).filter((name) => name !== basename(path)).sort()

const headOf = (path: string) =>
  Effect.scoped(Effect.gen(function*() {
    const database = yield* Database.openToCheck(path)
    const { difference, head } = yield* verifyAudit(database)
    return { difference, head, layout: yield* verifyLayout(database) }
  }))

const reasonOf = (path: string) =>
  Effect.map(Effect.flip(compactFile({ path })), ({ message, reason }) => [reason._tag, message] as const)

describe("compacting", { timeout: 180_000 }, () => {
  it.live("makes a file smaller that holds the same to the last row, verifies as before, and is pulled into as before", () =>
    Effect.gen(function*() {
      const path = yield* grown
      yield* tamper(
        path,
        `CREATE TABLE own (a INTEGER DEFAULT 7, b VARCHAR CHECK (b <> '')); INSERT INTO own VALUES (1, 'x');
         CREATE VIEW z_last AS FROM own; CREATE VIEW a_first AS FROM z_last; CREATE SEQUENCE numbers START 40;
         CREATE SCHEMA mine; CREATE TABLE mine.other (a INTEGER PRIMARY KEY); COMMENT ON TABLE own IS 'mine'; CHECKPOINT`
      )
      const [rows, snapshot, checked] = [yield* everything(path), yield* fileSnapshot(path), yield* headOf(path)]
      const size = sizeOf(path)
      const { after, before } = yield* compactFile({ path })
      assert.deepStrictEqual([before, after], [size, sizeOf(path)])
      assert.isBelow(after, before)
      assert.deepStrictEqual(yield* everything(path), rows)
      assert.deepStrictEqual(yield* fileSnapshot(path), snapshot)
      assert.deepStrictEqual(yield* headOf(path), checked)
      assert.deepStrictEqual([checked.difference, checked.layout], [null, []])
      assert.deepStrictEqual(
        yield* ask(path, "SELECT a, b, (SELECT comment FROM duckdb_tables() WHERE table_name = 'own') FROM a_first"),
        [
          ["1", "x", "mine"]
        ]
      )
      assert.deepStrictEqual(besideOf(path), [])
      yield* Effect.flatMap(Sink, (sink) => sink.commit(window("2024-02-01", "2024-02-29", []))).pipe(
        Effect.provide(layerFile(path))
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM statement_windows"), [["5"]])
    }))

  it.live("leaves a file alone that would not get smaller", () =>
    Effect.gen(function*() {
      const path = yield* grown
      yield* compactFile({ path })
      const { ino, size } = statSync(path)
      const { after, before } = yield* compactFile({ path })
      assert.deepStrictEqual([before, after, statSync(path).ino, sizeOf(path)], [size, size, ino, size])
      assert.deepStrictEqual(besideOf(path), [])
    }))

  it.live("keeps the permissions, follows a link to the file itself, and removes what one that was killed left", () =>
    Effect.gen(function*() {
      const path = yield* grown
      const link = join(dirname(path), "link.duckdb")
      symlinkSync(path, link)
      chmodSync(path, 0o400 | 0o200)
      for (const end of ["", ".wal"]) writeFileSync(join(dirname(path), `.x.duckdb.compact-${leftOver}${end}`), "left")
      mkdirSync(join(dirname(path), `.x.duckdb.compact-${leftOver}.tmp`))
      const { path: found } = yield* compactFile({ path: link })
      assert.strictEqual(found, path)
      assert.strictEqual(statSync(path).mode & 0o7777, 0o600)
      assert.deepStrictEqual(besideOf(path), ["link.duckdb"])
    }))

  it.live("fails where another process or this one has the file open, and leaves it", () =>
    Effect.gen(function*() {
      const path = yield* grown
      const size = sizeOf(path)
      const own = yield* Effect.flatMap(Sink, () => reasonOf(path)).pipe(Effect.provide(layerFile(path)))
      assert.strictEqual(own[0], "Locked")
      const child = yield* holder(path)
      yield* says(child, "open")
      const [tag, message] = yield* reasonOf(path)
      assert.strictEqual(tag, "Locked")
      assert.include(message, `process ${child.pid}`)
      assert.deepStrictEqual([sizeOf(path), besideOf(path)], [size, []])
    }).pipe(Effect.scoped))

  it.live("leaves a file alone that was put in the place of the one that it reads", () =>
    Effect.gen(function*() {
      const path = yield* grown
      const other = yield* restoredBeside(path)
      const onBegin = () => Effect.sync(() => renameSync(other, path))
      const { message, reason } = yield* Effect.flip(compactFile({ path, onBegin }))
      assert.strictEqual(reason._tag, "Inaccessible")
      assert.include(message, "was replaced meanwhile, and what is there now was left as it is: run again.")
      assert.deepStrictEqual(yield* ask(path, "SELECT from_day FROM statement_windows"), [["2024-03-01"]])
      assert.deepStrictEqual(besideOf(path), [])
    }))

  it.live("never takes the place of a file that was written over the one that it reads", () =>
    Effect.gen(function*() {
      const path = yield* grown
      const other = yield* restoredBeside(path)
      yield* Effect.flip(compactFile({ path, onBegin: () => Effect.sync(() => copyFileSync(other, path)) }))
      assert.isTrue(readFileSync(path).equals(readFileSync(other)))
      assert.deepStrictEqual(besideOf(path), ["restored.duckdb"])
    }))

  it.live("lets nobody write while it works", () =>
    Effect.gen(function*() {
      const path = yield* grown
      let said = ""
      let own = ""
      yield* compactFile({
        path,
        onBegin: () =>
          Effect.gen(function*() {
            const child = yield* holder(path)
            const heard = hear(child)
            yield* Effect.callback<void>((resume) =>
              void child.stdout?.once("end", () => resume(Effect.void)).on("data", () => {
                if (heard().includes("failed")) resume(Effect.void)
              })
            )
            said = heard()
            own = yield* Effect.provide(Effect.as(Sink, "open"), layerFile(path)).pipe(
              Effect.catch(({ reason }) => Effect.succeed(reason._tag))
            )
          }).pipe(Effect.scoped, Effect.orDie)
      })
      assert.include(said, `is open in process ${process.pid}`)
      assert.strictEqual(own, "Locked")
    }))

  it.live("makes no file where none is", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "none.duckdb")
      assert.strictEqual((yield* reasonOf(path))[0], "Inaccessible")
      assert.isFalse(existsSync(path))
    }))

  it.live("leaves a file as it is that is not what was written, for its traces would be gone", () =>
    Effect.gen(function*() {
      const path = yield* grown
      yield* tamper(path, "UPDATE transactions SET amount = 99, signed_amount = 99 WHERE txn_id = 'T7'")
      const { ino } = statSync(path)
      const [tag, message] = yield* reasonOf(path)
      assert.strictEqual(tag, "DatabaseFailed")
      assert.include(
        message,
        "was left as it is, since it is not what was written: `wallet-statement verify` says what differs"
      )
      assert.deepStrictEqual([statSync(path).ino, besideOf(path)], [ino, []])
    }))
})
