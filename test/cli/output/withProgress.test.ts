/**
 * A pull whose progress is shown.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PassThrough } from "node:stream"
import { WriteStream } from "node:tty"
import { withProgress } from "../../../src/cli/output/withProgress.ts"

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
})
