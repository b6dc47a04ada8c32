import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inputFile } from "../../../../src/cli/actions/InputFile.ts"
import { compareWith, compareWithWitness, expectation } from "../../../../src/cli/actions/verify/heldHeads.ts"
import { witnessLine } from "../../../../src/cli/witness/WitnessLine.ts"
import { type ChainHead, headText, noWindow } from "../../../../src/sink/audit/ChainHead.ts"
import { Database, verifyAudit } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { folder } from "../../../sink/duckdb/files.ts"

const months = ["01", "02", "03", "04", "05"]

/** Writes a file of five windows from scratch, the third with an amount of its own; gives the head after each. */
const fileWith = Effect.fnUntraced(function*(path: string, amount: string, windows = months) {
  return yield* Effect.flatMap(Sink, (sink) =>
    Effect.forEach(windows, (month) =>
      sink.commit(
        window(`2024-${month}-01`, `2024-${month}-28`, [
          row(`T${month}`, `2024-${month}-05 10:00:00`, month === "03" ? amount : "1.00", null)
        ], { runId: `run-${month}` })
      ).pipe(Effect.andThen(sink.head)))).pipe(Effect.provide(layerOpen(path)))
})

const line = (head: ChainHead) => witnessLine(Date.parse("2024-06-01T00:00:00Z") + head.sequence * 1000, head)

const witnessIn = (path: string, lines: ReadonlyArray<string>): string => {
  const file = join(path, "witness")
  writeFileSync(file, lines.map((each) => `${each}\n`).join(""))
  return file
}

const look = <A, E>(
  path: string,
  ask: (database: Effect.Success<ReturnType<typeof Database.openToCheck>>, last: ChainHead) => Effect.Effect<A, E>
) =>
  Effect.scoped(Effect.gen(function*() {
    const database = yield* Database.openToCheck(path)
    const { difference, head } = yield* verifyAudit(database)
    return { difference, head, found: yield* ask(database, head) }
  }))

describe("a file that was written anew from end to end, one row changed", () => {
  it.effect("has a sound chain of its own, and is found by a head and by a witness, which names the first line that differs", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [honest, forged] = [join(place, "honest.duckdb"), join(place, "forged.duckdb")]
      const heads = yield* fileWith(honest, "1.00")
      const others = yield* fileWith(forged, "9.00")
      assert.deepStrictEqual(heads.map(({ sequence }) => sequence), [1, 2, 3, 4, 5])
      assert.deepStrictEqual(others.slice(0, 2), heads.slice(0, 2), "the same but for that row")
      const witness = witnessIn(place, heads.map(line))
      for (const [index, head] of heads.entries()) {
        const { difference, found } = yield* look(forged, (database, last) => compareWith(database, head, last))
        assert.isNull(difference, "the chain is sound")
        assert.strictEqual(found.agrees, index < 2, found.text)
        assert.isTrue((yield* look(honest, (database, last) => compareWith(database, head, last))).found.agrees)
      }
      const { found } = yield* look(forged, (database, last) => compareWithWitness(database, witness, last))
      assert.deepStrictEqual({ ...found, text: "" }, {
        agrees: false,
        differs: true,
        text: "",
        lines: 5,
        differing: 3,
        torn: 0
      })
      assert.strictEqual(
        found.text,
        `the first that differs is line 3, 2024-06-01T00:00:03.000Z ${headText(heads[2] ?? noWindow)}: ` +
          `the file's window 3 has the hash ${others[2]?.hash}; 3 of 5 lines differ`
      )
      const good = yield* look(honest, (database, last) => compareWithWitness(database, witness, last))
      assert.deepStrictEqual(good.found, {
        agrees: true,
        differs: false,
        text: "all 5 lines agree, the last of 2024-06-01T00:00:05.000Z",
        lines: 5,
        differing: 0,
        torn: 0
      })
    }))

  it.effect("is found when an older copy took its place, or windows were cut from its end", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [whole, older] = [join(place, "whole.duckdb"), join(place, "older.duckdb")]
      const heads = yield* fileWith(whole, "1.00")
      yield* fileWith(older, "1.00", months.slice(0, 3))
      const [, , , fourth = noWindow] = heads
      const { difference, found } = yield* look(older, (database, last) => compareWith(database, fourth, last))
      assert.isNull(difference)
      assert.deepStrictEqual(found, { agrees: false, differs: true, text: "the file has no window 4: it ends with 3" })
      const witness = witnessIn(place, heads.map(line))
      const compared = yield* look(older, (database, last) => compareWithWitness(database, witness, last))
      assert.match(compared.found.text, /first that differs is line 4, .*: the file has no window 4: it ends with 3/)
    }))

  it.effect("is found when it holds the expected hash beside another one of the same number", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [honest, forged] = [join(place, "honest.duckdb"), join(place, "forged.duckdb")]
      const [, , third = noWindow] = yield* fileWith(honest, "1.00")
      yield* fileWith(forged, "9.00")
      yield* tamper(
        forged,
        `INSERT INTO statement_windows SELECT * REPLACE ('${third.hash}' AS audit_hash) FROM statement_windows WHERE sequence = 3`
      )
      const { difference, found } = yield* look(forged, (database, last) => compareWith(database, third, last))
      assert.isNotNull(difference)
      assert.deepStrictEqual(found, { agrees: false, differs: true, text: "the file has no window 3, or two" })
    }))
})

describe("a head that was kept", () => {
  it.effect("is that of an empty file, which begins every chain: it vouches for an empty file and for no other", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "a.duckdb")
      const [first = noWindow] = yield* fileWith(path, "1.00")
      assert.strictEqual(headText(noWindow), `0:${"0".repeat(64)}`)
      const ask = (head: ChainHead) => look(path, (database, last) => compareWith(database, head, last))
      assert.deepStrictEqual((yield* ask(noWindow)).found, {
        agrees: false,
        differs: false,
        text: "every chain begins so, and of the file's 5 windows it says nothing"
      })
      assert.isFalse((yield* ask({ ...first, sequence: 0 })).found.agrees)
      const empty = join(yield* folder, "empty.duckdb")
      assert.deepStrictEqual(yield* fileWith(empty, "1.00", []), [])
      const beginning = yield* look(empty, (database, last) => compareWith(database, noWindow, last))
      assert.deepStrictEqual(beginning.found, {
        agrees: true,
        differs: false,
        text: "every chain begins so, and the file has no window yet"
      })
      const { found, head } = yield* look(empty, (database, last) => compareWith(database, first, last))
      assert.deepStrictEqual(head, noWindow)
      assert.deepStrictEqual(found, { agrees: false, differs: true, text: "the file has no window 1: it ends with 0" })
    }))

  it.effect.each([
    "",
    "1",
    "1:",
    `1:${"a".repeat(63)}`,
    `-1:${"a".repeat(64)}`,
    `1:${"g".repeat(64)}`,
    `1 ${"a".repeat(64)}`
  ])(
    "is refused when it is none: %j",
    (text) =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(expectation(text))
        assert.isTrue(Exit.isFailure(exit))
      })
  )

  it.effect("may be written in capitals and with blanks around it", () =>
    Effect.map(
      expectation(` 7:${"AB".repeat(32)}\n`),
      (head) => assert.deepStrictEqual(head, { sequence: 7, hash: "ab".repeat(32) })
    ))
})

describe("a witness", () => {
  const compared = Effect.fnUntraced(function*(lines: (heads: ReadonlyArray<ChainHead>) => ReadonlyArray<string>) {
    const place = yield* folder
    const path = join(place, "a.duckdb")
    const witness = witnessIn(place, lines(yield* fileWith(path, "1.00")))
    return (yield* look(path, (database, last) => compareWithWitness(database, witness, last))).found
  })

  it.effect("may have lines that were not written to their end, wherever they were cut off, and says so", () =>
    Effect.gen(function*() {
      const whole = line({ sequence: 12, hash: "ab".repeat(32) })
      const place = yield* folder
      const path = join(place, "a.duckdb")
      const heads = yield* fileWith(path, "1.00")
      for (const length of [1, 4, 7, 10, 11, 19, 23, 24, 25, 26, 27, 28, 50, whole.length - 1]) {
        const witness = witnessIn(place, [whole.slice(0, length), ...heads.slice(0, 2).map(line)])
        const { found } = yield* look(path, (database, last) => compareWithWitness(database, witness, last))
        assert.isTrue(found.agrees, whole.slice(0, length))
        assert.deepStrictEqual([found.lines, found.torn], [2, 1])
      }
      const last = yield* compared((heads) => [...heads.slice(0, 1).map(line), whole.slice(0, 40)])
      assert.strictEqual(
        last.text,
        "its line agrees, the last of 2024-06-01T00:00:01.000Z; of the 4 windows after it this says nothing; " +
          "1 line was not written to the end and not compared"
      )
    }))

  it.effect("differs where a line is none", () =>
    Effect.gen(function*() {
      const found = yield* compared((heads) => [...heads.map(line), "rm -rf", ""])
      assert.strictEqual(found.text, "the first that differs is line 6: it is no line of a witness")
      assert.isFalse(found.agrees)
    }))

  it.effect("shows nothing when it has no line", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* compared(() => []), {
        agrees: false,
        differs: false,
        text: "it has no line to compare",
        lines: 0,
        differing: 0,
        torn: 0
      })
      assert.isFalse((yield* compared(() => ["2024-06-01T00:00"])).agrees)
    }))

  it.effect("is compared as a whole, however long it is and whatever ends its lines", () =>
    Effect.gen(function*() {
      const found = yield* compared((heads) =>
        Array.from({ length: 5000 }, (_, index) => `${line(heads[index % 5] ?? noWindow)}\r`)
      )
      assert.deepStrictEqual([found.agrees, found.lines], [true, 5000])
      const late = yield* compared((heads) => [
        ...Array.from({ length: 4321 }, (_, index) => line(heads[index % 5] ?? noWindow)),
        line({ sequence: 2, hash: "ab".repeat(32) })
      ])
      assert.match(late.text, /^the first that differs is line 4322, /)
    }))

  it.effect("that is not there is named as what to give", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "a.duckdb")
      yield* fileWith(path, "1.00")
      const exit = yield* Effect.exit(
        look(path, (database, last) => compareWithWitness(database, join(path, "none"), last))
      )
      assert.include(String(exit), "The witness can't be read (ENOTDIR)")
    }))

  it.effect("shows nothing when its lines are of a file without a window, unless that is what the file is", () =>
    Effect.gen(function*() {
      const found = yield* compared(() => [noWindow, noWindow].map(line))
      assert.deepStrictEqual(found, {
        agrees: false,
        differs: false,
        text:
          "all its 2 lines are of a file without a window: every chain begins so, and of the file's 5 windows it says " +
          "nothing",
        lines: 2,
        differing: 0,
        torn: 0
      })
      assert.isTrue((yield* compared((heads) => [noWindow, ...heads.slice(0, 1)].map(line))).agrees)
      const empty = join(yield* folder, "empty.duckdb")
      yield* fileWith(empty, "1.00", [])
      const witness = witnessIn(yield* folder, [line(noWindow)])
      const begun = yield* look(empty, (database, last) => compareWithWitness(database, witness, last))
      assert.isTrue(begun.found.agrees)
      assert.include(begun.found.text, "its line is of a file without a window")
    }))

  it.live("is a file or a pipe, of lines as long as a witness's", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const path = join(place, "a.duckdb")
      const heads = yield* fileWith(path, "1.00")
      const compare = (file: string) =>
        look(path, (database, last) => compareWithWitness(database, file, last)).pipe(
          Effect.match({ onFailure: (error) => error.message, onSuccess: ({ found }) => found.text })
        )
      assert.include(yield* compare(place), "The witness is a directory: name")
      assert.include(yield* compare(path), "The witness has a line of more than 1000 characters and is none: name")
      const long = witnessIn(place, [...heads.map(line), "x".repeat(70_000), "x"])
      assert.include(yield* compare(long), "has a line of more than 1000 characters")
      assert.strictEqual(
        yield* compare(witnessIn(place, [...heads.map(line), "x".repeat(1000)])),
        "the first that differs is line 6: it is no line of a witness"
      )
      if (process.platform === "win32") return
      assert.include(yield* compare("/dev/zero"), "The witness is neither a file nor a pipe: name")
      const pipe = join(place, "pipe")
      execFileSync("mkfifo", [pipe])
      const writing = yield* Effect.forkChild(Effect.promise(() => writeFile(pipe, `${heads.map(line).join("\n")}\n`)))
      assert.match(yield* compare(pipe), /^all 5 lines agree/)
      yield* Fiber.join(writing)
    }))

  it.effect("of which nothing comes is given up after a minute", () =>
    Effect.gen(function*() {
      if (process.platform === "win32") return
      const pipe = join(yield* folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const reading = yield* Effect.forkChild(Effect.flip(Stream.runDrain(inputFile(pipe, 1000))))
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(reading)).problem, "gave nothing for 1m")
    }))
})
