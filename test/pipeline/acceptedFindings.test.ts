/**
 * Findings that somebody accepts and reopens, night after night: what a pull says of them, and what a check of what is stored does.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type Finding, isOpen } from "../../src/domain/Finding.ts"
import * as Money from "../../src/domain/Money.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { decideFinding } from "../../src/pipeline/decideFinding.ts"
import { storedFindings } from "../../src/pipeline/storedFindings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { money } from "../../src/testing/windows.ts"
import { cases } from "../kit/cases.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type World } from "../kit/nights.ts"
import { wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { inSoundWorld } from "../kit/soundWorld.ts"

const days = 6

const book: ReadonlyArray<StatementRecord> = recordsOf(
  Array.from({ length: 3 * days }, (_, index) => ({
    id: `A${index}`,
    at: `${dayOf(Math.floor(index / 3))} ${String(8 + (index % 3)).padStart(2, "0")}:00:00`,
    amount: `${index % 2 === 0 ? "" : "-"}${index + 1}.25`
  })),
  "1000"
)

const without = (...ids: ReadonlyArray<string>) => ({ txnId }: Pick<StatementRecord, "txnId">) => !ids.includes(txnId)

const decide = (
  { sink }: World,
  finding: Finding,
  decision: "accepted" | "reopened",
  reason = "told by the bank"
) => decideFinding(wallet, finding, { decision, by: "a.muriuki", reason }).pipe(Effect.provideService(Sink, sink))

/** The findings of what is stored. */
const storedIn = ({ sink, verify }: World) =>
  Effect.flatMap(verify, (verified) => Effect.provideService(storedFindings(verified), Sink, sink))

const openIn = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.filter(isOpen).map(({ amount, id }) => `${id} ${amount}`).sort()

const placeIn = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/**
 * What happens in one night: which rows the service leaves out, by how much the balances of the later ones are off, and what is
 * then decided, by places in the list of findings.
 */
const Night = Schema.Struct({
  hidden: Schema.Array(placeIn(4, 3 * days - 2)).check(Schema.isMaxLength(3)),
  off: placeIn(0, 2),
  decisions: Schema.Array(
    Schema.Struct({ place: placeIn(0, 5), decision: Schema.Literals(["accepted", "reopened"]) })
  ).check(Schema.isMaxLength(3))
})

const Nights = Schema.Array(Night).check(Schema.isMinLength(1), Schema.isMaxLength(4))

/** The records with the balances of the later half off by so many units. */
const offBy = (units: number) => () =>
  book.map((record, index) =>
    index < 9
      ? record
      : { ...record, balance: Money.format(Money.add(money(record.balance as string), money(String(units)))) }
  )

/** Plays nights, and holds each against a list of what was accepted with which amount. */
const play = (world: World, nights: typeof Nights.Type) =>
  Effect.gen(function*() {
    const accepted = new Map<string, string>()
    const isTaken = ({ amount, count, id }: Finding): boolean => accepted.get(id) === `${amount} ${count}`
    for (const [index, { decisions, hidden, off }] of nights.entries()) {
      world.change(offBy(off))
      // Each night is a first pull of other rows of the days that the nights before have not shown.
      const report = yield* world.pull(
        { night: days + index, from: 0, to: days - 1 },
        without(...hidden.map((place) => `A${place}`))
      )
      const stored = yield* storedIn(world)
      assert.deepStrictEqual(stored, report.findings, "a check says what the pull said")
      for (const finding of stored) {
        if (finding.kind !== "held-withdrawal") assert.strictEqual(!isOpen(finding), isTaken(finding), finding.id)
      }
      for (const { decision, place } of decisions) {
        const finding = (yield* storedIn(world))[place]
        if (finding === undefined) continue
        yield* decide(world, finding, decision)
        if (decision === "accepted") accepted.set(finding.id, `${finding.amount} ${finding.count}`)
        else accepted.delete(finding.id)
        const after = yield* storedIn(world)
        assert.deepStrictEqual(
          openIn(after),
          openIn(
            stored.map((each) => ({
              ...each,
              accepted: isTaken(each) ? { by: "", at: "", day: "", reason: "" } : null
            }))
          )
        )
      }
      const { conclusions, differing, outdated } = yield* world.verify
      assert.deepStrictEqual([conclusions, differing, outdated], [[], [], []])
    }
  })

const cutOff = (findings: ReadonlyArray<Finding>) =>
  findings.find(({ from, kind }) => kind === "cut-off-day" && from === dayOf(2))

describe.each(sinks)("findings in %s", (name, at) => {
  it.effect.prop(
    "are open until they are accepted, and again when they are reopened or their amount changes",
    [Nights],
    ([nights]) => inSoundWorld([name, at], book, (world) => play(world, nights)),
    { arbitrary: { seed: 20_261_125, runs: cases(name === "memory" ? 160 : 40) }, timeout: 300_000 }
  )

  it.effect("keep their ids when what they lack changes, and say with which amount they were accepted", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        const whole = { from: 0, to: days - 1 }
        const gapOf = (night: number) =>
          Effect.map(world.pull({ night, ...whole }, without("A7", "A8")), ({ findings }) =>
            findings.find(({ kind }) => kind === "gap"))
        const first = yield* gapOf(days)
        assert.deepInclude(first, { amount: "1.00", accepted: null })
        if (first === undefined) {
          return
        }
        yield* decide(world, first, "accepted")
        assert.deepInclude((yield* gapOf(days + 1))?.accepted, { by: "a.muriuki", reason: "told by the bank" })
        world.change(offBy(1))
        const changed = yield* gapOf(days + 2)
        assert.deepInclude(changed, { id: first.id, amount: "2.00", accepted: null })
        assert.match(
          changed?.explanation ?? "",
          /a\.muriuki accepted it on .* with an amount of 1\.00 KES: it is open again/
        )
        world.change(offBy(0))
        assert.isNotNull((yield* gapOf(days + 3))?.accepted, "it is what was accepted")
      })))

  it.effect("about a cut-off day cover the rows that it had, and are open again with others", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        // Three rows a day, of which two are given at most.
        const whole = { from: 0, to: days - 1, limit: 2 }
        const shown = yield* world.pull({ night: days, ...whole }, without("A8"))
        const first = cutOff(shown.findings)
        assert.deepInclude(first, { count: 2, accepted: null })
        if (first === undefined) return
        yield* decide(world, first, "accepted")
        assert.isNotNull(cutOff((yield* world.pull({ night: days + 1, ...whole }, without("A8"))).findings)?.accepted)
        const others = yield* world.pull({ night: days + 2, ...whole }, without("A6"))
        assert.deepInclude(cutOff(others.findings), { id: first.id, count: 3, accepted: null })
        assert.deepInclude(cutOff(yield* storedIn(world)), { id: first.id, count: 3, accepted: null })
      })))

  it.effect("about held rows let the next pull withdraw these rows, with the reason", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        const whole = { from: 0, to: days - 1 }
        yield* world.pull({ night: days, ...whole })
        const gone = without("A6", "A7", "A8")
        const held = yield* world.pull({ night: days + 1, ...whole }, gone)
        const finding = held.findings.find(({ kind }) => kind === "held-withdrawal")
        assert.deepInclude(finding, { count: 3, accepted: null })
        assert.deepStrictEqual([held.held, held.rows.withdrawn], [3, 0])
        if (finding === undefined) return
        yield* decide(world, finding, "accepted", "cancelled by the bank")
        const [waiting] = (yield* storedIn(world)).filter(({ kind }) => kind === "held-withdrawal")
        assert.deepInclude(waiting?.accepted, { reason: "cancelled by the bank" })
        const after = yield* world.pull({ night: days + 2, ...whole }, gone)
        assert.deepStrictEqual([after.held, after.rows.withdrawn], [0, 3])
        assert.include(
          after.notes.join(" "),
          `As accepted (finding ${finding.id}, a.muriuki: cancelled by the bank), 3 rows`
        )
        assert.deepStrictEqual((yield* storedIn(world)).filter(({ kind }) => kind === "held-withdrawal"), [])
      })))

  it.effect("about held rows that the service shows again withdraw nothing", () =>
    inWorld(at, book, (world) =>
      Effect.gen(function*() {
        const whole = { from: 0, to: days - 1 }
        yield* world.pull({ night: days, ...whole })
        const held = yield* world.pull({ night: days + 1, ...whole }, without("A6", "A7", "A8"))
        const finding = held.findings.find(({ kind }) => kind === "held-withdrawal")
        if (finding !== undefined) yield* decide(world, finding, "accepted")
        const after = yield* world.pull({ night: days + 2, ...whole })
        assert.deepStrictEqual([after.held, after.rows.withdrawn, after.findings], [0, 0, []])
      })))
})
