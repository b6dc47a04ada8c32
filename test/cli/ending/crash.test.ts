import { assert, describe, it } from "@effect/vitest"
import { crashText } from "../../../src/cli/ending/crash.ts"

const intro = "this is a mistake of the program, please report it."

describe("what is told of a crash", () => {
  it("is the kind of error and where it happened, not its message", () => {
    const [first, ...places] = crashText(new TypeError("canary\n    at canary (file:///canary.js:1:1)")).split("\n")
    assert.strictEqual(first, `Unexpected TypeError: ${intro}`)
    assert.isAtLeast(places.length, 1)
    assert.isAtMost(places.length, 5)
    assert.include(places[0] ?? "", "crash.test.ts")
    assert.notInclude(places.join("\n"), "canary")
  })

  it("is the kind alone when there is no stack that can be told from the message", () => {
    const odd = Object.assign(new Error("one"), { stack: "Error: canary\n    at canary (file:///canary.js:1:1)" })
    for (
      const thrown of ["canary", { canary: 1 }, undefined, null, 7, Object.assign(new Error("x"), { stack: 7 }), odd]
    ) {
      const kind = thrown instanceof Error ? "Error" : typeof thrown
      assert.strictEqual(crashText(thrown), `Unexpected ${kind}: ${intro}`)
    }
    const named = Object.assign(new Error(""), { name: "canary 4711", stack: "" })
    assert.strictEqual(crashText(named), `Unexpected object: ${intro}`)
  })
})
