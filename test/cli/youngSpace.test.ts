import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"

/** Fills the young space with objects that live for a while; prints its size in MB. */
const program = (first: string) => `
${first}
const { getHeapSpaceStatistics } = await import("node:v8")
let kept = []
for (let round = 0; round < 120; round++) {
  for (let count = 0; count < 20000; count++) kept.push({ round, count })
  if (kept.length > 400000) kept = kept.slice(200000)
  await new Promise(setImmediate)
}
console.log(getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 1048576)
`

const youngMegabytes = (first: string): number =>
  Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program(first)], {
    cwd: new URL("../..", import.meta.url),
    encoding: "utf8"
  }))

describe("the space for young objects", () => {
  it("stays small where it is bounded, and ends the program no later", () => {
    const bound = "(await import(\"./src/cli/youngSpace.ts\")).boundYoungSpace()"
    assert.isAtMost(youngMegabytes(bound), 32)
    assert.isAtLeast(youngMegabytes(""), 64)
  }, 60_000)
})
