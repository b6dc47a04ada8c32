// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Environment, program, query, root, run, type RunningSandbox, startSandbox } from "./program.ts"

const year = ["--from", "2025-01-01", "--to", "2025-12-31"]

describe("bad input", () => {
  let folder = ""
  let sandbox: RunningSandbox
  let database = ""
  let count = 0

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
    sandbox = await startSandbox(folder, ["--records", "50"])
  })

  afterAll(async () => {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const pull = (args: ReadonlyArray<string>, env: Environment = {}, db = database) =>
    run(["pull", "--db", db, ...args], { env: { ...sandbox.env, ...env } })

  const fresh = () => {
    database = join(folder, `${++count}.duckdb`)
    return database
  }

  const fails = async (
    args: ReadonlyArray<string>,
    expected: { readonly code: number; readonly says: ReadonlyArray<RegExp> },
    env: Environment = {}
  ) => {
    fresh()
    const { code, stderr, stdout } = await pull(args, env)
    const said = stderr + stdout
    assert.strictEqual(code, expected.code, said)
    for (const pattern of expected.says) assert.match(said, pattern)
    for (const secret of [sandbox.info.consumerSecret, "PRIVATE KEY"]) assert.notInclude(said, secret)
    assert.notInclude(said, "    at ", "a stack trace is no message")
  }

  it("unknown wallet", () =>
    fails([...year, "--wallet", "254799999999"], { code: 1, says: [/254799999999/, /does not know the wallet/] }))

  it("a misspelt variable, which is told without its value and stops nothing", async () => {
    for (const command of [["pull", ...year, "--db", fresh()], ["check"], ["probe", ...year]]) {
      const env = { ...sandbox.env, WALLET_STATEMENT_DB: database, WALLET_STATEMENT_WALETS: "canary" }
      const { code, stderr, stdout } = await run(command, { env })
      assert.strictEqual(code, 0, stderr + stdout)
      assert.include(stderr, "there is no such setting; is WALLET_STATEMENT_WALLETS meant?")
      assert.notInclude(stderr + stdout, "canary")
    }
  })

  it("first day after the last", () =>
    fails(["--from", "2025-02-01", "--to", "2025-01-01"], {
      code: 2,
      says: [/2025-01-01.*before.*2025-02-01/, /--from/]
    }))

  it("a day that does not exist", () =>
    fails(["--from", "2025-02-30"], { code: 2, says: [/^--from is not a day that exists, written YYYY-MM-DD/m] }))

  for (const limit of ["0", "5001", "many"]) {
    it(`limit ${limit}`, () => fails([...year, "--limit", limit], { code: 2, says: [/--limit/, /1 to 5000/] }))
  }

  it("a last day before the first, each where it was given", () =>
    fails(["--to", "2025-01-01"], {
      code: 2,
      says: [/^--to is 2025-01-01, before the first day, WALLET_STATEMENT_FROM/m]
    }, {
      WALLET_STATEMENT_FROM: "2025-02-01"
    }))

  it("wrong secret", () =>
    fails(year, { code: 4, says: [/WALLET_STATEMENT_CONSUMER_SECRET/] }, { WALLET_STATEMENT_CONSUMER_SECRET: "wrong" }))

  it("wrong key", async () => {
    const made = await run(["keygen", "--out", join(folder, "other")])
    assert.strictEqual(made.code, 0, made.stderr)
    await fails(year, { code: 4, says: [/signature/i, /sign --explain/] }, {
      WALLET_STATEMENT_PRIVATE_KEY_FILE: join(folder, "other.pem")
    })
  })

  it("a key file that others may read", async () => {
    const file = join(folder, "open.pem")
    execFileSync("cp", [sandbox.info.privateKeyFile, file])
    execFileSync("chmod", ["644", file])
    await fails(year, { code: 2, says: [/chmod 600/] }, { WALLET_STATEMENT_PRIVATE_KEY_FILE: file })
  })

  it("missing settings", () =>
    fails(year, { code: 2, says: [/WALLET_STATEMENT_TIME_ZONE is missing/] }, { WALLET_STATEMENT_TIME_ZONE: "" }))

  it("plain http to another machine", () =>
    fails(year, { code: 2, says: [/WALLET_STATEMENT_BASE_URL/, /https/] }, {
      WALLET_STATEMENT_BASE_URL: "http://192.0.2.1"
    }))

  it("nothing listens", () =>
    fails(year, { code: 1, says: [/ECONNREFUSED/, /WALLET_STATEMENT_BASE_URL/] }, {
      WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:1",
      WALLET_STATEMENT_MAX_ATTEMPTS: "2"
    }))

  it("HTML instead of JSON", async () => {
    const gateway = await startSandbox(mkdtempSync(join(folder, "gateway-")), [
      "--records",
      "5",
      "--fault",
      "statement:html"
    ])
    await fails(year, { code: 1, says: [/HTML/] }, { ...gateway.env, WALLET_STATEMENT_MAX_ATTEMPTS: "2" }).finally(
      gateway.stop
    )
  })

  it("success: false with status 200", async () => {
    const refusing = await startSandbox(mkdtempSync(join(folder, "refusing-")), [
      "--records",
      "5",
      "--fault",
      "statement:refused"
    ])
    await fails(year, { code: 1, says: [/the service said/] }, refusing.env).finally(refusing.stop)
  })

  it("a database that another process holds", async () => {
    fresh()
    assert.strictEqual((await pull(year)).code, 0)
    const holder = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { DuckDBInstance } from "@duckdb/node-api"; const i = await DuckDBInstance.create(${
          JSON.stringify(database)
        });
         const c = await i.connect(); await c.run("SELECT 1"); console.log("held"); setInterval(() => {}, 1000)`
      ],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] }
    )
    await new Promise((done) => holder.stdout.once("data", done))
    try {
      for (
        const command of [
          () => pull(year),
          () => run(["query", "--db", database, "SELECT 1"]),
          () => run(["status", "--db", database])
        ]
      ) {
        const { code, stderr } = await command()
        assert.strictEqual(code, 5, stderr)
        assert.include(stderr, String(holder.pid))
        assert.include(stderr, database)
      }
    } finally {
      holder.kill()
    }
  })

  it("a file that is no DuckDB database is left as it is", async () => {
    writeFileSync(fresh(), "not a database\n".repeat(1000))
    const size = statSync(database).size
    const { code, stderr } = await pull(year)
    assert.strictEqual(code, 5, stderr)
    assert.include(stderr, database)
    assert.strictEqual(statSync(database).size, size)
  })

  it("a file of a newer version of this program", async () => {
    fresh()
    assert.strictEqual((await pull(year)).code, 0)
    execFileSync(process.execPath, [
      "--input-type=module",
      "-e",
      `import { DuckDBInstance } from "@duckdb/node-api"; const i = await DuckDBInstance.create(${
        JSON.stringify(database)
      });
       const c = await i.connect(); await c.run("INSERT INTO migrations SELECT * REPLACE (999 AS number) FROM migrations LIMIT 1");
       c.closeSync(); i.closeSync()`
    ], { cwd: root })
    const { code, stderr } = await pull(year)
    assert.strictEqual(code, 5, stderr)
    assert.match(stderr, /newer version/)
  })

  it("a folder that does not exist", async () => {
    const { code, stderr } = await pull(year, {}, join(folder, "nowhere/a.duckdb"))
    assert.strictEqual(code, 1, stderr)
    assert.include(stderr, "nowhere")
  })

  const disk = join(tmpdir(), `wallet-statement-disk-${process.pid}`)
  const mounted = (() => {
    try {
      mkdirSync(disk)
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", disk], { stdio: "ignore" })
      return true
    } catch {
      return false
    }
  })()
  afterAll(() => {
    if (mounted) execFileSync("umount", [disk])
    if (existsSync(disk)) rmSync(disk, { recursive: true })
  })

  it.skipIf(!mounted)(
    "no disk space, and the next run goes on once there is some (skipped where nothing may be mounted)",
    async () => {
      const large = await startSandbox(mkdtempSync(join(folder, "large-")), ["--records", "60000"])
      try {
        const db = join(disk, "full.duckdb")
        const full = await pull(year, large.env, db)
        assert.strictEqual(full.code, 1, full.stderr)
        assert.match(full.stderr, /is full/)
        execFileSync("mount", ["-o", "remount,size=256m", disk])
        const next = await pull(year, large.env, db)
        assert.strictEqual(next.code, 0, next.stderr)
        const [row] = await query(db, "SELECT count(*)::VARCHAR AS n FROM transactions")
        assert.strictEqual(row?.["n"], "60000")
      } finally {
        await large.stop()
      }
    }
  )

  it("an unknown command, an unknown flag and a broken query", async () => {
    assert.strictEqual((await run(["fetch"])).code, 2)
    assert.strictEqual((await run(["pull", "--form", "2025-01-01"])).code, 2)
    fresh()
    assert.strictEqual((await pull(year)).code, 0)
    const { code, stderr } = await run(["query", "--db", database, "SELEC 1"])
    assert.strictEqual(code, 2, stderr)
    for (
      const sql of [
        "DELETE FROM transactions",
        "CREATE TABLE x (y INT)",
        "COPY transactions TO '/tmp/x.csv'",
        "FROM read_csv('/etc/passwd')"
      ]
    ) {
      assert.strictEqual((await run(["query", "--db", database, sql])).code, 2, sql)
    }
  })

  it("prints one JSON document for an error, too", async () => {
    const { code, stdout } = await run(["pull", "--json", ...year], {
      env: { ...sandbox.env, WALLET_STATEMENT_TIME_ZONE: "x" }
    })
    assert.strictEqual(code, 2)
    assert.strictEqual(JSON.parse(stdout).error.exitCode, 2)
  })

  it("tells an old Node which one it needs", async () => {
    const source = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } });`
    writeFileSync(join(folder, "old.mjs"), `${source} await import(${JSON.stringify(program)})`)
    const { code, stderr } = await run([], { file: join(folder, "old.mjs") })
    assert.strictEqual(code, 2)
    assert.match(stderr, /needs Node 22\.19/)
  })
})
