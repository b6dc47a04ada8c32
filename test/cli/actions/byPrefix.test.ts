import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { byPrefix } from "../../../src/cli/actions/byPrefix.ts"

const found = ["0a1b2c3d4e5f", "0a1bffffffff", "f00000000000"].map((id) => ({ id }))

it.effect("is found by as much of its id as tells it from others", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* byPrefix(found, "F", String), { id: "f00000000000" })
    assert.deepStrictEqual(yield* byPrefix(found, " 0a1b2 ", String), { id: "0a1b2c3d4e5f" })
    for (
      const [prefix, said] of [
        ["0a1b", "\"0a1b\" is the beginning of 2 ids, 0a1b2c3d4e5f, 0a1bffffffff: give more of it."],
        ["1", "No finding \"1\""],
        ["", "No finding \"\""],
        ["f000000000001", "No finding"]
      ] as const
    ) {
      const refused = yield* Effect.flip(byPrefix(found, prefix, (shown) => `No finding ${shown}`))
      assert.strictEqual(refused.code, 2)
      assert.include(refused.message, said)
    }
  }))
