// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { factsFile, factsOf } from "../../scripts/reportFacts.ts"
import { settings } from "../../src/settings/catalogue.ts"
import { program, query, root, run, startSandbox, withFolder } from "./program.ts"

const year = { WALLET_STATEMENT_FROM: "2025-01-01", WALLET_STATEMENT_TO: "2025-12-31" }

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Runs a command and presses Ctrl-C as soon as it committed some rows to a file. */
const interrupted = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, db: string) =>
  new Promise<{ readonly code: number | null; readonly stderr: string }>((done) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "ignore", "pipe"] })
    let stderr = ""
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const watching = setInterval(() => {
      if ((statSync(`${db}.wal`, { throwIfNoEntry: false })?.size ?? 0) < 100_000) return
      clearInterval(watching)
      child.kill("SIGINT")
    }, 20)
    child.once("exit", (code) => {
      clearInterval(watching)
      done({ code, stderr })
    })
  })

/** Those of settings that a question mark is no value of. */
const flagsOfSettings = settings.flatMap(({ flag, shape }) =>
  flag === undefined || shape.parse("?") !== undefined ? [] : [flag]
)

const settingsEnough = {
  WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:9",
  WALLET_STATEMENT_CONSUMER_KEY: "key",
  WALLET_STATEMENT_CONSUMER_SECRET: "secret",
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: "W-1"
}

/** The README's five. */
const questions = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^wallet-statement query "(.*)"$/gm)]
  .map(([, sql = ""]) => sql)

/** What a terminal was left with, as docs/demo.svg shows it, without the command that was typed. */
const picture = [...readFileSync(join(root, "docs/demo.svg"), "utf8").matchAll(/<text class="(?!typed)[^>]*>([^<]*)</g)]
  .map(([, line = ""]) => line.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"))
  .join("\n")

/** A text without what is another in each run, and without the places where lines are broken. */
const told = (text: string): string =>
  text
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, "run")
    .replace(/[0-9a-f]{64}/g, "hash")
    .replace(/[\d.]+ s$/gm, "a while")
    .replace(/\s/g, "")

describe("the commands", () => {
  it("demo leaves a file that can be queried, and loads nothing twice", async () => {
    await withFolder(async (folder) => {
      const first = await run(["demo"], { cwd: folder })
      assert.strictEqual(first.code, 0, first.stderr)
      assert.match(first.stdout, /equal the service's own books, to the last digit/)
      assert.strictEqual(first.stdout.match(/wallet-statement query --db demo\.duckdb "/g)?.length, 3)
      assert.include(
        told(first.stderr + first.stdout),
        told(picture),
        "docs/demo.svg: draw it anew with scripts/picture.ts"
      )
      assert.lengthOf(questions, 5)
      for (const question of questions) {
        const answer = await run(["query", "--db", "demo.duckdb", question], { cwd: folder })
        assert.strictEqual(answer.code, 0, answer.stderr)
      }
      assert.match(first.stdout, /\ndemo-report\.html: report of 4 wallets, \d+ kB\. Open it in a browser;/)
      const page = readFileSync(join(folder, "demo-report.html"), "utf8")
      assert.match(page, /^<!doctype html>/i)
      const { picture: _, ...facts } = JSON.parse(readFileSync(factsFile, "utf8"))
      assert.deepStrictEqual(factsOf(page), facts, "docs/report.png: take it anew with scripts/reportPicture.ts")
      const db = join(folder, "demo.duckdb")
      assert.strictEqual(statSync(db).mode & 0o777, 0o600)
      const [row] = await query(
        db,
        "SELECT count(*)::VARCHAR AS n, count(position)::VARCHAR AS placed FROM transactions"
      )
      assert.strictEqual(row?.["n"], "70000")
      const again = await run(["demo", "--json"], { cwd: folder })
      const report = JSON.parse(again.stdout)
      for (const { rows } of report.wallets) {
        assert.deepStrictEqual([rows.inserted, rows.changed, rows.withdrawn], [0, 0, 0])
      }
    })
  })

  it("messages name a setting by the line of the file that gave it", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "1"])
      await sandbox.stop()
      const config = join(folder, "books.toml")
      const lines = Object.entries({ ...sandbox.env, WALLET_STATEMENT_MAX_ATTEMPTS: "1" }).map(([name, value]) =>
        `${name.replace("WALLET_STATEMENT_", "").toLowerCase()} = ${JSON.stringify(value)}`
      )
      writeFileSync(config, `${lines.join("\n")}\ndb = "a.duckdb"\nfrom = "2025-01-01"\nto = "2025-01-31"\n`, {
        mode: 0o600
      })
      const place = `Check the host and port in ${config}, line 1: base_url.`
      for (const command of [["pull"], ["check"], ["probe"], ["pull", "--json"], ["probe", "--json"]]) {
        const { code, stderr, stdout } = await run([...command, "--config", config], { cwd: folder })
        assert.strictEqual(code, 1, stderr)
        assert.include(stdout + stderr, place, command.join(" "))
        assert.notInclude(stdout + stderr, "WALLET_STATEMENT_BASE_URL", command.join(" "))
      }
    })
  })

  it("sandbox --toml prints a configuration file", async () => {
    await withFolder(async (folder) => {
      const args = ["sandbox", "--port", "0", "--records", "3", "--key-out", join(folder, "key.pem"), "--toml"]
      const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
      try {
        const [printed, notice] = await Promise.all(
          [child.stdout, child.stderr].map((stream) =>
            new Promise<string>((done) => stream.once("data", (chunk) => done(String(chunk))))
          )
        )
        assert.include(notice, "The lines above are the settings for a configuration file.")
        const config = join(folder, "books.toml")
        writeFileSync(config, printed ?? "", { mode: 0o600 })
        const checked = await run(["check", "--config", config, "--db", join(folder, "a.duckdb")], { cwd: folder })
        assert.strictEqual(checked.code, 0, checked.stdout + checked.stderr)
      } finally {
        child.kill()
      }
    })
  })

  it("check tells what works", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "20"])
      try {
        const good = await run(["check", "--db", join(folder, "a.duckdb")], { env: sandbox.env })
        assert.strictEqual(good.code, 0, good.stdout + good.stderr)
        for (
          const line of ["settings", "database", "private key", "connect", "login", "clock", "signature", "statement"]
        ) {
          assert.match(good.stdout, new RegExp(`^ok +${line}`, "m"))
        }
        const bad = await run(["check", "--json"], {
          env: { ...sandbox.env, WALLET_STATEMENT_CONSUMER_SECRET: "wrong" },
          cwd: folder
        })
        assert.strictEqual(bad.code, 4)
        const { exitCode, findings } = JSON.parse(bad.stdout)
        assert.strictEqual(exitCode, 4)
        const notOk = findings.filter(({ ok }: { readonly ok: boolean }) => !ok)
        assert.deepStrictEqual(
          notOk.map(({ name, state }: { readonly name: string; readonly state: string }) => `${name} ${state}`),
          ["TLS skipped", "login failed", "statement skipped"]
        )
        assert.match(bad.stderr, /^FAIL +login +The service refused the login/m, "steps are shown as they go")
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("probe measures within its requests, prints settings that a pull takes, and writes nothing", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, [
        "--preset",
        "small",
        "--answer-limit",
        "300",
        "--bounds",
        "exclusive-end"
      ])
      try {
        const days = ["--from", "2025-06-01", "--to", "2025-06-20"]
        const text = await run(["probe", ...days], { env: sandbox.env, cwd: folder })
        assert.strictEqual(text.code, 0, text.stderr)
        assert.match(text.stderr, /^Probing wallet \d+ with at most 40 requests, logins and retries included/)
        assert.include(text.stdout, "300 records at once, though 5000 were asked for")
        const settings = [...text.stdout.matchAll(/^ {2}([a-z_]+ = .*)$/gm)].map(([, line = ""]) => line)
        assert.deepStrictEqual(settings, [`date_bounds = "exclusive-end"`, "limit = 300"])
        const file = join(folder, "wallet-statement.toml")
        writeFileSync(file, settings.join("\n"))
        assert.deepStrictEqual(readdirSync(folder).toSorted(), ["key.pem", "wallet-statement.toml"])
        const pulled = await run(["pull", "--json", "--from", "2025-06-01", "--to", "2025-08-31"], {
          env: sandbox.env,
          cwd: folder
        })
        assert.notStrictEqual(pulled.code, 2, pulled.stderr)
        assert.deepStrictEqual(JSON.parse(pulled.stdout).wallets[0].truncatedDays, [])
        const stopped = await run(["probe", "--json", "--requests", "3", ...days], { env: sandbox.env, cwd: folder })
        const { ended, requests } = JSON.parse(stopped.stdout)
        assert.deepStrictEqual([stopped.code, ended, requests.sent], [0, "requests-used-up", 3])
        const wrong = { ...sandbox.env, WALLET_STATEMENT_CONSUMER_SECRET: "wrong" }
        const refused = await run(["probe", "--json"], { env: wrong, cwd: folder })
        assert.strictEqual(refused.code, 4)
        assert.include(JSON.parse(refused.stdout).error, "The service refused the login")
        const usage = await run(["probe", "--requests", "1"], { env: sandbox.env, cwd: folder })
        assert.strictEqual(usage.code, 2)
        assert.include(usage.stderr, "--requests must be a whole number from 2 to 1000.")
        const empty = await run(["probe", "--from", "2020-01-01", "--to", "2020-01-31"], {
          env: sandbox.env,
          cwd: folder
        })
        assert.strictEqual(empty.code, 1)
        assert.include(empty.stderr, "Name days that have rows with --from and --to.")
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("sandbox lists the faults it knows when one is none", async () => {
    const { code, stderr } = await run(["sandbox", "--fault", "statement:explode"])
    assert.strictEqual(code, 2)
    assert.include(stderr, "--fault statement:explode is no fault. Known are\n  statement:KIND or login:KIND")
    assert.match(
      stderr,
      /address-refused.*clock=-600.*\n {2}statement:KIND alone: signature-refused\.\n {2}record:KIND/
    )
  })

  it("verify names the first window that was changed by hand", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "300"])
      try {
        const db = join(folder, "a.duckdb")
        const env = { ...sandbox.env, ...year, WALLET_STATEMENT_LIMIT: "50" }
        assert.strictEqual((await run(["pull", "--db", db], { env })).code, 0)
        const intact = await run(["verify", "--db", db])
        assert.strictEqual(intact.code, 0, intact.stdout + intact.stderr)
        execFileSync(process.execPath, [
          "--input-type=module",
          "-e",
          `import { DuckDBInstance } from "@duckdb/node-api"; const i = await DuckDBInstance.create(${
            JSON.stringify(db)
          });
           const c = await i.connect(); await c.run("UPDATE transactions SET amount = amount + 0.0001 WHERE window_sequence = 3 AND rowid = (SELECT min(rowid) FROM transactions WHERE window_sequence = 3)");
           c.closeSync(); i.closeSync()`
        ], { cwd: root })
        const changed = await run(["verify", "--db", db, "--json"])
        assert.strictEqual(changed.code, 1)
        assert.match(JSON.parse(changed.stdout).audit.difference, /^window 3 /)
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("quarantine lists, shows and reads again what settings of now can read", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, [
        "--records",
        "100",
        "--fault",
        "record:bad-amount@7",
        "--fault",
        "record:marker-conflict@20%"
      ])
      try {
        const db = join(folder, "a.duckdb")
        const env = { ...sandbox.env, ...year }
        const pulled = await run(["pull", "--db", db], { env: { ...env, WALLET_STATEMENT_MARKER_POLICY: "reject" } })
        assert.strictEqual(pulled.code, 3, pulled.stderr)
        const listed = JSON.parse((await run(["quarantine", "list", "--db", db, "--json"])).stdout)
        const conflicts = listed.filter(({ reason }: { readonly reason: string }) =>
          reason === "time-marker-conflict"
        ).length
        assert.isAbove(conflicts, 2)
        assert.strictEqual(listed.length, conflicts + 1)
        const shown = await run(["quarantine", "show", String(listed[0].id), "--db", db])
        assert.match(shown.stdout, /raw_text +\{.*"txnId"/)
        const retried = await run(["quarantine", "retry", "--db", db, "--json"], { env })
        assert.strictEqual(retried.code, 3, retried.stderr)
        assert.deepStrictEqual([JSON.parse(retried.stdout).loaded, JSON.parse(retried.stdout).remaining], [
          conflicts,
          1
        ])
        const [row] = await query(db, "SELECT count(*) AS n FROM transactions")
        assert.strictEqual(row?.["n"], 99)
        const { wallets: [verified] } = JSON.parse((await run(["verify", "--db", db, "--json"])).stdout)
        assert.include(verified.findings.map(({ kind }: { readonly kind: string }) => kind), "quarantined")
        assert.strictEqual((await run(["verify", "--db", db])).code, 3)
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("status and query show what a pull left", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "200", "--fault", "record:bad-amount@3"])
      try {
        const db = join(folder, "a.duckdb")
        const pulled = await run(["pull", "--db", db], { env: { ...sandbox.env, ...year } })
        assert.strictEqual(pulled.code, 3, pulled.stderr)
        const status = JSON.parse((await run(["status", "--db", db, "--json"])).stdout)
        assert.strictEqual(status.wallets[0].wallet, "254700000001")
        assert.strictEqual(status.wallets[0].complete_to, "2025-12-31")
        assert.strictEqual(status.runs[0].status, "incomplete")
        assert.strictEqual(status.health[0].lastRun.ending, "incomplete")
        const fresh = await run(["status", "--db", db, "--max-age", "20000d"])
        assert.strictEqual(fresh.code, 0, fresh.stderr)
        assert.include(fresh.stdout, "1 wallet, 1 with something to do")
        const old = await run(["status", "--db", db, "--max-age", "26h", "--prometheus"])
        assert.strictEqual(old.code, 3)
        assert.include(
          old.stderr,
          "Not complete to a day that ended in the last 1d 2h: 254700000001 (2025-12-31)."
        )
        assert.include(old.stdout, "wallet_statement_quarantined{wallet=\"254700000001\"} 1\n")
        const more = {
          WALLET_STATEMENT_WALLETS: "254700000001,254700000098=KES@2030-01-01,254700000099=KES@2024-01-01"
        }
        const unheard = await run(["status", "--db", db, "--max-age", "900d"], { env: more })
        assert.strictEqual(unheard.code, 3)
        assert.include(unheard.stderr, "900d: 254700000099 (nothing loaded).")
        assert.include(unheard.stdout, "3 wallets, 1 well, 2 with something to do")
        assert.include(unheard.stdout, "254700000098: It begins on 2030-01-01, which has not come yet.")
        assert.match(
          unheard.stdout,
          /254700000099: Nothing is loaded\. `wallet-statement pull --wallet 254700000099=KES@2024-01-01 --db \S+` loads it\./
        )
        const { health } = JSON.parse((await run(["status", "--db", db, "--json"], { env: more })).stdout)
        assert.deepStrictEqual(
          health.map((each: { readonly begins: string; readonly rows: number }) => [each.begins, each.rows]),
          [[null, 199], ["2030-01-01", 0], ["2024-01-01", 0]]
        )
        assert.deepStrictEqual(status.quarantine, [{
          wallet: "254700000001",
          reason: "money-not-decimal",
          records: 1
        }])
        const csv = await run([
          "query",
          "--db",
          db,
          "--format",
          "csv",
          "SELECT 'a,b' AS x, NULL AS y, 1.50::DECIMAL(18,4) AS z"
        ])
        assert.strictEqual(csv.stdout, "x,y,z\r\n\"a,b\",,1.5000\r\n")
        const markdown = await run(["query", "--db", db, "--format", "markdown", "SELECT 'a|b' AS x, 2 AS n"])
        assert.strictEqual(markdown.stdout, "| x | n |\n| --- | ---: |\n| a\\|b | 2 |\n")
        const lines = await run(["query", "--db", db, "--format", "ndjson", "FROM range(2) t(n)"])
        assert.strictEqual(lines.stdout, "{\"n\":0}\n{\"n\":1}\n")
      } finally {
        await sandbox.stop()
      }
    })
  })

  for (const algorithm of ["rsa-pkcs1-sha256", "rsa-pss-sha256", "ecdsa-p256-sha256-der", "ecdsa-p256-sha256-p1363"]) {
    it.skipIf(!hasOpenssl)(`keygen and sign agree with openssl: ${algorithm} (skipped without openssl)`, async () => {
      await withFolder(async (folder) => {
        const made = await run(["keygen", "--algorithm", algorithm, "--out", "k"], { cwd: folder })
        assert.strictEqual(made.code, 0, made.stderr)
        assert.strictEqual(statSync(join(folder, "k.pem")).mode & 0o777, 0o600)
        const env = { WALLET_STATEMENT_PRIVATE_KEY_FILE: "k.pem", WALLET_STATEMENT_SIGNATURE_ALGORITHM: algorithm }
        const explained = await run(["sign", "--wallet", "254700000001", "--to", "2024-03-31", "--explain"], {
          env,
          cwd: folder
        })
        assert.strictEqual(explained.code, 0, explained.stderr)
        writeFileSync(join(folder, "check.sh"), explained.stdout)
        assert.match(execFileSync("sh", ["-e", "check.sh"], { cwd: folder }).toString(), /Verified OK/)
        const again = await run(["keygen", "--out", "k"], { cwd: folder })
        assert.strictEqual(again.code, 2, "an existing key is never overwritten")
      })
    })
  }

  it("prints completions and help with examples", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, stdout } = await run(["--completions", shell])
      assert.strictEqual(code, 0)
      assert.include(stdout, "wallet-statement")
    }
    for (const command of ["demo", "pull", "status", "query", "check", "probe", "sign", "keygen", "sandbox"]) {
      const { code, stdout } = await run([command, "--help"])
      assert.strictEqual(code, 0)
      assert.match(stdout, /EXAMPLES/)
    }
  })

  it("have the flag of each setting that names one, and read the setting from it", async () => {
    await withFolder(async (folder) => {
      const refused = new Set<string>()
      for (const command of ["pull", "probe", "publish", "status", "query", "quarantine retry"]) {
        const { stdout } = await run([...command.split(" "), "--help"])
        for (const flag of flagsOfSettings.filter((each) => stdout.includes(`${each} `))) {
          const env = { ...settingsEnough, WALLET_STATEMENT_PRIVATE_KEY_FILE: join(root, "package.json") }
          const { code, stderr } = await run([...command.split(" "), flag, "?"], { cwd: folder, env })
          assert.isTrue(code !== 0 && stderr.includes(`${flag} `), `${command} ${flag}: ${code} ${stderr}`)
          refused.add(flag)
        }
      }
      assert.deepStrictEqual([...refused].toSorted(), flagsOfSettings.toSorted())
    })
  })

  it("pipelines run against the sandbox with the public surface alone", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--preset", "small"])
      try {
        for (
          const [name, says] of [["daily", /20000 new/], ["backfill", /1 wallets loaded, 0 failed/], [
            "custom",
            /net -?\d/
          ]] as const
        ) {
          const db = join(folder, `${name}.duckdb`)
          const env = { ...sandbox.env, ...year, WALLET_STATEMENT_DB: db }
          const ended = await run([], { env, file: join(root, `pipelines/${name}.ts`) })
          assert.strictEqual(ended.code, 0, ended.stderr)
          assert.match(ended.stdout, says)
          const [row] = await query(db, "SELECT count(*)::VARCHAR AS n FROM transactions")
          assert.strictEqual(row?.["n"], "20000")
        }
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("the example of docs/library.md runs with the README's settings", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "100"])
      const file = join(root, `.readme-example-${process.pid}.ts`)
      try {
        const page = readFileSync(join(root, "docs/library.md"), "utf8")
        const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
        const [, inCode = ""] = /`(Layer\.provide\(ConfigProvider[^`]*)`/.exec(page) ?? []
        const runs = async (source: string) => {
          const told = "const { report } = await Effect.runPromise(nightly)\nconsole.log(report.status)\n"
          writeFileSync(file, `${source}\n${told}`)
          return await run([], { file, cwd: folder, env: sandbox.env })
        }
        const found = await runs(example)
        assert.strictEqual(found.stdout, "complete\n", found.stderr)
        const again = example
          .replace("import { Effect, Layer } from", "import { ConfigProvider, Effect, Layer } from")
          .replace("import { Pull,", "import { settingsProvider, Pull,")
          .replace(
            "Layer.provideMerge(Settings.layer),",
            `$&\n${inCode.replace("2024-01-01", year.WALLET_STATEMENT_FROM)},`
          )
        const ended = await runs(again)
        assert.strictEqual(ended.stdout, "complete\n", ended.stderr)
        assert.strictEqual((await runs(example)).stdout, "complete\n", "later ones go on")
        const [row] = await query(join(folder, "books.duckdb"), "SELECT count(*) AS n FROM transactions")
        assert.strictEqual(row?.["n"], 100)
      } finally {
        rmSync(file, { force: true })
        await sandbox.stop()
      }
    })
  })

  it("Ctrl-C leaves what was committed and says how to go on", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--preset", "small", "--fault", "statement:slow=300"])
      try {
        const db = join(folder, "a.duckdb")
        const ended = await interrupted(["pull", "--db", db], { ...sandbox.env, ...year }, db)
        assert.strictEqual(ended.code, 130, ended.stderr)
        assert.match(
          ended.stderr,
          /Interrupted\. \d+ windows? .* stays?; run the same command again to go on/
        )
        assert.isTrue(existsSync(db))
        const next = await run(["pull", "--db", db, "--json"], { env: { ...sandbox.env, ...year } })
        assert.strictEqual(next.code, 0, next.stderr)
        const [row] = await query(db, "SELECT count(*)::VARCHAR AS n FROM transactions")
        assert.strictEqual(row?.["n"], "20000")
      } finally {
        await sandbox.stop()
      }
    })
  })
})
