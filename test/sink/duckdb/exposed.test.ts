import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layerDuckDb, layerDuckDbReadOnly } from "../../../src/sink/duckdb/index.ts"

const isRoot = process.geteuid?.() === 0
const group = process.getegid?.() ?? 0

const withDatabase = <A, E>(use: (path: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wallet-statement-exposed-"))),
    (folder) => {
      const path = join(folder, "a.duckdb")
      return Effect.andThen(opened(path), use(path))
    },
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const opened = (path: string, allowGroup?: boolean) =>
  Effect.scoped(Effect.asVoid(Layer.build(Layer.fresh(layerDuckDb({ path, allowGroup })))))

const refusal = Effect.fnUntraced(function*(path: string, allowGroup?: boolean) {
  const before = readFileSync(path)
  const { message, reason } = yield* Effect.flip(opened(path, allowGroup))
  assert.strictEqual(reason._tag, "Exposed")
  assert.deepStrictEqual(readFileSync(path), before)
  return message
})

describe.skipIf(process.platform === "win32")("a database that is to be written", () => {
  it.effect.each([0o644, 0o640, 0o604, 0o660, 0o602, 0o666])(
    "is refused when others can read or write it: %o",
    (mode) =>
      withDatabase((path) =>
        Effect.gen(function*() {
          chmodSync(path, mode)
          const message = yield* refusal(path)
          assert.include(message, `has mode 0${mode.toString(8)}`)
          const remedy = /chmod 600 \S+?(?=,|$)/.exec(message)?.[0] ?? ""
          execFileSync("/bin/sh", ["-c", remedy])
          yield* opened(path)
          chmodSync(path, mode)
          yield* Effect.scoped(Layer.build(layerDuckDbReadOnly({ path })))
        })
      )
  )

  it.effect("may be its group's when that is one of ours and a setting says so", () =>
    withDatabase((path) =>
      Effect.gen(function*() {
        chownSync(path, process.getuid?.() ?? 0, group)
        chmodSync(path, 0o660)
        assert.include(yield* refusal(path), `WALLET_STATEMENT_ALLOW_DB_GROUP=true to share it with group ${group}`)
        yield* opened(path, true)
        chmodSync(path, 0o664)
        assert.include(yield* refusal(path, true), `chmod o-rwx ${path}`)
        if (!isRoot) return
        chmodSync(path, 0o660)
        chownSync(path, 12_345, group)
        yield* opened(path, true)
        chownSync(path, 0, 12_345)
        assert.include(yield* refusal(path, true), `chmod 600 ${path}`)
      })
    ))

  it.effect.skipIf(!isRoot)(
    "is refused when another user owns it (SKIPPED unless root runs it)",
    () =>
      withDatabase((path) =>
        Effect.gen(function*() {
          chownSync(path, 12_345, 12_345)
          assert.include(yield* refusal(path), `belongs to user 12345, who can read and write it. Run: chown 0 ${path}`)
        })
      )
  )

  it.effect("is refused when others can write the log that lies beside it", () =>
    withDatabase((path) =>
      Effect.gen(function*() {
        const log = `${path}.wal`
        writeFileSync(log, "forged")
        chmodSync(log, 0o666)
        assert.include(yield* refusal(path), `${log} has mode 0666`)
        assert.strictEqual(readFileSync(log, "utf8"), "forged")
        if (!isRoot) return
        chmodSync(log, 0o600)
        chownSync(log, 12_345, 12_345)
        assert.include(yield* refusal(path), `${log} belongs to user 12345`)
      })
    ))

  it.effect("is judged by what its path leads to, and what is no database is told as that", () =>
    withDatabase((path) =>
      Effect.gen(function*() {
        const other = `${path}.txt`
        writeFileSync(other, "not a database\n".repeat(1000))
        chmodSync(other, 0o644)
        const { reason } = yield* Effect.flip(opened(other))
        assert.strictEqual(reason._tag, "Damaged")
        const copy = `${path}.copy`
        copyFileSync(path, copy)
        chmodSync(copy, 0o644)
        assert.include(yield* refusal(copy), "chmod 600")
        assert.isFalse(existsSync(`${copy}.wal`))
      })
    ))
})
