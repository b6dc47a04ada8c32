/**
 * What stands between two days, held against every order that the times allow, tried one by one.
 */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { judge, type Judgement } from "../../../src/continuity/wallet/judge.ts"
import { boundaryOf, type KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import { type WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { fromTenThousandths, type Money } from "../../../src/domain/Money.ts"
import { addDays, type Day, dayOfLocalTime } from "../../../src/domain/Period.ts"
import { signedAmount } from "../../../src/domain/Transaction.ts"
import { continuityOfEntry, entryOfContinuity } from "../../../src/pipeline/continuityRecord.ts"
import { cases } from "../../kit/cases.ts"
import { checkWindow, type Row, type WalletRow } from "../../kit/continuity.ts"
import * as Statements from "../statements.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const firstDay = dayOfLocalTime(Statements.midnight)
const daySeconds = 86_400

const step = (txnId: string, from: number, to: number, second: number, more: Partial<Row> = {}): WalletRow => ({
  ...Statements.step(txnId, from, to, second, more),
  currency: null
})

/** A second of a day, counted from the first. */
const on = (day: number, second: number): number => day * daySeconds + second

const closing = (day: number, balance: number): KnownBalance => ({
  currency: null,
  day: addDays(firstDay, day),
  end: "closing",
  balance: Statements.money(balance),
  source: "a test"
})

/** Checks rows in windows of so many days each, as their records keep it. */
const checksOf = (
  rows: ReadonlyArray<WalletRow>,
  lengths: ReadonlyArray<number>,
  jitter: number
): ReadonlyArray<WindowContinuity> => {
  let from = firstDay
  return lengths.map((length) => {
    const period = { from, to: addDays(from, length - 1) }
    from = addDays(from, length)
    const inside = rows.filter(({ localTime }) => {
      const day = dayOfLocalTime(localTime)
      return day >= period.from && day <= period.to
    })
    return Option.getOrThrow(continuityOfEntry(entryOfContinuity(checkWindow({ period, rows: inside, jitter }))))
  })
}

/** Judges such rows. */
const judged = (
  rows: ReadonlyArray<WalletRow>,
  balances: ReadonlyArray<KnownBalance>,
  lengths: ReadonlyArray<number>,
  jitter = 0
): Judgement => judge(checksOf(rows, lengths, jitter), balances, null)

/** Two rows a day, up by ten and one and down by ten; all balances differ. */
const usual = (days: number): Array<WalletRow> =>
  Array.from({ length: days }, (_, day) => [
    step(`A${day}`, 100 + day, 111 + day, on(day, 30_000)),
    step(`B${day}`, 111 + day, 101 + day, on(day, 50_000))
  ]).flat()

const found = ({ contradictions, unchecked, verdict }: Judgement): ReadonlyArray<unknown> => [
  verdict.kind,
  contradictions.length,
  unchecked.map(({ why }) => why)
]

const contradicted = ["unanchored", 1, []]
const fine = ["proven", 0, []]

describe("a balance known of a day", () => {
  /** A month in which rows on the second day leave something open. */
  const months = {
    "rows of one second that can change places beside a wrong time elsewhere": [
      ...usual(30),
      step("X", 102, 107, on(1, 60_000)),
      step("Y", 107, 102, on(1, 60_000)),
      step("Z", 102, 99, on(1, 60_000)),
      step("W", 99, 102, on(1, 60_000))
    ].map((row) => (row.txnId === "B25" ? { ...row, localTime: row.localTime - 25_000_000 } : row)),
    "an unconfirmed row": [
      ...usual(30),
      step("U", 102, 107, on(1, 60_000), { confirmed: false })
    ],
    "an unconfirmed first row": [step("U", 95, 100, on(0, 60), { confirmed: false }), ...usual(30)]
  }

  it.each(Object.entries(months))("is contradicted on any later day: %s", (_, rows) => {
    for (const lengths of [[30], [7, 23], [1, 1, 28]]) {
      for (const day of [2, 19, 27]) {
        assert.deepStrictEqual(found(judged(rows, [closing(day, 101 + day)], lengths)), fine, `${day} of ${lengths}`)
        assert.deepStrictEqual(
          found(judged(rows, [closing(day, 777)], lengths)),
          contradicted,
          `${day} of ${lengths}`
        )
      }
    }
  })

  it("is not contradicted by the day that a row bears whose time is wrong by a little across midnight", () => {
    const late = (second: number): Array<WalletRow> => [
      ...usual(3),
      step("N", 103, 109, second),
      step("M", 109, 103, on(3, 20_000)),
      ...usual(6).slice(6)
    ]
    const [justBefore, next] = [late(on(3, -2)), late(on(3, 2))]
    for (const lengths of [[6], [3, 3], [2, 2, 2], [1, 1, 1, 1, 1, 1]]) {
      for (const balance of [103, 109]) {
        for (const rows of [justBefore, next]) {
          assert.deepStrictEqual(found(judged(rows, [closing(2, balance)], lengths, 5)), fine, `${balance} ${lengths}`)
        }
      }
      assert.deepStrictEqual(found(judged(justBefore, [closing(2, 102)], lengths, 5)), contradicted)
      assert.deepStrictEqual(found(judged(justBefore, [closing(2, 103)], lengths, 1)), contradicted)
      assert.deepStrictEqual(found(judged(justBefore, [closing(4, 109)], lengths, 5)), contradicted)
    }
  })

  it("is not contradicted where rows are whole and the times around midnight are in another order", () => {
    const rows = [
      ...usual(3),
      step("L", 103, 165, on(2, 86_390)),
      step("N", 165, 169, on(2, 86_380)),
      step("M", 169, 103, on(3, 20_000)),
      ...usual(6).slice(6)
    ]
    for (const balance of [103, 165, 169]) {
      assert.deepStrictEqual(found(judged(rows, [closing(2, balance)], [6])), fine, String(balance))
    }
    assert.deepStrictEqual(found(judged(rows, [closing(2, 104)], [6])), contradicted)
    assert.deepStrictEqual(found(judged(rows, [closing(4, 104)], [6])), contradicted)
    // Nothing stands behind yet: the last row may be of the next day.
    for (const lengths of [[3], [1, 2]]) {
      const sofar = judged(rows.slice(0, 8), [closing(2, 165)], lengths)
      assert.deepStrictEqual([sofar.verdict.gaps, sofar.contradictions], [[], []])
    }
  })

  it("may stand anywhere in an hour shown twice that reaches over midnight", () => {
    const twice = { timeFlag: "ambiguous-local" } as const
    const rows = [
      ...usual(2),
      step("P", 102, 110, on(2, -600), twice),
      step("Q", 110, 125, on(2, 20), twice),
      step("R", 125, 102, on(2, -500), twice),
      ...usual(4).slice(4)
    ]
    for (const balance of [102, 110, 125]) {
      assert.deepStrictEqual(found(judged(rows, [closing(1, balance)], [4])), fine, String(balance))
    }
    assert.deepStrictEqual(found(judged(rows, [closing(1, 777)], [4])), contradicted)
  })

  it("is told as unchecked, and proves nothing, where the rows leave it open", () => {
    const some = Array.from(
      { length: 12 },
      (_, index) => step(`J${index}`, 102 + index, 103 + index, on(2, index % 2 === 0 ? -1 : 1))
    )
    const crowded = [...usual(2), ...some, step("K", 114, 102, on(2, 9000)), ...usual(5).slice(4)]
    const told = judged(crowded, [closing(1, 777)], [5], 3)
    assert.deepStrictEqual(found(told), ["unanchored", 0, ["midnight"]])
    assert.deepStrictEqual(told.proofs.map(({ to }) => to), [null])
    assert.deepStrictEqual(found(judged(crowded, [closing(3, 777)], [5], 3)), contradicted)
    const loose = Array.from(
      { length: 80 },
      (_, index) => step(`U${index}`, 1000 + index, 1001 + index, on(1, 60 + index), { confirmed: false })
    )
    const open = [...usual(1), ...loose, ...usual(4).slice(2).map((row) => row)]
    assert.deepStrictEqual(found(judged(open, [closing(2, 777)], [4])).slice(1), [1, []])
    const silent = [...usual(4), { ...step("S", 0, 5, on(1, 80_000)), balance: null }, {
      ...step("T", 5, 0, on(2, 80)),
      balance: null
    }]
    assert.deepStrictEqual(found(judged(silent, [closing(1, 777)], [4])), ["unanchored", 0, ["no-balance"]])
    assert.deepStrictEqual(found(judged(silent, [closing(2, 777)], [4])), contradicted)
  })
})

interface World {
  readonly rows: ReadonlyArray<WalletRow>
  /** What stood behind each day. */
  readonly closings: ReadonlyArray<Money>
  readonly lengths: ReadonlyArray<number>
  readonly jitter: number
}

type Habit = "swept" | "toggling" | "wide"

/** Some rows over four days, many of one second, near midnight or in an hour that is shown twice. */
const worldOf = (next: Statements.Draw, habit: Habit, jitter: number): World => {
  const hasRepeat = next() < 0.3
  // The clock goes back by an hour, over a midnight or inside a day.
  const backAt = next() < 0.5 ? on(2, 60) : on(1, 10_800)
  const seconds = Array.from({ length: Statements.draw(next, 1, 7) }, () => {
    const day = Statements.draw(next, 0, 3)
    const near = Statements.draw(next, 0, 3)
    if (hasRepeat && next() < 0.5) return backAt + Statements.draw(next, -3600, 3599)
    if (jitter > 0 && next() < 0.5) return Math.max(0, on(day, Statements.draw(next, -jitter, jitter)))
    return on(day, near === 0 ? 40_000 : Statements.draw(next, 1, 86_300))
  }).flatMap((second) => (next() < 0.35 ? [second, second] : [second])).slice(0, 7).sort((one, other) => one - other)
  let balance = habit === "wide" ? 5000 : 0
  const rows: Array<WalletRow> = []
  const closings: Array<Money> = []
  const dayOf = (second: number): number =>
    Math.floor((hasRepeat && second >= backAt ? second - 3600 : second) / daySeconds)
  for (const [index, second] of seconds.entries()) {
    const to = nextBalance(next, habit, balance)
    const isRepeated = hasRepeat && second >= backAt - 3600 && second < backAt + 3600
    const shown = hasRepeat && second >= backAt ? second - 3600 : second
    const moved = jitter === 0 ? shown : shown + Statements.draw(next, -jitter, jitter)
    const isDropped = next() < 0.08
    rows.push(step(`T${index}`, balance, to, Math.max(0, moved), {
      confirmed: !isDropped && next() > 0.06,
      ...(isRepeated ? { timeFlag: "ambiguous-local" as const } : {})
    }))
    if (!isDropped) balance = to
    // The last crossing of a midnight that comes twice is as good as any.
    for (let day = dayOf(second); day < 4; day++) closings[day] = Statements.money(balance)
  }
  const opening = rows[0]
  for (let day = 0; day < 4; day++) {
    closings[day] ??= opening === undefined || opening.balance === null
      ? Statements.money(0)
      : fromTenThousandths(opening.balance - signedAmount(opening))
  }
  const lengths = [[4], [2, 2], [1, 3], [1, 1, 1, 1]][Statements.draw(next, 0, 3)] ?? [4]
  return { rows: Statements.shuffle(next, rows), closings, lengths, jitter }
}

const nextBalance = (next: Statements.Draw, habit: Habit, balance: number): number => {
  if (habit === "wide") return balance + Statements.draw(next, 1, 2 ** 20) * (next() < 0.5 ? 1 : -1)
  if (habit === "swept") return balance > 0 && next() < 0.4 ? 0 : balance + Statements.draw(next, 1, 3)
  return [0, 10, 20].filter((each) => each !== balance)[Statements.draw(next, 0, 1)] ?? 0
}

const secondOf = (row: WalletRow): number => row.localTime / 1000

const isTwice = (row: WalletRow): boolean => row.timeFlag === "ambiguous-local"

/**
 * Every balance that may stand at a boundary, by every order and every choice that times allow; any at all where no row
 * need have moved it.
 */
const oracle = ({ jitter, lengths, rows }: World, boundary: Day): ReadonlySet<Money> | "any" => {
  const midnight = boundary * daySeconds
  const windowOf = (row: WalletRow): number => {
    let day = dayOfLocalTime(row.localTime) - firstDay
    return lengths.findIndex((length) => (day -= length) < 0)
  }
  const sorted = rows.toSorted((one, other) => one.localTime - other.localTime)
  const rank = new Map<WalletRow, number>()
  let group = 0
  for (const [index, row] of sorted.entries()) {
    const before = sorted[index - 1]
    const isNew = before === undefined || windowOf(before) !== windowOf(row) ||
      (secondOf(row) - secondOf(before) > 2 * jitter &&
        !(sorted.slice(0, index).some((each) => isTwice(each) && windowOf(each) === windowOf(row)) &&
          sorted.slice(index).some((each) => isTwice(each) && windowOf(each) === windowOf(row))))
    if (isNew) group++
    rank.set(row, group)
  }
  const parts = new Set(
    rows.filter(isTwice).flatMap((row) => {
      const own = rows.filter((each) => isTwice(each) && rank.get(each) === rank.get(row))
      return own.some((each) => secondOf(each) < midnight) && own.some((each) => secondOf(each) >= midnight) ? row : []
    })
  )
  const mayBeBefore = (row: WalletRow) => parts.has(row) || secondOf(row) - jitter < midnight
  const mayBeBehind = (row: WalletRow) => parts.has(row) || secondOf(row) + jitter >= midnight
  const balances = new Set<Money>()
  const seen = new Set<string>()
  /** Goes on with the rows left; `at` is what stood at the boundary, once it was passed. */
  const walk = (
    left: ReadonlyArray<WalletRow>,
    balance: Money | null,
    at: Money | null,
    isPassed: boolean
  ): boolean => {
    const key = `${left.map(({ txnId }) => txnId).join()} ${balance} ${at} ${isPassed}`
    if (seen.has(key)) return false
    let isWhole = false
    if (!isPassed && left.every(mayBeBehind)) isWhole = walk(left, balance, balance, true) || isWhole
    if (left.length === 0) {
      seen.add(key)
      if (!isPassed) return false
      if (at !== null) balances.add(at)
      return true
    }
    const least = Math.min(...left.map((row) => rank.get(row) ?? 0))
    for (const row of left) {
      if (rank.get(row) !== least) continue
      const rest = left.filter((each) => each !== row)
      if (!row.confirmed) isWhole = walk(rest, balance, at, isPassed) || isWhole
      const before = row.balance === null ? null : fromTenThousandths(row.balance - signedAmount(row))
      if (before === null || (balance !== null && balance !== before)) continue
      if (!isPassed && !mayBeBefore(row)) continue
      // Nothing had moved the balance at the boundary: it was what the first row begins with.
      isWhole = walk(rest, row.balance, isPassed && balance === null ? before : at, isPassed) || isWhole
    }
    seen.add(key)
    return isWhole
  }
  walk(sorted, null, null, false)
  return rows.every(({ confirmed }) => !confirmed) ? "any" : balances
}

const candidatesOf = (next: Statements.Draw, { rows }: World): ReadonlyArray<Money> => [
  ...new Set([
    ...rows.flatMap((
      row
    ) => (row.balance === null ? [] : [row.balance, fromTenThousandths(row.balance - signedAmount(row))])),
    Statements.money(Statements.draw(next, -50, 50)),
    Statements.money(987_654)
  ])
]

describe("what stands between two days", () => {
  it.each(
    (["swept", "toggling", "wide"] as const).flatMap((habit) => [0, 3].map((jitter) => [habit, jitter] as const))
  )("is never less and never more than the orders allow that the times do: %s, jitter %i", (habit, jitter) => {
    let [wrong, open, right] = [0, 0, 0]
    for (let index = 0; index < cases(600); index++) {
      const next = Statements.random(seed + index)
      const world = worldOf(next, habit, jitter)
      const checks = checksOf(world.rows, world.lengths, jitter)
      const plain = judge(checks, [], null)
      // Rows that bear the day of another window may be whole in none.
      const isWhole = plain.verdict.gaps.length === 0 && plain.verdict.kind !== "ambiguous"
      for (let day = 0; day < 4; day++) {
        const at = `seed ${seed + index}, day ${day}`
        const held = (balance: Money) => judge(checks, [{ ...closing(day, 0), balance }], null)
        const possible = oracle(world, boundaryOf(closing(day, 0)))
        const truth = world.closings[day] ?? Statements.money(0)
        if (isWhole && world.lengths.length === 1) assert.isTrue(possible === "any" || possible.has(truth), at)
        if (!isWhole || possible === "any" || possible.size === 0) continue
        right++
        for (const balance of [truth, ...candidatesOf(next, world)]) {
          const { contradictions, unchecked, verdict } = held(balance)
          const isAgainst = contradictions.length > 0 || verdict.gaps.length > 0
          if (possible.has(balance)) assert.isFalse(isAgainst, `${at}, ${balance}`)
          else {
            assert.isTrue(isAgainst || unchecked.length > 0, `${at}, ${balance}`)
            assert.notStrictEqual(verdict.kind, "proven", `${at}, ${balance}`)
            wrong++
            if (!isAgainst) open++
          }
        }
      }
    }
    assert.isAbove(right, cases(1000))
    assert.isAbove(wrong, cases(3000))
    assert.isBelow(open, wrong / 50, "hardly ever open")
  })
})
