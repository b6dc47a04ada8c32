import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Verdict from "../../src/domain/Verdict.ts"

const verdict = (kind: Verdict.VerdictKind, more: Partial<Verdict.Verdict> = {}): Verdict.Verdict => ({
  kind,
  modulo: Verdict.nothingAssumed,
  gaps: [],
  orders: [],
  rows: [],
  ...more
})

const gap = (missing: bigint): Verdict.Gap =>
  Schema.decodeSync(Verdict.Gap)({
    afterTxnId: "A",
    beforeTxnId: null,
    from: 1,
    to: null,
    missing,
    currency: "KES"
  })

const modulo = (openEnds: ReadonlyArray<Verdict.ChainEnd>, start: number): Verdict.Modulo => ({
  zeroSum: true,
  openEnds,
  unconfirmed: start,
  zeroAmount: start + 1,
  noBalance: start + 2,
  currencyAssumed: start + 3,
  feesContained: start + 5,
  outOfTime: start + 4
})

const Drawn = Schema.Struct({
  kind: Verdict.VerdictKind,
  end: Verdict.ChainEnd,
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
  row: Schema.String
})

const fromDrawn = (drawn: typeof Drawn.Type): Verdict.Verdict =>
  verdict(drawn.kind, {
    modulo: modulo([drawn.end], drawn.count),
    gaps: [gap(BigInt(drawn.count))],
    rows: Array.from({ length: drawn.count % 60 }, () => drawn.row)
  })

describe("Verdict", () => {
  it("ranks what tells least as worst", () => {
    const kinds = ["proven", "unanchored", "ambiguous", "gap", "truncated"] as const
    kinds.forEach((left, i) => {
      kinds.forEach((right, j) => {
        assert.strictEqual(Verdict.worse(left, right), kinds[Math.max(i, j)])
        assert.strictEqual(Verdict.combine([verdict(left), verdict(right)]).kind, kinds[Math.max(i, j)])
      })
    })
  })

  it("keeps all the gaps in their order", () => {
    const [one, two, three] = [gap(1n), gap(-2n), gap(3n)]
    const combined = Verdict.combine([
      verdict("gap", { gaps: [one] }),
      verdict("proven"),
      verdict("gap", { gaps: [two, three] })
    ])
    assert.deepStrictEqual(combined.gaps, [one, two, three])
  })

  it("adds what each chain takes for granted, and names an end open in any", () => {
    assert.deepStrictEqual(Verdict.addModulos([modulo(["closing"], 1), modulo(["closing", "opening"], 10)]), {
      zeroSum: true,
      openEnds: ["opening", "closing"],
      unconfirmed: 11,
      zeroAmount: 13,
      noBalance: 15,
      currencyAssumed: 17,
      feesContained: 21,
      outOfTime: 19
    })
  })

  it("names no more rows than it may", () => {
    const rows = Array.from({ length: 70 }, (_, index) => `T${index}`)
    const combined = Verdict.combine([verdict("ambiguous", { rows }), verdict("ambiguous", { rows })])
    assert.strictEqual(combined.rows.length, Verdict.mostRows)
    assert.deepStrictEqual(combined.rows.slice(0, 70), rows)
  })

  it.effect.prop(
    "combines alike however the chains are grouped",
    [Drawn, Drawn, Drawn],
    (drawn) =>
      Effect.sync(() => {
        const [a, b, c] = [fromDrawn(drawn[0]), fromDrawn(drawn[1]), fromDrawn(drawn[2])]
        const flat = Verdict.combine([a, b, c])
        assert.deepStrictEqual(Verdict.combine([Verdict.combine([a, b]), c]), flat)
        assert.deepStrictEqual(Verdict.combine([a, Verdict.combine([b, c])]), flat)
      })
  )

  it("is one sentence in each kind, and never without the blind spot", () => {
    const sentences = Verdict.VerdictKind.literals.map((kind) =>
      Verdict.describe(verdict(kind, kind === "ambiguous" ? { rows: ["A"] } : {}))
    )
    assert.strictEqual(new Set(sentences).size, 5)
    for (const sentence of sentences) {
      assert.match(sentence, /^[A-Z].*\(missing rows that sum to zero would not show\)\.$/)
    }
  })

  it("says which ends are open and how many rows are in doubt", () => {
    const taken: Verdict.Modulo = {
      ...Verdict.nothingAssumed,
      openEnds: ["opening", "closing"],
      unconfirmed: 1,
      zeroAmount: 2,
      noBalance: 3,
      currencyAssumed: 4,
      outOfTime: 5
    }
    assert.strictEqual(
      Verdict.describe(verdict("unanchored", { modulo: taken })),
      "Unbroken, but the opening and closing balance is not known, so rows missing there would not show " +
        "(missing rows that sum to zero would not show; 1 row is unconfirmed; 2 rows have no amount; " +
        "3 rows have no balance; 4 rows name no currency but fit; 5 places contradict the times)."
    )
    assert.match(Verdict.describe(verdict("gap", { gaps: [gap(1n)] })), /^Broken in 1 place \(/)
    assert.match(
      Verdict.describe(verdict("ambiguous", { orders: [gap(1n), gap(2n)] })),
      /^Whole only in an order that the times contradict in 2 places, where a row is missing or timed wrongly \(/
    )
    assert.match(
      Verdict.describe(verdict("ambiguous", { orders: [gap(1n)], rows: ["A"] })),
      /belong to it, and only in an order that the times contradict in 1 place, where/
    )
    assert.match(Verdict.describe(verdict("gap", { gaps: [gap(1n), gap(1n)] })), /^Broken in 2 places \(/)
  })

  it("survives a trip through its schema", () => {
    const given = verdict("gap", { gaps: [gap(-250_000n)], rows: ["T1"] })
    const encoded = Schema.encodeSync(Verdict.Verdict)(given)
    assert.deepStrictEqual(Schema.decodeSync(Verdict.Verdict)(encoded), given)
  })
})
