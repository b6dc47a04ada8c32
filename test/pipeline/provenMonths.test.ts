/**
 * Months that balances proved: when they are declared, and what pulls and checks say when their rows are otherwise later.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import type { ProvenDeclaration } from "../../src/domain/Declaration.ts"
import type { Finding } from "../../src/domain/Finding.ts"
import { formatDay } from "../../src/domain/Period.ts"
import type { Proof } from "../../src/domain/Proof.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { decideFinding } from "../../src/pipeline/decideFinding.ts"
import { undeclaredMonths } from "../../src/pipeline/ProvenMonths.ts"
import { rememberExport } from "../../src/pipeline/rememberExport.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, period } from "../../src/testing/windows.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type World } from "../kit/nights.ts"
import { wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { foundBy, inSoundWorld } from "../kit/soundWorld.ts"

const kes = Currency.make("KES")

/** The fifth of January to the tenth of February, of which the days from January are a month that is over. */
const [begin, days] = [4, 41]

/** Two rows a day in KES. */
const entries = Array.from({ length: 2 * (days - begin) }, (_, index) => ({
  id: `A${index}`,
  at: `${dayOf(begin + Math.floor(index / 2))} ${index % 2 === 0 ? "09" : "15"}:00:00`,
  amount: `${index % 3 === 0 ? "-" : ""}${index + 1}.25`
}))

const bookOf = (...more: ReadonlyArray<readonly [behind: string, id: string, amount: string]>) =>
  recordsOf(
    entries.flatMap((entry) => [
      entry,
      ...more.filter(([behind]) => behind === entry.id).map(([, id, amount]) => ({
        id,
        amount,
        at: entry.at.replace(":00:00", ":30:00")
      }))
    ]),
    "1000"
  )

const book = bookOf()
/** A row of the seventh of January, and one of the sixth of February. */
const late = ["A4", "LATE", "25.00"] as const
const ofFebruary = ["A64", "LATE", "25.00"] as const

const unconfirmed = (given: ReadonlyArray<StatementRecord>) =>
  given.map((each) => (each.txnId === "LATE" ? { ...each, confirmed: false } : each))

const pending = (given: ReadonlyArray<StatementRecord>) =>
  given.map((each) => (each.txnId === "LATE" ? { ...each, confirmed: false, balance: null } : each))

const whole = { from: begin, to: days - 1 }

const accept = ({ sink }: World, finding: Finding) =>
  decideFinding(wallet, finding, { decision: "accepted", by: "j.otieno", reason: "entered in February" }).pipe(
    Effect.provideService(Sink, sink)
  )

const declaredIn = ({ sink }: World) =>
  Effect.map(
    sink.provenMonths(wallet),
    (all) => all.map((each) => `${each.currency} ${formatDay(each.days.from)} ${formatDay(each.days.to)}`)
  )

const proof = (from: string | null, to: string | null, currency: Currency | null = kes): Proof => ({
  currency,
  from: from === null ? null : day(from),
  to: to === null ? null : day(to),
  quietSince: null,
  openingKnown: false
})
const textsOf = (proofs: ReadonlyArray<Proof>, declared: ReadonlyArray<ProvenDeclaration> = [], beyond = 0) =>
  undeclaredMonths(proofs, declared, beyond).map((each) =>
    `${each.currency} ${formatDay(each.days.from)} ${formatDay(each.days.to)}`
  )

describe("what is declared of proofs", () => {
  it("is each month whose last day is proven, as far as it is", () => {
    assert.deepStrictEqual(textsOf([proof("2023-12-31", "2024-02-28"), proof("2024-01-05", "2024-02-29", null)]), [
      "KES 2023-12-31 2023-12-31",
      "KES 2024-01-01 2024-01-31",
      "null 2024-01-05 2024-01-31",
      "null 2024-02-01 2024-02-29"
    ])
    assert.deepStrictEqual(textsOf([proof(null, null), proof("2024-01-01", "2024-01-30")]), [])
  })

  it("waits for the days in which rows may come late", () => {
    const proofs = [proof("2024-01-05", "2024-02-03")]
    assert.deepStrictEqual(textsOf(proofs, [], 4), [])
    assert.deepStrictEqual(textsOf(proofs, [], 3), ["KES 2024-01-05 2024-01-31"])
    assert.deepStrictEqual(textsOf(proofs, [], 300), [])
  })

  it("is never declared twice, and days before are declared by themselves", () => {
    const declared = undeclaredMonths([proof("2024-01-05", "2024-02-29")], [], 0)
    assert.deepStrictEqual(textsOf([proof("2023-12-30", "2024-02-29")], declared), [
      "KES 2023-12-30 2023-12-31",
      "KES 2024-01-01 2024-01-04"
    ])
    assert.deepStrictEqual(textsOf([proof("2024-01-05", "2024-01-31", null)], declared), ["null 2024-01-05 2024-01-31"])
  })
})

describe.each(sinks)("a month that was proven, in %s", (name, at) => {
  /** A world in which all was pulled on two nights. */
  const afterPulls = (
    test: (world: World) => Effect.Effect<void, unknown>,
    given: ReadonlyArray<StatementRecord> = book
  ) =>
    inSoundWorld([name, at], given, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: days, ...whole })
        assert.deepStrictEqual(yield* declaredIn(world), [])
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 1, ...whole }), [])
        yield* test(world)
      })).pipe(Random.withSeed("nights"))

  it.effect("is declared once by the pull behind it, as far as its days are proven", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        const [declared] = yield* declaredIn(world)
        assert.match(declared ?? "", /^KES 2024-01-0[56] 2024-01-31$/)
        yield* world.pull({ night: days + 2, ...whole })
        assert.deepStrictEqual(yield* declaredIn(world), [declared])
      })
    ))

  it.effect("makes a finding of a row that comes late, which says which, by how much, and what to do", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => bookOf(late))
        const [found, ...others] = yield* foundBy(world, { night: days + 2, ...whole })
        assert.deepStrictEqual(others, [])
        assert.deepInclude(found, {
          kind: "changed-after-proof",
          to: "2024-01-31",
          currency: "KES",
          amount: "25.00",
          accepted: null
        })
        assert.strictEqual(
          found?.explanation,
          `The balances proved the days ${found?.from} to 2024-01-31 (noted on ${
            dayOf(days + 1)
          }). Since then 1 row ("LATE") ` +
            "came, went or changed. That is 25.00 KES more than was proven. The balances of 49 other rows moved with that. " +
            "If the month is closed in your books, enter the difference there; then accept this."
        )
        assert.strictEqual((yield* foundBy(world, { night: days + 3, ...whole }))[0]?.id, found?.id)
        world.change(() => book)
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 4, ...whole }), [])
      })
    ))

  it.effect("is accepted until other rows of it change, by whatever sum", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => bookOf(late))
        const [found] = yield* foundBy(world, { night: days + 2, ...whole })
        if (found === undefined) return assert.fail("nothing is found")
        yield* accept(world, found)
        const [accepted] = yield* foundBy(world, { night: days + 3, ...whole })
        assert.strictEqual(accepted?.accepted?.by, "j.otieno")
        world.change(() =>
          bookOf(late).map((each) => (each.txnId === "A9" ? { ...each, description: "KES10.25 told otherwise" } : each))
        )
        const [again] = yield* foundBy(world, { night: days + 4, ...whole })
        assert.deepInclude(again, { id: found.id, amount: "25.00", accepted: null })
        assert.include(again?.explanation, "j.otieno accepted it")
      })
    ))

  it.effect("has no finding where rows were merely confirmed, and none of days that no month end is proven of", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => bookOf(ofFebruary))
        const report = yield* world.pull({ night: days + 2, ...whole })
        assert.deepStrictEqual(report.findings, [])
        assert.lengthOf(report.notes.filter((note) => note.startsWith("Of days that were proven")), 1)
        world.change((records) =>
          records.map((each) => (each.txnId === "A9" ? { ...each, confirmed: !each.confirmed } : each))
        )
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 3, ...whole }), [])
      })
    ))

  it.effect("has none of rows that were never confirmed and moved no balance, as they come and go every night", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        const [first] = bookOf(late).filter(({ txnId }) => txnId === "LATE")
        if (first === undefined) return assert.fail("no record")
        world.change((records) => [...records, { ...first, confirmed: false, balance: null }])
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 2, ...whole }), [])
        world.change(() => book)
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 3, ...whole }), [])
      })
    ))

  it.effect("has one of such a row where it tells a balance, at its end too", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => unconfirmed(bookOf(late)))
        const [found, ...others] = yield* foundBy(world, { night: days + 2, ...whole })
        assert.deepStrictEqual(others, [])
        assert.deepInclude(found, { kind: "changed-after-proof", amount: "0.00" })
        assert.include(
          found?.explanation,
          "1 row (\"LATE\") came, went or changed. The sum of the confirmed ones is what it was; beside that 1 row that is not " +
            "confirmed (25.00 KES more). The balances of 49 other rows moved with that."
        )
        world.change(() => unconfirmed(bookOf(["A53", "LATE", "25.00"])))
        const [atEnd] = yield* foundBy(world, { night: days + 3, ...whole })
        assert.include(atEnd?.explanation, "1 row (\"LATE\") came, went or changed. The sum of the confirmed")
      })
    ))

  it.effect("has one of a row that is booked later than it came, with all that moved its balances", () => {
    // It moved no balance yet.
    const before = [...book, ...pending(bookOf(late)).filter(({ txnId }) => txnId === "LATE")]
    return afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => bookOf(late))
        const [found, ...others] = yield* foundBy(world, { night: days + 2, ...whole })
        assert.deepStrictEqual(others, [])
        assert.deepInclude(found, { kind: "changed-after-proof", amount: "25.00" })
        assert.include(found?.explanation, "1 row (\"LATE\") came, went or changed. That is 25.00 KES more")
        world.change(() => bookOf(late, ["A20", "LATER", "7.00"]))
        const [both] = yield* foundBy(world, { night: days + 3, ...whole })
        assert.include(both?.explanation, "2 rows (\"LATE\", \"LATER\") came, went or changed. That is 32.00 KES more")
        world.change(() => before)
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 4, ...whole }), [])
      }), before)
  })

  it.effect("knows rows without a currency for its own, and that they have one since", () => {
    const nameless = new Set(["LATE", "LATER", ...entries.filter((_, index) => index % 5 === 1).map(({ id }) => id)])
    const fewNameless = (given: ReadonlyArray<StatementRecord>) =>
      given.map((each) => (nameless.has(each.txnId) ? { ...each, description: "fee" } : each))
    return afterPulls((world) =>
      Effect.gen(function*() {
        world.change(() => fewNameless(bookOf(late)))
        const [found, ...others] = yield* foundBy(world, { night: days + 2, ...whole })
        assert.deepStrictEqual(others, [])
        assert.deepInclude(found, { kind: "changed-after-proof", currency: "KES", amount: "25.00" })
        if (found === undefined) return assert.fail("nothing is found")
        yield* accept(world, found)
        world.change(() => fewNameless(bookOf(late, ["A20", "LATER", "7.00"])))
        const [again] = yield* foundBy(world, { night: days + 3, ...whole })
        assert.deepInclude(again, { id: found.id, amount: "32.00", accepted: null })
        world.change(() => fewNameless(book))
        assert.deepStrictEqual(yield* foundBy(world, { night: days + 3, ...whole }), [])
        const named = yield* foundBy(world, { night: days + 4, ...whole, currency: kes })
        assert.deepStrictEqual(named.map(({ amount, kind }) => `${kind} ${amount}`), ["changed-after-proof 0.00"])
      }), fewNameless(book))
  })

  it.effect("names the rows that are the cause, whatever else changed in its other days", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        yield* rememberExport(wallet, {
          format: "hledger",
          days: period("2024-01-10", "2024-01-15"),
          currencies: [{ currency: kes, rows: 12, closing: null }],
          place: "january.journal",
          unproven: false,
          by: "a.muriuki"
        }).pipe(Effect.provideService(Sink, world.sink))
        world.change(() =>
          bookOf(["A40", "LATE", "25.00"]).map((each) => (each.txnId === "A9" ? { ...each, confirmed: false } : each))
        )
        const [found, ...others] = yield* foundBy(world, { night: days + 2, ...whole })
        assert.deepStrictEqual(others, [])
        assert.include(found?.explanation, "1 row (\"LATE\") came, went or changed. That is 25.00 KES more")
      })
    ))

  it.effect("leaves its exported days to the finding about the export, and tells of the others", () =>
    afterPulls((world) =>
      Effect.gen(function*() {
        yield* rememberExport(wallet, {
          format: "hledger",
          days: period("2024-01-01", "2024-01-10"),
          currencies: [{ currency: kes, rows: 12, closing: null }],
          place: "january.journal",
          unproven: false,
          by: "a.muriuki"
        }).pipe(Effect.provideService(Sink, world.sink))
        world.change(() => bookOf(late))
        assert.deepStrictEqual(
          (yield* foundBy(world, { night: days + 2, ...whole })).map(({ kind }) => kind),
          ["changed-after-export"]
        )
        world.change(() => bookOf(late, ["A20", "LATER", "7.00"]))
        const both = yield* foundBy(world, { night: days + 3, ...whole })
        assert.deepStrictEqual(both.map(({ amount, kind }) => `${kind} ${amount}`), [
          "changed-after-export 25.00",
          "changed-after-proof 7.00"
        ])
      })
    ))

  it.effect("is not declared of what a run left that was stopped", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        yield* Effect.ignore(world.pull({ night: days, ...whole, limit: 20, fails: 8 }))
        assert.isNotEmpty(yield* world.sink.loadedByStopped(wallet))
        yield* world.pull({ night: days + 1, ...whole })
        assert.deepStrictEqual(yield* declaredIn(world), [])
        yield* world.pull({ night: days + 2, ...whole })
        assert.lengthOf(yield* declaredIn(world), 1)
      })).pipe(Random.withSeed("nights")))
})
