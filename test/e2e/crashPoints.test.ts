// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Stops the real program at every write, sync, rename and truncation of its database, or lets them fail, and looks
 * whether the next run recovers. Every tenth point is tried; `CRASH_POINTS=all` tries all of them. Needs strace.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { walletNosIn } from "../../src/cli/actions/walletNosIn.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { Database, layerDuckDbToCheck, verifyAudit, verifyLayout } from "../../src/sink/duckdb/index.ts"
import { type Disturbed, type Fault, injectionMissing, type Point, pullWith } from "./crashPoints.ts"
import { type Environment, query, run, type RunningSandbox, startSandbox, withFolder } from "./program.ts"

const stride = process.env["CRASH_POINTS"] === "all" ? 1 : 10
const faults: ReadonlyArray<Fault> = ["SIGKILL", "ENOSPC", "EIO", "full"]
const records = 60
const month = ["--from", "2025-01-01", "--to", "2025-01-31"]
const history = ["--records", String(records), "--seed", "7", ...month]

interface Trial {
  readonly point: Point
  readonly fault: Fault
}

interface Outcome {
  readonly fault: Fault
  readonly kind: "recovered" | "set aside" | "unreached"
}

/** What a file holds, in one row. */
const summary = "SELECT count(*) AS n, count(DISTINCT txn_id || '#' || leg) AS ids, " +
  "md5(string_agg(concat_ws('|', txn_id, leg, type, amount, balance, currency, description, confirmed, date_text, position), " +
  "chr(10) ORDER BY txn_id, leg)) AS content, " +
  "(SELECT string_agg(kind || ' ' || n, ', ' ORDER BY kind) FROM (SELECT kind, count(*) AS n FROM transaction_events GROUP BY kind)) AS events, " +
  "(SELECT string_agg(run_id || ' ' || from_day || '..' || to_day, ',') FROM statement_windows) AS windows " +
  "FROM current_transactions"

const holds = async (db: string) => {
  const [row] = await query(db, summary)
  if (row === undefined) throw new Error("no row")
  const { windows, ...rest } = row
  return { rows: rest, windows: new Set(String(windows).split(",")) }
}

/** All that `verify` asks of a file, without a program of its own for it. */
const checked = (db: string) =>
  Effect.gen(function*() {
    const database = yield* Database.openToCheck(db)
    const { difference, repairable } = yield* verifyAudit(database)
    const layout = yield* verifyLayout(database)
    const wallets = yield* Effect.forEach(yield* walletNosIn(database), (walletNo) => verifyContinuity(walletNo))
    const balances = wallets.flatMap(({ conclusions, differing }) => [...conclusions, ...differing])
    return { difference, repairable, layout, balances }
  }).pipe(Effect.provide(layerDuckDbToCheck({ path: db })), Effect.scoped, Effect.runPromise)

type Rows = Awaited<ReturnType<typeof holds>>["rows"]

/** The database a trial begins with: none, or copies of a file and its log. */
type Start = string | undefined

const begin = (folder: string, start: Start): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const db = join(folder, "statement.duckdb")
  for (const end of start === undefined ? [] : ["", ".wal"]) {
    if (existsSync(`${start}${end}`)) copyFileSync(`${start}${end}`, `${db}${end}`)
  }
  return db
}

const nameOf = ({ fault, point }: Trial): string => `${fault} at ${point.call} ${point.nth} of ${point.file}`

/** One point: a disturbed run, then one that must recover. */
const attempt = async (db: string, trial: Trial, env: Environment, expected: Rows): Promise<Outcome> => {
  const name = nameOf(trial)
  const disturbed = await pullWith(db, month, env, trial)
  if (!disturbed.hit) {
    assert.strictEqual(disturbed.code, 0, `${name}: not reached, yet ${disturbed.stderr}`)
    return { fault: trial.fault, kind: "unreached" }
  }
  assertEnded(name, trial.fault, disturbed)
  let next = await run(["pull", "--json", "--db", db, ...month], { env })
  const asideNow = next.code === 5
  if (asideNow) {
    assert.match(next.stderr, /damaged.*set aside/s, name)
    next = await run(["pull", "--json", "--db", db, ...month], { env })
  }
  assert.strictEqual(next.code, 0, `${name}: the next run ended with ${next.stderr}`)
  const aside = readdirSync(join(db, "..")).some((file) => file.includes(".damaged-"))
  assert.strictEqual(aside, asideNow || /set aside/.test(disturbed.stderr), `${name}: set aside without a word, or not`)
  const found = await holds(db)
  if (aside) {
    assert.deepStrictEqual([found.rows["n"], found.rows["content"]], [expected["n"], expected["content"]], name)
  } else {
    assert.deepStrictEqual(found.rows, expected, name)
    for (const { from, run, to } of disturbed.acknowledged) {
      assert.isTrue(
        found.windows.has(`${run} ${from}..${to}`),
        `${name}: acknowledged window ${from}..${to} is not there`
      )
    }
  }
  if (trial.fault === "SIGKILL") {
    const verified = await run(["verify", "--db", db])
    assert.strictEqual(verified.code, 0, `${name}: verify says ${verified.stdout}${verified.stderr}`)
  } else {
    assert.deepStrictEqual(await checked(db), { difference: null, repairable: 0, layout: [], balances: [] }, name)
  }
  return { fault: trial.fault, kind: aside ? "set aside" : "recovered" }
}

/** A killed run was killed; one whose call failed says so and ends by itself, or got over it. */
const assertEnded = (name: string, fault: Fault, { code, signal, stderr }: Disturbed): void => {
  if (fault === "SIGKILL") return assert.strictEqual(signal, "SIGKILL", name)
  assert.include([0, 1, 5], code, `${name}: ended with ${code ?? signal}: ${stderr}`)
  if (code !== 0) assert.include(stderr, "statement.duckdb", `${name}: says nothing`)
}

/** Tries the points of a run that begins with `start`, two at a time. */
const tryPoints = async (title: string, folder: string, start: Start, env: Environment): Promise<void> => {
  const undisturbed = begin(join(folder, "undisturbed"), start)
  const whole = await pullWith(undisturbed, month, env)
  assert.strictEqual(whole.code, 0, whole.stderr)
  assert.deepStrictEqual(
    whole.ofSeveralThreads,
    [],
    "calls are counted for each thread; those of a name must come from one"
  )
  const { rows } = await holds(undisturbed)
  assert.deepStrictEqual([rows["n"], rows["ids"]], [records, records])

  const trials = faults.flatMap((fault, offset) =>
    whole.calls.filter((_, at) => (at + offset * 3) % stride === 0).map((point): Trial => ({ point, fault }))
  )
  const outcomes: Array<Outcome> = []
  const failures: Array<string> = []
  const left = [...trials]
  await Promise.all([1, 2].map(async (worker) => {
    for (let trial = left.shift(); trial !== undefined; trial = left.shift()) {
      const db = begin(join(folder, String(worker)), start)
      try {
        outcomes.push(await attempt(db, trial, env, rows))
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  }))
  process.stderr.write(`${title}: ${whole.calls.length} points, ${trials.length} trials\n${tableOf(outcomes)}`)
  assert.deepStrictEqual(failures, [])
  const unreached = outcomes.filter(({ kind }) => kind === "unreached").length
  assert.isAtMost(unreached, Math.ceil(trials.length / 20), "the runs differ too much for their calls to be counted")
}

const tableOf = (outcomes: ReadonlyArray<Outcome>): string =>
  faults.map((fault) => {
    const count = (kind: Outcome["kind"]) => outcomes.filter((one) => one.fault === fault && one.kind === kind).length
    return `  ${fault}: ${count("recovered")} recovered, ${count("set aside")} set aside, ${
      count("unreached")
    } unreached\n`
  }).join("")

const withLimit = (sandbox: RunningSandbox): RunningSandbox => ({
  ...sandbox,
  env: { ...sandbox.env, WALLET_STATEMENT_LIMIT: "20" }
})

/** A folder, a sandbox that knows less than the whole, and one that knows it. */
const withSandboxes = (
  use: (folder: string, earlier: RunningSandbox, now: RunningSandbox) => Promise<void>
): Promise<void> =>
  withFolder(async (folder) => {
    const own = (name: string) => {
      mkdirSync(join(folder, name))
      return join(folder, name)
    }
    const partial = ["--fault", "record:missing@5,23", "--fault", "record:unconfirmed@9,41"]
    const earlier = withLimit(await startSandbox(own("earlier"), [...history, ...partial]))
    try {
      const now = withLimit(await startSandbox(own("now"), history))
      try {
        await use(folder, earlier, now)
      } finally {
        await now.stop()
      }
    } finally {
      await earlier.stop()
    }
  })

const which = stride === 1 ? "every point" : `every ${stride}th point`
const title = injectionMissing === undefined ? which : `skipped, ${injectionMissing}`

describe.skipIf(injectionMissing !== undefined)(
  `the program stopped or failed at a call on its file (${title})`,
  () => {
    const patience = 60 * 60_000

    it(
      "recovers from a creation that was disturbed",
      () => withSandboxes((folder, _earlier, now) => tryPoints("creation", folder, undefined, now.env)),
      patience
    )

    it("recovers from a load into a file that was disturbed", () =>
      withSandboxes(async (folder, earlier, now) => {
        const base = join(folder, "base.duckdb")
        const first = await run(["pull", "--json", "--db", base, ...month], { env: earlier.env })
        assert.strictEqual(first.code, 3, first.stderr)
        await tryPoints("load", folder, base, now.env)
      }), patience)

    it(
      "recovers from a load into a file with a log that a killed run left, when that was disturbed",
      () =>
        withSandboxes(async (folder, earlier, now) => {
          const base = join(folder, "base.duckdb")
          const { calls } = await pullWith(begin(join(folder, "calls"), undefined), month, earlier.env)
          const point = calls.find(({ call, file }) => call === "pwrite64" && file === "statement.duckdb")
          assert.isDefined(point)
          await pullWith(base, month, earlier.env, { point, fault: "SIGKILL" })
          assert.isTrue(existsSync(`${base}.wal`))
          await tryPoints("load over a log", folder, base, now.env)
        }),
      patience
    )
  }
)
