// @effect-diagnostics asyncFunction:off -- the test runner's own interface is plain promises
/**
 * Runs each test as it is, and then once more for each change that it came by and that no test has noticed yet. All changes are in
 * the code at once, behind switches, so nothing is loaded anew for one.
 */
import { type RunnerTestCase, TestRunner } from "vitest"
import { State } from "./state.ts"

/** What the changed code looks at; the names are the instrumenter's. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  /** How often switches were asked, and how often they may be. */
  asked?: number
  mostAsked?: number
  readonly mutantCoverage?: { readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>> }
}

const holder = globalThis as { __stryker__?: Switches }
const switches: Switches = holder.__stryker__ ??= {}
const state = new State(process.env["MUTATION_STATE"] ?? "")

/** Tests that are done with: asked about all of theirs, or too long for that, before a worker got into an endless loop. */
const asked = state.asked()

/** Tests that take longer are asked about no change; others get ten times as long for each, and some seconds. */
const longestMillis = Number(process.env["MUTATION_MILLIS"])
const graceMillis = 3000

/** A change may keep a loop going for ever: it is stopped when switches were asked so much oftener than without it. */
const mostAsked = (asked: number): number => asked * 20 + 100_000

export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const name = `${test.file.name} ${test.fullName}`
    if (asked.has(name)) return
    const run = TestRunner.getTestFn(test)
    Object.assign(switches, { currentTestId: test.id, asked: 0, mostAsked: Number.POSITIVE_INFINITY })
    const began = performance.now()
    try {
      await run()
    } catch {
      state.noteFailing(name)
      return state.noteAsked(name)
    } finally {
      switches.currentTestId = undefined
    }
    const took = performance.now() - began
    const most = mostAsked(switches.asked ?? 0)
    const hits = Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {})
    state.noteCovered(hits)
    if (took > longestMillis) return state.noteAsked(name)
    const noticed = state.noticed()
    for (const id of hits) {
      if (noticed.has(id)) continue
      state.trying(id)
      Object.assign(switches, { activeMutant: id, asked: 0, mostAsked: most })
      if (!(await passes(run, graceMillis + 10 * took))) state.note(id, test.file.name)
      Object.assign(switches, { activeMutant: undefined, mostAsked: Number.POSITIVE_INFINITY })
    }
    state.noteAsked(name)
  }
}

const passes = async (run: () => unknown, millis: number): Promise<boolean> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error("too long")), millis)
  try {
    await Promise.race([run(), promise])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
