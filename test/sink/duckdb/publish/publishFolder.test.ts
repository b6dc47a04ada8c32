/**
 * A folder of Parquet files for readers.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { WalletNo } from "../../../../src/domain/Wallet.ts"
import { publishFolder } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { isThorough, someOf } from "../../../kit/cases.ts"
import { layerFile } from "../../../kit/emptyFile.ts"
import { ask, folder } from "../files.ts"
import { kill, publisher, says } from "../processes.ts"
import { askEngine, differing, filesOf, manifestOf, namesIn } from "./folders.ts"

const keep = Duration.hours(24)
const january = window("2024-01-01", "2024-01-31", [
  row("A", "2024-01-05 10:00:00", "10.00", "110.00"),
  row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
])
const february = window("2024-02-01", "2024-02-29", [row("C", "2024-02-02 10:00:00", "0.0001", "105.5001")])

/** A file, and a place for its folder in another one. */
const places = Effect.gen(function*() {
  const own = yield* folder
  mkdirSync(join(own, "readers"))
  return { path: join(own, "x.duckdb"), to: join(own, "readers", "parquet") }
})

const commit = (path: string, ...windows: ReadonlyArray<typeof january>) =>
  Effect.flatMap(Sink, (sink) => Effect.forEach(windows, (each) => sink.commit(each))).pipe(
    Effect.provide(layerFile(path))
  )

const publish = (path: string, to: string, mode = 0o640) => publishFolder({ path, to, mode, keep })

const pathsOf = (to: string, table = "transactions"): ReadonlyArray<string> =>
  manifestOf(to).files.filter((file) => file.table === table).map(({ path }) => path)

/** The rows of a table by the manifest, and in the file; both as one engine prints them. */
const bothWays = Effect.fnUntraced(function*(path: string, to: string, table: string) {
  const published = pathsOf(to, table).length === 0
    ? []
    : yield* Effect.promise(() => askEngine(`FROM ${filesOf(to, table)} ORDER BY ALL`))
  const copy = `${path}.copy`
  writeFileSync(copy, readFileSync(path))
  const stored = yield* Effect.promise(() =>
    askEngine(`ATTACH '${copy}' AS f (READ_ONLY); FROM f.${table} ORDER BY ALL`)
  )
  rmSync(copy)
  return { published, stored }
})

describe("a published folder", () => {
  it.effect("holds every row by wallet and month, and says of each file what it is", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january, february)
      const { at, written } = yield* publish(path, to)
      assert.isTrue(written)
      const manifest = manifestOf(to)
      assert.strictEqual(Date.parse(manifest.at ?? ""), at)
      assert.match(manifest.head, /^2:[0-9a-f]{64}$/)
      assert.deepStrictEqual(pathsOf(to).map(dirname), [
        "transactions/wallet_no=W-1/month=2024-01",
        "transactions/wallet_no=W-1/month=2024-02"
      ])
      assert.deepStrictEqual(manifest.files.filter(({ table }) => table === "transactions").map(({ sums }) => sums), [
        [{ currency: null, rows: 2, debits: "4.5000", credits: "10.0000", net: "5.5000" }],
        [{ currency: null, rows: 1, debits: "0.0000", credits: "0.0001", net: "0.0001" }]
      ])
      assert.deepStrictEqual(differing(to), [])
      for (const table of ["transactions", "watermarks", "continuity_gaps", "proven", "wallet_summary"]) {
        const { published, stored } = yield* bothWays(path, to, table)
        assert.deepStrictEqual(published, stored, table)
      }
      const types = yield* Effect.promise(() =>
        Promise.all([...new Set(manifest.files.map(({ table }) => table))].map((table) =>
          askEngine(`SELECT column_name, column_type FROM (DESCRIBE FROM ${filesOf(to, table)})`)
        ))
      )
      assert.deepStrictEqual(
        types.flat().filter(([, type]) =>
          type === "\"DOUBLE\""
        ),
        []
      )
    }))

  it.effect("writes only what changed, under new names, and nothing when nothing did", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january, february)
      yield* publish(path, to)
      const [first = "", second = ""] = pathsOf(to)
      const text = readFileSync(join(to, "manifest.json"), "utf8")
      assert.isFalse((yield* publish(path, to)).written)
      assert.strictEqual(readFileSync(join(to, "manifest.json"), "utf8"), text)
      yield* commit(path, january, window("2024-02-01", "2024-02-29", []))
      yield* publish(path, to)
      const [kept, anew = ""] = pathsOf(to)
      assert.strictEqual(kept, first, "read again, and the same")
      assert.notStrictEqual(anew, second)
      assert.include(manifestOf(to).replaced.map((file) => file.path), second)
      assert.isTrue(existsSync(join(to, second)), "for who reads by the manifest before")
      const { published, stored } = yield* bothWays(path, to, "transactions")
      assert.deepStrictEqual(published, stored)
    }))

  it.effect("keeps replaced files for a time, and then removes them and nothing else", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      yield* publish(path, to)
      const [first = ""] = pathsOf(to)
      writeFileSync(join(to, "transactions", "mine.parquet"), "somebody's own")
      yield* commit(path, window("2024-01-01", "2024-01-31", []))
      yield* publish(path, to)
      yield* TestClock.adjust("23 hours")
      yield* commit(path, february)
      yield* publish(path, to)
      assert.isTrue(existsSync(join(to, first)))
      yield* TestClock.adjust("2 hours")
      yield* commit(path, february)
      yield* publish(path, to)
      assert.isFalse(existsSync(join(to, first)))
      assert.isTrue(existsSync(join(to, "transactions", "mine.parquet")))
      const manifest = manifestOf(to)
      assert.deepStrictEqual(
        namesIn(to),
        [
          "manifest.json",
          "transactions/mine.parquet",
          ...[...manifest.files, ...manifest.replaced].map((file) => file.path)
        ]
          .sort()
      )
    }))

  it.effect("gives its mode and group to every file and folder, and never to the database", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      yield* publish(path, to)
      const modes = (files: number, folders: number) => {
        for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
          const { gid, mode } = statSync(join(entry.parentPath, entry.name))
          assert.strictEqual(
            (mode & 0o777).toString(8),
            (entry.isDirectory() ? folders : files).toString(8),
            entry.name
          )
          assert.strictEqual(gid, statSync(to).gid)
        }
      }
      modes(0o640, 0o750)
      assert.strictEqual((statSync(to).mode & 0o777).toString(8), "750")
      assert.strictEqual((statSync(path).mode & 0o777).toString(8), "600")
      yield* commit(path, february)
      yield* publish(path, to, 0o640)
      modes(0o640, 0o750)
    }))

  it.effect("follows the settings with all that is there, replaced files too, also when nothing else changed", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january, february)
      yield* publish(path, to, 0o644)
      yield* commit(path, january, window("2024-02-01", "2024-02-29", []))
      yield* publish(path, to, 0o644)
      assert.isNotEmpty(manifestOf(to).replaced)
      const mine = join(to, "transactions", "mine.parquet")
      writeFileSync(mine, "somebody's own", { mode: 0o600 })
      for (const [mode, folders] of [[0o640, 0o2750], [0o600, 0o2700], [0o644, 0o2755]] as const) {
        // What passes its group on goes on doing so.
        chmodSync(to, statSync(to).mode | 0o2000)
        assert.isFalse((yield* publish(path, to, mode)).written)
        const names = ["", ...readdirSync(to, { recursive: true, encoding: "utf8" })].map((name) => join(to, name))
        for (const name of names.filter((each) => each !== mine)) {
          const stats = statSync(name)
          const expected = name === to ? folders : stats.isDirectory() ? folders & 0o777 : mode
          assert.strictEqual((stats.mode & 0o7777).toString(8), expected.toString(8), name)
        }
      }
      assert.strictEqual(statSync(mine).mode & 0o777, 0o600)
    }))

  it.effect.skipIf(process.getuid?.() !== 0)("follows the folder's group", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      yield* publish(path, to)
      chownSync(to, 0, 61_358)
      assert.isFalse((yield* publish(path, to)).written)
      for (const name of readdirSync(to, { recursive: true, encoding: "utf8" })) {
        assert.strictEqual(statSync(join(to, name)).gid, 61_358, name)
      }
    }))

  it.effect("is written whole when the manifest is of another file, or when a file of it is gone", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january, february)
      yield* publish(path, to)
      const before = pathsOf(to)
      rmSync(join(to, before[0] ?? ""))
      assert.isTrue((yield* publish(path, to)).written)
      assert.strictEqual(pathsOf(to)[1], before[1])
      assert.deepStrictEqual(differing(to), [])
      const other = `${path}.other`
      yield* commit(other, january, window("2024-02-01", "2024-02-29", []))
      yield* publish(other, to)
      assert.isEmpty(pathsOf(to).filter((name) => before.includes(name)))
      const { published, stored } = yield* bothWays(other, to, "transactions")
      assert.deepStrictEqual(published, stored)
    }))

  it.effect("leaves a folder alone that holds others' files, and one whose manifest is another's", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      mkdirSync(to)
      writeFileSync(join(to, "books.xlsx"), "somebody's own")
      assert.include((yield* Effect.flip(publish(path, to))).message, "holds other files")
      assert.deepStrictEqual(namesIn(to), ["books.xlsx"])
      for (const manifest of [`{"files": []}`, "", `{"format": "wallet-statement parquet", "version": 2}`]) {
        writeFileSync(join(to, "manifest.json"), manifest)
        assert.include((yield* Effect.flip(publish(path, to))).message, "was left as it is")
      }
      assert.deepStrictEqual(namesIn(to), ["books.xlsx", "manifest.json"])
    }))

  it.effect("believes no manifest that names a place outside, or a file that publishing never made", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      yield* publish(path, to)
      const outside = join(dirname(to), "1-00000000-0000-0000-0000-000000000000.parquet")
      writeFileSync(outside, "somebody's own")
      const manifest = manifestOf(to)
      for (const name of [`../${basename(outside)}`, outside, "transactions/x.parquet", "runs/../../x.parquet"]) {
        const replaced = [{ path: name, since: "2000-01-01T00:00:00.000Z" }]
        writeFileSync(join(to, "manifest.json"), JSON.stringify({ ...manifest, replaced }))
        assert.include((yield* Effect.flip(publish(path, to))).message, "was left as it is", name)
      }
      assert.isTrue(existsSync(outside))
    }))

  it.effect("keeps hostile wallet numbers in the folder, and apart", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      const numbers = ["..", "../..", "/etc", "a/b", "a%2Fb", "'; DROP", "*", "[a]", "a\\b", "$(x)", "-rf", "A", "a"]
        .filter((
          text
        ) => !text.includes(" "))
      yield* commit(
        path,
        ...numbers.map((number) => {
          const walletNo = WalletNo.make(number)
          const made = window("2024-01-01", "2024-01-31", [
            row(number, "2024-01-05 10:00:00", "10.00", null, { walletNo })
          ])
          return { ...made, walletNo, receipt: { ...made.receipt, request: { ...made.receipt.request, walletNo } } }
        })
      )
      yield* publish(path, to)
      assert.deepStrictEqual(readdirSync(dirname(to)), [basename(to)])
      const partitions = manifestOf(to).files.filter(({ table }) => table === "transactions")
      assert.deepStrictEqual(partitions.map(({ wallet }) => wallet).sort(), [...numbers].sort())
      for (const { path: name } of partitions) {
        assert.match(name, /^transactions\/wallet_no=[^/*[\]'\\ ]+\/month=2024-01\/[^/]+$/)
      }
      const { published, stored } = yield* bothWays(path, to, "transactions")
      assert.deepStrictEqual(published, stored)
      const paths = pathsOf(to)
      yield* commit(path, february)
      yield* publish(path, to)
      assert.deepStrictEqual(
        pathsOf(to).filter((name) => paths.includes(name)).sort(),
        [...paths].sort()
      )
    }))

  it.effect("leaves the folder before as it is where it can't be written, and says where", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* commit(path, january)
      yield* publish(path, to)
      const names = namesIn(to)
      // A file in a folder's place is refused to root as well.
      const inTheWay = join(to, "transactions", "wallet_no=W-1", "month=2024-02")
      writeFileSync(inTheWay, "")
      yield* commit(path, february)
      const { message } = yield* Effect.flip(publish(path, to))
      assert.include(message, to)
      assert.deepStrictEqual(namesIn(to), [...names, "transactions/wallet_no=W-1/month=2024-02"].sort())
      assert.deepStrictEqual(readdirSync(dirname(path)).filter((name) => name.includes(".publish-")), [])
      rmSync(inTheWay)
      assert.isTrue((yield* publish(path, to)).written)
      chmodSync(to, 0o750)
    }))

  it.effect(
    "is whole after a process was killed in the middle of publishing, and the next one leaves no piece",
    () =>
      Effect.gen(function*() {
        const { path, to } = yield* places
        yield* commit(path, january)
        yield* publish(path, to)
        for (const after of someOf([300, 150, 450, 600], 1)) {
          yield* Effect.scoped(Effect.gen(function*() {
            const child = yield* publisher(path, to)
            yield* says(child, "publishing")
            yield* Effect.promise(() => new Promise((done) => setTimeout(done, after)))
            yield* kill(child)
          }))
          assert.deepStrictEqual(differing(to), [])
          const read = yield* Effect.promise(() => askEngine(`SELECT count(*) FROM ${filesOf(to, "transactions")}`))
          assert.isAtLeast(Number(JSON.parse(read[0]?.[0] ?? "")), 2)
        }
        yield* publish(path, to)
        const { files, replaced } = manifestOf(to)
        assert.deepStrictEqual(
          namesIn(to),
          ["manifest.json", ...[...files, ...replaced].map((file) => file.path)].sort()
        )
        assert.deepStrictEqual(readdirSync(dirname(path)).sort(), ["readers", "x.duckdb"])
        const { published, stored } = yield* bothWays(path, to, "transactions")
        assert.deepStrictEqual(published, stored)
      }),
    60_000
  )

  const Run = Schema.Array(
    Schema.Struct({
      id: Schema.Literals(["A", "B", "C", "D"]),
      month: Schema.Literals(["01", "02", "03"]),
      cents: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999 }))
    })
  ).check(Schema.isMaxLength(5))

  it.effect.prop(
    "equals the file row for row behind any runs, and files of months that no run changed keep their names",
    [
      Schema.Array(Schema.Struct({ month: Schema.Literals(["01", "02", "03", "all"]), rows: Run })).check(
        Schema.isMinLength(1),
        Schema.isMaxLength(4)
      )
    ],
    ([runs]) =>
      Effect.scoped(Effect.gen(function*() {
        const { path, to } = yield* places
        let before = new Map<string | null, { readonly name: string; readonly content: string }>()
        for (const { month, rows } of runs) {
          const [from, last] = month === "all" ? ["01", "03"] : [month, month]
          const shown = rows.filter((each) => month === "all" || each.month === month)
          const distinct = [...new Map(shown.map((each) => [each.id, each])).values()]
          yield* commit(
            path,
            window(
              `2024-${from}-01`,
              `2024-${last}-28`,
              distinct.map((each) =>
                row(each.id, `2024-${each.month}-05 10:00:00`, (each.cents / 100).toFixed(2), null)
              )
            )
          )
          yield* publish(path, to)
          const { published, stored } = yield* bothWays(path, to, "transactions")
          assert.deepStrictEqual(published, stored)
          const now = new Map<string | null, { readonly name: string; readonly content: string }>()
          for (const file of manifestOf(to).files.filter(({ table }) => table === "transactions")) {
            const content = JSON.stringify(
              yield* ask(path, `FROM transactions WHERE strftime(local_time, '%Y-%m') = '${file.month}' ORDER BY ALL`)
            )
            now.set(file.month, { name: file.path, content })
          }
          for (const [key, { content, name }] of now) {
            const earlier = before.get(key)
            if (earlier !== undefined) {
              assert.strictEqual(earlier.name === name, earlier.content === content, String(key))
            }
          }
          before = now
        }
      })),
    { arbitrary: { runs: isThorough ? 40 : 3 }, timeout: 300_000 }
  )
})
