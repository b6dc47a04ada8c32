/**
 * Exports that are remembered, and what pulls and checks say when rows of the exported days are otherwise later.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { type Finding, isOpen } from "../../src/domain/Finding.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { decideFinding } from "../../src/pipeline/decideFinding.ts"
import { type Exported, rememberExport } from "../../src/pipeline/rememberExport.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { money, period } from "../../src/testing/windows.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type World } from "../kit/nights.ts"
import { wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { foundBy, inSoundWorld } from "../kit/soundWorld.ts"

const days = 6

/** Three rows a day, each with its own balance chain in KES. */
const entries = Array.from({ length: 3 * days }, (_, index) => ({
  id: `A${index}`,
  at: `${dayOf(Math.floor(index / 3))} ${String(8 + (index % 3)).padStart(2, "0")}:00:00`,
  amount: `${index % 2 === 0 ? "" : "-"}${index + 1}.25`
}))

const bookOf = (changed: (entry: typeof entries[number]) => ReadonlyArray<typeof entries[number]>) =>
  recordsOf(entries.flatMap(changed), "1000")

const book = bookOf((entry) => [entry])

/** The same with a row more behind one of the second day, by which the balances of the later ones move. */
const withLate = bookOf((entry) =>
  entry.id === "A4" ? [entry, { id: "LATE", at: `${dayOf(1)} 09:30:00`, amount: "25.00" }] : [entry]
)

/** The same with rows more, each half an hour behind another one. */
const withRows = (...more: ReadonlyArray<readonly [behind: string, id: string, amount: string]>) =>
  bookOf((entry) => [
    entry,
    ...more.filter(([behind]) => behind === entry.id).map(([, id, amount]) => ({
      id,
      amount,
      at: entry.at.replace(":00:00", ":30:00")
    }))
  ])

const withoutCurrency = (record: StatementRecord): StatementRecord => ({ ...record, description: record.txnId })

const kes = Currency.make("KES")

/** The second and the third day, exported. */
const [from, to] = [dayOf(1), dayOf(2)]

const remember = ({ sink }: World, more: Partial<Exported> = {}) =>
  rememberExport(wallet, {
    format: "hledger",
    days: period(from, to),
    currencies: [{ currency: kes, rows: 6, closing: null }],
    place: "/home/a.muriuki/january.journal",
    unproven: false,
    by: "a.muriuki",
    ...more
  }).pipe(Effect.provideService(Sink, sink))

const accept = ({ sink }: World, finding: Finding) =>
  decideFinding(wallet, finding, { decision: "accepted", by: "j.otieno", reason: "entered by hand" }).pipe(
    Effect.provideService(Sink, sink)
  )

const ofExports = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.filter(({ kind }) => kind === "changed-after-export")

/** What of a pull or of what is stored is said of exports, which is the same. */
const saidBy = (...of: Parameters<typeof foundBy>) => Effect.map(foundBy(...of), ofExports)

const whole = { from: 0, to: days - 1 }
const said = ({ amount, count, currency }: Finding): string => `${amount} ${currency} ${count}`

describe.each(sinks)("an export that is remembered in %s", (name, at) => {
  /** A world in which all was pulled; what it leaves is what was written, whatever was done. */
  const afterPull = (
    test: (world: World) => Effect.Effect<void, unknown>,
    given: ReadonlyArray<StatementRecord> = book
  ) => inSoundWorld([name, at], given, (world) => Effect.andThen(world.pull({ night: days, ...whole }), test(world)))

  it.effect("is told with its file's name alone, up to the window before it, and no finding while nothing changes", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        const { sequence } = yield* world.sink.head
        yield* remember(world, { by: "4111111111111111" })
        const [told] = yield* world.sink.exports(wallet)
        assert.deepInclude(told, { place: "january.journal", upTo: sequence, by: "************1111", currency: kes })
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 1, ...whole }), [])
      })
    ))

  it.effect("makes a finding of a row that comes late, which says which, by how much, and what to correct", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change(() => withLate)
        const [found, ...others] = yield* saidBy(world, { night: days + 1, ...whole })
        assert.deepStrictEqual(others, [])
        assert.deepInclude(found, { from, to, currency: "KES", amount: "25.00", accepted: null })
        for (
          const words of [
            `Since the days ${from} to ${to} were exported as hledger ("january.journal", on ${
              dayOf(days)
            } by a.muriuki)`,
            "\"LATE\"",
            "25.00 KES more than was exported",
            `\`wallet-statement export hledger --wallet W-1 --from ${from} --to ${to} --out PATH\``
          ]
        ) assert.include(found?.explanation, words)
        if (found === undefined) return
        // Nothing changes again: it stands as it is.
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 2, ...whole }), [found])
      })
    ))

  it.effect("tells of no money where a row comes or goes that is not confirmed", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change((records) =>
          records.flatMap((each) =>
            each.txnId === "A4"
              ? [each, {
                ...each,
                txnId: "PEND",
                type: "Credit",
                amount: "50.00",
                description: "KES50.00 PEND",
                confirmed: false
              }]
              : [each]
          )
        )
        const [came] = yield* saidBy(world, { night: days + 1, ...whole })
        assert.deepInclude(came, { amount: "0.00" })
        assert.include(came?.explanation, "beside that 1 row that is not confirmed (50.00 KES more)")
        yield* remember(world)
        world.change(() => book)
        const [went] = yield* saidBy(world, { night: days + 2, ...whole })
        assert.deepInclude(went, { amount: "0.00" })
        assert.include(went?.explanation, "beside that 1 row that is not confirmed (50.00 KES less)")
      })
    ))

  it.effect("makes a finding of a changed amount and of a withdrawn row, and of none on days around it", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change((records) =>
          records.map((each) => (each.txnId === "A1" ? { ...each, amount: "3.25", description: "KES3.25 A1" } : each))
        )
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 1, ...whole }), [])
        world.change((records) =>
          records.map((each) => (each.txnId === "A4" ? { ...each, amount: "6.25", description: "KES6.25 A4" } : each))
        )
        assert.deepStrictEqual((yield* saidBy(world, { night: days + 2, ...whole })).map(said), ["1.00 KES 1"])
        const [found] = yield* saidBy(world, { night: days + 3, ...whole }, ({ txnId }) => txnId !== "A7")
        // A debit that is gone leaves the sum higher.
        assert.deepInclude(found, { amount: "9.25", count: 2 })
        assert.include(found?.explanation, "2 rows (\"A4\", \"A7\")")
      })
    ))

  it.effect("says nothing when what was changed is again what was exported", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change(() => withLate)
        assert.lengthOf(yield* saidBy(world, { night: days + 1, ...whole }), 1)
        world.change(() => book)
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 2, ...whole }), [])
      })
    ))

  it.effect("is over when a later export of its format covers the days, and each format counts by itself", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        yield* remember(world, { format: "xlsx", place: "january.xlsx" })
        world.change(() => withLate)
        const both = yield* saidBy(world, { night: days + 1, ...whole })
        assert.lengthOf(both, 2)
        assert.strictEqual(new Set(both.map(({ id }) => id)).size, 2)
        // Of the third day alone: nothing changed there.
        yield* remember(world, { days: period(to, to) })
        assert.lengthOf(yield* saidBy(world, { night: days + 2, ...whole }), 2)
        yield* remember(world, { days: period(dayOf(0), dayOf(3)) })
        const [left, ...others] = yield* saidBy(world, { night: days + 3, ...whole })
        assert.include(left?.explanation, "january.xlsx")
        assert.deepStrictEqual(others, [])
      })
    ))

  it.effect("that was made of an older copy is no excuse for what had changed by then", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        const { sequence } = yield* world.sink.head
        world.change(() => withLate)
        yield* world.pull({ night: days + 1, ...whole })
        yield* remember(world, { upTo: sequence })
        assert.deepStrictEqual((yield* saidBy(world, { night: days + 2, ...whole })).map(said), ["25.00 KES 5"])
      })
    ))

  it.effect("counts for its currencies alone, each told by itself", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world, { currencies: [{ currency: Currency.make("USD"), rows: 0, closing: null }] })
        world.change(() => withLate)
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 1, ...whole }), [])
        yield* remember(world, {
          currencies: [kes, Currency.make("USD")].map((currency) => ({ currency, rows: 0, closing: money("1") }))
        })
        world.change(() => book)
        assert.deepStrictEqual((yield* saidBy(world, { night: days + 2, ...whole })).map(({ currency }) => currency), [
          "KES"
        ])
      })
    ))

  it.effect("is over by the next one where no row of its currency is left, and each currency has a file of its own", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        const usd = Currency.make("USD")
        const inUsd = [{ currency: usd, rows: 0, closing: null, place: "/home/a.muriuki/january-USD.csv" }]
        yield* remember(world, { currencies: [{ currency: kes, rows: 6, closing: null }, ...inUsd] })
        world.change((records) => records.filter(({ txnId }) => txnId !== "A4"))
        const found = yield* saidBy(world, { night: days + 1, ...whole })
        assert.lengthOf(found, 1)
        assert.include(found[0]?.explanation, "january.journal")
        assert.deepStrictEqual((yield* world.sink.exports(wallet)).map(({ place }) => place), [
          "january.journal",
          "january-USD.csv"
        ])
        // The rows of the currency were written of other days.
        yield* remember(world, { currencies: inUsd, ofOtherDays: [kes] })
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 2, ...whole }), found)
        yield* remember(world, { currencies: inUsd, format: "csv" })
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 3, ...whole }), found)
        yield* remember(world, { currencies: inUsd })
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 4, ...whole }), [])
        assert.deepInclude((yield* world.sink.exports(wallet)).at(-1), { currency: kes, rows: 0, closing: null })
      })
    ))

  it.effect("of rows without a currency tells of no money when they have one since, and is over by the next export", () =>
    afterPull(
      (world) =>
        Effect.gen(function*() {
          yield* remember(world, { currencies: [{ currency: null, rows: 6, closing: null }] })
          const named = yield* saidBy(world, { night: days + 1, ...whole, currency: kes })
          assert.deepStrictEqual(named.map(said), ["0.00 null 6"])
          world.change(() => withLate.map(withoutCurrency))
          const [late] = yield* saidBy(world, { night: days + 2, ...whole, currency: kes })
          assert.deepInclude(late, { amount: "25.00" })
          assert.include(late?.explanation, "7 rows")
          yield* remember(world)
          assert.deepStrictEqual(yield* saidBy(world, { night: days + 3, ...whole, currency: kes }), [])
        }),
      book.map(withoutCurrency)
    ))

  it.effect("of days without a row counts for all currencies of its wallet", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world, { days: period(dayOf(1), dayOf(1)), currencies: [] })
        assert.deepStrictEqual((yield* world.sink.exports(wallet)).map(({ currency }) => currency), [kes])
        world.change(() => withLate)
        assert.lengthOf(yield* saidBy(world, { night: days + 1, ...whole }), 1)
      })
    ))

  it.effect("leaves no finding open that somebody accepted, until another row changes", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change(() => withLate)
        const [first] = yield* saidBy(world, { night: days + 1, ...whole })
        if (first === undefined) return assert.fail("nothing is found")
        yield* accept(world, first)
        const accepted = yield* world.pull({ night: days + 2, ...whole })
        assert.deepStrictEqual(ofExports(accepted.findings).map(isOpen), [false])
        // The sum stays, and a row is told otherwise: what was accepted was another change.
        world.change((records) =>
          records.map((each) => (each.txnId === "A7" ? { ...each, description: "KES8.25 told otherwise" } : each))
        )
        const [again] = yield* saidBy(world, { night: days + 3, ...whole })
        assert.deepInclude(again, { id: first.id, amount: first.amount, accepted: null })
        assert.include(again?.explanation, "j.otieno accepted it")
      })
    ))

  it.effect("stays accepted when some of its days are exported again, and hides no later change behind that", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        const three = [["A4", "L0", "5.00"], ["A6", "L1", "-7.00"], ["A10", "L2", "2.00"]] as const
        yield* remember(world, { days: period(from, dayOf(3)) })
        world.change(() => withRows(...three))
        const [first] = yield* saidBy(world, { night: days + 1, ...whole })
        assert.deepInclude(first, { amount: "0.00" })
        if (first === undefined) return
        yield* accept(world, first)
        yield* remember(world, { days: period(dayOf(3), dayOf(3)) })
        const [fewer, ...others] = yield* saidBy(world, { night: days + 2, ...whole })
        assert.deepInclude(fewer, { id: first.id, amount: "-2.00" })
        assert.strictEqual(fewer?.accepted?.by, "j.otieno")
        assert.deepStrictEqual(others, [])
        // As many changes as were accepted, and the sum that is accepted.
        world.change(() => withRows(...three, ["A8", "L3", "0.00"]))
        const [again] = yield* saidBy(world, { night: days + 3, ...whole })
        assert.deepInclude(again, { id: first.id, amount: "-2.00", accepted: null })
        assert.include(again?.explanation, "j.otieno accepted it")
      })
    ))

  it.effect("that was accepted covers nothing of the next export", () =>
    afterPull((world) =>
      Effect.gen(function*() {
        yield* remember(world)
        world.change(() => withLate)
        const [first] = yield* saidBy(world, { night: days + 1, ...whole })
        if (first === undefined) return assert.fail("nothing is found")
        yield* accept(world, first)
        yield* remember(world)
        assert.deepStrictEqual(yield* saidBy(world, { night: days + 2, ...whole }), [])
        world.change(() => book)
        const [second] = yield* saidBy(world, { night: days + 3, ...whole })
        assert.deepInclude(second, { amount: "-25.00", accepted: null })
        assert.notStrictEqual(second?.id, first.id)
      })
    ))
})

describe.each(sinks)("days that were proven, in %s", (_, at) => {
  it.effect("are remarked once when their rows change, which is no finding", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        const remarks = (night: number) =>
          Effect.map(world.pull({ night, ...whole }), ({ findings, notes }) => ({
            findings,
            notes: notes.filter((note) => note.startsWith("Of days that were proven"))
          }))
        assert.deepStrictEqual(yield* remarks(days), { findings: [], notes: [] })
        assert.isNotEmpty((yield* world.sink.proofs(wallet)).filter(({ to: last }) => last !== null))
        world.change((records) =>
          records.map((each) => (each.txnId === "A7" ? { ...each, description: "KES8.25 told otherwise" } : each))
        )
        assert.deepStrictEqual(yield* remarks(days + 1), {
          findings: [],
          notes: [`Of days that were proven before, 1 row of ${to} came, went or changed: their sum is what it was.`]
        })
        assert.deepStrictEqual(yield* remarks(days + 2), { findings: [], notes: [] })
        world.change((records) => records.map((each) => (each.txnId === "A7" ? { ...each, confirmed: false } : each)))
        assert.deepStrictEqual((yield* remarks(days + 3)).notes, [])
      })).pipe(Random.withSeed("nights")))
})
