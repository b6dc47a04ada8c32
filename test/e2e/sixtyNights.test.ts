// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Two months of a job that nobody looks at but its monitor: each night's pull and `status --max-age` end as docs/operating.md says.
 * Whole processes by a clock that is set for each night; the service is the sandbox.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { RunReport } from "wallet-statement"
import type { RunningSandbox } from "wallet-statement/sandbox"
import { buildLaterVersion } from "./laterVersion.ts"
import { type Environment, root, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const nights = 60
const [first, second] = ["254700000001", "254700000002"]
const dayMillis = 86_400_000
const firstDay = Date.parse("2026-03-01")
const dayOf = (night: number): string => new Date(firstDay + (night - 1) * dayMillis).toISOString().slice(0, 10)

/** Rows of a few days more than there are nights: these never come in. */
const walletOf = (walletNo: string, from: number) => ({
  walletNo,
  records: 8 * (nights - from + 4),
  from: dayOf(from),
  to: dayOf(nights + 3),
  currency: "KES",
  feeRate: 0,
  reversalRate: 0
})

const withheldDay = 10
const secondWallet = 5
const down = [20, 21, 22]
const aheadNight = 30
const shownAgain = 35
const upgraded = 40
const compacted = 50

interface Place {
  readonly sandbox: RunningSandbox
  readonly folder: string
  readonly env: Environment
  readonly laterVersion: string
}

const clock = join(import.meta.dirname, "shiftedClock.ts")

/** Runs the program: from a night on that of a later version. */
const runOn = (place: Place, night: number, args: ReadonlyArray<string>) =>
  run(args, {
    env: settingsOf(place, night),
    cwd: place.folder,
    ...(night < upgraded ? {} : { file: place.laterVersion })
  })

/** The settings of a night, at two in the morning after its day by the wallets' clock. */
const settingsOf = ({ env }: Place, night: number): Environment => {
  const present = Date.parse(`${dayOf(night + 1)}T02:00:00+03:00`) + (night === aheadNight ? 2 * dayMillis : 0)
  return {
    ...env,
    WALLET_STATEMENT_WALLETS: night < secondWallet ? first : `${first},${second}`,
    WALLET_STATEMENT_MAX_ATTEMPTS: "1",
    NODE_OPTIONS: `--import=${clock}`,
    SHIFT_MILLIS: String(present - Date.now())
  }
}

/** What the service does by night. */
const serve = (sandbox: RunningSandbox, night: number, withheld: number): Promise<void> =>
  Effect.runPromise(sandbox.control.configure({
    present: `${dayOf(night + 1)}T02:00:00+03:00`,
    recordFaults: night >= withheldDay && night < shownAgain
      ? [{ kind: "missing", walletNo: first, which: { records: [withheld] } }]
      : [],
    faults: down.includes(night) ? [{ kind: "status", status: 503, on: "login" }] : []
  }))

/** What the page says of the nights: `pull` and `status --max-age 26h` end with these codes, and with 0 on all others. */
const told = new Map(
  [
    ...readFileSync(join(root, "docs/operating.md"), "utf8").matchAll(
      /^\| (\d+)(?: to (\d+))? +\|[^|]+\| (\d) +\| (\d) +\|/gm
    )
  ]
    .flatMap(([, from, to, pull, status]) =>
      Array.from(
        { length: Number(to ?? from) - Number(from) + 1 },
        (_, index) => [Number(from) + index, [Number(pull), Number(status)]] as const
      )
    )
)

const accept = async (place: Place, night: number): Promise<void> => {
  const { findings: [finding] } = JSON.parse((await runOn(place, night, ["findings", "--json"])).stdout)
  const ended = await runOn(place, night, [
    "findings",
    "accept",
    finding.id,
    "--reason",
    "lost at the provider, ticket 4711"
  ])
  assert.strictEqual(ended.code, 0, ended.stderr)
}

describe("sixty nights", () => {
  it("end as the page for whoever runs it says", async () => {
    const wallets = [walletOf(first, 1), walletOf(second, secondWallet)]
    await withServed({ wallets, seed: 7 }, [first], async (sandbox, folder, env) => {
      const later = join(folder, "later")
      mkdirSync(later)
      const place = { sandbox, folder, env, laterVersion: await buildLaterVersion(later) }
      const { currencies } = await Effect.runPromise(sandbox.truthOf(first, dayOf(1), dayOf(withheldDay - 1)))
      const withheld = (currencies[0]?.records ?? 0) + 1
      for (let night = 1; night <= nights; night++) {
        await serve(sandbox, night, withheld)
        if (night === 12) await accept(place, night)
        if (night === compacted) assert.strictEqual((await runOn(place, night, ["compact"])).code, 0)
        const ended = await runOn(place, night, ["pull", "--json", ...(night === 1 ? ["--from", dayOf(1)] : [])])
        const status = await runOn(place, night, ["status", "--max-age", "26h"])
        const report: RunReport = JSON.parse(ended.stdout)
        assert.strictEqual(ended.stderr.includes("is brought from layout"), night === upgraded, ended.stderr)
        assert.deepStrictEqual(
          [ended.code, status.code],
          told.get(night) ?? [0, 0],
          `night ${night}: ${ended.stderr} ${JSON.stringify(report.wallets)} ${status.stdout}`
        )
      }
      const checked = await runOn(place, nights, ["verify", "--json"])
      assert.strictEqual(checked.code, 0, checked.stdout)
    })
  }, 600_000)
})
