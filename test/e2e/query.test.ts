// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * `query` as a user types it: bounds, parameters, statements from files, and a process that holds no secret.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program, root, run, startSandbox } from "./program.ts"

const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
const db = join(folder, "x.duckdb")
const canary = "CANARY-secret-91c3"
const endless = "SELECT count(*) FROM range(100000000) a, range(1000000) b"

beforeAll(async () => {
  const sandbox = await startSandbox(folder, ["--records", "200"])
  try {
    const args = ["pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"]
    const { code, stderr } = await run(args, { env: sandbox.env })
    assert.strictEqual(code, 0, stderr)
  } finally {
    await sandbox.stop()
  }
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = (...args: ReadonlyArray<string>) => run(["query", "--db", db, ...args])

/** Starts a question without an end; gives the process, and the one that it asks with. */
const asking = async (): Promise<{ readonly parent: ChildProcess; readonly child: number }> => {
  const parent = spawn(process.execPath, [program, "query", "--db", db, endless], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", WALLET_STATEMENT_CONSUMER_SECRET: canary, AWS_SECRET_ACCESS_KEY: canary },
    stdio: ["ignore", "pipe", "pipe"]
  })
  for (let waited = 0; waited < 400; waited++) {
    await new Promise((done) => setTimeout(done, 25))
    const found = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number)).find(([, ppid]) => ppid === parent.pid)
    if (found?.[0] !== undefined) return { parent, child: found[0] }
  }
  throw new Error("no other process was started")
}

/** The process that answers among all that another one has started, and the one that asks it. */
const answering = async (ancestor: number): Promise<readonly [child: number, asker: number]> => {
  for (let waited = 0; waited < 400; waited++) {
    const all = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n").flatMap((line) => {
      const [, pid, ppid, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined
        ? []
        : [{ pid: Number(pid), ppid: Number(ppid), isAnswer: /answer\.(?:js|ts) \d+$/.test(args) }]
    })
    const isBelow = (pid: number): boolean => {
      const up = all.find((each) => each.pid === pid)?.ppid
      return up !== undefined && (up === ancestor || isBelow(up))
    }
    const found = all.find(({ isAnswer, pid }) => isAnswer && isBelow(pid))
    if (found !== undefined) return [found.pid, found.ppid]
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error("nobody answers")
}

const ending = (process: ChildProcess): Promise<{ readonly code: number | null; readonly stderr: string }> =>
  new Promise((done) => {
    let stderr = ""
    process.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    process.once("close", (code) => done({ code, stderr }))
  })

describe("query", () => {
  it("takes values for $names, which are never SQL", async () => {
    const counts = await ask(
      "--json",
      "--param",
      "type=Debit",
      "--param",
      "least=1",
      "SELECT count(*) AS n FROM transactions WHERE type = $type AND amount >= $least"
    )
    assert.isAbove(JSON.parse(counts.stdout)[0].n, 0)
    const harmless = await ask("--json", "--param", "x=' OR true; DROP TABLE transactions --", "SELECT $x AS x")
    assert.deepStrictEqual(JSON.parse(harmless.stdout), [{ x: "' OR true; DROP TABLE transactions --" }])
    const missing = await ask("SELECT $x AS x")
    assert.deepStrictEqual([missing.code, missing.stderr.includes("x")], [2, true])
    const unknown = await ask("--param", "y=1", "SELECT 1")
    assert.deepStrictEqual([unknown.code, unknown.stderr.includes("$name")], [2, true])
  })

  it("takes the statement from a file or from stdin, and one of them only", async () => {
    const file = join(folder, "a.sql")
    writeFileSync(file, "SELECT 1 AS one -- a comment\n")
    assert.strictEqual((await ask("--file", file, "--format", "csv")).stdout, "one\r\n1\r\n")
    const piped = execFileSync(process.execPath, [program, "query", "--db", db, "--format", "csv", "-"], {
      input: "SELECT 2 AS two;\n"
    })
    assert.strictEqual(piped.toString(), "two\r\n2\r\n")
    for (const args of [[], ["--file", file, "SELECT 1"], ["--file", join(folder, "missing.sql")]]) {
      assert.strictEqual((await ask(...args)).code, 2)
    }
  })

  it("stops what takes too long, or more memory than it may, and says how to allow more", async () => {
    const late = await ask("--timeout", "1s", endless)
    assert.deepStrictEqual([late.code, late.stderr.includes("--timeout")], [1, true])
    const large = await ask(
      "--memory",
      "30MB",
      "SELECT * FROM (SELECT hash(range) AS h, repeat('x', 100) || range AS s FROM range(3000000)) ORDER BY h, s"
    )
    assert.deepStrictEqual([large.code, large.stderr.includes("--memory")], [2, true])
    for (const args of [["--timeout", "soon"], ["--memory", "much"], ["--rows", "0"]]) {
      assert.strictEqual((await ask(...args, "SELECT 1")).code, 2)
    }
  })

  it("quotes what rows say escaped and short, and not in a log", async () => {
    const sql = "SELECT CAST(chr(27) || '[2J' || repeat('x', 5000) AS DATE)"
    const { code, stderr } = await ask(sql)
    assert.strictEqual(code, 2)
    assert.notInclude(stderr, "\u001b")
    assert.isBelow(stderr.length, 2000)
    const forged = await ask("SELECT CAST('x' || chr(10) || '2025-01-01 ERROR forged line' AS DATE)")
    assert.include(forged.stderr, "forged line")
    assert.notMatch(forged.stderr, /^2025-01-01/m)
    const logged = await ask("--log-format", "json", sql)
    assert.strictEqual(JSON.parse(logged.stderr).message, "The query was refused: Conversion Error.")
  })

  it("loses no column: two with one name are refused where rows become objects", async () => {
    for (const format of ["json", "ndjson"]) {
      const { code, stderr } = await ask("--format", format, "SELECT 1 AS a, 2 AS a")
      assert.deepStrictEqual([code, stderr.includes("AS")], [2, true])
    }
    assert.strictEqual((await ask("--format", "csv", "SELECT 1 AS a, 2 AS a")).stdout, "a,a\r\n1,2\r\n")
  })

  it("asks in a process without any secret, and ends with it within a second of Ctrl-C", async () => {
    const { child, parent } = await asking()
    if (process.platform === "linux") {
      assert.notInclude(readFileSync(`/proc/${child}/environ`, "utf8"), canary)
      assert.notInclude(readFileSync(`/proc/${child}/cmdline`, "utf8"), "SELECT")
    }
    const ended = ending(parent)
    const from = performance.now()
    parent.kill("SIGINT")
    assert.strictEqual((await ended).code, 130)
    assert.isBelow(performance.now() - from, 1000)
    assert.throws(() => process.kill(child, 0))
  })

  it("goes on for nobody: when whoever asked was killed, it ends too", async () => {
    const { parent } = await asking()
    const [child, asker] = await answering(parent.pid ?? 0)
    process.kill(asker, "SIGKILL")
    const isThere = (): boolean => {
      try {
        return process.kill(child, 0)
      } catch {
        return false
      }
    }
    for (let waited = 0; waited < 100 && isThere(); waited++) await new Promise((done) => setTimeout(done, 100))
    assert.isFalse(isThere())
  })

  it("says so when the engine breaks down, and what that means", async () => {
    const { child, parent } = await asking()
    const ended = ending(parent)
    process.kill(child, "SIGSEGV")
    const { code, stderr } = await ended
    assert.strictEqual(code, 1)
    assert.match(stderr, /engine broke down over this query/)
    assert.notMatch(stderr, /mistake of the program/)
  })
})
