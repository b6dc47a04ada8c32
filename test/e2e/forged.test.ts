// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Books that somebody forged with the DuckDB shell, and what `verify` says of them, held against a witness that is honest.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, copyFileSync } from "node:fs"
import { join } from "node:path"
import { tamper } from "../kit/tamper.ts"
import { type Ended, type Environment, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const wallets = ["254700000001"]

/** Pulls some days in answers of some records, and gives what to verify copies of the file with. */
const withPulled = (
  to: string,
  limit: string,
  use: (pulled: Ended, forge: (sql: string, ...flags: ReadonlyArray<string>) => Promise<Ended>) => Promise<void>
): Promise<void> =>
  withServed(
    { wallets: wallets.map((walletNo) => ({ walletNo, records: 60, from: "2025-01-01", to })), seed: 7 },
    wallets,
    async (_, folder, served) => {
      const witness = join(folder, "witness")
      const env: Environment = {
        ...served,
        WALLET_STATEMENT_DATE_BOUNDS: "inclusive",
        WALLET_STATEMENT_LIMIT: limit,
        WALLET_STATEMENT_WITNESS_FILE: witness
      }
      const copy = join(folder, "copy.duckdb")
      const pulled = await run(["pull", "--json", "--from", "2025-01-01", "--to", to], { env })
      await use(pulled, async (sql, ...flags) => {
        copyFileSync(join(folder, "a.duckdb"), copy)
        chmodSync(copy, 0o600)
        if (sql !== "") await Effect.runPromise(tamper(copy, sql))
        const { head } = JSON.parse(pulled.stdout)
        return await run(["verify", "--db", copy, "--witness", witness, "--expect", head, ...flags], { env })
      })
    }
  )

const lastRow = "FROM transactions ORDER BY position DESC LIMIT 1"
const forgedRow = (more: string): string =>
  `INSERT INTO transactions SELECT * REPLACE ('FORGED' || txn_id AS txn_id, ${more}) ${lastRow}`

/** What is forged, how, and what is said of it. */
const forgeries: ReadonlyArray<readonly [string, string, RegExp]> = [
  [
    "a row that no window hashes",
    `ALTER TABLE transactions ALTER window_sequence DROP NOT NULL;
     ${
      forgedRow(
        "'Credit' AS type, 1000000 AS amount, 1000000 AS signed_amount, balance + 1000000 AS balance, NULL AS window_sequence"
      )
    };
     UPDATE continuity_windows SET record = NULL`,
    /table transactions with window_sequence BIGINT instead of window_sequence BIGINT NOT NULL/
  ],
  [
    "real rows hidden",
    `ALTER TABLE transactions ALTER wallet_no DROP NOT NULL;
     UPDATE transactions SET wallet_no = NULL WHERE txn_id IN (SELECT txn_id FROM transactions ORDER BY position DESC LIMIT 3)`,
    /table transactions with wallet_no VARCHAR instead of wallet_no VARCHAR NOT NULL/
  ],
  [
    "days that were never loaded",
    `ALTER TABLE statement_windows ALTER sequence DROP NOT NULL;
     INSERT INTO statement_windows SELECT * REPLACE (NULL AS sequence, to_day + 1 AS from_day, to_day + 30 AS to_day)
       FROM statement_windows ORDER BY sequence DESC LIMIT 1`,
    /table statement_windows with sequence BIGINT instead of sequence BIGINT NOT NULL/
  ],
  [
    "wallets that are one without their capitals",
    "ALTER TABLE transactions ALTER wallet_no TYPE VARCHAR COLLATE NOCASE",
    /table transactions with wallet_no VARCHAR COLLATE NOCASE NOT NULL instead of/
  ],
  [
    "a row of window 0",
    forgedRow("0 AS window_sequence"),
    /The audit chain is broken: window 0: .*no window inserted it/
  ],
  ["a row twice", `INSERT INTO transactions ${lastRow}`, /The audit chain is broken: window \d+/],
  ["a view that is gone", "DROP VIEW daily_balance", /not as the program made it: the view daily_balance is not there/],
  [
    "a proof of another wallet",
    "INSERT INTO proofs SELECT * REPLACE ('254700000009' AS wallet_no) FROM proofs",
    /something is concluded of a wallet that no window is of/
  ],
  [
    "days that no calendar has",
    "UPDATE proofs SET proven_from = '-infinity'; UPDATE watermarks SET proven_from = '-infinity'",
    /a day or a time is none that a service can mean[^]*No balances were checked/
  ],
  [
    "a currency that nobody has",
    "UPDATE transactions SET currency = 'ABC' WHERE position = (SELECT max(position) FROM transactions)",
    /The audit chain is broken: window \d+/
  ],
  [
    "a wallet without a name",
    "UPDATE statement_windows SET wallet_no = ''",
    /a value is none of those that its column has[^]*No balances were checked/
  ]
]

describe("a forged file", () => {
  it("does not verify, whatever head is expected of it", async () => {
    await withPulled("2025-01-31", "50", async (pulled, forge) => {
      assert.strictEqual(pulled.code, 0, pulled.stderr)
      const honest = await forge("")
      assert.strictEqual(honest.code, 0, honest.stdout + honest.stderr)
      for (const [what, sql, said] of forgeries) {
        const { code, stderr, stdout } = await forge(sql)
        assert.strictEqual(code, 1, what)
        assert.match(stdout + stderr, said, what)
        assert.notInclude(stderr, "mistake of the program", what)
      }
    })
  })

  it("does not verify where a day that may lack rows is noted as whole", async () => {
    await withPulled("2025-01-04", "5", async (pulled, forge) => {
      assert.strictEqual(pulled.code, 3, pulled.stderr)
      assert.strictEqual((await forge("")).code, 3)
      const { code, stdout } = await forge("UPDATE continuity_windows SET cut_off = false")
      assert.strictEqual(code, 1, stdout)
      assert.match(stdout, /2025-01-0\d is not noted as cut off, and the windows say otherwise/)
      const { intact, wallets: [wallet] } = JSON.parse(
        (await forge("UPDATE continuity_windows SET cut_off = false", "--json")).stdout
      )
      assert.deepStrictEqual([intact, wallet.differing], [false, []])
      assert.match(wallet.conclusions.join(), /^2025-01-0\d is not noted as cut off, and the windows say otherwise/)
    })
  })

  it("does not verify where days are noted with other rows than theirs, or as proven that are not", async () => {
    await withPulled("2025-01-31", "50", async (_, forge) => {
      const moreRows = `UPDATE continuity_windows SET record = regexp_replace(record, '"rows":(\\d+)', '"rows":1\\1')
        WHERE from_day = (SELECT min(from_day) FROM continuity_windows)`
      const text = await forge(moreRows)
      assert.strictEqual(text.code, 1, text.stdout)
      assert.match(text.stdout, /The audit chain is intact\./)
      const said = / the rows of (2025-01-01\S*) say something else than was written down/.exec(text.stdout)
      assert.isNotNull(said, text.stdout)
      const document = await forge(moreRows, "--json")
      const { intact, wallets: [wallet] } = JSON.parse(document.stdout)
      assert.deepStrictEqual([document.code, intact, wallet.differing, wallet.conclusions], [1, false, [said[1]], []])

      const { code, stdout } = await forge("UPDATE proofs SET proven_to = DATE '2025-02-28'")
      assert.strictEqual(code, 1, stdout)
      assert.match(stdout, /2025-02-28 is noted as proven in KES, and the rows do not prove it/)
    })
  })

  it("tells days without a row that are noted otherwise", async () => {
    await withPulled("2025-01-31", "50", async (_, forge) => {
      const { code, stdout } = await forge("UPDATE proofs SET quiet_since = DATE '2025-01-15'")
      assert.strictEqual(code, 3, stdout)
      assert.match(
        stdout,
        /2025-01-15 is noted as the first day without a row since in KES.*: the next pull notes it anew/
      )
    })
  })
})
