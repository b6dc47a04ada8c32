/**
 * How wallets of a file are, told to people and to a collector.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type AskedWallet, healthOf, type Limits } from "../../../../src/cli/actions/status/health.ts"
import { healthText } from "../../../../src/cli/actions/status/healthText.ts"
import { prometheusText } from "../../../../src/cli/actions/status/prometheus.ts"
import { agoText } from "../../../../src/cli/output/agoText.ts"
import type { Finding } from "../../../../src/domain/Finding.ts"
import { parseDay } from "../../../../src/domain/Period.ts"
import type { RunReport, WalletReport } from "../../../../src/domain/RunReport.ts"
import { zoneClock } from "../../../../src/domain/ServiceTime.ts"
import { WalletNo } from "../../../../src/domain/Wallet.ts"
import { changedExports } from "../../../../src/pipeline/changedExports.ts"
import { exportFindings } from "../../../../src/pipeline/exportFindings.ts"
import { rememberExport } from "../../../../src/pipeline/rememberExport.ts"
import { walletFindings } from "../../../../src/pipeline/walletFindings.ts"
import { Database, layerDuckDbReadOnly } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { walletReport } from "../../../../src/testing/walletReport.ts"
import { money, period, row, run, wallet, window } from "../../../../src/testing/windows.ts"
import { findingOf } from "../../../kit/findings.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { folder } from "../../../sink/duckdb/files.ts"

const other = WalletNo.make("W-2")
const noon = Date.parse("2024-02-02T12:00:00Z")

const ended = (runId: string, wallets: ReadonlyArray<WalletReport>, status: RunReport["status"] = "complete") => ({
  runId,
  status,
  durationMs: 1,
  head: "",
  wallets
})

const rows = [row("A", "2024-01-05 10:00:00", "10.00", "110.00"), row("B", "2024-01-05 11:00:00", "-4.50", "105.50")]

/** What is found in a file behind some steps. */
const healthAfter = (
  steps: (sink: Sink["Service"]) => Effect.Effect<unknown, unknown>,
  now = noon,
  limits: Limits = {}
) =>
  Effect.gen(function*() {
    const path = join(yield* folder, "x.duckdb")
    yield* Effect.flatMap(Sink, steps).pipe(Effect.provide(layerOpen(path)))
    return yield* Effect.scoped(
      Effect.flatMap(Database.openReadOnly(path), (database) => healthOf(database, now, limits))
    )
      .pipe(
        Effect.provide(layerDuckDbReadOnly({ path }))
      )
  })

const inNairobi = [{ kind: "settings" as const, text: JSON.stringify({ timeZone: "Africa/Nairobi" }) }]

const both = { ...run("run-1"), wallets: [wallet, other] }

const nairobi = zoneClock("Africa/Nairobi")
const askedFor = (...walletNos: ReadonlyArray<string>): ReadonlyArray<AskedWallet> =>
  walletNos.map((walletNo) => ({ walletNo, begins: undefined, argument: walletNo }))
const [hour, oneDay] = [3_600_000, 86_400_000]

/** A file with a wallet that is loaded to the end of January, and proven. */
const loaded = (sink: Sink["Service"]) =>
  Effect.gen(function*() {
    yield* sink.beginRun({ ...run("run-1"), wallets: [wallet] })
    yield* sink.commit({ ...window("2024-01-01", "2024-01-31", rows), declarations: inNairobi })
    yield* sink.endRun(ended("run-1", [walletReport(wallet)]))
  })

/** A run that found no row. */
const ran = (sink: Sink["Service"]) =>
  Effect.andThen(
    sink.beginRun({ ...run("run-1"), wallets: [wallet] }),
    sink.endRun(ended("run-1", [walletReport(wallet)]))
  )

describe("the health of wallets", () => {
  it.effect("tells what is loaded, how old it is by the clock of the service, and how the last run ended", () =>
    Effect.gen(function*() {
      const found = yield* healthAfter((sink) =>
        Effect.gen(function*() {
          yield* sink.beginRun(both)
          yield* sink.commit({ ...window("2024-01-01", "2024-01-31", rows), declarations: inNairobi })
          yield* sink.endRun(
            ended("run-1", [walletReport(wallet), walletReport(other, { error: "Login failed." })], "failed")
          )
        })
      )
      const [first, second] = found
      assert.deepInclude(first, {
        wallet,
        verdict: "proven",
        completeTo: "2024-01-31",
        // Midnight in Nairobi is 21:00 in UTC.
        ageMillis: noon - Date.parse("2024-01-31T21:00:00Z"),
        rows: 2,
        gaps: 0,
        nextStep: null
      })
      assert.deepInclude(first?.lastRun, { runId: "run-1", ending: "complete" })
      assert.deepInclude(second, {
        wallet: other,
        verdict: null,
        completeTo: null,
        ageMillis: null,
        nextStep: "Login failed."
      })
      assert.strictEqual(second?.lastRun?.ending, "failed")
    }))

  it.effect("tells at once that a run was interrupted, and keeps what the one before found", () =>
    Effect.gen(function*() {
      const gap = findingOf("gap", "The balances do not meet: ask again.")
      const steps = (isEnded: boolean) => (sink: Sink["Service"]) =>
        Effect.gen(function*() {
          yield* sink.beginRun(run("run-1"))
          yield* sink.commit(window("2024-01-01", "2024-01-31", rows))
          yield* sink.endRun(ended("run-1", [walletReport(wallet, { verdict: "gap", findings: [gap] })], "incomplete"))
          if (!isEnded) yield* sink.beginRun(run("run-2"))
        })
      const [settled] = yield* healthAfter(steps(true))
      assert.deepInclude(settled, {
        verdict: "gap",
        nextStep: `[${gap.id}] ${gap.explanation} \`wallet-statement findings show ${gap.id}\` says more.`
      })
      assert.strictEqual(settled?.lastRun?.ending, "incomplete")
      const [interrupted] = yield* healthAfter(steps(false))
      assert.deepInclude(interrupted?.lastRun, { runId: "run-2", ending: "interrupted" })
      assert.match(interrupted?.nextStep ?? "", /^The last run was interrupted/)
      assert.deepStrictEqual(interrupted?.findings, [gap])
    }))

  it.effect("calls rows that no run has told of neither well nor free of findings", () =>
    Effect.gen(function*() {
      const found = yield* healthAfter((sink) => sink.commit(window("2024-01-01", "2024-01-31", rows)))
      assert.deepInclude(found[0], { wallet, verdict: null, rows: 2, lastRun: null, findings: [] })
      assert.include(found[0]?.nextStep ?? "", `\`wallet-statement findings --wallet ${wallet}\` lists`)
      assert.include(healthText(found, noon, 80), "1 wallet, 1 with something to do")
      assert.include(prometheusText(found), `wallet_statement_rows{wallet="${wallet}"} 2`)
      assert.notMatch(prometheusText(found), /^wallet_statement_findings/m)
    }))

  it.effect("counts what somebody accepted since as accepted, and what was reopened as open", () =>
    Effect.gen(function*() {
      const gap = { ...findingOf("gap", "The balances do not meet."), id: "0a1b2c3d4e5f", amount: "-22.85" }
      const decision = {
        kind: "decision" as const,
        decision: "accepted" as const,
        finding: gap.id,
        findingKind: gap.kind,
        days: period("2024-01-05", "2024-01-06"),
        currency: null,
        amount: money(gap.amount),
        count: null,
        by: "a.muriuki",
        reason: "told by the bank",
        sequence: 0,
        at: 0
      }
      // It is the next day in Nairobi.
      yield* TestClock.setTime(Date.parse("2024-02-03T22:00:00Z"))
      const decided = (
        declarations: ReadonlyArray<typeof decision | { decision: "reopened" } & Omit<typeof decision, "decision">>
      ) =>
        healthAfter((sink) =>
          Effect.gen(function*() {
            yield* sink.beginRun(run("run-1"))
            yield* sink.commit({ ...window("2024-01-01", "2024-01-31", rows), declarations: inNairobi })
            yield* sink.endRun(
              ended("run-1", [walletReport(wallet, { verdict: "gap", findings: [gap] })], "incomplete")
            )
            for (const each of declarations) {
              yield* sink.commit({
                ...window("2024-01-05", "2024-01-06", [], { origin: "decision", complete: false }),
                declarations: [each]
              })
            }
          })
        )
      const [accepted] = yield* decided([decision])
      assert.deepInclude(accepted, { nextStep: null, verdict: "gap" })
      assert.strictEqual(accepted?.lastRun?.ending, "complete")
      assert.deepInclude(accepted?.findings[0]?.accepted, { by: "a.muriuki", reason: "told by the bank" })
      const [otherwise] = yield* decided([{ ...decision, amount: money("-22.84") }])
      assert.strictEqual(otherwise?.lastRun?.ending, "incomplete")
      assert.match(
        otherwise?.nextStep ?? "",
        /a\.muriuki accepted it on 2024-02-04 with an amount of -22\.84: it is open again/
      )
      const [reopened] = yield* decided([decision, { ...decision, decision: "reopened" }])
      assert.strictEqual(reopened?.lastRun?.ending, "incomplete")
    }))

  it.effect("tells of an export whose rows changed until the days are exported again, before the next run", () =>
    Effect.gen(function*() {
      const january = period("2024-01-01", "2024-01-31")
      const late = row("C", "2024-01-06 10:00:00", "1.00", null)
      const exporting = rememberExport(wallet, {
        format: "hledger",
        days: january,
        currencies: [{ currency: null, rows: 2, closing: null }],
        place: "january.journal",
        unproven: true,
        by: "a.muriuki"
      })
      const steps = (again: boolean) => (sink: Sink["Service"]) =>
        Effect.gen(function*() {
          yield* sink.commit(window("2024-01-01", "2024-01-31", rows))
          yield* exporting
          yield* sink.beginRun(run("run-1"))
          yield* sink.commit(window("2024-01-01", "2024-01-31", [...rows, late]))
          const findings = yield* walletFindings(wallet, exportFindings(wallet, yield* changedExports(wallet)))
          yield* sink.endRun(ended("run-1", [walletReport(wallet, { findings })], "incomplete"))
          if (again) yield* exporting
        }).pipe(Effect.provideService(Sink, sink))
      const [told] = yield* healthAfter(steps(false))
      assert.include(told?.nextStep ?? "", "january.journal")
      assert.strictEqual(told?.lastRun?.ending, "incomplete")
      const [done] = yield* healthAfter(steps(true))
      assert.deepInclude(done, { nextStep: null, findings: [] })
      assert.strictEqual(done?.lastRun?.ending, "complete")
    }))

  it.effect("says how many more findings are open than the first one, and what lists them", () =>
    Effect.gen(function*() {
      const gap = findingOf("gap", "The balances do not meet.")
      const stepAfter = (...more: ReadonlyArray<Finding>) =>
        Effect.map(
          healthAfter((sink) =>
            Effect.gen(function*() {
              const report = walletReport(wallet, { verdict: "gap", findings: [gap, ...more] })
              yield* sink.beginRun({ ...run("run-1"), wallets: [wallet] })
              yield* sink.commit(window("2024-01-01", "2024-01-31", rows))
              yield* sink.endRun(ended("run-1", [report], "incomplete"))
            })
          ),
          ([found]) => found?.nextStep?.split(" says more.")[1]
        )
      assert.strictEqual(yield* stepAfter(), "")
      const [second, third] = [findingOf("gap", "Another one."), findingOf("quarantined", "A record.")]
      assert.strictEqual(
        yield* stepAfter(second),
        " 1 more finding is open: `wallet-statement findings --wallet W-1` lists all."
      )
      assert.strictEqual(
        yield* stepAfter(second, third),
        " 2 more findings are open: `wallet-statement findings --wallet W-1` lists all."
      )
      // What only the run at hand knew is in its report alone.
      assert.strictEqual(
        yield* stepAfter(second, findingOf("clock", "It differs.")),
        " 2 more findings are open: `wallet-statement status --json` lists all."
      )
    }))

  it.effect("tells of accepted findings, which are in every report", () =>
    Effect.gen(function*() {
      const accepted = {
        by: "a.muriuki",
        at: "2024-02-01T08:00:00.000Z",
        day: "2024-02-01",
        reason: "told by the bank"
      }
      const [found] = yield* healthAfter(loaded)
      if (found === undefined) return assert.fail("no wallet")
      const withFindings = (count: number) => ({
        ...found,
        findings: Array.from({ length: count }, (_, index) => ({ ...findingOf("gap", `${index}`), accepted }))
      })
      const textOf = (count: number) => healthText([withFindings(count)], noon, undefined).split("\n")
      assert.strictEqual(textOf(1)[0], "1 wallet, all well, 1 with accepted findings")
      assert.strictEqual(textOf(1).at(-1), "W-1: 1 finding is accepted: `wallet-statement findings` lists it.")
      assert.strictEqual(textOf(3).at(-1), "W-1: 3 findings are accepted: `wallet-statement findings` lists them.")
      assert.strictEqual(textOf(0)[0], "1 wallet, all well")
    }))

  it.effect("is a line, a table and each step once, within a narrow terminal", () =>
    Effect.gen(function*() {
      const error =
        "Login failed. /api/v2/auth/login: nothing listens at the service's address. Check the host and port."
      const found = yield* healthAfter((sink) =>
        Effect.andThen(
          sink.beginRun(both),
          sink.endRun(ended("run-1", [walletReport(wallet, { error }), walletReport(other, { error })], "failed"))
        )
      )
      const lines = healthText(found, noon, 60).split("\n")
      assert.strictEqual(lines[0], "2 wallets, 2 with something to do")
      assert.deepStrictEqual(lines.filter((line) => line.startsWith("W-1, W-2: Login failed.")).length, 1)
      for (const line of lines) assert.isAtMost(line.length, 60, line)
      assert.strictEqual(healthText([], noon, undefined).split("\n")[0], "0 wallets, all well")
    }))

  it.effect("is not well where it is older than it may be, but of wallets that the settings no longer name", () =>
    Effect.gen(function*() {
      const steps = (sink: Sink["Service"]) =>
        Effect.gen(function*() {
          yield* sink.beginRun(both)
          yield* sink.commit(window("2024-01-01", "2024-01-31", rows))
          yield* sink.endRun(
            ended("run-1", [walletReport(wallet), walletReport(other, { error: "No such wallet." })], "failed")
          )
        })
      const headOf = (limits: Limits) =>
        Effect.map(healthAfter(steps, noon, limits), (found) => healthText(found, noon, undefined).split("\n")[0])
      const [day, week] = [86_400_000, 7 * 86_400_000]
      assert.strictEqual(yield* headOf({ maxAgeMillis: day }), "2 wallets, 2 with something to do")
      assert.strictEqual(yield* headOf({ maxAgeMillis: week }), "2 wallets, 1 well, 1 with something to do")
      assert.strictEqual(
        yield* headOf({ maxAgeMillis: week, asked: askedFor(wallet) }),
        "1 wallet, all well; not in the settings: W-2"
      )
      const [, left] = yield* healthAfter(steps, noon, { maxAgeMillis: day, asked: askedFor(wallet) })
      assert.deepInclude(left, { wallet: other, isLeftOut: true, isOld: false, nextStep: null })
      assert.notInclude(prometheusText(yield* healthAfter(steps, noon, { asked: askedFor(wallet) })), "W-2")
    }))

  it.effect("lists a wallet of the settings that the file has never heard of, which is not well", () =>
    Effect.gen(function*() {
      const limits = { asked: askedFor(wallet, "W-9"), maxAgeMillis: 26 * hour * 100 }
      const found = yield* healthAfter(loaded, noon, limits)
      assert.deepStrictEqual(found.map((each) => each.wallet), [wallet, "W-9"])
      assert.deepInclude(found[1], {
        verdict: null,
        completeTo: null,
        lastRun: null,
        rows: 0,
        isLeftOut: false,
        isOld: true,
        nextStep: "Nothing is loaded. `wallet-statement pull --wallet W-9` loads it."
      })
      const text = healthText(found, noon, 60).split("\n")
      assert.strictEqual(text[0], "2 wallets, 1 well, 1 with something to do")
      const [without] = yield* healthAfter(loaded, noon, { asked: askedFor("W-9") })
      assert.deepInclude(without, { wallet, isLeftOut: true })
      const alone = healthText(yield* healthAfter(loaded, noon, { asked: askedFor("W-9") }), noon, undefined)
      assert.strictEqual(alone.split("\n")[0], "1 wallet, 1 with something to do; not in the settings: W-1")
    }))

  it.effect("does not call a wallet old whose first day has not come, and says when it comes", () =>
    Effect.gen(function*() {
      const begins = parseDay("2024-02-03")
      const asked = [{ walletNo: "W-9", begins, argument: "W-9=KES@2024-02-03" }]
      const at = (time: string) =>
        healthAfter(() => Effect.void, Date.parse(time), { asked, clock: nairobi, maxAgeMillis: 26 * hour })
      const [early] = yield* at("2024-02-02T12:00:00Z")
      assert.deepInclude(early, { begins: "2024-02-03", begunMillis: -9 * hour, isOld: false, nextStep: null })
      const text = healthText(early === undefined ? [] : [early], noon, undefined).split("\n")
      assert.strictEqual(text[0], "1 wallet, all well")
      assert.include(text, "W-9: It begins on 2024-02-03, which has not come yet.")
      // Its first day is not over, so that no day of it can be complete.
      const [young] = yield* at("2024-02-03T20:00:00Z")
      assert.deepInclude(young, {
        begunMillis: 23 * hour,
        isOld: false,
        nextStep: "Nothing is loaded. `wallet-statement pull --wallet W-9=KES@2024-02-03` loads it."
      })
      const [late] = yield* at("2024-02-03T23:01:00Z")
      assert.deepInclude(late, { isOld: true })
    }))

  it.effect("has nothing to do about a wallet that was asked for on its first day", () =>
    Effect.gen(function*() {
      const asked = [{ walletNo: wallet, begins: parseDay("2024-02-02"), argument: wallet }]
      const [first] = yield* healthAfter(ran, noon, { asked, clock: nairobi })
      assert.deepInclude(first, { completeTo: null, nextStep: null })
      const [later] = yield* healthAfter(ran, noon + oneDay, { asked, clock: nairobi })
      assert.match(later?.nextStep ?? "", /^Nothing is loaded/)
    }))

  it("is metrics whose labels hold whatever a wallet is called", () => {
    const text = prometheusText([{
      wallet: "a\"b\\c\nd",
      verdict: "gap",
      completeTo: "2024-01-31",
      provenTo: null,
      ageMillis: 90_500,
      lastRun: { runId: "run-1", ending: "failed", at: 5000 },
      rows: 3,
      gaps: 1,
      quarantined: 0,
      held: 0,
      findings: [],
      timeZone: null,
      begins: null,
      begunMillis: null,
      isLeftOut: false,
      isOld: false,
      nextStep: null
    }])
    const label = "wallet=\"a\\\"b\\\\c\\nd\""
    for (
      const line of [
        `wallet_statement_age_seconds{${label}} 90.5`,
        `wallet_statement_complete_to_timestamp_seconds{${label}} 1706659200`,
        `wallet_statement_verdict{${label},verdict="gap"} 1`,
        `wallet_statement_verdict{${label},verdict="proven"} 0`,
        `wallet_statement_last_run{${label},ending="failed"} 1`,
        `wallet_statement_last_run_timestamp_seconds{${label}} 5`,
        `wallet_statement_gaps{${label}} 1`
      ]
    ) assert.include(text.split("\n"), line)
    assert.notInclude(text, "proven_to_timestamp")
    assert.isTrue(text.endsWith("\n"))
    assert.strictEqual(prometheusText([]), "")
  })

  it.effect("has as a metric an age of each wallet of the settings, so that an alarm on it alone misses none", () =>
    Effect.gen(function*() {
      const asked = [
        ...askedFor(wallet, "W-7"),
        { walletNo: "W-8", begins: parseDay("2024-02-02"), argument: "W-8" },
        { walletNo: "W-9", begins: parseDay("2024-02-03"), argument: "W-9" }
      ]
      const text = prometheusText(yield* healthAfter(loaded, noon, { asked }))
      assert.deepStrictEqual(text.split("\n").filter((line) => line.startsWith("wallet_statement_age_seconds")), [
        `wallet_statement_age_seconds{wallet="W-1"} ${39 * 3600}`,
        "wallet_statement_age_seconds{wallet=\"W-7\"} +Inf",
        `wallet_statement_age_seconds{wallet="W-8"} ${12 * 3600}`,
        "wallet_statement_age_seconds{wallet=\"W-9\"} 0"
      ])
      const page = readFileSync(join(import.meta.dirname, "../../../../docs/observability.md"), "utf8")
      for (const [, name] of text.matchAll(/^# TYPE (\w+) gauge$/gm)) assert.include(page, `\`${name}\``)
      for (const line of text.trimEnd().split("\n")) {
        assert.match(line, /^(# HELP \w+ .+|# TYPE \w+ gauge|\w+\{(\w+="[^"]*",?)+\} ([+-]Inf|-?\d+(\.\d+)?))$/)
      }
    }))
})

describe("a length of time", () => {
  it("is said in the unit that people would choose", () => {
    const [second, minute, hour] = [1000, 60_000, 3_600_000]
    assert.deepStrictEqual(
      [-5, 0, 119 * second, 2 * minute, 119 * minute, 2 * hour, 71 * hour, 72 * hour].map(agoText),
      ["0 s", "0 s", "119 s", "2 min", "119 min", "2 h", "71 h", "3 d"]
    )
  })
})
