import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../../src/continuity/wallet/judge.ts"
import { joinWindows } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { fromTenThousandths } from "../../../src/domain/Money.ts"
import { dayFromNumber } from "../../../src/domain/Period.ts"
import type { Verdict } from "../../../src/domain/Verdict.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import { cases } from "../../kit/cases.ts"
import { checkWallet, checkWindow, examineWindow, type Row, type WalletRow, type Window } from "../../kit/continuity.ts"
import * as Statements from "../statements.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const money = (value: number) => fromTenThousandths(BigInt(value))
const kes = "KES" as Currency
const usd = "USD" as Currency

const row = (txnId: string, from: number, to: number, second: number, currency: Currency | null): WalletRow => ({
  txnId,
  type: to < from ? "Debit" : "Credit",
  amount: money(Math.abs(to - from)),
  balance: money(to),
  confirmed: true,
  localTime: Statements.midnight + second * 1000,
  currency
})

const window = (day: number, rows: ReadonlyArray<WalletRow>, truncated = false): Window => ({
  period: { from: dayFromNumber(day), to: dayFromNumber(day) },
  rows,
  truncated
})

const gaps = (verdict: Verdict) =>
  verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing, gap.currency])

const cut = (next: Statements.Draw, rows: ReadonlyArray<Row>): ReadonlyArray<Window> => {
  const count = Statements.draw(next, 1, 6)
  const bounds = Array.from({ length: count - 1 }, () => Statements.draw(next, 0, rows.length)).sort((x, y) => x - y)
  const places = [0, ...bounds, rows.length]
  const windows = bounds.concat(rows.length).map((to, index) =>
    window(
      index,
      Statements.shuffle(next, rows.slice(places[index], to)).map((each) => ({ ...each, currency: null }))
    )
  )
  return Statements.shuffle(next, windows)
}

describe("windows of a wallet", () => {
  const a = row("A", 0, 10, 1, kes)
  const b = row("B", 10, 30, 2, kes)
  const c = row("C", 30, 20, 3, kes)
  const ends = [{ opening: money(0), closing: money(20) }]

  it("are proven when each window's closing meets the next one's opening, in whatever order they are given", () => {
    const found = checkWallet([window(3, [c]), window(1, [a]), window(2, [b])], ends)
    assert.strictEqual(found.verdict.kind, "proven")
    assert.deepStrictEqual(found.verdict.modulo.openEnds, [])
    assert.deepStrictEqual(found.chains.map((chain) => [chain.currency, chain.opening, chain.closing]), [
      [kes, money(0), money(20)]
    ])
    assert.deepStrictEqual(found.windows.map((each) => [each.period.from, each.verdict.kind]), [
      [dayFromNumber(1), "proven"],
      [dayFromNumber(2), "proven"],
      [dayFromNumber(3), "proven"]
    ])
  })

  it("anchor each other, so that only the outer ends are open without anchors", () => {
    const found = checkWallet([window(1, [a]), window(2, [b]), window(3, [c])])
    assert.strictEqual(found.verdict.kind, "unanchored")
    assert.deepStrictEqual(found.verdict.modulo.openEnds, ["opening", "closing"])
    assert.deepStrictEqual(found.chains.map((chain) => [chain.opening, chain.closing]), [[money(0), money(20)]])
    assert.deepStrictEqual(found.windows.map((each) => [each.verdict.kind, each.verdict.modulo.openEnds]), [
      ["unanchored", ["opening"]],
      ["proven", []],
      ["unanchored", ["closing"]]
    ])
  })

  it("report a gap between two windows with the rows on both sides", () => {
    const found = checkWallet([window(1, [a]), window(3, [c])], ends)
    assert.deepStrictEqual(gaps(found.verdict), [["A", "C", money(20), kes]])
    assert.deepStrictEqual(found.windows.map((each) => each.verdict.kind), ["proven", "gap"])
  })

  it("report ends that the anchors do not meet", () => {
    const found = checkWallet([window(1, [a, b])], [{ opening: money(-5), closing: money(31) }])
    assert.deepStrictEqual(gaps(found.verdict), [[null, "A", money(5), kes], ["B", null, money(1), kes]])
  })

  it("pass the balance through where there are no rows", () => {
    const found = checkWallet([window(1, [a]), window(2, []), window(3, [b])], [{
      opening: money(0),
      closing: money(30)
    }])
    assert.strictEqual(found.verdict.kind, "proven")
    assert.strictEqual(found.windows[1]?.verdict.kind, "proven")
    const late = checkWallet([window(1, [a]), window(2, [])], [{ opening: money(0), closing: money(12) }])
    assert.deepStrictEqual(gaps(late.verdict), [["A", null, money(2), kes]])
  })

  it("are taken for whole answers unless it is said that they may be cut off", () => {
    const { period, rows } = window(1, [a])
    assert.isFalse(checkWindow({ period, rows }).truncated)
    assert.isTrue(checkWindow({ period, rows, truncated: true }).truncated)
    assert.strictEqual(checkWallet([{ period, rows }]).verdict.kind, "unanchored")
  })

  it("without any row are as good as their anchors", () => {
    assert.strictEqual(checkWallet([window(1, [])]).verdict.kind, "unanchored")
    const same = [{ opening: money(4), closing: money(4) }]
    assert.strictEqual(checkWallet([window(1, [])], same).verdict.kind, "proven")
    assert.strictEqual(checkWallet([], same).verdict.kind, "unanchored")
  })

  it("take the balance of a circuit from their neighbours", () => {
    const circuit = [row("X", 10, 15, 2, kes), row("Y", 15, 10, 2, kes)]
    const met = checkWallet([window(1, [a]), window(2, circuit), window(3, [b])], [{
      opening: money(0),
      closing: money(30)
    }])
    assert.strictEqual(met.verdict.kind, "proven")
    const first = joinWindows([window(2, circuit), window(3, [b])].map((each) => checkWindow(each)))
    assert.deepStrictEqual(gaps(first.verdict), [])
    assert.deepStrictEqual(first.chains.map((chain) => [chain.opening, chain.closing]), [[money(10), money(30)]])
  })

  it("pass a circuit from the balance that they leave, not from its smallest", () => {
    const circuit = [row("X", 10, 5, 2, kes), row("Y", 5, 10, 2, kes)]
    const windows = [window(1, [a]), window(2, circuit), window(3, [b])]
    const joined = joinWindows(windows.map((each) => checkWindow(each)))
    assert.deepStrictEqual(gaps(joined.verdict), [])
    assert.deepStrictEqual(joined.chains.map((chain) => [chain.opening, chain.closing]), [[money(0), money(30)]])
  })

  it("miss in all what lies between them, when a circuit between them is met by neither", () => {
    const circuit = [row("X", 12, 15, 2, kes), row("Y", 15, 12, 2, kes)]
    const windows = [window(1, [a]), window(2, circuit), window(3, [row("B", 15, 30, 3, kes)])]
    const joined = joinWindows(windows.map((each) => checkWindow(each)))
    assert.deepStrictEqual(gaps(joined.verdict), [["A", "X", money(2), kes], ["Y", "B", money(3), kes]])
  })

  it("leave open where they begin when two circuits do not meet", () => {
    const first = [row("X", 10, 20, 1, kes), row("Y", 20, 10, 1, kes)]
    const second = [row("V", 30, 40, 2, kes), row("W", 40, 30, 2, kes)]
    const joined = joinWindows([window(1, first), window(2, second)].map((each) => checkWindow(each)))
    assert.deepStrictEqual(joined.chains.map((chain) => [chain.opening, chain.closing]), [[null, money(30)]])
    assert.deepStrictEqual(gaps(joined.verdict), [["Y", "V", money(20), kes]])
  })

  it("pass the balance through where no row tells one", () => {
    const silent = { ...row("N", 10, 10, 2, kes), balance: null }
    const found = checkWallet([window(1, [a]), window(2, [silent]), window(3, [b])], [{
      opening: money(0),
      closing: money(30)
    }])
    assert.deepStrictEqual([found.verdict.kind, found.verdict.modulo.noBalance], ["proven", 1])
    assert.deepStrictEqual(gaps(found.verdict), [])
  })

  it("are truncated as a whole when one may be cut off, and keep the gaps", () => {
    const found = checkWallet([window(1, [a]), window(2, [], true), window(3, [c])], ends)
    assert.strictEqual(found.verdict.kind, "truncated")
    assert.strictEqual(found.verdict.gaps.length, 1)
    assert.deepStrictEqual(found.windows.map((each) => each.verdict.kind), ["proven", "truncated", "gap"])
  })

  it("are proven when a row is dated in the neighbouring window, and say that times are wrong", () => {
    const moved = { ...b, localTime: c.localTime + 5000 }
    const windows = [window(1, [a]), window(2, [c]), window(3, [moved, row("D", 20, 50, 9, kes)])]
    assert.strictEqual(joinWindows(windows.map((each) => checkWindow(each))).verdict.kind, "gap")
    const found = checkWallet(windows, [{ opening: money(0), closing: money(50) }])
    assert.strictEqual(found.verdict.kind, "proven")
    assert.isAbove(found.verdict.modulo.outOfTime, 0)
    assert.isTrue(found.windows.every((each) => each.verdict.kind === "proven"))
  })

  it("keep a gap where all the rows together leave as many places in doubt", () => {
    const back = [row("B", 10, 20, 2, kes), row("C", 20, 10, 3, kes)]
    const windows = [window(1, [row("A", 30, 20, 1, kes)]), window(2, back)]
    assert.deepStrictEqual(gaps(checkWallet(windows).verdict), [["A", "B", money(-10), kes]])
  })

  it("are in no doubt about an order that all the rows together tell", () => {
    const [first, second] = [
      [row("A", 0, 10, 1, kes), row("D", 20, 0, 2, kes)],
      [row("C", 0, 20, 3, kes), row("B", 10, 0, 4, kes)]
    ]
    const windows = [window(1, first), window(2, second)]
    const apart = joinWindows(windows.map((each) => checkWindow(each))).verdict
    assert.deepStrictEqual([apart.kind, apart.orders.length], ["ambiguous", 2])
    const found = checkWallet(windows)
    assert.deepStrictEqual([found.verdict.kind, found.verdict.modulo.outOfTime], ["unanchored", 2])
    assert.deepStrictEqual(found.windows.map(({ verdict }) => [verdict.kind, verdict.orders.length]), [
      ["unanchored", 0],
      ["unanchored", 0]
    ])
  })

  it("are not broken by a last row of a window that is unconfirmed and did not move the balance", () => {
    const pending = { ...row("P", 10, 99, 1.5, kes), confirmed: false }
    const found = checkWallet([window(1, [a, pending]), window(2, [b])], [{ opening: money(0), closing: money(30) }])
    assert.deepStrictEqual([found.verdict.kind, found.verdict.modulo.unconfirmed], ["proven", 1])
  })
})

const chainsOf = (rows: ReadonlyArray<WalletRow>, others: ReadonlyArray<Currency>) =>
  joinWindows([checkWindow(window(1, rows))], [], others).chains.map((chain) => chain.currency)

describe("currencies of a wallet", () => {
  const mixed = [
    row("K1", 0, 10, 1, kes),
    row("U1", 500, 400, 1, usd),
    row("K2", 10, 30, 2, kes),
    row("U2", 400, 450, 2, usd)
  ]
  const anchors = [
    { currency: kes, opening: money(0), closing: money(30) },
    { currency: usd, opening: money(500), closing: money(450) }
  ]

  it("are chains of their own, each with its anchors", () => {
    const found = checkWallet([window(1, mixed.slice(0, 2)), window(2, mixed.slice(2))], anchors)
    assert.strictEqual(found.verdict.kind, "proven")
    assert.deepStrictEqual(found.chains.map((chain) => [chain.currency, chain.closing]), [
      [kes, money(30)],
      [usd, money(450)]
    ])
    const broken = checkWallet([window(1, mixed.slice(0, 2)), window(2, mixed.slice(3))], anchors)
    assert.deepStrictEqual(gaps(broken.verdict), [["K1", null, money(20), kes]])
  })

  it("get no anchor that names no currency when there are several", () => {
    const found = checkWallet([window(1, mixed)], [{ opening: money(0), closing: money(30) }])
    assert.strictEqual(found.verdict.kind, "unanchored")
  })

  it("are one chain when no row names one", () => {
    const nameless = [row("A", 0, 10, 1, null), row("B", 10, 30, 2, null)]
    const found = checkWallet([window(1, nameless)], [{ opening: money(0), closing: money(30) }])
    assert.strictEqual(found.verdict.kind, "proven")
    assert.deepStrictEqual(found.chains.map((chain) => chain.currency), [null])
  })

  it("take in rows that name none and fit, and count them", () => {
    const given = mixed.map((each) => (each.txnId === "U2" ? { ...each, currency: null } : each))
    const last = row("U3", 450, 700, 3, usd)
    const found = checkWallet([window(1, [...given, last])], [
      { currency: kes, opening: money(0), closing: money(30) },
      { currency: usd, opening: money(500), closing: money(700) }
    ])
    assert.deepStrictEqual([found.verdict.kind, found.verdict.modulo.currencyAssumed], ["proven", 1])
  })

  it("take in a window of nameless rows when the wallet has one currency only", () => {
    const found = checkWallet([window(1, [row("A", 0, 10, 1, kes)]), window(2, [row("B", 10, 30, 2, null)])], [{
      opening: money(0),
      closing: money(30)
    }])
    assert.deepStrictEqual([found.verdict.kind, found.verdict.modulo.currencyAssumed], ["proven", 1])
  })

  it("take in of the rows that name none those that fit, and leave the others, without a place", () => {
    const rows = [
      row("A", 0, 10, 1, kes),
      row("N", 7, 8, 2, null),
      row("B", 10, 30, 2, null),
      row("C", 30, 20, 3, kes)
    ]
    const { check, places } = examineWindow(window(1, rows))
    assert.deepStrictEqual(check.chains.map((chain) => [chain.currency, chain.verdict.kind, chain.rows]), [
      [kes, "unanchored", 3],
      [null, "ambiguous", 1]
    ])
    assert.deepStrictEqual(check.chains[1]?.verdict.rows, ["N"])
    assert.deepStrictEqual(check.chains[1]?.ways, [])
    assert.deepStrictEqual(places, [0, null, null, 1])
  })

  it("take no part in windows without rows of theirs, unless rows that name none may be theirs", () => {
    const nameless = [row("N", 7, 8, 2, null)]
    assert.deepStrictEqual(chainsOf([], [kes]), [null])
    assert.deepStrictEqual(chainsOf(nameless, [kes]), [kes])
    assert.deepStrictEqual(chainsOf(nameless, [kes, usd]), [kes])
    assert.deepStrictEqual(chainsOf(nameless, []), [null])
    assert.deepStrictEqual(chainsOf([row("A", 0, 10, 1, kes)], [usd]), [kes])
  })

  it("stand in the order of their codes", () => {
    const [dollar, shilling] = [row("U", 500, 400, 1, usd), row("K", 0, 10, 2, kes)]
    assert.deepStrictEqual(checkWindow(window(1, [dollar, shilling])).chains.map((chain) => chain.currency), [kes, usd])
    assert.deepStrictEqual(
      checkWallet([window(1, [dollar]), window(2, [shilling])]).chains.map((chain) => chain.currency),
      [kes, usd]
    )
  })

  it("get no anchor that is another's", () => {
    const found = checkWallet([window(1, [row("K", 0, 10, 2, kes)])], [{ currency: usd, opening: money(500) }])
    assert.deepStrictEqual([found.verdict.kind, gaps(found.verdict)], ["unanchored", []])
    assert.deepStrictEqual(found.verdict.modulo.openEnds, ["opening", "closing"])
    const doubtful = checkWallet([window(1, [row("K", 0, 10, 2, kes), row("N", 7, 8, 2, null)])], [{
      opening: money(0),
      closing: money(10)
    }])
    assert.deepStrictEqual(
      doubtful.chains.map((chain) => [chain.currency, chain.opening, chain.closing, chain.verdict.modulo.openEnds]),
      [[kes, money(0), money(10), []], [null, null, null, ["opening", "closing"]]]
    )
  })

  it("are looked at as a whole each by itself", () => {
    const clean = row("K", 0, 10, 1, kes)
    const [first, second, third] = [row("U1", 0, 5, 1, usd), row("U2", 5, 9, 2, usd), row("U3", 9, 20, 3, usd)]
    const found = checkWallet([window(1, [clean, first, third]), window(2, [second])], [
      { currency: kes, opening: money(0), closing: money(10) },
      { currency: usd, opening: money(0), closing: money(20) }
    ])
    assert.strictEqual(found.verdict.kind, "proven")
    assert.deepStrictEqual(found.windows.map((each) => each.verdict.kind), ["proven", "proven"])
  })

  it("name at most a hundred rows that fit nowhere", () => {
    const many = Array.from({ length: 101 }, (_, index) => row(`N${index}`, 7, 8, 2, null))
    const { chains } = checkWindow(window(1, [row("K", 0, 10, 1, kes), ...many]))
    assert.strictEqual(chains[1]?.verdict.rows.length, 100)
    assert.strictEqual(chains[1]?.rows, 101)
  })

  it("leave rows that name none and fit nowhere as ambiguous, by their ids", () => {
    const found = checkWallet([window(1, [...mixed, row("N", 7, 8, 2, null)])], anchors)
    assert.deepStrictEqual([found.verdict.kind, found.verdict.rows, found.verdict.gaps], ["ambiguous", ["N"], []])
  })

  it("look like a gap where they fit nowhere and their day has no others", () => {
    const found = checkWallet([window(1, [row("K", 0, 10, 1, kes)]), window(2, [row("N", 7, 8, 2, null)])])
    assert.deepStrictEqual([found.verdict.kind, found.verdict.gaps.length], ["gap", 1])
    const named = checkWallet([window(1, [row("K", 0, 10, 1, kes)]), window(2, [row("N", 7, 8, 2, usd)])])
    assert.deepStrictEqual([named.verdict.kind, named.verdict.gaps], ["unanchored", []])
  })

  it("have no part in balances that are given without a currency: they are those of the only one", () => {
    const check = checkWindow(window(1, [row("K", 0, 10, 1, kes), row("N", 7, 8, 2, null)]))
    const { from } = check.period
    const given = (end: "opening" | "closing", balance: number) => ({
      currency: null,
      day: from,
      end,
      balance: money(balance),
      source: "settings"
    })
    const { verdict } = judge([check], [given("opening", 0), given("closing", 10)], null)
    assert.deepStrictEqual([verdict.kind, verdict.rows, verdict.gaps], ["ambiguous", ["N"], []])
  })
})

describe("statements cut into windows", () => {
  it("are proven when clean, and find their ends", () => {
    for (let index = 0; index < cases(1000); index++) {
      const next = Statements.random(seed + index)
      const statement = Statements.statement(next, Statements.draw(next, 1, 60), "mixed", 2)
      const found = checkWallet(cut(next, statement.rows), [statement])
      assert.strictEqual(found.verdict.kind, "proven", `seed ${seed + index}`)
      assert.isTrue(found.windows.every((each) => each.verdict.kind === "proven"), `seed ${seed + index}`)
      const free = checkWallet(cut(next, statement.rows))
      assert.strictEqual(free.verdict.kind, "unanchored", `seed ${seed + index}`)
      const [chain] = free.chains
      // Rows of one second that cancel out, and nothing else: only then is it open where they begin.
      if (chain?.opening === null) assert.strictEqual(statement.opening, statement.closing, `seed ${seed + index}`)
      else {
        assert.deepStrictEqual(
          [chain?.opening, chain?.closing],
          [statement.opening, statement.closing],
          `seed ${seed + index}`
        )
      }
    }
  })

  it.each(Statements.faults)("report a row %s, in or between windows, at its place and in full", (fault) => {
    for (let index = 0; index < cases(500); index++) {
      const next = Statements.random(seed + index)
      const statement = Statements.statement(next, Statements.draw(next, 2, 60), "mixed", 2)
      const faulty = Statements.spoil(next, statement, fault)
      const { verdict } = checkWallet(cut(next, faulty.rows), [statement])
      assert.strictEqual(verdict.kind, "gap", `seed ${seed + index}`)
      assert.strictEqual(verdict.gaps.reduce((sum, gap) => sum + gap.missing, 0n), faulty.missing)
      assert.isTrue(
        verdict.gaps.some((gap) =>
          (gap.from ?? -Infinity) <= faulty.localTime && faulty.localTime <= (gap.to ?? Infinity)
        ),
        `seed ${seed + index}`
      )
    }
  })
})
