/**
 * Some seeds of the simulation in every test run; `npm run simulate` does as many as one likes.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readRecording } from "../simulation/Recording.ts"
import { replay, simulate } from "../simulation/simulate.ts"
import type { Story } from "../simulation/Story.ts"
import { keptWorlds } from "../simulation/worlds.ts"
import { isThorough, isTried } from "./kit/cases.ts"

const seeds = isThorough ? 200 : 6
const duckDbSeeds = isThorough ? 30 : 1

/** One that is soon done, or one in which much happens. */
const anySeed = isThorough ? 7 : 15

const runs = ({ lines }: Story) => lines.filter((line) => !/: record \d+ /.test(line))

const told = ({ complaints, lines }: Story) => ({ complaints, lines })

describe("a simulated pull", () => {
  const counts = new Map<string, number>()
  const happened = (behaviour: RegExp): boolean => [...counts.keys()].some((name) => behaviour.test(name))

  it.effect("is right whatever befalls it", () =>
    Effect.gen(function*() {
      const wrong: Array<string> = []
      for (let seed = 1; seed <= seeds; seed++) {
        const story = yield* simulate(seed)
        for (const [behaviour, times] of story.counts) counts.set(behaviour, (counts.get(behaviour) ?? 0) + times)
        for (const complaint of story.complaints) wrong.push(`seed ${seed}: ${complaint}`)
      }
      assert.deepStrictEqual(wrong, [])
    }), 600_000)

  it.runIf(isThorough)("has met what it is there for", () => {
    for (
      const behaviour of [
        /^record left out/,
        /^record repeated/,
        /^day cut off/,
        /^event changed/,
        /^event withdrawn/,
        /^row moved to another day/,
        /^stopped: kill/,
        /^stopped: interrupt/,
        /^commit failed/,
        /^finished day not fetched again/,
        /^reply: status 429, Retry-After/,
        /^reply: no answer/,
        /^reply: body cut off/,
        /^reply: token refused/,
        /^login after an expired token/,
        /^verdict gap/,
        /^verdict proven/,
        /^same run again without a difference/,
        /^answer empty/,
        /^answer lagging/,
        /^answer doubted/,
        /^row held/,
        /^withdrawal accepted/,
        /^balances swept/,
        /^balances toggling/,
        /^cap below the limit/,
        /^cap found/,
        /^clock ahead/,
        /^days that begin elsewhere/,
        /^days that change/,
        /^12-hour clock told/,
        /^marker policy changed/,
        /^record read from quarantine/,
        /^row confirmed/,
        /^setting of days contradicted/,
        /^wrong balance given/,
        /^known balance contradicted/
      ]
    ) assert.isTrue(happened(behaviour), `never met: ${behaviour}`)
  })

  it.effect("is the same every time", () =>
    Effect.gen(function*() {
      const first = told(yield* simulate(anySeed, { verbose: true }))
      assert.isAbove(first.lines.length, 10)
      assert.deepStrictEqual(told(yield* simulate(anySeed, { verbose: true })), first)
    }))
})

describe("a simulated pull into a DuckDB", () => {
  const counts = new Map<string, number>()

  it.effect("is right whatever befalls it", () =>
    Effect.gen(function*() {
      const wrong: Array<string> = []
      for (let seed = 1; seed <= duckDbSeeds; seed++) {
        const story = yield* simulate(seed, { duckDb: true })
        for (const [behaviour, times] of story.counts) counts.set(behaviour, (counts.get(behaviour) ?? 0) + times)
        for (const complaint of story.complaints) wrong.push(`seed ${seed}: ${complaint}`)
      }
      assert.deepStrictEqual(wrong, [])
    }), 600_000)

  it.runIf(isThorough)("has met a commit that failed", () => {
    assert.isTrue(counts.has("commit failed"))
  })

  it.effect("is the same every time, and the same in a file", () =>
    Effect.gen(function*() {
      const first = told(yield* simulate(anySeed, { verbose: true, duckDb: true }))
      assert.deepStrictEqual(told(yield* simulate(anySeed, { verbose: true, duckDb: true })), first)
      assert.deepStrictEqual(told(yield* simulate(anySeed, { verbose: true, duckDb: "file" })), first)
    }), 300_000)
})

describe("a recorded world", () => {
  for (const [index, { name, recording }] of keptWorlds().entries()) {
    it.effect(`is right by now: ${name}, ${recording.world.about}`, () =>
      Effect.gen(function*() {
        for (const duckDb of isTried(index) ? [false, true] : [false]) {
          const story = yield* replay(recording, { duckDb })
          assert.deepStrictEqual(story.complaints, [])
          assert.isTrue(story.counts.has("window committed"))
        }
      }), 300_000)
  }

  it.effect("tells the same story as the seed that it was recorded from", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const seed = yield* simulate(17, { verbose: true, record: (line) => lines.push(line) })
      const again = yield* replay(readRecording(lines.join("\n")), { verbose: true })
      assert.isAbove(runs(seed).length, 20)
      assert.deepStrictEqual(runs(again), runs(seed))
    }))
})
