/**
 * Where copies for readers go.
 */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Layer } from "effect"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { besideFile } from "../../src/settings/besideFile.ts"
import { settingsProvider } from "../../src/settings/provider.ts"
import { PublishSettings } from "../../src/settings/PublishSettings.ts"
import { layerCopies, layerPublish } from "../../src/settings/Settings.ts"

const prefixed = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`WALLET_STATEMENT_${name}`, value]))

const read = (settings: Readonly<Record<string, string>>, layer = layerPublish) =>
  PublishSettings.pipe(
    Effect.provide(
      Layer.provide(
        layer,
        ConfigProvider.layer(settingsProvider({ flags: {}, environment: prefixed(settings) }))
      )
    )
  )

const problemOf = (settings: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(settings)), ({ message }) => message)

const withFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "settings-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe("PUBLISH", () => {
  it.effect("is nothing when nothing is said; the group may read, and replaced files stay for a day", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* read({}), { targets: [], mode: 0o640, keep: Duration.hours(24) })
    }))

  it.effect("takes files, folders to make, and folders that are there", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const { targets } = yield* read({ PUBLISH: `copy.duckdb, x/copy.db,new/,${folder}` })
        assert.deepStrictEqual(targets, [
          { kind: "file", path: resolve("copy.duckdb") },
          { kind: "file", path: resolve("x/copy.db") },
          { kind: "folder", path: resolve("new") },
          { kind: "folder", path: folder }
        ])
      })
    ))

  it.effect.each(["copy", "copy.parquet", ".duckdb", "a.duckdb,copy", "a.duckdb,./a.duckdb", ",", "{\"a\": 1}"])(
    "refuses what is neither a file nor a folder, or comes twice, without quoting it: %s",
    (text) =>
      Effect.gen(function*() {
        const message = yield* problemOf({ PUBLISH: text })
        assert.match(message, /^(?:--publish|WALLET_STATEMENT_PUBLISH) is not paths with commas between, each once: /)
      })
  )

  it.effect("is never the database, by whatever name, nor a folder in which it lies", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const db = join(folder, "a.duckdb")
        for (const PUBLISH of [db, join(folder, "none", "..", "a.duckdb")]) {
          assert.include(yield* problemOf({ DB: db, PUBLISH }), "names the database itself")
        }
        writeFileSync(db, "")
        const link = join(folder, "link.duckdb")
        symlinkSync(db, link)
        mkdirSync(join(folder, "in"))
        symlinkSync(folder, join(folder, "in", "out"))
        for (const PUBLISH of [link, join(folder, "in", "out", "a.duckdb")]) {
          assert.include(yield* problemOf({ DB: db, PUBLISH }), "names the database itself")
        }
        assert.include(yield* problemOf({ DB: db, PUBLISH: `${folder}/` }), "in which the database lies")
        const copies = yield* read({ DB: db, PUBLISH: `${link},${join(folder, "b.duckdb")}` }, layerCopies)
        assert.deepStrictEqual(copies.targets.map(({ path }) => path), [join(folder, "b.duckdb")])
        assert.lengthOf((yield* read({ DB: db, PUBLISH: `${folder}/in/` })).targets, 1)
      })
    ))

  it.effect.each([["0640", 0o640], ["644", 0o644], ["0600", 0o600], ["0440", 0o440]] as const)(
    "has a mode that is written as chmod takes it: %s",
    ([text, mode]) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* read({ PUBLISH_MODE: text })).mode, mode)
      })
  )

  it.effect.each(["0660", "0666", "0700", "0o640", "416", "u=rw", "06400", "0040"])(
    "refuses a mode by which others write, or the owner can't read: %s",
    (text) =>
      Effect.gen(function*() {
        assert.include(yield* problemOf({ PUBLISH_MODE: text }), "WALLET_STATEMENT_PUBLISH_MODE is not permissions")
      })
  )

  it("is relative to a configuration file, path by path", () => {
    assert.strictEqual(
      besideFile("PUBLISH", "a.duckdb, readers/ ,/srv/b.duckdb", "/etc/wallet"),
      "/etc/wallet/a.duckdb,/etc/wallet/readers/,/srv/b.duckdb"
    )
  })
})
