// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A wallet of two currencies that is loaded every night by whole processes, from a service whose rows come in by the day.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RunReport } from "wallet-statement"
import type { RunningSandbox } from "wallet-statement/sandbox"
import { type Environment, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const nights = 31
const walletNo = "254700000001"
const currencies = ["KES", "USD"]
const dayMillis = 86_400_000
const textOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
/** The service's clock is believed only near the machine's, so the nights are those up to a week ago. */
const firstDay = Date.parse(textOf(Date.now())) - (nights + 7) * dayMillis
const dayOf = (night: number): string => textOf(firstDay + (night - 1) * dayMillis)

/** Rows of a few days more than there are nights: these never come in. */
const wallet = {
  walletNo,
  records: 180,
  from: dayOf(1),
  to: dayOf(nights + 5),
  currency: "KES",
  otherCurrencies: ["USD"],
  feeRate: 0,
  reversalRate: 0
}

interface Place {
  readonly sandbox: RunningSandbox
  readonly folder: string
  readonly env: Environment
}

interface Night {
  readonly code: number
  readonly report: RunReport
  readonly status: ReadonlyArray<Readonly<Record<string, string | number | null>>>
}

/** Pulls at two in the morning after a night's day, and asks for the status. */
const pullAfter = async ({ env, folder, sandbox }: Place, night: number): Promise<Night> => {
  const present = `${dayOf(night + 1)}T02:00:00+03:00`
  await Effect.runPromise(sandbox.control.configure({ present }))
  const from = night === 1 ? ["--from", dayOf(1)] : []
  const ended = await run(["pull", "--json", ...from], { env, cwd: folder })
  const status = await run(["status", "--json"], { env, cwd: folder })
  return { code: ended.code, report: JSON.parse(ended.stdout), status: JSON.parse(status.stdout).wallets }
}

const withSandbox = (use: (place: Place) => Promise<void>): Promise<void> =>
  withServed({ wallets: [wallet], seed: 5 }, [walletNo], (sandbox, folder, env) => use({ sandbox, folder, env }))

const dayBefore = (day: string): string => textOf(Date.parse(day) - dayMillis)
const dayIn = (time: string | number | null | undefined): string => String(time).slice(0, 10)

describe("a month of nights", () => {
  it("ends every night with 0, and is proven in each currency to the day before its last row", async () => {
    await withSandbox(async (place) => {
      let provenNights = 0
      for (let night = 1; night <= nights; night++) {
        const { code, report, status } = await pullAfter(place, night)
        assert.strictEqual(code, 0, `night ${night}: ${JSON.stringify(report.wallets[0]?.findings)}`)
        assert.strictEqual(report.wallets[0]?.watermark, dayOf(night))
        assert.deepStrictEqual(
          status.map(({ currency }) => currency),
          currencies.filter((each) => (
            status.some(({ currency }) => currency === each)
          ))
        )
        for (const { complete_to, currency, first_at, last_at, proven_from, proven_to } of status) {
          const [first, lastProven] = [dayIn(first_at), dayBefore(dayIn(last_at))]
          const expected = lastProven > first ? lastProven : null
          assert.strictEqual(proven_to, expected, `${currency} on night ${night}`)
          assert.strictEqual(complete_to, dayOf(night))
          if (proven_to !== null) assert.strictEqual(dayBefore(String(proven_from)), first)
          if (proven_to !== null) provenNights++
        }
        const isProven = status.length === 2 && status.every(({ proven_to }) => proven_to !== null)
        assert.strictEqual(report.wallets[0]?.verdict, isProven ? "proven" : "unanchored")
      }
      assert.isAbove(provenNights, 50)
    })
  })

  it("ends with 3 from the first night that shows a later row than one withheld, until it is there", async () => {
    await withSandbox(async (place) => {
      const { sandbox } = place
      const truth = await Effect.runPromise(sandbox.truthOf(walletNo, dayOf(1), dayOf(10)))
      const withheld = truth.currencies.reduce((rows, each) => rows + each.records, 0)
      const codes: Array<number> = []
      for (let night = 1; night <= 16; night++) {
        // The last row of the tenth day.
        const missing = [{ kind: "missing" as const, which: { records: [withheld] } }]
        await Effect.runPromise(sandbox.control.configure({ recordFaults: night >= 10 && night < 14 ? missing : [] }))
        const { code, report } = await pullAfter(place, night)
        codes.push(code)
        if (night === 11) assert.deepStrictEqual(report.wallets[0]?.findings.map(({ kind }) => kind), ["gap"])
      }
      assert.deepStrictEqual(codes, [...Array.from({ length: 10 }, () => 0), 3, 3, 3, 0, 0, 0])
    })
  })
})
