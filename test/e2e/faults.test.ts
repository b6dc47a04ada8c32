/**
 * Whole pulls over real sockets through a proxy that spoils what passes. `FAULTS` sets how many faults are played
 * (default 200), `FAULT_SEED` the first seed; the outcomes are printed.
 *
 * Plain HTTP has no protection against changed bytes: a changed letter of a description can't be noticed. There no run
 * may call money proven or itself complete when money is wrong; over TLS, as every real service is reached, and after
 * every other fault, no row may be wrong.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { byteFaults, type FaultKind, headFaults } from "../kit/faults.ts"
import { Authority, hasOpenssl } from "../transport/certificates.ts"
import { drawsOf } from "../transport/limitedService.ts"
import {
  attemptMillis,
  graceMillis,
  type Outcome,
  overHttp,
  overTls,
  type Played,
  pullThrough,
  runMillis,
  serveBooks,
  type Way
} from "./faultRun.ts"

const wanted = Number(process.env["FAULTS"] ?? 200)
const firstSeed = Number(process.env["FAULT_SEED"] ?? 1)
const runsAtOnce = 12

const kindsOver: { readonly [K in Way["name"]]: Played["kinds"] } = {
  http: [...byteFaults, ...headFaults],
  tls: byteFaults
}

/** Of one kind, and in every fourth run of all. */
const kindsOf = (seed: number, way: Way): Played["kinds"] => {
  const kinds = kindsOver[way.name]
  const kind = kinds[Math.floor(seed / 2) % kinds.length]
  return seed % 8 < 2 || kind === undefined ? kinds : [kind]
}

interface Told extends Outcome {
  readonly seed: number
  readonly way: Way["name"]
  readonly kinds: Played["kinds"]
}

const sum = (list: ReadonlyArray<Told>, of: (one: Told) => number): number =>
  list.reduce((total, one) => total + of(one), 0)
const struck = (list: ReadonlyArray<Told>, kind?: FaultKind): number =>
  sum(
    list,
    (one) => [...one.struck].reduce((all, [of, count]) => (kind === undefined || of === kind ? all + count : all), 0)
  )
const statuses = (list: ReadonlyArray<Told>): string =>
  ["complete", "incomplete", "failed", "hung"]
    .map((status) => String(list.filter((one) => one.status === status).length).padStart(10))
    .join(" ")

const table = (told: ReadonlyArray<Told>): string => {
  const lines = ["way  fault            played   runs of it alone:   complete incomplete     failed       hung"]
  for (const way of ["http", "tls"] as const) {
    const these = told.filter((one) => one.way === way)
    for (const kind of kindsOver[way]) {
      const alone = these.filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind)
      lines.push(
        `${way.padEnd(4)} ${kind.padEnd(16)} ${String(struck(these, kind)).padStart(6)} ${
          String(alone.length).padStart(6)
        } ${" ".repeat(12)} ${statuses(alone)}`
      )
    }
    const mixed = these.filter(({ kinds }) => kinds.length > 1)
    lines.push(
      `${way.padEnd(4)} ${"(of all kinds)".padEnd(23)} ${String(mixed.length).padStart(6)} ${" ".repeat(12)} ${
        statuses(mixed)
      }`
    )
  }
  const most = (of: (one: Told) => ReadonlyArray<number>): number => Math.round(Math.max(0, ...told.flatMap(of)))
  return [
    ...lines,
    `${struck(told)} faults in ${told.length} runs, ${told.filter((one) => one.struck.size > 0).length} of them struck`,
    `wrong rows: ${sum(told, ({ wrong }) => wrong)}; runs past the deadline: ${late(told).length}`,
    `longest run: ${most(({ millis }) => [millis])} ms of ${runMillis}; longest wait for an answer that never comes: ` +
    `${most(({ heldMillis }) => heldMillis)} ms of ${attemptMillis}; connections left open: ${
      sum(told, ({ left }) => left)
    }`,
    `longest standstill of the test's process in a run, which deadlines are given besides ${graceMillis} ms: ` +
    `${most(({ stoodStillMillis }) => [stoodStillMillis])} ms`,
    `rows over plain HTTP with a changed text, which nothing can show: ${sum(told, ({ unseen }) => unseen)}`
  ].join("\n")
}

const late = (told: ReadonlyArray<Told>): ReadonlyArray<Told> =>
  told.filter(({ heldMillis, millis, status, stoodStillMillis }) =>
    status === "hung" || millis > runMillis + graceMillis + stoodStillMillis ||
    heldMillis.some((held) => held > attemptMillis + graceMillis + stoodStillMillis)
  )

const remedy =
  /WALLET_STATEMENT_|try again|try later|run the same command|run it again|(ask|tell) (the|its|whether)|check (the|--)/i

describe("pulls through faults", () => {
  it.live("keep no wrong row, never hang, and say what went wrong", () =>
    Effect.gen(function*() {
      const sandbox = yield* serveBooks
      const ways = [overHttp(sandbox)]
      if (hasOpenssl) {
        const authority = yield* Effect.acquireRelease(
          Effect.sync(() => new Authority()),
          (made) => Effect.sync(() => made.remove())
        )
        ways.push(yield* overTls(sandbox, authority))
      }
      for (const way of ways) {
        const clean = yield* pullThrough(sandbox, way, { kinds: kindsOver[way.name], seed: 0, rate: 0 })
        assert.deepStrictEqual([clean.status, clean.wrong, clean.errors], ["complete", 0, []])
      }
      const told: Array<Told> = []
      let seeds = firstSeed
      const runOn = Effect.gen(function*() {
        while (struck(told) < wanted) {
          const seed = seeds++
          for (const way of ways.slice(seed % ways.length, seed % ways.length + 1)) {
            const kinds = kindsOf(seed, way)
            const rate = 0.05 + 0.45 * drawsOf(seed)()
            told.push({ ...(yield* pullThrough(sandbox, way, { kinds, seed, rate })), seed, way: way.name, kinds })
          }
        }
      })
      yield* Effect.forEach(Array.from({ length: runsAtOnce }), () => runOn, { concurrency: runsAtOnce })
      process.stdout.write(`${table(told)}\n`)
      const seedsOf = (list: ReadonlyArray<Told>) => list.map(({ seed }) => seed)
      assert.deepStrictEqual(seedsOf(told.filter(({ wrong }) => wrong > 0)), [], "seeds with wrong rows")
      assert.deepStrictEqual(seedsOf(late(told)), [], "seeds that took too long")
      assert.deepStrictEqual(seedsOf(told.filter(({ left }) => left > 0)), [], "seeds that left connections open")
      const silent = told.filter(({ errors, status }) => status === "failed" && errors.length === 0)
      assert.deepStrictEqual(seedsOf(silent), [], "seeds that failed and said nothing")
      const messages = new Set(told.flatMap(({ errors }) => errors))
      const helpless = [...messages].filter((error) => !remedy.test(error) || /\bUNKNOWN\b/.test(error))
      assert.deepStrictEqual(helpless, [], "messages without a remedy")
      assert.isNotEmpty(told.filter((one) => one.status === "complete" && one.struck.size > 0))
    }), 60_000 + wanted * 1000)
})
