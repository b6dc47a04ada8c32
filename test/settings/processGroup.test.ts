import { assert, describe, it } from "@effect/vitest"
import { type Leader, startWithUs } from "../../src/settings/processGroup.ts"

const watched = () => ["exit", "SIGHUP", "SIGQUIT"].map((name) => process.listenerCount(name))

describe("a process that is started with the program", () => {
  it("ends with it from before it starts, until it has ended, and so does a second one", () => {
    const before = watched()
    const more = before.map((count) => count + 1)
    const start = (): Leader => {
      assert.deepStrictEqual(watched(), more)
      return { kill: () => true }
    }
    const [, endedFirst] = startWithUs(start)
    const [, endedSecond] = startWithUs(start)
    endedFirst()
    endedFirst()
    assert.deepStrictEqual(watched(), more)
    endedSecond()
    assert.deepStrictEqual(watched(), before)
  })

  it("leaves nothing behind when it can't be started", () => {
    const before = watched()
    assert.throws(() =>
      startWithUs(() => {
        throw new Error("no such program")
      })
    )
    assert.deepStrictEqual(watched(), before)
  })
})
