import { afterAll, assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "../../src/settings/runCommand.ts"

const node = (source: string): ReadonlyArray<string> => [process.execPath, "-e", source]
const bounds = { timeout: Duration.seconds(20), maxBytes: 1000 }

const printed = (words: ReadonlyArray<string>, input?: Uint8Array) =>
  Effect.map(runCommand(words, { ...bounds, input }), (bytes) => Buffer.from(bytes).toString())

/** Does something under other variables of the environment. */
const withVariables = <A, E>(variables: Readonly<Record<string, string>>, use: Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
      Object.assign(process.env, variables)
      return before
    }),
    () => use,
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      })
  )

const problem = (words: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(runCommand(words, bounds)), ({ message }) => message)

describe("runCommand", () => {
  it.live("gives what the command prints, byte by byte", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* printed(node("process.stdout.write('a\\0b\\n\\n')")), "a\0b\n\n")
      assert.strictEqual(yield* printed(node("process.stderr.write('secret')")), "")
      const bytes = yield* runCommand(node("process.stdout.write(Buffer.from([0, 255, 254]))"), bounds)
      assert.deepStrictEqual([...bytes], [0, 255, 254])
    }))

  it.live("hands arguments over as they are, to no shell", () =>
    Effect.gen(function*() {
      const args = ["$HOME", "`id`", "*", "a b", "; id", ""]
      const text = yield* printed([
        process.execPath,
        "-e",
        "process.stdout.write(JSON.stringify(process.argv.slice(1)))",
        "--",
        ...args
      ])
      assert.deepStrictEqual(JSON.parse(text), args)
    }))

  it.live("gives the input on stdin, where it can be opened by name too, and leaves nothing of it", () =>
    Effect.gen(function*() {
      const input = Buffer.from([0, 1, 2, 253, 254, 255])
      const echo = node("process.stdin.pipe(process.stdout)")
      assert.deepStrictEqual([...yield* runCommand(echo, { ...bounds, input })], [...input])
      assert.strictEqual(yield* printed(node("process.stdout.write('unread')"), input), "unread")
      assert.strictEqual(yield* printed(echo), "")
      if (process.platform === "linux") {
        const byName = node("process.stdout.write(require('fs').readFileSync('/dev/stdin'))")
        assert.deepStrictEqual([...yield* runCommand(byName, { ...bounds, input })], [...input])
      }
      const folder = mkdtempSync(join(tmpdir(), "run-command-"))
      yield* withVariables({ TMPDIR: folder }, runCommand(echo, { ...bounds, input }))
      assert.deepStrictEqual(readdirSync(folder), [])
      rmdirSync(folder)
    }))

  it.live("gives the input by a pipe where no temporary file can be made", () =>
    withVariables(
      { TMPDIR: "/nonexistent" },
      Effect.gen(function*() {
        assert.strictEqual(yield* printed(node("process.stdin.pipe(process.stdout)"), Buffer.from("input")), "input")
        assert.strictEqual(yield* printed(node("process.stdout.write('unread')"), Buffer.alloc(2 ** 20)), "unread")
      })
    ))

  it.live("gives it none of this program's settings", () =>
    withVariables(
      { WALLET_STATEMENT_CONSUMER_SECRET: "canary", OTHER_VARIABLE: "kept" },
      Effect.gen(function*() {
        const names = "Object.entries(process.env).filter(([name]) => /^WALLET_|^OTHER_/.test(name))"
        const text = yield* printed(node(`process.stdout.write(JSON.stringify(${names}))`))
        assert.strictEqual(text, "[[\"OTHER_VARIABLE\",\"kept\"]]")
      })
    ))

  it.live("tells how it ended and how much it said on stderr, and not what", () =>
    Effect.gen(function*() {
      const failing = yield* problem(
        node("process.stdout.write('canary'); process.stderr.write('canary!'); process.exitCode = 3")
      )
      assert.include(failing, "ended with code 3")
      assert.include(failing, "stderr (7 bytes)")
      assert.notInclude(failing, "canary")
      assert.include(yield* problem(node("process.exit(1)")), "ended with code 1, and said nothing on stderr")
      assert.include(yield* problem(node("process.kill(process.pid, 'SIGTERM')")), "was ended by SIGTERM")
      const missing = yield* problem(["no-such-program-canary"])
      // A folder on the PATH that may not be looked into makes it EACCES.
      assert.match(missing, /could not be started \((ENOENT|EACCES)\)/)
      assert.notInclude(missing, "canary")
      assert.include(yield* problem([process.execPath, "a\0b"]), "could not be started")
      assert.include(yield* problem(["/"]), "could not be started (EACCES)")
    }))

  it.live("stops a command that prints too much", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* printed(node("process.stdout.write('x'.repeat(1000))"))).length, 1000)
      const endless = "const more = () => process.stdout.write('x'.repeat(4096), more); more()"
      assert.include(yield* problem(node(endless)), "printed more than 1000 bytes and was stopped")
    }))

  it.effect("stops a command that takes too long", () =>
    Effect.gen(function*() {
      const running = yield* Effect.forkChild(Effect.flip(runCommand(node("setInterval(() => {}, 1000)"), bounds)))
      yield* TestClock.adjust("19 seconds")
      assert.isUndefined(running.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.include((yield* Fiber.join(running)).message, "took longer than 20s and was stopped")
    }))

  it.effect.skipIf(process.platform === "win32")(
    "gives all that was printed, by what the command left behind too, and nothing when that holds its output open",
    () =>
      Effect.gen(function*() {
        // No time passes for the command's bound.
        assert.strictEqual(yield* printed(["sh", "-c", "(sleep 0.3; echo end) & echo begin"]), "begin\nend\n")
        assert.strictEqual(yield* printed(["sh", "-c", "sleep 302 >/dev/null & echo secret"]), "secret\n")
        const open = "something that it started still holds its output open"
        assert.include(yield* problem(["sh", "-c", "sleep 302 & echo secret"]), open)
        assert.include(yield* problem(escaping("echo secret")), open)
        assert.include(yield* problem(["sh", "-c", "sleep 302 & exit 3"]), "ended with code 3")
        assert.include(yield* problem(escaping("exit 3")), "ended with code 3")
      }),
    20_000
  )

  it.skipIf(process.platform === "win32")(
    "lets the program end though a child of the command still holds its output",
    () => {
      const module = new URL("../../src/settings/runCommand.ts", import.meta.url).href
      const source = `import { Duration, Effect } from "effect"
      import { runCommand } from ${JSON.stringify(module)}
      const bounds = { timeout: Duration.seconds(10), maxBytes: 10 }
      console.log((await Effect.runPromise(Effect.flip(runCommand(${
        JSON.stringify(escaping("echo a"))
      }, bounds)))).message.slice(0, 6))`
      const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", source], {
        cwd: join(import.meta.dirname, "../.."),
        encoding: "utf8",
        timeout: 8_000
      })
      assert.deepStrictEqual([status, stdout], [0, "exited\n"], "it had to be ended")
    },
    30_000
  )

  it.live("stops the command when nobody waits for it any more", () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "run-command-"))
      const file = join(folder, "pid")
      const source = `require("fs").writeFileSync(${
        JSON.stringify(file)
      }, String(process.pid)); setInterval(() => {}, 1000)`
      const running = yield* Effect.forkChild(runCommand(node(source), bounds))
      const pid = yield* Effect.suspend(() => {
        const text = existsSync(file) ? readFileSync(file, "utf8") : ""
        return text === "" ? Effect.fail("not there yet") : Effect.succeed(Number(text))
      }).pipe(Effect.retry(Schedule.spaced("20 millis")))
      yield* Fiber.interrupt(running)
      yield* Effect.try({ try: () => process.kill(pid, 0), catch: () => "gone" }).pipe(
        Effect.flip,
        Effect.retry(Schedule.spaced("20 millis"))
      )
      rmSync(folder, { recursive: true })
    }), 20_000)

  describe.skipIf(process.platform === "win32")("ends all that the command has started", () => {
    const root = join(import.meta.dirname, "../..")
    const module = new URL("../../src/settings/runCommand.ts", import.meta.url).href
    const folder = mkdtempSync(join(tmpdir(), "run-command-"))
    afterAll(() => rmSync(folder, { recursive: true }))

    it.live(
      "when nobody waits for it any more, when it takes too long or prints too much, and when it has ended",
      () =>
        Effect.gen(function*() {
          const one = join(folder, "interrupted")
          const running = yield* Effect.forkChild(runCommand(parent(one), bounds))
          const pid = yield* thereIs(one)
          yield* Fiber.interrupt(running)
          yield* isGone(pid)

          const two = join(folder, "late")
          yield* Effect.flip(runCommand(parent(two), { ...bounds, timeout: Duration.seconds(1) }))
          yield* isGone(yield* thereIs(two))

          for (const [index, output] of ["", ">/dev/null 2>&1"].entries()) {
            const done = join(folder, `done-${index}`)
            yield* Effect.exit(printed(["sh", "-c", `sleep 300 ${output} & echo $! > '${done}'`]))
            yield* isGone(yield* thereIs(done))
          }

          const three = join(folder, "loud")
          const loud = parent(three).map((word) => word.replace(/wait$/, "yes"))
          yield* Effect.flip(runCommand(loud, bounds))
          yield* isGone(yield* thereIs(three))
        }),
      20_000
    )

    const ways = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "exit"] as const
    it.live.each(ways.flatMap((way) => [[way, "the command"], [way, "what it left behind"]] as const))(
      "when the program ends: %s, while it waits for %s",
      ([way, waitsFor]) =>
        Effect.gen(function*() {
          const file = join(folder, `${way} ${waitsFor}`)
          const words = waitsFor === "the command"
            ? parent(file)
            : parent(file).map((word) => word.replace(/wait$/, ""))
          const source = `import { runMain } from "@effect/platform-node/NodeRuntime"
          import { Duration } from "effect"
          import { runCommand } from ${JSON.stringify(module)}
          ${way === "exit" ? "process.on('SIGUSR2', () => process.exit(1))" : ""}
          runMain(runCommand(${JSON.stringify(words)}, { timeout: Duration.seconds(60), maxBytes: 10 }))`
          const program = spawn(process.execPath, ["--input-type=module", "-e", source], { cwd: root, stdio: "ignore" })
          const pid = yield* thereIs(file)
          if (waitsFor !== "the command") yield* Effect.sleep("300 millis")
          program.kill(way === "exit" ? "SIGUSR2" : way)
          yield* isGone(pid)
        }),
      20_000
    )
  })
})

/** A command with a child that has made itself a session of its own and holds its output for a while. */
const escaping = (then: string) => [
  "sh",
  "-c",
  `"$0" -e "$1"; ${then}`,
  process.execPath,
  "child_process.spawn('sleep', ['12'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).unref()"
]

/** A process that has ended and whose parent has not asked for it yet has no right to be called one. */
const isRunning = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim())

/** A command whose own child's id stands in a file soon after. */
const parent = (
  file: string
) => ["sh", "-c", `sleep 300 & echo $! > '${file}.new'; mv '${file}.new' '${file}'; wait`]

const thereIs = (file: string) =>
  Effect.suspend(() => {
    // The shell makes the file before it writes into it.
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    return text.endsWith("\n") ? Effect.succeed(Number(text)) : Effect.fail("not yet")
  }).pipe(Effect.retry(Schedule.spaced("20 millis")))

const isGone = (pid: number) =>
  Effect.suspend(() => isRunning(pid) ? Effect.fail("still there") : Effect.void).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("15 seconds"),
    Effect.onError(() => Effect.sync(() => process.kill(pid, "SIGKILL")))
  )
