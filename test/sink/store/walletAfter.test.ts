import { assert, describe, it } from "@effect/vitest"
import { entriesAfter, headsAfter, type NumberingChange, walletAfter } from "../../../src/sink/store/walletAfter.ts"
import { unknownWallet } from "../../../src/sink/store/WalletState.ts"
import { day, entry, gap, january, period, rejection, wallet } from "../../../src/testing/windows.ts"

const heads = { sequence: 4, hash: "before", quarantineId: 10, gapId: 20, declarationId: 30, heldId: 40 }
const open = gap("A", null, "B", null)
const record = (id: number) => ({
  ...rejection("{}", null),
  id,
  walletNo: wallet,
  window: period("2024-01-01", "2024-01-31"),
  awaited: period("2024-01-01", "2024-01-31"),
  lastRunId: "run-0"
})
const settings = { kind: "settings", text: "" } as const
const hold = (id: number) => ({
  id,
  txnId: "A",
  leg: 0,
  day: day("2024-01-05"),
  runId: "run-1",
  window: period("2024-01-01", "2024-01-31")
})
const nothing = { quarantine: { added: [], awaiting: [], closed: [], seenAgain: [] }, gaps: { closed: [], opened: [] } }

describe("where the numbered things of a store stand", () => {
  it("is as many further as a window brings", () => {
    const change: NumberingChange = {
      kind: "window",
      stamp: { sequence: 5, previousHash: "before", committedAt: 0 },
      hash: "after",
      quarantine: { ...nothing.quarantine, added: [record(11)] },
      gaps: { closed: [20], opened: [{ id: 21, gap: open }, { id: 22, gap: open }] },
      declared: [1, 2, 3].map((id) => ({ id: 30 + id, declaration: settings })),
      held: { ended: [], fresh: [1, 2, 3, 4].map((id) => hold(40 + id)) }
    }
    assert.deepStrictEqual(headsAfter(heads, change), {
      sequence: 5,
      hash: "after",
      quarantineId: 11,
      gapId: 22,
      declarationId: 33,
      heldId: 44
    })
  })

  it("is further by the gaps that a run found in the end, and as it was behind all else", () => {
    const conclusions: NumberingChange = {
      kind: "conclusions",
      runId: "run-1",
      walletNo: wallet,
      foundAt: 0,
      gaps: { closed: [], opened: [{ id: 21, gap: open }] },
      proofs: undefined,
      reach: { watermark: undefined, proofs: [] }
    }
    assert.deepStrictEqual(headsAfter(heads, conclusions), { ...heads, gapId: 21 })
    assert.deepStrictEqual(headsAfter(heads, { kind: "runs-interrupted" }), heads)
    assert.deepStrictEqual(headsAfter(heads, { kind: "entries", walletNo: wallet, removed: [], added: [] }), heads)
  })
})

describe("what is known of a wallet", () => {
  const first = entry("2024-01-01", "2024-01-03", "one")
  const second = entry("2024-01-04", "2024-01-06", "two")
  const known = {
    ...unknownWallet,
    quarantine: [record(1), record(2)],
    gaps: [{ id: 1, gap: open }, { id: 2, gap: open }],
    held: [hold(1), hold(2)],
    entries: [first, second]
  }

  it("has entries in the order of their days, those that are gone no longer", () => {
    const again = { ...first, record: "again" }
    assert.deepStrictEqual(entriesAfter([first, second], { removed: [first.days], added: [again] }), [again, second])
    assert.deepStrictEqual(entriesAfter([second], { removed: [], added: [first] }), [first, second])
    assert.deepStrictEqual(entriesAfter([first, second], { removed: [second.days], added: [] }), [first])
    assert.deepStrictEqual(entriesAfter([first], { removed: [], added: [] }), [first])
    const change = { kind: "entries", walletNo: wallet, removed: [first.days], added: [] } as const
    assert.deepStrictEqual(walletAfter(known, change), { ...known, entries: [second] })
  })

  it("loses what a window closes, ends and takes away, and gains what it brings", () => {
    const change = {
      kind: "window",
      window: january(),
      quarantine: {
        added: [record(3)],
        awaiting: [{ id: 2, awaited: period("2024-01-05", "2024-01-31") }],
        closed: [{ id: 1, state: "replaced" }],
        seenAgain: [2]
      },
      gaps: { closed: [2], opened: [{ id: 3, gap: open }] },
      held: { ended: [{ row: hold(1), state: "shown" }], fresh: [hold(3)] },
      entries: { removed: [], added: [] },
      declared: [{ id: 1, declaration: settings }],
      reach: undefined
    } as const
    const after = walletAfter(known, change)
    assert.deepStrictEqual(after.quarantine, [
      { ...record(2), awaited: period("2024-01-05", "2024-01-31"), lastRunId: "run-1" },
      record(3)
    ])
    assert.deepStrictEqual(after.gaps.map(({ id }) => id), [1, 3])
    assert.deepStrictEqual(after.held.map(({ id }) => id), [2, 3])
    assert.deepStrictEqual([after.entries, after.declarations, after.windows.length], [[first, second], [settings], 1])
    const closing = walletAfter(known, {
      ...change,
      ...nothing,
      gaps: { closed: [1], opened: [] },
      held: { ended: [], fresh: [] }
    })
    assert.deepStrictEqual(closing.gaps.map(({ id }) => id), [2])
    assert.deepStrictEqual([closing.held, closing.quarantine], [known.held, known.quarantine])
    const reach = { watermark: period("2024-01-01", "2024-01-31"), proofs: [] }
    assert.deepStrictEqual(walletAfter(known, { ...change, reach }).watermark, reach.watermark)
    assert.isUndefined(walletAfter(known, change).watermark)
    const decided = { ...change, window: january({ origin: "decision" }) }
    assert.deepStrictEqual(walletAfter(known, decided).windows, [])
  })
})
