// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A file with statements to export: two wallets, three currencies, reversals and fees, rows that are not confirmed, and descriptions that
 * are not meant well; and what its ledgers come to by SQL of its own.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Edit, SandboxInput } from "wallet-statement/sandbox"
import { fileOnce } from "./fileOnce.ts"
import { type Ended, query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

/** Descriptions that end up in files of other programs: formulas, markup, separators of formats, marks that turn the reading direction. */
export const hostile: ReadonlyArray<string> = [
  "=HYPERLINK(\"http://127.0.0.1/?\"&A1)",
  "Credited KES 1.00 from <b>&amp; ]]> \"quoted\", 'single'; | ^ ~",
  "+SUM(1;2) @cmd|'/C calc'!A0",
  "Debited KES 2.00 to ; comment  two blanks\t: tab # hash * star ! bang",
  "line one\nline two\r\n:61:2501010101D1,00NTRFNONREF\n-}\n^",
  "Credited KES 3.00 from \u202eEvil\u202c Ünïcödé 漢字 \u0007 bell",
  `Debited KES 4.00 to ${"long ".repeat(80)}`
]

/** What a ledger comes to: money as the database prints it. */
export interface Ledger {
  readonly walletNo: string
  readonly currency: string
  readonly rows: string
  readonly credits: string
  readonly debits: string
  readonly opening: string
  readonly closing: string
}

const wallets: ReadonlyArray<NonNullable<SandboxInput["wallets"]>[number]> = [
  { walletNo: "254700000001", records: 900, unconfirmedRate: 0.02 },
  { walletNo: "250780000004", records: 500, currency: "RWF", otherCurrencies: ["EUR"], decimals: 2 }
]

/** The days that rows are of; what is exported of them is proven. */
export const days = { from: "2025-01-01", to: "2025-06-30" }
/** A period inside them. */
export const asked = ["--from", "2025-02-01", "--to", "2025-05-31"]

/** The service behind the file: its first wallet can be changed, and pulled once more. */
interface ExportableService {
  readonly mutate: (edit: Edit) => Promise<void>
  readonly pull: () => Promise<Ended>
}

const pulledOnce = fileOnce()

/** Serves and pulls the wallets, the first with the hostile texts, and gives the file that they are in. */
export const withExportable = (
  use: (folder: string, db: string, service: ExportableService) => Promise<void>
): Promise<void> =>
  withServed(
    { wallets: wallets.map((wallet) => ({ ...wallet, ...days })), seed: 3 },
    wallets.map(({ walletNo }) => walletNo),
    async ({ control: { mutate } }, folder, env) => {
      for (const [place, description] of hostile.entries()) {
        const edit = { kind: "change", record: 400 + 10 * place, description } as const
        await Effect.runPromise(mutate(wallets[0]?.walletNo ?? "", edit))
      }
      const db = env["WALLET_STATEMENT_DB"] ?? ""
      const known = {
        WALLET_STATEMENT_WALLETS: wallets.map(({ currency, walletNo }) =>
          currency === undefined ? `${walletNo}=KES` : walletNo
        ).join(","),
        WALLET_STATEMENT_OPENING_BALANCES: `${wallets[0]?.walletNo}:KES:1000.00@2025-01-01`
      }
      const pull = () => run(["pull", "--from", days.from, "--to", days.to], { env: { ...env, ...known } })
      await pulledOnce(db, async () => {
        const { code, stderr } = await pull()
        assert.strictEqual(code, 0, stderr)
      })
      await use(folder, db, {
        mutate: (edit) => Effect.runPromise(mutate(wallets[0]?.walletNo ?? "", edit)),
        pull
      })
    }
  )

/** What the ledgers of the asked days come to, without a view of the program: rows that are not confirmed move nothing here. */
export const ledgersIn = async (db: string): Promise<ReadonlyArray<Ledger>> => {
  const rows = await query(
    db,
    `SELECT wallet_no, currency, count(*) AS rows, sum(CASE WHEN type = 'Credit' THEN amount ELSE 0 END) AS credits,
      sum(CASE WHEN type = 'Debit' THEN amount ELSE 0 END) AS debits, arg_min(balance - signed_amount, position) AS opening,
      arg_max(balance, position) AS closing
    FROM transactions
    WHERE withdrawn_at IS NULL AND confirmed AND local_time >= '2025-02-01' AND local_time < '2025-06-01'
    GROUP BY ALL ORDER BY ALL`
  )
  return rows.map((row) => {
    const of = (name: string): string => String(row[name])
    return {
      walletNo: of("wallet_no"),
      currency: of("currency"),
      rows: of("rows"),
      credits: of("credits"),
      debits: of("debits"),
      opening: of("opening"),
      closing: of("closing")
    }
  })
}
