// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Findings worked off by the program: a row that the service withholds, a record that can't be read, and rows that it no longer
 * shows.
 */
import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { query, run, startSandbox, withFolder } from "./program.ts"

const days = { WALLET_STATEMENT_FROM: "2025-01-01", WALLET_STATEMENT_TO: "2025-12-31" }
const history = ["--records", "200", "--seed", "7"]

interface Listed {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly amount: string | null
  readonly openedAt: string | null
  readonly explanation: string
}

/** Each of these runs the program a dozen times. */
const patience = 600_000

describe("findings", () => {
  it("of a withheld row and an unreadable record are explained, accepted, reopened, and checked", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, [
        ...history,
        "--fault",
        "record:missing@50",
        "--fault",
        "record:marker-conflict@100"
      ])
      try {
        const db = join(folder, "a.duckdb")
        const env = { ...sandbox.env, ...days, WALLET_STATEMENT_MARKER_POLICY: "reject" }
        const on = (...args: ReadonlyArray<string>) => run([...args, "--db", db], { env, cwd: folder })
        const list = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<Listed>> =>
          JSON.parse((await on("findings", "list", "--json", ...args)).stdout).findings

        const pulled = await on("pull")
        assert.strictEqual(pulled.code, 3, pulled.stderr)
        assert.match(
          pulled.stdout,
          /^ {2}254700000001: \[[0-9a-f]{12}\] 306\.34 KES between row "\w+" of 2025-02-19 [\d:]{8} and row "\w+" of 2025-02-21 [\d:]{8}$/m
        )
        assert.match(pulled.stdout, /`wallet-statement findings show [0-9a-f]{12} --db \S+` says more/)
        const found = await list()
        assert.deepStrictEqual(found.map(({ amount, kind, state }) => [kind, amount, state]), [
          ["gap", "306.34", "open"],
          ["gap", "621.92", "open"],
          ["quarantined", "621.92", "open"]
        ])
        const [withheld, unread, record] = found.map(({ id }) => id)
        assert.match(found[1]?.explanation ?? "", /^The amount is exactly that of quarantined record 1\. /)
        for (const { openedAt } of found) assert.isNotNull(openedAt)
        const stranger = await on("findings", "--wallet", "7")
        assert.deepStrictEqual([stranger.code, stranger.stdout], [2, ""])
        assert.match(stranger.stderr, /holds no wallet "7"/)
        const shown = await on("findings", "show", withheld?.slice(0, 6) ?? "")
        assert.match(shown.stdout, new RegExp(`^id +${withheld}\n`))
        const unknown = await on("findings", "show", "zz")
        assert.deepStrictEqual([unknown.code, unknown.stdout], [2, ""])
        assert.match(unknown.stderr, /No finding "zz"/)
        const silent = await on("findings", "accept", withheld ?? "", "--reason", " ")
        assert.deepStrictEqual([silent.code, silent.stdout], [2, ""])

        const reason = "fee 4539578763621486, told by the bank"
        const accepted = await on(
          "findings",
          "accept",
          withheld ?? "",
          "--reason",
          reason,
          "--by",
          "a.muriuki",
          "--json"
        )
        assert.strictEqual(accepted.code, 0, accepted.stderr)
        assert.deepInclude(JSON.parse(accepted.stdout).findings[0], { id: withheld, state: "accepted" })
        assert.match(
          (await on("findings", "accept", withheld ?? "", "--reason", "again")).stderr,
          /by a\.muriuki on .* already/
        )
        const both = [unread ?? "", record ?? ""]
        const none = await on("findings", "accept", ...both, "zz", "--reason", "the marker is wrong")
        assert.deepStrictEqual([none.code, none.stdout], [2, ""])
        assert.match(none.stderr, /^No finding "zz".*\nNothing was decided about any of them\.$/m)
        const more = await on("findings", "accept", ...both, "--reason", "the marker is wrong", "--by", "a.muriuki")
        assert.strictEqual(more.code, 0, more.stderr)
        assert.deepStrictEqual(
          more.stdout.split("\n").slice(0, 2),
          both.map((id) => `Finding ${id} is accepted by a.muriuki.`)
        )
        const verified = await on("verify", "--json")
        assert.strictEqual(verified.code, 0, verified.stdout)
        const [{ findings, verdict }] = JSON.parse(verified.stdout).wallets
        assert.deepStrictEqual([verdict, findings[0].accepted.by, findings[0].accepted.reason], [
          "gap",
          "a.muriuki",
          "fee ************1486, told by the bank"
        ])
        const again = await on("pull")
        assert.strictEqual(again.code, 0, again.stdout)
        assert.match(again.stdout, /accepted by a\.muriuki on .*: fee \*{12}1486, told by the bank/)
        assert.strictEqual((await on("findings", "reopen", record ?? "", "--reason", "not so")).code, 0)
        assert.strictEqual((await on("quarantine", "retry")).code, 3)
        const decisions = await query(
          db,
          "SELECT decision, finding, finding_kind, amount::VARCHAR AS amount, decided_by FROM declarations WHERE kind = 'decision' ORDER BY id"
        )
        assert.deepStrictEqual(decisions[0], {
          decision: "accepted",
          finding: withheld ?? "",
          finding_kind: "gap",
          amount: "306.3400",
          decided_by: "a.muriuki"
        })
        assert.deepStrictEqual(decisions.map(({ decision }) => decision), [
          "accepted",
          "accepted",
          "accepted",
          "reopened"
        ])

        // What was read at last is no finding any more.
        const read = await run(["quarantine", "retry", "--db", db], {
          env: { ...env, WALLET_STATEMENT_MARKER_POLICY: "trust-24h" }
        })
        assert.strictEqual(read.code, 0, read.stdout)
        assert.deepStrictEqual((await list()).map(({ id, state }) => [id, state]), [[withheld, "accepted"]])
        assert.sameDeepMembers((await list("--all")).map(({ id, state }) => [id, state]), [
          [withheld, "accepted"],
          [unread, "closed"],
          [record, "closed"]
        ])
        // Who had accepted it stays to be read, and when it was over.
        const over = await on("findings", "show", unread ?? "")
        assert.match(over.stdout, /^state +closed$/m)
        assert.match(over.stdout, /^accepted by +a\.muriuki$/m)
        assert.match(over.stdout, /^reason +the marker is wrong$/m)
        assert.match(over.stdout, /^explanation +It is over since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.$/m)
        assert.notMatch((await on("findings", "show", record ?? "")).stdout, /^accepted by/m)
      } finally {
        await sandbox.stop()
      }
    })
  }, patience)

  it("of held rows are accepted, and the next pull withdraws the rows with that reason", async () => {
    await withFolder(async (folder) => {
      const db = join(folder, "a.duckdb")
      const pull = async (...faults: ReadonlyArray<string>) => {
        const sandbox = await startSandbox(folder, [...history, ...faults])
        try {
          const ended = await run(["pull", "--json", "--db", db, "--reload"], {
            env: { ...sandbox.env, ...days },
            cwd: folder
          })
          return { ...ended, wallet: JSON.parse(ended.stdout).wallets[0] }
        } finally {
          await sandbox.stop()
        }
      }
      assert.strictEqual((await pull()).code, 0)
      const held = await pull("--fault", "record:missing")
      assert.deepStrictEqual([held.code, held.wallet.held], [3, 200])
      const [{ id }] = held.wallet.findings
      assert.strictEqual(
        (await run(["findings", "accept", id, "--reason", "the wallet was emptied", "--db", db])).code,
        0
      )
      const [waiting] = JSON.parse((await run(["findings", "--json", "--db", db])).stdout).findings
      assert.deepInclude(waiting, { id, kind: "held-withdrawal", state: "accepted", count: 200 })
      const after = await pull("--fault", "record:missing")
      assert.deepStrictEqual([after.code, after.wallet.held, after.wallet.rows.withdrawn], [3, 0, 200])
      const months: ReadonlyArray<{ readonly id: string; readonly kind: string }> = after.wallet.findings
      assert.deepStrictEqual([...new Set(months.map(({ kind }) => kind))], ["changed-after-proof"])
      const ids = months.map((each) => each.id)
      assert.strictEqual((await run(["findings", "accept", ...ids, "--reason", "entered", "--db", db])).code, 0)
      const [accepted] = await query(db, "SELECT \"rows\", source FROM declarations WHERE kind = 'accepted'")
      assert.strictEqual(accepted?.["rows"], 200)
      assert.match(String(accepted?.["source"]), new RegExp(`^finding ${id}, .*: the wallet was emptied$`))
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
    })
  }, patience)

  it("about a balance that somebody gave are put right and not accepted", async () => {
    await withFolder(async (folder) => {
      const db = join(folder, "a.duckdb")
      const sandbox = await startSandbox(folder, history)
      try {
        const pulled = await run(["pull", "--json", "--db", db], {
          env: { ...sandbox.env, ...days, WALLET_STATEMENT_CLOSING_BALANCES: "254700000001:KES:1.00@2025-06-30" },
          cwd: folder
        })
        assert.strictEqual(pulled.code, 3, pulled.stderr)
        const [{ id, kind }] = JSON.parse(pulled.stdout).wallets[0].findings
        assert.strictEqual(kind, "contradiction")
        const refused = await run(["findings", "accept", id, "--reason", "so it is", "--db", db])
        assert.deepStrictEqual([refused.code, refused.stdout], [2, ""])
        assert.match(
          refused.stderr,
          /can't be accepted, only put right\. .*give it again with its day, or "none" to take it back/
        )
      } finally {
        await sandbox.stop()
      }
    })
  }, patience)
})
