/**
 * A pull whose progress is shown.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { PassThrough } from "node:stream"
import { WriteStream } from "node:tty"
import { vi } from "vitest"
import { withProgress } from "../../../src/cli/output/withProgress.ts"
import { type Day, dayFromNumber } from "../../../src/domain/Period.ts"
import { WalletNo } from "../../../src/domain/Wallet.ts"
import { PullObserver } from "../../../src/pipeline/PullObserver.ts"

/** A terminal that does something with what is written to it. */
const terminalOf = (write: (text: string) => void): NodeJS.WriteStream =>
  Object.assign(Object.create(WriteStream.prototype), new PassThrough(), {
    isTTY: true,
    columns: 80,
    write: (text: string) => {
      write(text)
      return true
    }
  })

const pull = Effect.as(Effect.sleep("400 millis"), "pulled")

const day = (number: number): Day => dayFromNumber(20_000 + number)

/** Events of a pull: as many windows of a day, each with as many rows. */
const committing = (windows: number, rows: number) =>
  Effect.forEach(
    Array.from({ length: windows }, (_, index) => ({ from: day(index), to: day(index) })),
    (days) =>
      Effect.flatMap(PullObserver, (observe) =>
        observe({ _tag: "Committed", walletNo: WalletNo.make("W-1"), days, rows, outcome }))
  )

const outcome = { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }

/** What is written to stderr while something runs. */
const toldBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const told: Array<string> = []
      const spy = vi.spyOn(process.stderr, "write").mockImplementation((text, ...others) => {
        told.push(String(text))
        for (const each of others) if (typeof each === "function") each()
        return true
      })
      return { told, spy }
    }),
    ({ told }) => Effect.as(effect, told),
    ({ spy }) => Effect.sync(() => spy.mockRestore())
  )

const piped = Object.assign(terminalOf(() => undefined), { isTTY: false })

describe("a pull whose progress is shown", () => {
  it.live("draws on a terminal, and clears the line in the end", () =>
    Effect.gen(function*() {
      const written: Array<string> = []
      const shown = { terminal: terminalOf((text) => void written.push(text)), isAsked: false, isQuiet: false }
      assert.strictEqual(yield* withProgress(pull, shown), "pulled")
      assert.isAbove(written.length, 2)
      assert.include(written[0], "0 % · 0 rows")
      assert.strictEqual(written.at(-1), "\r\u001b[K")
    }))

  it.live("comes to its end whatever becomes of the drawing", () =>
    Effect.gen(function*() {
      let isOpen = true
      const terminal = terminalOf((text) => {
        if (isOpen && text.includes("%")) throw new RangeError("no room")
      })
      const result = yield* withProgress(
        Effect.tap(pull, () =>
          Effect.sync(() => {
            isOpen = false
          })),
        { terminal, isAsked: false, isQuiet: false }
      )
      assert.strictEqual(result, "pulled")
    }))

  it.live("draws nothing when it is to be quiet", () =>
    Effect.gen(function*() {
      const written: Array<string> = []
      const terminal = terminalOf((text) => void written.push(text))
      assert.strictEqual(yield* withProgress(pull, { terminal, isAsked: true, isQuiet: true }), "pulled")
      assert.deepStrictEqual(written, [])
    }))

  it.effect("is told in plain words where there is no terminal", () =>
    Effect.gen(function*() {
      const told = yield* toldBy(Effect.gen(function*() {
        const showing = { terminal: piped, isAsked: true, isQuiet: false }
        const pulling = yield* Effect.forkChild(withProgress(Effect.sleep("15 seconds"), showing))
        yield* TestClock.adjust("20 seconds")
        yield* Fiber.join(pulling)
      }))
      assert.deepStrictEqual(told, ["0 % · 0 rows · 0 rows/s\n"])
    }))

  for (
    const [windows, expected] of [
      [
        0,
        "Interrupted before this run committed anything; run the same command again to go on."
      ],
      [
        1,
        "Interrupted. 1 window with 7 rows was committed and stays; run the same command again to go on."
      ],
      [
        2,
        "Interrupted. 2 windows with 14 rows were committed and stay; run the same command again to go on."
      ]
    ] as const
  ) {
    it.effect(`says when it is interrupted what stays of ${windows} windows`, () =>
      Effect.gen(function*() {
        const showing = { terminal: piped, isAsked: false, isQuiet: false }
        const told = yield* toldBy(
          withProgress(Effect.andThen(committing(windows, 7), Effect.interrupt), showing).pipe(Effect.exit)
        )
        assert.deepStrictEqual(told, [`${expected}\n`])
      }))
  }
})
