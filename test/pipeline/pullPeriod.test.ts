import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { type Day, formatDay, parseDay } from "../../src/domain/Period.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { type PeriodQuestion, pulledDays, pullPeriod } from "../../src/pipeline/pullPeriod.ts"

const day = (text: string): Day => {
  const parsed = parseDay(text)
  if (parsed === undefined) throw new Error(text)
  return parsed
}

const question = (changes: Partial<PeriodQuestion>): PeriodQuestion => ({
  walletNo: WalletNo.make("W-1"),
  from: Option.none(),
  begins: Option.none(),
  to: Option.none(),
  lookbackDays: 3,
  reach: Option.none(),
  loadedFrom: Option.none(),
  askedFrom: Option.none(),
  today: day("2024-06-30"),
  ...changes
})

const ask = (changes: Partial<PeriodQuestion>): string => {
  const answer = pullPeriod(question(changes))
  if (answer === undefined) return "nothing"
  return "_tag" in answer ? answer.message : `${formatDay(answer.from)}..${formatDay(answer.to)}`
}

const reached = (from: string, to: string) => ({
  reach: Option.some({ from: day(from), to: day(to) }),
  loadedFrom: Option.some(day(from))
})

describe("pullPeriod", () => {
  it("takes the days asked for, both included", () => {
    assert.strictEqual(
      ask({ from: Option.some(day("2024-01-01")), to: Option.some(day("2024-01-31")) }),
      "2024-01-01..2024-01-31"
    )
  })

  it("ends today when no last day is given", () => {
    assert.strictEqual(ask({ from: Option.some(day("2024-06-01")) }), "2024-06-01..2024-06-30")
  })

  it("goes on from where the wallet was loaded to, and reads the look-back once more", () => {
    assert.strictEqual(ask(reached("2024-01-01", "2024-06-20")), "2024-06-18..2024-06-30")
    assert.strictEqual(ask({ ...reached("2024-01-01", "2024-06-20"), lookbackDays: 0 }), "2024-06-21..2024-06-30")
  })

  it("looks back no further than the wallet's beginning", () => {
    assert.strictEqual(
      ask({ ...reached("2024-06-20", "2024-06-21"), lookbackDays: 30 }),
      "2024-06-20..2024-06-30"
    )
  })

  it("has nothing to do when the wallet is loaded up to the last day asked for", () => {
    assert.strictEqual(
      ask({ ...reached("2024-01-01", "2024-06-20"), to: Option.some(day("2024-06-10")), lookbackDays: 0 }),
      "nothing"
    )
  })

  it("begins with the first loaded day where it was not over then", () => {
    assert.strictEqual(ask({ loadedFrom: Option.some(day("2024-06-28")) }), "2024-06-28..2024-06-30")
  })

  it("asks for a first day when no day was loaded, and says for which wallet", () => {
    assert.match(
      ask({}),
      /W-1 .*`wallet-statement pull --wallet W-1 --from YYYY-MM-DD`; other wallets go on without it/
    )
  })

  it("goes on with the days that an earlier run was asked for, where that loaded none of them", () => {
    const askedFrom = Option.some(day("2024-02-01"))
    assert.strictEqual(ask({ askedFrom }), "2024-02-01..2024-06-30")
    assert.strictEqual(ask({ askedFrom, to: Option.some(day("2024-03-31")) }), "2024-02-01..2024-03-31")
    assert.strictEqual(ask({ ...reached("2024-05-01", "2024-06-20"), askedFrom }), "2024-06-18..2024-06-30")
    assert.match(ask({ askedFrom: Option.some(day("2024-07-01")) }), /^Wallet W-1 was not pulled before/)
  })

  it("says of a first day behind today that it has not come, where no last day is given", () => {
    assert.strictEqual(
      ask({ from: Option.some(day("2024-07-01")) }),
      "The first day, 2024-07-01, has not come yet: without --to a pull ends with today, which is 2024-06-30 in " +
        "WALLET_STATEMENT_TIME_ZONE. Give an earlier --from, or a --to that is not before it."
    )
  })

  it("begins where a setting says so, and goes on without asking again for what is loaded since", () => {
    const begins = Option.some(day("2024-02-01"))
    assert.strictEqual(ask({ begins }), "2024-02-01..2024-06-30")
    assert.strictEqual(ask({ begins, askedFrom: Option.some(day("2024-01-01")) }), "2024-02-01..2024-06-30")
    assert.strictEqual(ask({ begins, ...reached("2024-02-01", "2024-06-20") }), "2024-06-18..2024-06-30")
    assert.strictEqual(
      ask({ begins, from: Option.some(day("2024-03-01")), ...reached("2024-02-01", "2024-06-20") }),
      "2024-03-01..2024-06-30"
    )
  })

  it("has nothing to do for a wallet that begins behind the last day asked for", () => {
    assert.strictEqual(ask({ begins: Option.some(day("2024-07-01")) }), "nothing")
    assert.strictEqual(
      ask({ begins: Option.some(day("2024-05-01")), to: Option.some(day("2024-04-30")) }),
      "nothing"
    )
  })

  it("refuses days the wrong way round", () => {
    assert.match(
      ask({ from: Option.some(day("2024-02-01")), to: Option.some(day("2024-01-01")) }),
      /2024-01-01.*before.*2024-02-01/
    )
  })
})

const period = (from: string, to: string) => ({ from: day(from), to: day(to) })

describe("pulledDays", () => {
  const show = (changes: Partial<PeriodQuestion>, loaded: ReadonlyArray<ReturnType<typeof period>>): string => {
    const answer = pulledDays(question(changes), loaded)
    if (answer === undefined || "_tag" in answer) return "nothing"
    return [answer.period, ...answer.neverLoaded].map(({ from, to }) => `${formatDay(from)}..${formatDay(to)}`).join(
      " "
    )
  }
  const known = reached("2024-03-01", "2024-06-20")
  const loaded = [period("2024-03-01", "2024-04-10"), period("2024-04-15", "2024-06-20")]

  it("adds days that were never loaded between where the wallet begins and its own days", () => {
    assert.strictEqual(
      show({ ...known, begins: Option.some(day("2024-02-01")) }, loaded),
      "2024-06-18..2024-06-30 2024-02-01..2024-02-29 2024-04-11..2024-04-14"
    )
    assert.strictEqual(
      show({ ...known, begins: Option.some(day("2024-04-12")) }, loaded),
      "2024-06-18..2024-06-30 2024-04-12..2024-04-14"
    )
  })

  it("adds none where nothing says where the wallet begins, or somebody chose the days", () => {
    assert.strictEqual(show(known, loaded), "2024-06-18..2024-06-30")
    const chosen = { begins: Option.some(day("2024-02-01")), from: Option.some(day("2024-05-01")) }
    assert.strictEqual(show({ ...known, ...chosen }, loaded), "2024-05-01..2024-06-30")
  })

  it("is about these alone where all else is loaded up to the last day asked for", () => {
    assert.strictEqual(
      show({ ...known, begins: Option.some(day("2024-02-01")), to: Option.some(day("2024-04-12")), lookbackDays: 0 }, [
        period("2024-03-01", "2024-06-20")
      ]),
      "2024-02-01..2024-02-29"
    )
  })
})
