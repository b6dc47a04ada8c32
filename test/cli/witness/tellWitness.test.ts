import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Clock, ConfigProvider, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync } from "node:child_process"
import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { withWitness } from "../../../src/cli/witness/tellWitness.ts"
import { readWitnessLine } from "../../../src/cli/witness/WitnessLine.ts"
import { settingsProvider } from "../../../src/settings/provider.ts"
import { layerWitness } from "../../../src/settings/Settings.ts"
import { WitnessSettings } from "../../../src/settings/WitnessSettings.ts"
import { headText, noWindow } from "../../../src/sink/audit/ChainHead.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { row, window } from "../../../src/testing/windows.ts"
import { folder } from "../../sink/duckdb/files.ts"

const commit = (month: string) =>
  Effect.flatMap(Sink, (sink) =>
    sink.commit(
      window(`2024-${month}-01`, `2024-${month}-28`, [row(`T${month}`, `2024-${month}-05 10:00:00`, "1.00", null)])
    ).pipe(Effect.andThen(sink.head)))

interface Witness {
  readonly file?: string
  readonly command?: readonly [string, ...ReadonlyArray<string>]
}

/** Runs with a sink in memory and these witnesses; gives what came of telling them. */
const told = <A, E>(run: Effect.Effect<A, E, Sink>, { command, file }: Witness) =>
  withWitness(run).pipe(
    Effect.provide(Layer.mergeAll(
      Sink.layerMemory,
      NodeServices.layer,
      Layer.succeed(WitnessSettings, {
        file: Option.fromUndefinedOr(file),
        command: Option.fromUndefinedOr(command)
      })
    ))
  )

const headsIn = (path: string): ReadonlyArray<string> =>
  readFileSync(path, "utf8").split("\n").slice(0, -1).map((line) => {
    const read = readWitnessLine(line)
    return typeof read === "object" ? headText(read.head) : `${read}: ${line}`
  })

describe("the head of the chain", () => {
  it.live("is a line in a file that its owner alone may read, and on the stdin of a program", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [file, other] = [join(place, "witness"), join(place, "other")]
      const before = yield* Clock.currentTimeMillis
      const [head, witnessed] = yield* told(commit("01"), { file, command: ["tee", "-a", other] })
      assert.deepStrictEqual(witnessed, { problems: [] })
      const text = readFileSync(file, "utf8")
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z 1:[0-9a-f]{64}\n$/)
      assert.isAtLeast(Date.parse(text.slice(0, 24)), before - 1)
      assert.deepStrictEqual(headsIn(file), [headText(head)])
      assert.strictEqual(readFileSync(other, "utf8"), text)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    }))

  it.live("is told of each run, also where it did not move and where nothing is stored yet", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "witness")
      yield* told(Effect.void, { file })
      const [heads] = yield* told(Effect.all([commit("01"), commit("02")]), { file })
      yield* told(Effect.void, { file })
      assert.deepStrictEqual(headsIn(file), [noWindow, heads[1], noWindow].map(headText))
    }))

  it.live("is told of runs that fail and of such that are interrupted, with what they had committed", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "witness")
      const failed = yield* Effect.exit(told(Effect.andThen(commit("01"), Effect.fail("no")), { file }))
      assert.isTrue(Exit.isFailure(failed))
      const begun = yield* Deferred.make<void>()
      const running = yield* Effect.forkChild(
        told(commit("01").pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Effect.never)), {
          file
        })
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual(headsIn(file).map((head) => head.split(":")[0]), ["1", "1"])
    }))

  it.live("is told to nobody where settings name nobody", () =>
    Effect.gen(function*() {
      const [head, witnessed] = yield* told(commit("01"), {})
      assert.strictEqual(head.sequence, 1)
      assert.isNull(witnessed)
    }))

  it.live("begins a line of its own behind one that was not written to its end", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "witness")
      yield* told(commit("01"), { file })
      appendFileSync(file, "2024-06-01T00:00:00.000Z 12:abc")
      yield* told(commit("01"), { file })
      assert.deepStrictEqual(
        headsIn(file).map((head) => head.replace(/[0-9a-f]{64}$/, "…")),
        ["1:…", "torn: 2024-06-01T00:00:00.000Z 12:abc", "1:…"]
      )
    }))

  it.live("is added to a file that may be written and not read", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "witness")
      writeFileSync(file, "", { mode: 0o200 })
      chmodSync(file, 0o200)
      const [, witnessed] = yield* told(commit("01"), { file })
      assert.deepStrictEqual(witnessed, { problems: [] })
      chmodSync(file, 0o600)
      assert.lengthOf(headsIn(file), 1)
    }))

  it.live("is added to no file of another kind, which stays as it was", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "statement.duckdb")
      for (
        const content of [
          "DUCK".padStart(200, "\u0000"),
          "ssh-ed25519 AAAA me\n",
          "{}",
          "-----BEGIN PRIVATE KEY-----\n",
          "\n-----BEGIN PRIVATE KEY-----\n",
          "---\nkey: value\n",
          "12345",
          "2026-11-23",
          "2026-11-23T10:00:00\nnotes of the day\n"
        ]
      ) {
        writeFileSync(file, content)
        const [, witnessed] = yield* told(commit("01"), { file })
        assert.deepStrictEqual(witnessed?.problems, [
          "WALLET_STATEMENT_WITNESS_FILE was not told the head of the audit chain: it is a file of another kind by its first " +
          "line, and nothing was added to it."
        ])
        assert.strictEqual(readFileSync(file, "utf8"), content)
      }
    }))

  it.live("could not be told: the file is a folder, its folder is missing, the disk is full", () =>
    Effect.gen(function*() {
      const place = yield* folder
      mkdirSync(join(place, "folder"))
      const cases = [[join(place, "folder"), "EISDIR"], [join(place, "none/witness"), "ENOENT"], [
        "/dev/full",
        "ENOSPC"
      ]]
      for (const [file = "", code] of cases) {
        const [head, witnessed] = yield* told(commit("01"), { file })
        assert.strictEqual(head.sequence, 1, "the run is not undone")
        assert.deepStrictEqual(witnessed?.problems, [
          `WALLET_STATEMENT_WITNESS_FILE was not told the head of the audit chain: it can't be written (${code}).`
        ])
      }
    }))

  it.live("could not be told to those that lines of the configuration file name, which are said", () =>
    Effect.gen(function*() {
      const config = join(yield* folder, "books.toml")
      writeFileSync(config, `db = "x"\nwitness_file = "none/witness"\nwitness_command = "no-such-program"\n`)
      const settings = ConfigProvider.layer(settingsProvider({ flags: { CONFIG: config }, environment: {} }))
      const [, witnessed] = yield* withWitness(commit("01")).pipe(
        Effect.provide([Sink.layerMemory, layerWitness]),
        Effect.provide(settings)
      )
      assert.deepStrictEqual(witnessed?.problems.map((problem) => problem.replace(/ was not told .*/, "")), [
        `${config}, line 2: witness_file`,
        `${config}, line 3: witness_command`
      ])
    }))

  it.live("is told to the other one where one fails, and all problems are named", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const file = join(place, "witness")
      const [, one] = yield* told(commit("01"), { file, command: [join(place, "no-such-program")] })
      assert.deepStrictEqual(one?.problems, [
        "WALLET_STATEMENT_WITNESS_COMMAND was not told the head of the audit chain: it could not be started (ENOENT)."
      ])
      assert.lengthOf(headsIn(file), 1)
      const [, both] = yield* told(commit("01"), { file: place, command: ["false"] })
      assert.lengthOf(both?.problems ?? [], 2)
    }))

  it.live("is not told by a program that fails, whose first words are shown, escaped and short", () =>
    Effect.gen(function*() {
      const command = ["sh", "-c", "cat >/dev/null; printf 'no\\033[2J such log%500s' x >&2; exit 7"] as const
      const [, witnessed] = yield* told(commit("01"), { command })
      const [problem = ""] = witnessed?.problems ?? []
      assert.match(problem, /: it ended with code 7: no\\u\{1b\}\[2J such log +…\.$/)
    }))

  it.live("is told by a program that reads nothing, or says much", () =>
    Effect.gen(function*() {
      const quiet = yield* told(commit("01"), { command: ["true"] })
      assert.deepStrictEqual(quiet[1], { problems: [] })
      const noisy = yield* told(commit("01"), {
        command: ["sh", "-c", "yes | head -c 3000000; yes | head -c 3000000 >&2"]
      })
      assert.deepStrictEqual(noisy[1], { problems: [] })
    }))

  it.live("is told to a program that sees none of this program's settings, and no shell runs it", () =>
    Effect.gen(function*() {
      const place = yield* folder
      process.env["WALLET_STATEMENT_CONSUMER_SECRET"] = "canary"
      const [, witnessed] = yield* told(commit("01"), {
        command: [
          "sh",
          "-c",
          `env > ${join(place, "environment")}; printf '%s' "$1" > ${join(place, "word")}`,
          "sh",
          "$(id)*"
        ]
      }).pipe(Effect.ensuring(Effect.sync(() => delete process.env["WALLET_STATEMENT_CONSUMER_SECRET"])))
      assert.deepStrictEqual(witnessed, { problems: [] })
      const environment = readFileSync(join(place, "environment"), "utf8")
      assert.include(environment, "PATH=")
      assert.notInclude(environment, "WALLET_STATEMENT")
      assert.strictEqual(readFileSync(join(place, "word"), "utf8"), "$(id)*")
    }))

  it.effect("is given up when a program takes too long", () =>
    Effect.gen(function*() {
      const running = yield* Effect.forkChild(told(commit("01"), { command: ["sleep", "300"] }))
      for (let wait = 0; wait < 3; wait++) {
        yield* Effect.promise(() => new Promise((done) => setTimeout(done, 150)))
        yield* TestClock.adjust("30 seconds")
      }
      const [, witnessed] = yield* Fiber.join(running)
      assert.deepStrictEqual(witnessed?.problems, [
        "WALLET_STATEMENT_WITNESS_COMMAND was not told the head of the audit chain: it took longer than 30s " +
        "and was stopped."
      ])
    }))

  it.live("could not be told to a pipe that nobody reads", () =>
    Effect.gen(function*() {
      const pipe = join(yield* folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const [, witnessed] = yield* told(commit("01"), { file: pipe })
      assert.match(witnessed?.problems[0] ?? "", /it can't be written \(ENXIO\)\.$/)
    }))
})
