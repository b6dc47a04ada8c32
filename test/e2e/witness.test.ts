// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The head of the audit chain, told to the outside by real runs: a file that was rewritten as a whole is found by it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import type { RunningSandbox, SandboxInput } from "wallet-statement/sandbox"
import { type Ended, type Environment, program, query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const wallets = ["254700000001", "254700000002"]

interface Place {
  readonly sandbox: RunningSandbox
  readonly folder: string
  readonly env: Environment
  readonly db: string
  readonly witness: string
}

const withSandbox = (input: SandboxInput, use: (place: Place) => Promise<void>): Promise<void> =>
  withServed(
    {
      wallets: wallets.map((walletNo) => ({ walletNo, records: 200, from: "2025-01-01", to: "2025-03-31" })),
      seed: 7,
      ...input
    },
    wallets,
    (sandbox, folder, served) => {
      const env = { ...served, WALLET_STATEMENT_DATE_BOUNDS: "inclusive", WALLET_STATEMENT_LIMIT: "50" }
      return use({ sandbox, folder, env, db: join(folder, "a.duckdb"), witness: join(folder, "witness") })
    }
  )

const pull = (env: Environment, from = "2025-01-01", to = "2025-03-31"): Promise<Ended> =>
  run(["pull", "--json", "--from", from, "--to", to], { env })

const linesOf = (path: string): ReadonlyArray<string> => readFileSync(path, "utf8").trimEnd().split("\n")
const headOf = (line: string | undefined): string => line?.split(" ")[1] ?? ""

describe("the head of the audit chain", () => {
  it("is printed and told by each run, and finds the file that was written from scratch with one row changed", async () => {
    await withSandbox({}, async ({ db, env, folder, sandbox, witness }) => {
      const copy = join(folder, "copy")
      const watched = {
        ...env,
        WALLET_STATEMENT_WITNESS_FILE: witness,
        WALLET_STATEMENT_WITNESS_COMMAND: `tee -a '${copy}'`
      }
      const first = JSON.parse((await pull(watched, "2025-01-01", "2025-02-15")).stdout)
      const second = JSON.parse((await pull(watched)).stdout)
      assert.deepStrictEqual(linesOf(witness).map(headOf), [first.head, second.head])
      assert.strictEqual(readFileSync(copy, "utf8"), readFileSync(witness, "utf8"))
      assert.strictEqual(statSync(witness).mode & 0o777, 0o600)
      assert.deepStrictEqual(second.witness, { problems: [] })
      const [row] = await query(
        db,
        "SELECT count(*)::VARCHAR AS n, count(DISTINCT wallet_no)::VARCHAR AS w FROM statement_windows"
      )
      assert.deepStrictEqual(row, { n: second.head.split(":")[0], w: "2" }, "one chain for all wallets of the file")

      const honest = await run(["verify", "--json", "--witness", witness, "--expect", first.head], { env })
      assert.strictEqual(honest.code, 0, honest.stdout + honest.stderr)
      const { expected, head, intact, witness: compared } = JSON.parse(honest.stdout)
      assert.deepStrictEqual([head, intact, expected.agrees, compared.lines], [second.head, true, true, 2])

      // The same statement but for one amount, written into a file of its own by the program itself.
      await Effect.runPromise(sandbox.control.mutate(wallets[0] ?? "", { kind: "change", record: 50, amount: "1.23" }))
      renameSync(db, join(folder, "honest.duckdb"))
      assert.strictEqual((await pull(env, "2025-01-01", "2025-02-15")).code, 0)
      assert.strictEqual((await pull(env)).code, 0)
      const alone = await run(["verify"], { env })
      assert.strictEqual(alone.code, 0, alone.stdout + alone.stderr)
      assert.include(alone.stdout, "The audit chain is intact.")

      const byHead = await run(["verify", "--expect", second.head], { env })
      assert.strictEqual(byHead.code, 1)
      assert.match(
        byHead.stdout,
        /^The audit chain is intact\.\nThe chain is not the one of what is expected: the file/m
      )
      const byWitness = await run(["verify", "--json", "--witness", witness], { env })
      assert.strictEqual(byWitness.code, 1)
      const found = JSON.parse(byWitness.stdout)
      assert.deepStrictEqual([found.intact, found.audit.difference, found.witness.differing], [false, null, 2])
      assert.include(found.witness.text, `the first that differs is line 1, ${linesOf(witness)[0]}: the file's window `)
    })
  })

  it("finds a file that was put back from a copy, also when it has grown past the old head since", async () => {
    await withSandbox({}, async ({ db, env, witness }) => {
      const watched = { ...env, WALLET_STATEMENT_WITNESS_FILE: witness }
      await pull(watched, "2025-01-01", "2025-01-31")
      copyFileSync(db, `${db}.copy`)
      await pull(watched, "2025-01-01", "2025-02-28")
      copyFileSync(`${db}.copy`, db)
      const cut = await run(["verify", "--witness", witness], { env })
      assert.strictEqual(cut.code, 1)
      assert.match(cut.stdout, /the first that differs is line 2, .*: the file has no window \d+: it ends with \d+\./)
      await pull(watched)
      const grown = await run(["verify", "--witness", witness], { env })
      assert.strictEqual(grown.code, 1)
      assert.match(
        grown.stdout,
        /the first that differs is line 2, .*: the file's window \d+ has the hash [0-9a-f]{64}\./
      )
    })
  })

  it("is told by a run that was interrupted, for what it had committed", async () => {
    await withSandbox(
      { faults: [{ on: "statement", kind: "slow", millis: 400 }] },
      async ({ db, env, sandbox, witness }) => {
        const child = spawn(process.execPath, [program, "pull", "--from", "2025-01-01", "--to", "2025-03-31"], {
          env: { ...env, WALLET_STATEMENT_WITNESS_FILE: witness, PATH: process.env["PATH"] ?? "" },
          stdio: "ignore"
        })
        const ended = new Promise<number | null>((done) => child.once("exit", done))
        while ((await Effect.runPromise(sandbox.stats)).statements < 14) {
          await new Promise((done) => setTimeout(done, 50))
        }
        child.kill("SIGINT")
        assert.strictEqual(await ended, 130)
        const [row] = await query(db, "SELECT max(sequence) AS n FROM statement_windows")
        assert.deepStrictEqual(linesOf(witness).map((line) => headOf(line).split(":")[0]), [String(row?.["n"])])
        assert.isAbove(Number(row?.["n"]), 0)
      }
    )
  })

  it("is told to its end when somebody interrupts just that, and what was committed is said", async () => {
    await withSandbox({}, async ({ db, env, folder, witness }) => {
      const begun = join(folder, "begun")
      const child = spawn(process.execPath, [program, "pull", "--json", "--from", "2025-01-01", "--to", "2025-03-31"], {
        env: {
          ...env,
          WALLET_STATEMENT_WITNESS_COMMAND: `sh -c 'touch ${begun}; sleep 2; cat > ${witness}'`,
          PATH: process.env["PATH"] ?? ""
        },
        stdio: ["ignore", "pipe", "ignore"]
      })
      let stdout = ""
      child.stdout.on("data", (chunk: Buffer) => void (stdout += chunk.toString()))
      const ended = new Promise<number | null>((done) => child.once("close", done))
      while (!existsSync(begun)) await new Promise((done) => setTimeout(done, 50))
      child.kill("SIGINT")
      assert.strictEqual(await ended, 130)
      assert.match(JSON.parse(stdout).error.message, /^Interrupted\. \d+ windows with 400 rows were committed and stay/)
      const verified = JSON.parse((await run(["verify", "--json", "--witness", witness, "--db", db])).stdout)
      assert.deepStrictEqual([verified.intact, verified.head], [true, headOf(linesOf(witness)[0])])
    })
  })

  it("that could not be told ends a run with 1 and says that all is stored; the next run's line stands for it too", async () => {
    await withSandbox({}, async ({ env, folder, witness }) => {
      mkdirSync(witness)
      const watched = { ...env, WALLET_STATEMENT_WITNESS_FILE: witness }
      const failed = await pull(watched)
      assert.strictEqual(failed.code, 1)
      const report = JSON.parse(failed.stdout)
      const problem =
        "WALLET_STATEMENT_WITNESS_FILE was not told the head of the audit chain: it can't be written (EISDIR)."
      assert.deepStrictEqual([report.status, report.witness.problems], ["complete", [problem]])
      assert.include(failed.stderr, `${problem}\nWhat the run loaded is stored.`)
      const again = { ...env, WALLET_STATEMENT_WITNESS_FILE: join(folder, "other") }
      assert.strictEqual((await pull(again)).code, 0)
      assert.strictEqual((await run(["verify", "--witness", join(folder, "other")], { env })).code, 0)
    })
  })

  it("goes to a pipe that nobody reads as to no file, and the run ends", async () => {
    await withSandbox({}, async ({ env, folder }) => {
      const pipe = join(folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const ended = await pull({ ...env, WALLET_STATEMENT_WITNESS_FILE: pipe })
      assert.strictEqual(ended.code, 1)
      assert.include(ended.stderr, "it can't be written (ENXIO).")
    })
  })

  it("is told by what quarantine reads again, which writes to the chain too", async () => {
    await withSandbox(
      { recordFaults: [{ kind: "marker-conflict", which: { rate: 0.2 } }] },
      async ({ env, witness }) => {
        const watched = { ...env, WALLET_STATEMENT_WITNESS_FILE: witness }
        const pulled = await pull({ ...watched, WALLET_STATEMENT_MARKER_POLICY: "reject" })
        assert.strictEqual(pulled.code, 3, pulled.stderr)
        const retried = JSON.parse((await run(["quarantine", "retry", "--json"], { env: watched })).stdout)
        assert.isAbove(retried.loaded, 0)
        assert.deepStrictEqual(linesOf(witness).map(headOf), [JSON.parse(pulled.stdout).head, retried.head])
        assert.notStrictEqual(retried.head, JSON.parse(pulled.stdout).head)
        const verified = JSON.parse((await run(["verify", "--json", "--witness", witness], { env })).stdout)
        assert.deepStrictEqual([verified.intact, verified.head], [true, retried.head])
      }
    )
  })

  it("of two databases in one witness is no witness: verify names the first line of the other", async () => {
    await withSandbox({}, async ({ env, folder, witness }) => {
      const watched = { ...env, WALLET_STATEMENT_WITNESS_FILE: witness }
      await pull(watched)
      await pull({ ...watched, WALLET_STATEMENT_DB: join(folder, "b.duckdb") })
      const verified = await run(["verify", "--witness", witness], { env })
      assert.strictEqual(verified.code, 1)
      assert.match(verified.stdout, /line 2, .* or this is another's\./)
    })
  })

  it("is asked for in the right form, and a witness by a path that can be read", async () => {
    await withSandbox({}, async ({ db, env, folder, witness }) => {
      await pull(env)
      const head = JSON.parse((await run(["verify", "--json"], { env })).stdout).head
      for (const text of ["", "5", "x:y", `${head}0`, head.replace(":", " ")]) {
        const refused = await run(["verify", "--expect", text], { env })
        assert.strictEqual(refused.code, 2, text)
        assert.include(refused.stderr, "--expect must be SEQUENCE:HASH")
      }
      const beginning = await run(["verify", "--expect", `0:${"0".repeat(64)}`], { env })
      assert.deepStrictEqual([beginning.code, beginning.stdout.includes("is not shown: every chain begins so")], [
        1,
        true
      ])
      const missing = await run(["verify", "--witness", witness], { env })
      assert.strictEqual(missing.code, 2, missing.stderr)
      for (
        const [path, why] of [
          [folder, "is a directory"],
          [join(db, "x"), "can't be read (ENOTDIR)"],
          ["/dev/zero", "is neither a file nor a pipe"],
          [db, "has a line of more than 1000 characters"]
        ] as const
      ) {
        const unreadable = await run(["verify", "--witness", path], { env })
        assert.deepStrictEqual([unreadable.code, unreadable.stderr.includes(`The witness ${why}`)], [2, true])
      }
      const piped = execFileSync("sh", [
        "-c",
        `echo "2026-01-01T00:00:00.000Z $2" | "$0" "$1" verify --witness /dev/stdin`,
        process.execPath,
        program,
        head
      ], { env: { ...env, PATH: process.env["PATH"] ?? "" }, encoding: "utf8" })
      assert.include(piped, "its line agrees")
      appendFileSync(witness, "")
      assert.strictEqual((await run(["verify", "--witness", witness], { env })).code, 1)
      // A database that is named as the witness by mistake is left as it is.
      const before = readFileSync(db)
      const mistaken = await pull({
        ...env,
        WALLET_STATEMENT_DB: join(folder, "c.duckdb"),
        WALLET_STATEMENT_WITNESS_FILE: db
      })
      assert.strictEqual(mistaken.code, 1)
      assert.isTrue(before.equals(readFileSync(db)))
    })
  })

  it("goes to no program that a configuration file names which nobody named", async () => {
    await withSandbox({}, async ({ env, folder }) => {
      const file = join(folder, "wallet-statement.toml")
      writeFileSync(file, `witness_command = "touch ${join(folder, "ran")}"\n`, { mode: 0o600 })
      const args = ["pull", "--from", "2025-01-01", "--to", "2025-01-31"]
      const refused = await run(args, { env, cwd: folder })
      assert.strictEqual(refused.code, 2)
      assert.include(refused.stderr, "line 1: witness_command is a program to run, and nobody named the file")
      assert.isFalse(existsSync(join(folder, "ran")))
      assert.strictEqual((await run([...args, "--config", file], { env, cwd: folder })).code, 0)
      assert.isTrue(existsSync(join(folder, "ran")))
    })
  })
})
