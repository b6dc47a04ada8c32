// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A writer in a loop and readers of what it publishes, in Python and in Node, which open and close it at random: for
 * `SOAK_SECONDS` (20; 600 for the whole proof), `SOAK_READERS` of them (6; 20).
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { query, run } from "./program.ts"
import { readersPython } from "./readersPython.ts"
import { withServed } from "./servedSandbox.ts"

const seconds = Number(process.env["SOAK_SECONDS"] ?? 20)
const readers = Number(process.env["SOAK_READERS"] ?? 6)
const wallets = ["254700000001", "254700000002"]
const day = 86_400_000
const first = Math.floor(Date.now() / day) * day - 100 * day
const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** What a reader saw. */
interface Line {
  readonly kind: string
  readonly head?: string
  readonly rows?: number
  readonly net?: string
  readonly error?: string
}

const reading = (command: string, args: ReadonlyArray<string>, lines: Array<Line>): Promise<number | null> => {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] })
  createInterface({ input: child.stdout }).on("line", (line) => void lines.push(JSON.parse(line)))
  return new Promise((done) => child.once("close", done))
}

const script = (name: string): string => join(import.meta.dirname, name)

/** The readers, one kind after the other. */
const kindsOf = (copy: string, parquet: string, until: string) => {
  const inPython = readersPython === undefined ? [] : [
    [readersPython, [script("soakReader.py"), "polars", parquet, until]],
    [readersPython, [script("soakReader.py"), "duckdb", copy, until]]
  ] as const
  return [[process.execPath, [script("soakReader.ts"), copy, until]], ...inPython] as const
}

describe("a writer in a loop", () => {
  it("never waits for the readers of what it publishes, and they read nothing but what some run left", async () => {
    await withServed(
      {
        wallets: wallets.map((walletNo) => ({
          walletNo,
          records: 4000,
          from: dayOf(first),
          to: dayOf(first + 90 * day)
        })),
        seed: 17
      },
      wallets,
      async (sandbox, folder, env) => {
        const [copy, parquet] = [join(folder, "readers", "wallets.duckdb"), join(folder, "readers", "wallets")]
        mkdirSync(join(folder, "readers"))
        const settings = {
          ...env,
          WALLET_STATEMENT_PUBLISH: `${copy},${parquet}/`,
          WALLET_STATEMENT_PUBLISH_KEEP: "1m"
        }
        const totals = new Map<string, string>()
        const codes: Array<number> = []
        const pull = async (number: number): Promise<void> => {
          const present = `${new Date(first + 5 * day + number * 4 * 3_600_000).toISOString().slice(0, 19)}+03:00`
          await Effect.runPromise(sandbox.control.configure({ present }))
          const from = number === 0 ? ["--from", dayOf(first)] : []
          const ended = await run(["pull", "--json", ...from], { env: settings, cwd: folder })
          codes.push(ended.code)
          const [row] = await query(
            env["WALLET_STATEMENT_DB"] ?? "",
            "SELECT count(*) AS n, coalesce(sum(signed_amount), 0)::VARCHAR AS net FROM current_transactions"
          )
          const report: {
            readonly head: string
            readonly published: ReadonlyArray<{ readonly problem: string | null }>
          } = JSON
            .parse(ended.stdout)
          assert.deepStrictEqual(report.published.map(({ problem }) => problem), [null, null])
          totals.set(report.head, `${row?.["n"]} ${row?.["net"]}`)
        }
        await pull(0)
        const until = Date.now() + seconds * 1000
        const lines: Array<Line> = []
        const kinds = kindsOf(copy, parquet, String(until / 1000))
        const ends = Array.from({ length: readers }, (_, index) => {
          const [command, args] = kinds[index % kinds.length] ?? kinds[0]
          return reading(command, args, lines)
        })
        for (let number = 1; Date.now() < until; number++) await pull(number)
        assert.deepStrictEqual([...new Set(await Promise.all(ends))], [0])
        assert.deepStrictEqual([...new Set(codes)], [0], "no run failed, or met a lock")
        assert.deepStrictEqual(lines.flatMap(({ error }) => error ?? []), [])
        const torn = lines.filter(({ head = "", net, rows }) => totals.get(head) !== `${rows} ${net}`)
        assert.deepStrictEqual(torn, [])
        const seen = new Set(lines.map(({ head }) => head))
        assert.isAbove(seen.size, 1, "readers met more than one copy")
        process.stdout.write(
          `${codes.length} runs, ${lines.length} readings of ${seen.size} copies by ${readers} readers (${
            [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, own]) => `${kind} ${own.length}`).join(", ")
          }) in ${seconds} s\n`
        )
      }
    )
  }, 120_000 + seconds * 2000)
})
