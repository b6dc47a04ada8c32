import { assert, describe, it } from "@effect/vitest"
import { fromTenThousandths } from "../../src/domain/Money.ts"
import { dayOfLocalTime } from "../../src/domain/Period.ts"
import { nothingAssumed } from "../../src/domain/Verdict.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import { findingsOf } from "../../src/pipeline/findingsOf.ts"
import { midnight, step } from "../continuity/statements.ts"
import { checkWindow } from "../kit/continuity.ts"

const walletNo = WalletNo.make("W-1")
const day = dayOfLocalTime(midnight)
const judgementOf = (...rows: Parameters<typeof checkWindow>[0]["rows"]) => {
  const [chain] = checkWindow({ period: { from: day, to: day }, rows }).chains
  return chain === undefined ? null : { verdict: chain.verdict, ends: [], findings: [] }
}
const found = (...rows: Parameters<typeof checkWindow>[0]["rows"]) =>
  findingsOf({
    walletNo,
    judgement: judgementOf(...rows),
    truncatedDays: [],
    quarantined: [],
    held: [],
    changes: []
  })

const gap = (from: number, to: number, missing: bigint, currency = "KES") => ({
  afterTxnId: "A",
  beforeTxnId: "B",
  from: midnight + from * 86_400_000,
  to: midnight + to * 86_400_000,
  missing: fromTenThousandths(missing),
  currency: Currency.make(currency)
})

/** What is told last of a hundred records and others. */
const behind = (...ids: ReadonlyArray<number>) =>
  findingsOf({
    walletNo,
    judgement: null,
    truncatedDays: [],
    quarantined: [...Array.from({ length: 100 }, (_, index) => index + 1), ...ids].map((id) => ({
      id,
      walletNo: WalletNo.make("W-1"),
      day: null,
      rawText: "{",
      reason: "not-an-object",
      detail: "",
      window: { from: day, to: day },
      awaited: { from: day, to: day }
    })),
    held: [],
    changes: []
  }).at(-1)

describe("findings of a wallet", () => {
  it("are none of rows that meet in the order of their times", () => {
    assert.deepStrictEqual(
      found({ ...step("A", 0, 10, 1), currency: null }, { ...step("B", 10, 0, 2), currency: null }),
      []
    )
  })

  it("name the place where an order is in doubt, and both explanations", () => {
    const [finding, ...others] = found(
      { ...step("A\u001b[2J", 0, 100_000, 3600), currency: null },
      { ...step("C", 0, 100_000, 10_800), currency: null },
      { ...step("D", 100_000, 0, 14_400), currency: null }
    )
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual([finding?.kind, finding?.from, finding?.to, finding?.amount], [
      "order",
      "2024-03-05",
      "2024-03-05",
      "-10.00"
    ])
    assert.strictEqual(
      finding?.explanation,
      "Between row \"A\\\\u{1b}[2J\" of 2024-03-05 01:00:00 and row \"C\" of 2024-03-05 03:00:00 the balance moves by " +
        "-10.00 that no row shows. Either a row is missing there; or a row bears a wrong time, since the balances do " +
        "meet in another order than that of the times. `wallet-statement pull --wallet W-1 --from 2024-03-05 --to 2024-03-05` asks for " +
        "these days again."
    )
  })

  it("advise to ask for all places together that sum to nothing, unless they lie far apart", () => {
    const adviceOf = (...gaps: ReadonlyArray<ReturnType<typeof gap>>) =>
      findingsOf({
        walletNo,
        judgement: {
          verdict: { kind: "gap", modulo: nothingAssumed, gaps, orders: [], rows: [] },
          ends: [],
          findings: []
        },
        truncatedDays: [],
        quarantined: [],
        held: [],
        changes: []
      }).map(({ explanation }) => / --from (\S+ --to [^`]+)`/.exec(explanation)?.[1])
    assert.deepStrictEqual(adviceOf(gap(2, 1, 50n), gap(4, 4, -80n), gap(6, 7, 30n), gap(1, 1, 5n, "USD")), [
      ...Array.from({ length: 3 }, () => "2024-03-06 --to 2024-03-12"),
      "2024-03-06 --to 2024-03-06"
    ])
    assert.deepStrictEqual(adviceOf(gap(1, 1, 50n), gap(2, 2, -49n)), [
      "2024-03-06 --to 2024-03-06",
      "2024-03-07 --to 2024-03-07"
    ])
    assert.deepStrictEqual(adviceOf(gap(1, 1, 50n), gap(40, 40, -50n)), [
      "2024-03-06 --to 2024-03-06",
      "2024-04-14 --to 2024-04-14"
    ])
  })

  it("are others for other rows that tell too little, and for other records behind the first hundred", () => {
    const verdict = { kind: "ambiguous" as const, modulo: nothingAssumed, gaps: [], orders: [] }
    const rowsOf = (...rows: ReadonlyArray<string>) =>
      findingsOf({
        walletNo,
        judgement: { verdict: { ...verdict, rows }, ends: [], findings: [] },
        truncatedDays: [],
        quarantined: [],
        held: [],
        changes: []
      }).map(({ place }) => place)
    assert.deepStrictEqual(rowsOf("A", "B"), rowsOf("B", "A"))
    assert.notDeepEqual(rowsOf("A"), rowsOf("B"))
    assert.notStrictEqual(behind(101, 102)?.place, behind(101, 103)?.place)
    assert.strictEqual(behind(101, 102)?.count, 2)
  })
})
