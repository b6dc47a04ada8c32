import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { endOf, measured } from "../../src/cli/actions/probe/probe.ts"
import { measuresOf, probeText, settingsOf } from "../../src/cli/actions/probe/probeText.ts"
import type { WalletNo } from "../../src/domain/Wallet.ts"
import type { ProbeReport } from "../../src/pipeline/Probe.ts"
import { orderOf } from "../../src/plan/probe/RowOrder.ts"
import { Sandbox, type SandboxInput } from "../../src/sandbox/index.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { type Environment, environmentOf, withEnvironment } from "./settings.ts"

const wallet = { walletNo: "W1", records: 4000, from: "2025-03-01", to: "2025-04-30" }
const march: Environment = { WALLET_STATEMENT_FROM: "2025-03-08", WALLET_STATEMENT_TO: "2025-04-05" }

/** What `probe` finds of a sandbox, and what the sandbox saw of it. */
const probed = Effect.fnUntraced(function*(
  input: SandboxInput,
  options: { readonly environment?: Environment; readonly requests?: number } = {}
) {
  const sandbox = yield* Sandbox.serve({ wallets: [wallet], ...input })
  const environment = { ...(yield* environmentOf(sandbox)), ...(options.environment ?? march) }
  const asked: Array<string> = []
  const report = yield* measured(
    "W1" as WalletNo,
    options.requests ?? 40,
    (_, limit, sent) => Effect.sync(() => void asked.push(`${sent} ${limit}`))
  ).pipe(Effect.provide(Settings.layer), withEnvironment(environment))
  assert.isFalse(existsSync(String(environment["WALLET_STATEMENT_DB"])), "nothing is written")
  const stats = yield* sandbox.stats
  if (environment["WALLET_STATEMENT_BASE_URL"] === sandbox.url) {
    assert.strictEqual(report.requestLimit.sent, stats.requests, "every request is counted")
  }
  assert.isAtMost(stats.requests, options.requests ?? 40)
  return { report, stats, asked, text: probeText(report) }
})

const textOf = (report: ProbeReport, about: string): string =>
  measuresOf(report).filter((measure) => measure.about === about).map(({ text, todo = "" }) => `${text} ${todo}`).join()

describe("probe", () => {
  const orders = { "newest-first": "newest first", "oldest-first": "oldest first", shuffled: "none" } as const
  const bounds = {
    inclusive: ["inclusive", "both are inside"],
    "exclusive-end": ["exclusive-end", "the first is inside, the last is not"],
    exclusive: ["unknown", "neither the first nor the last is inside"]
  } as const

  for (const order of ["newest-first", "oldest-first", "shuffled"] as const) {
    for (const dateBounds of ["inclusive", "exclusive-end", "exclusive"] as const) {
      it.live(`measures rows that come ${order} and bounds that are ${dateBounds}`, () =>
        Effect.gen(function*() {
          const { report, text } = yield* probed({ order, dateBounds })
          const [setting, words] = bounds[dateBounds]
          assert.strictEqual(report.ended, "measured")
          assert.strictEqual(orderOf(report.steps), order === "shuffled" ? "none" : order)
          assert.include(textOf(report, "row order"), orders[order])
          assert.include(textOf(report, "days asked for"), `${words}; they begin at midnight`)
          assert.strictEqual(settingsOf(report)["DATE_BOUNDS"], setting)
          assert.include(text, `export WALLET_STATEMENT_DATE_BOUNDS=${setting}\n`)
          assert.include(text, `date_bounds = "${setting}"`)
          assert.include(textOf(report, "request limit"), `none met within ${report.requestLimit.sent} requests`)
          assert.strictEqual(
            report.kept,
            order === "newest-first" ? "newest" : order === "oldest-first" ? "oldest" : "others"
          )
        }), 60_000)
    }
  }

  it.live(
    "finds that hours are written by a 12-hour clock, prints the policy, and measures the days by it",
    () =>
      Effect.gen(function*() {
        for (const dateBounds of ["inclusive", "exclusive-end"] as const) {
          const { report } = yield* probed({ clock: "12-hour", dateBounds })
          assert.include(textOf(report, "hours"), "by a 12-hour clock")
          assert.deepInclude(settingsOf(report), { MARKER_POLICY: "trust-marker", DATE_BOUNDS: dateBounds })
        }
        const { report } = yield* probed({ clock: "12-hour", dayStartMinutes: 180 })
        assert.deepInclude(settingsOf(report), { MARKER_POLICY: "trust-marker", DAY_START: "03:00" })
      }),
    60_000
  )

  it.live(
    "finds days that begin at another hour, prints the setting for it, and says when that is midnight of UTC",
    () =>
      Effect.gen(function*() {
        const { report } = yield* probed({ dayStartMinutes: 180 })
        assert.deepInclude(report.habit, { fromIncluded: true, toIncluded: true, shift: 180 })
        const words = "they begin at 03:00 by the timestamps' clock, which is midnight of UTC"
        assert.include(textOf(report, "days asked for"), words)
        assert.deepInclude(settingsOf(report), { DATE_BOUNDS: "inclusive", DAY_START: "03:00" })
        const { report: before } = yield* probed({ dayStartMinutes: -300, dateBounds: "exclusive-end" })
        assert.include(
          textOf(before, "days asked for"),
          "they begin at 19:00 of the day before by the timestamps' clock"
        )
        assert.deepInclude(settingsOf(before), { DATE_BOUNDS: "exclusive-end", DAY_START: "-05:00" })
      }),
    60_000
  )

  for (const order of ["newest-first", "oldest-first", "shuffled"] as const) {
    it.live(
      `finds a lower limit of records than the service promises, ${order}, and measures the rest by it`,
      () =>
        Effect.gen(function*() {
          const { report, text } = yield* probed({ answerLimit: 700, order })
          assert.deepStrictEqual(report.answerLimit, { _tag: "Lower", limit: 700 })
          assert.include(text, "Without LIMIT=700 a pull would take such answers for whole ones.")
          assert.deepStrictEqual(settingsOf(report), { DATE_BOUNDS: "inclusive", LIMIT: 700 })
        }),
      60_000
    )
  }

  it.live(
    "looks backwards for more records where no days are named, and takes a full answer for what it is",
    () =>
      Effect.gen(function*() {
        const { report, asked } = yield* probed(
          { wallets: [{ ...wallet, records: 9000, from: "2025-10-01", to: "2026-01-31" }] },
          { environment: {} }
        )
        assert.deepStrictEqual(report.answerLimit, { _tag: "AsAsked", limit: 5000 })
        assert.strictEqual(settingsOf(report)["LIMIT"], 5000)
        assert.strictEqual(asked[0], "0 5000")
        assert.include(asked[1] ?? "", "2 5000", "the login counts")
      }),
    60_000
  )

  it.live("says what few rows can't tell, and what to do", () =>
    Effect.gen(function*() {
      const { report, text } = yield* probed({ wallets: [{ ...wallet, records: 4 }] })
      assert.strictEqual(report.ended, "measured")
      assert.include(textOf(report, "row order"), "not told")
      assert.include(textOf(report, "answer size"), "not told: there were never more than")
      assert.match(text, /days asked for +(not told|.* somewhere from)/)
      assert.include(text, "Run it again with --from and --to around days with more rows.")
      assert.deepStrictEqual(settingsOf(report), { DATE_BOUNDS: "unknown" })
    }), 60_000)

  it.live("ends without a word on anything when there are no rows", () =>
    Effect.gen(function*() {
      const { report, stats } = yield* probed({ wallets: [{ ...wallet, records: 0 }] })
      assert.deepStrictEqual([report.rows, report.ended, stats.statements], [0, "measured", 1])
    }))

  it.live("tells how amounts and balances are written, and unreadable records", () =>
    Effect.gen(function*() {
      const { report } = yield* probed({
        amountForm: "mixed",
        balanceForm: "absent",
        recordFaults: [{ kind: "missing-field", field: "type", which: { records: [700, 701] } }]
      })
      assert.match(textOf(report, "amounts"), /^strings in \d+ of \d+, numbers in \d+ of \d+, at most 2 decimals/)
      assert.match(textOf(report, "balances"), /^absent /)
      assert.match(textOf(report, "unreadable"), /^\d+ of \d+ records .*quarantine/)
    }), 60_000)

  it.live("tells a limit of requests that it meets, and the rate that is taken then", () =>
    Effect.gen(function*() {
      const { report, stats } = yield* probed({ rateLimit: { perMinute: 600, burst: 1 } })
      assert.strictEqual(report.ended, "measured")
      assert.isAbove(stats.rateLimited, 0)
      assert.strictEqual(report.requestLimit.refused, stats.rateLimited)
      assert.include(textOf(report, "request limit"), `${stats.rateLimited} of ${stats.requests} requests were refused`)
      assert.notProperty(settingsOf(report), "REQUESTS_PER_MINUTE", "what was taken is no limit")
    }), 60_000)

  for (const requests of [2, 3, 4]) {
    it.live(`stops at ${requests} requests, with what it has`, () =>
      Effect.gen(function*() {
        const { report, stats } = yield* probed({}, { requests })
        assert.strictEqual(stats.requests, requests)
        assert.strictEqual(report.ended, "requests-used-up")
        assert.strictEqual(report.answers, requests - 1)
      }), 60_000)
  }

  it.live("counts retries, and stops in their midst", () =>
    Effect.gen(function*() {
      const { report, stats } = yield* probed({ faults: [{ on: "statement", kind: "status", status: 503 }] }, {
        requests: 4
      })
      assert.deepStrictEqual([stats.requests, report.ended, report.answers], [4, "requests-used-up", 0])
    }), 60_000)

  it.live("counts the retries of a login, and stops in their midst", () =>
    Effect.gen(function*() {
      const { report, stats } = yield* probed({ faults: [{ on: "login", kind: "status", status: 500 }] }, {
        requests: 3
      })
      assert.deepStrictEqual([stats.requests, report.ended, report.answers], [3, "requests-used-up", 0])
    }), 60_000)

  it.live("gives the error that ended it beside what it has measured", () =>
    Effect.gen(function*() {
      const { report } = yield* probed({
        faults: [{ on: "statement", kind: "signature-refused", when: { requests: [3] } }]
      })
      assert.include(typeof report.ended === "string" ? "" : report.ended.message, "refused the signature")
      assert.strictEqual(report.answers, 2)
      assert.strictEqual(orderOf(report.steps), "newest-first")
    }), 60_000)

  it.live("asks for less where the most is refused", () =>
    Effect.gen(function*() {
      const { report } = yield* probed({
        faults: [{ on: "statement", kind: "refused", message: "Limit too high.", when: { requests: [1, 2] } }]
      })
      assert.strictEqual(report.mostAsked, 1000)
      assert.include(textOf(report, "answer size"), "more than 1000 are refused")
      assert.strictEqual(settingsOf(report)["LIMIT"], 1000)
    }), 60_000)

  const broken: ReadonlyArray<
    readonly [name: string, input: SandboxInput, environment: Environment, code: number, says: RegExp, sent: number]
  > = [
    [
      "a name that does not resolve",
      {},
      { WALLET_STATEMENT_BASE_URL: "https://wallet.service.invalid" },
      1,
      /name (does not resolve|could not be looked up).*Check.* the host in WALLET_STATEMENT_BASE_URL/,
      0
    ],
    [
      "a port where nothing listens",
      {},
      { WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:1" },
      1,
      /nothing listens at the service's address \(ECONNREFUSED\)\. Check the host and port/,
      0
    ],
    [
      "an address that is not let in",
      { faults: [{ on: "login", kind: "address-refused" }] },
      {},
      4,
      /does not let this machine log in \(status 403\).*on the service's list/,
      1
    ],
    [
      "a wrong secret",
      {},
      { WALLET_STATEMENT_CONSUMER_SECRET: "wrong" },
      4,
      /Check WALLET_STATEMENT_CONSUMER_KEY and WALLET_STATEMENT_CONSUMER_SECRET/,
      1
    ],
    [
      "a signature that is refused",
      {},
      { WALLET_STATEMENT_SIGNATURE_SEPARATOR: "|" },
      4,
      /refused the signature \(status 403\).*sign --explain/,
      2
    ],
    [
      "a limit that asks for a long wait",
      { faults: [{ on: "statement", kind: "status", status: 429, retryAfter: "3600" }] },
      {},
      1,
      /request limit is reached \(status 429\).*It asks to wait 3600 s\./,
      2
    ],
    ["a wallet that is not known", {}, { WALLET_STATEMENT_WALLETS: "W1" }, 1, /does not know the wallet/, 2]
  ]

  it.live.each(broken)(
    "ends with a message, a remedy and the right code at %s",
    ([, input, environment, code, says, sent]) =>
      Effect.gen(function*() {
        const wallets = [{ ...wallet, walletNo: says.source.includes("the wallet") ? "W2" : "W1" }]
        const { report, stats } = yield* probed({ wallets, ...input }, { environment: { ...march, ...environment } })
        const end = endOf(report)
        assert.strictEqual(end?.code, code)
        assert.match(end?.message ?? "", says)
        assert.include(end?.message, "`wallet-statement check` shows step by step how far one gets.")
        assert.strictEqual(stats.requests, sent)
        assert.strictEqual(report.requestLimit.refused, code === 1 && sent === 2 && input.faults !== undefined ? 1 : 0)
      }),
    60_000
  )

  it.live("measures although this machine's clock is off", () =>
    Effect.gen(function*() {
      const { report } = yield* probed({ faults: [{ on: "login", kind: "clock", seconds: -900 }] })
      assert.isUndefined(endOf(report))
    }), 60_000)
})
