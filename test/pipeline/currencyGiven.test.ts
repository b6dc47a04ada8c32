/**
 * A currency that settings give to a wallet and that its descriptions or its other rows contradict.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Doubt, Finding } from "../../src/domain/Finding.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { sharedOf } from "../kit/findings.ts"
import { dayOf, inWorld, type World } from "../kit/nights.ts"
import { sinks } from "../kit/sinks.ts"

const days = 8
const [kes, usd] = [Currency.make("KES"), Currency.make("USD")]

const texts = (list: ReadonlyArray<Doubt | Finding>) =>
  list.filter(({ kind }) => kind === "contradiction").map(({ explanation }) => explanation)

/** A row a day, whose description is told of its amount. */
const book = (describe: (amount: string, day: number) => string): ReadonlyArray<StatementRecord> =>
  recordsOf(
    Array.from(
      { length: days },
      (_, day) => ({ id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${10 + day}.00` })
    ),
    "1000"
  ).map((record, day) => ({ ...record, description: describe(String(record.amount), day) }))

const all = { night: days + 1, from: 0, to: days }

/** The findings of a pull, which a check of what is stored finds too. */
const found = Effect.fnUntraced(function*(world: World, night: Parameters<World["pull"]>[0]) {
  const { findings, verdict } = yield* world.pull(night)
  const check = yield* world.verify
  assert.deepStrictEqual([check.findings.map(sharedOf), check.verdict.kind], [findings.map(sharedOf), verdict])
  assert.deepStrictEqual([check.differing, check.conclusions, check.outdated], [[], [], []])
  return findings.map(({ explanation, from, kind, to }) => [kind, from, to, explanation.replace(/\. .*/, "")])
})

const relabelled = (rows: string, from = dayOf(0), to = dayOf(days)) => [
  "contradiction",
  from,
  to,
  `The ${rows} KES, and the currency that was given with the wallet made ${/ 1 /.test(rows) ? "it" : "them"} USD`
]

describe.each(sinks)("a currency that is given with a wallet, with a sink in %s", (_, sinkAt) => {
  it.effect("is a finding where the service's own words name another, each pull until the days are loaded again", () =>
    inWorld(sinkAt, book((amount) => `Credited KES${amount} from Jane`), (world) =>
      Effect.gen(function*() {
        const told = [relabelled("descriptions of 8 rows name")]
        assert.deepStrictEqual(yield* found(world, { ...all, currency: usd }), told)
        assert.deepStrictEqual(yield* found(world, { ...all, currency: usd }), told)
        assert.deepStrictEqual(yield* found(world, { night: days + 2, from: days + 1, to: days + 1 }), told)
        const later = { ...all, night: days + 2 }
        assert.deepStrictEqual(yield* found(world, later), [])
        assert.deepStrictEqual(yield* found(world, { ...later, currency: kes }), [])
      })))

  it.effect("is a finding for one such row, and for other words only where most rows have them", () =>
    Effect.forEach(
      [
        [
          (amount: string, day: number) => (day === 3 ? `Credited KES${amount}` : "a gift"),
          "description of 1 row names"
        ],
        [(amount: string, day: number) => (day < 4 ? `${amount} KES for you` : "a gift"), undefined],
        [
          (amount: string, day: number) => (day < 5 ? `${amount} KES for you` : "a gift"),
          "descriptions of 5 rows name"
        ],
        [() => "Credited KES3.33", undefined],
        [(amount: string) => `Credited USD${amount} KES${amount}`, undefined]
      ] as const,
      ([describe, expected]) =>
        inWorld(sinkAt, book(describe), (world) =>
          Effect.gen(function*() {
            assert.deepStrictEqual(
              yield* found(world, { ...all, currency: usd }),
              expected === undefined ? [] : [relabelled(expected)]
            )
          }))
    ))

  it.effect("is a finding for each currency that is named, whatever order the rows are stored in", () =>
    inWorld(
      sinkAt,
      book((amount, day) => `Credited ${day % 2 === 0 ? "USD" : "KES"}${amount}`),
      (world) =>
        Effect.gen(function*() {
          const euros = { ...all, currency: Currency.make("EUR") }
          for (let times = 0; times < 2; times++) {
            const told = yield* found(world, euros)
            assert.deepStrictEqual(told.map(([, , , text]) => text?.slice(0, 38)), [
              "The descriptions of 4 rows name KES, a",
              "The descriptions of 4 rows name USD, a"
            ])
          }
        })
    ))

  it.effect("is the same finding where days are asked for again without it, cut off or lacking rows", () =>
    inWorld(
      sinkAt,
      book((amount, day) => (day < 3 ? `Credited KES${amount}` : "a gift")),
      (world) =>
        Effect.gen(function*() {
          yield* found(world, { ...all, currency: usd })
          const { findings } = yield* world.pull({ ...all, limit: 3, night: days + 2 }, ({ txnId }) => txnId !== "A1")
          const check = yield* world.verify
          assert.deepStrictEqual(texts(check.findings), texts(findings))
          assert.deepStrictEqual(check.differing, [])
        })
    ))

  it.effect("is found by a check, too, where what is noted has to be worked out again", () =>
    inWorld(sinkAt, book((amount) => `Credited KES${amount}`), (world) =>
      Effect.gen(function*() {
        yield* found(world, { ...all, currency: usd })
        // Rows of another day that come in the place of some leave the entry of theirs without a record.
        world.change((records) =>
          records.map((record) =>
            record.txnId === "A3" ? { ...record, date: record.date.replace(dayOf(3), dayOf(5)) } : record
          )
        )
        yield* world.pull({ night: days + 2, from: 5, to: 5, currency: usd })
        const { findings } = yield* world.verify
        assert.isTrue(findings.some(({ explanation }) => explanation.includes("rows name KES")))
      })))

  it.effect("is none for the words of whoever paid, though they are all that a day has", () =>
    inWorld(
      sinkAt,
      book((amount, day) => (day < 3 ? `${amount} KES for you` : "a gift")),
      (world) =>
        Effect.gen(function*() {
          const nights = Array.from(
            { length: days },
            (_, day) => ({ night: day + 1, from: day, to: day, currency: usd })
          )
          const told = yield* Effect.forEach(nights, (night) => found(world, night))
          assert.deepStrictEqual(told.map((findings) => findings.length), [1, 1, 1, 1, 1, 0, 0, 0])
        })
    ))

  it.effect("is a finding where rows of other days bear another, and none where it is the first that is known", () =>
    inWorld(sinkAt, book(() => "a gift"), (world) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* found(world, { night: 3, from: 0, to: 2 }), [])
        assert.deepStrictEqual(yield* found(world, { night: 5, from: 3, to: 4, currency: kes }), [])
        const told = "The currency that is given with the wallet is USD, and rows of other days are stored in KES"
        assert.deepStrictEqual(yield* found(world, { night: days, from: 5, to: days - 1, currency: usd }), [
          ["contradiction", dayOf(3), dayOf(4), told]
        ])
        assert.deepStrictEqual(yield* found(world, { ...all, currency: usd }), [])
      })))
})
