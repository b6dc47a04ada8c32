// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * `query` as a user types it: bounds, parameters, statements from files, and a process that holds no secret.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program, root, run, startSandbox } from "./program.ts"

const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
const db = join(folder, "x.duckdb")
const canary = "CANARY-secret-91c3"
const endlessRows = "FROM range(1000000000000)"
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
  const [child] = await answering(parent.pid ?? 0)
  return { parent, child }
}

/** Whether a text is anywhere in the memory of a process; undefined when that may not be read. */
const isInMemory = (pid: number, texts: ReadonlyArray<string>): ReadonlyArray<boolean> | undefined => {
  const found = texts.map(() => false)
  let memory: number
  try {
    memory = openSync(`/proc/${pid}/mem`, "r")
  } catch {
    return undefined
  }
  const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text) * 2))
  const part = Buffer.alloc(2 ** 22)
  for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
    const [, from = "0", to = "0"] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
    let at = Number.parseInt(from, 16)
    const end = Number.parseInt(to, 16)
    while (at < end) {
      let read = 0
      try {
        read = readSync(memory, part, 0, Math.min(part.length, end - at), at)
      } catch {
        // The kernel's own pages can't be read.
      }
      if (read === 0) break
      const bytes = part.subarray(0, read)
      for (const [index, text] of texts.entries()) {
        found[index] ||= bytes.includes(text, 0, "utf8") || bytes.includes(text, 0, "utf16le")
      }
      at += read === end - at || read <= overlap ? read : read - overlap
    }
  }
  closeSync(memory)
  return found
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

/** Starts a question with a stdin of its own. */
const askingWith = (args: ReadonlyArray<string>, stdin: "pipe" | number) => {
  const asks = spawn(process.execPath, [program, "query", "--db", db, ...args], { stdio: [stdin, "ignore", "pipe"] })
  return { asks, ended: ending(asks) }
}

/** Asks with 50 MB of memory and a file for the answer; gives the most memory that the answering process had, in MiB. */
const peakOf = async (...args: ReadonlyArray<string>) => {
  const output = join(folder, "output")
  const file = openSync(output, "w")
  const asks = spawn(process.execPath, [program, "query", "--db", db, "--memory", "50MB", ...args], {
    stdio: ["ignore", file, "pipe"]
  })
  closeSync(file)
  const ended = ending(asks)
  const [child] = await answering(asks.pid ?? 0)
  let peak = 0
  while (asks.exitCode === null) {
    peak = Math.max(peak, memoryOf(child))
    await new Promise((done) => setTimeout(done, 10))
  }
  return { ...(await ended), peak, output }
}

/** The most memory that a process had so far, in MiB; nothing when it has ended. */
const memoryOf = (pid: number): number => {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Asks on a terminal of Python's; gives what stood on it and, apart, what was said on stderr. */
const askOnTerminal = (...args: ReadonlyArray<string>) => {
  const said = join(folder, "said")
  const words = [process.execPath, program, "query", "--db", db, ...args]
  const source = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
  const { status, stdout } = spawnSync(
    "python3",
    ["-c", source, "sh", "-c", `exec "$@" 2>'${said}'`, "sh", ...words],
    { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", timeout: 20_000 }
  )
  return {
    code: status,
    stdout: stdout.replaceAll("\r\r\n", "\n").replaceAll("\r\n", "\n"),
    stderr: readFileSync(said, "utf8")
  }
}

const hasPython = spawnSync("python3", ["-c", "import pty, os; os.waitstatus_to_exitcode"]).status === 0
if (!hasPython) process.stdout.write("python3 is missing: what query prints on a terminal is not tested.\n")

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
    const empty = await ask(
      "--json",
      "--param",
      "x=",
      "--param",
      "y=a=b",
      "SELECT $x AS x, nullif($x, '') AS n, $y AS y"
    )
    assert.deepStrictEqual(JSON.parse(empty.stdout), [{ x: "", n: null, y: "a=b" }])
    for (const wrong of [["x"], ["=x"], ["x=1", "--param", "x=2"]]) {
      const { code, stderr } = await ask("--param", ...wrong, "SELECT $x AS x")
      assert.deepStrictEqual([code, stderr.startsWith("--param ")], [2, true], stderr)
    }
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
    const nothing = await ask(" -- nothing\n")
    assert.deepStrictEqual([nothing.code, nothing.stderr], [2, "There is no statement in this text.\n"])
  })

  it("takes a statement that ends, and waits for one by a pipe no longer than for its answer", async () => {
    const silent = askingWith(["--timeout", "1s", "-"], "pipe")
    const late = await silent.ended
    silent.asks.stdin?.destroy()
    assert.deepStrictEqual([late.code, late.stderr.includes("--timeout allows more")], [1, true], late.stderr)
    if (!existsSync("/dev/zero")) return
    const pipe = join(folder, "nobody-writes")
    execFileSync("mkfifo", [pipe])
    const unwritten = await ask("--timeout", "1s", "--file", pipe)
    assert.deepStrictEqual([unwritten.code, unwritten.stderr.includes("--timeout allows more")], [1, true])
    const endless = await ask("--file", "/dev/zero")
    assert.deepStrictEqual([endless.code, endless.stderr.includes("is neither a file nor a pipe")], [2, true])
    const zeros = openSync("/dev/zero", "r")
    const long = await askingWith(["-"], zeros).ended
    closeSync(zeros)
    assert.deepStrictEqual([long.code, long.stderr.includes("has more than 1048576 bytes")], [2, true], long.stderr)
    const fromPipe = execFileSync("bash", [
      "-c",
      `"$0" "$1" query --db "$2" --format csv --file <(echo SELECT 3 AS c)`,
      process.execPath,
      program,
      db
    ])
    assert.strictEqual(fromPipe.toString(), "c\r\n3\r\n")
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

  it.skipIf(!existsSync("/proc/self/status"))(
    "takes no more memory than it may, whatever is printed, and all rows are",
    async () => {
      const sql = "SELECT range AS n, 'row ' || range AS t, range * 1.5 AS m FROM range(1000000)"
      for (const [format, lines] of [["table", 1_000_002], ["csv", 1_000_001], ["ndjson", 1_000_000]] as const) {
        const { code, output, peak, stderr } = await peakOf("--format", format, sql)
        assert.strictEqual(code, 0, stderr)
        assert.strictEqual(execFileSync("wc", ["-l", output]).toString().trim().split(" ")[0], String(lines))
        process.stdout.write(`${format}: ${peak} MiB\n`)
        assert.isBelow(peak, 250)
      }
      for (const values of ["repeat('x', 1000000) FROM range(5000)", "list('abc' || range) FROM range(3000000)"]) {
        const { code, peak, stderr } = await peakOf("--json", `SELECT ${values}`)
        process.stdout.write(`${values}: ${peak} MiB\n`)
        assert.deepStrictEqual([code, stderr.includes("Allow more with --memory")], [2, true], stderr)
        assert.isBelow(peak, 350)
      }
    },
    120_000
  )

  it.skipIf(!existsSync("/dev/full"))(
    "says that the output could not be written, and not that the engine broke down",
    async () => {
      for (const args of [["--format", "csv"], ["--json"], []]) {
        const full = openSync("/dev/full", "w")
        const asks = spawn(process.execPath, [program, "query", "--db", db, ...args, "FROM range(100000)"], {
          stdio: ["ignore", full, "pipe"]
        })
        closeSync(full)
        const { code, stderr } = await ending(asks)
        assert.deepStrictEqual(
          [code, stderr],
          [1, "The output could not be written (ENOSPC: the disk is full): what was printed is not complete.\n"]
        )
      }
    }
  )

  it("ends at once and says nothing when nobody reads its output any more", async () => {
    for (const format of ["csv", "table"]) {
      const asks = spawn(process.execPath, [program, "query", "--db", db, "--format", format, endlessRows], {
        stdio: ["ignore", "pipe", "pipe"]
      })
      asks.stdout?.once("data", () => asks.stdout?.destroy())
      assert.deepStrictEqual(await ending(asks), { code: 0, stderr: "" })
    }
  })

  it("shows no control character of a statement, of a row in JSON, or of a path", async () => {
    const file = join(folder, "commands.sql")
    writeFileSync(file, "SELECT '\u001b]0;title\u0007\u009b31m' FROM nosuch\u009b\u202ex")
    const path = join(folder, "no\u001b[31m.sql")
    const sql = "SELECT chr(155) || chr(27) || chr(127) || chr(8238) || 'é😀' AS x"
    for (
      const args of [["--file", file], ["--file", file, "--json"], ["--file", path], ["--json", sql], [
        "--format",
        "ndjson",
        sql
      ]]
    ) {
      const { stderr, stdout } = await ask(...args)
      assert.notMatch((stderr + stdout).replaceAll("\n", ""), /[\p{C}\p{Zl}\p{Zp}]/u)
      assert.notStrictEqual(stderr + stdout, "")
    }
    assert.deepStrictEqual(JSON.parse((await ask("--json", sql)).stdout), [{ x: "\u009b\u001b\u007f\u202eé😀" }])
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

  it("takes no text of a row for what the database says of itself", async () => {
    for (
      const text of [
        "Credited KES10.00 from INTERNAL Error Ltd",
        "FATAL Error: x",
        "database has been invalidated",
        "Corrupt database file",
        "IO Error: Corrupt database file",
        "No space left on device",
        "Out of Memory Error"
      ]
    ) {
      for (
        const sql of [
          "SELECT d::DATE FROM (VALUES ($text)) t(d)",
          "SELECT error($text)",
          "SELECT regexp_matches('a', $text || '(')",
          `FROM "${text}"`
        ]
      ) {
        const { code, stderr } = await ask(...(sql.includes("$") ? ["--param", `text=${text}`] : []), sql)
        assert.deepStrictEqual([code, stderr.includes(text)], [2, true], stderr)
        assert.notMatch(stderr, /is damaged|broke down|The database .* failed|is full/)
      }
    }
  }, 60_000)

  it("says of a value that is too long for a text that it is, and not that the engine broke down", async () => {
    for (const sql of ["repeat('x', 600000000)", "repeat('x', 300000000), repeat('x', 300000000)"]) {
      const { code, stderr } = await ask("--memory", "4GB", "--format", "csv", `SELECT ${sql}`)
      assert.deepStrictEqual([code, stderr.includes("too long to be shown")], [2, true], stderr)
    }
  }, 60_000)

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

  it.skipIf(process.platform !== "linux")("has no secret of its asker's in its memory", async () => {
    const config = join(folder, "secrets.toml")
    const inFile = "CANARY-in-file-5b07"
    writeFileSync(config, `consumer_secret = "${inFile}"\n`, { mode: 0o600 })
    const sql = `${endless} WHERE a.range > 1 -- MARK-of-the-statement`
    const asks = spawn(process.execPath, [program, "query", "--db", db, "--config", config, sql], {
      env: { PATH: process.env["PATH"] ?? "", WALLET_STATEMENT_CONSUMER_SECRET: canary, AWS_SECRET_ACCESS_KEY: canary },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const ended = ending(asks)
    const [child, asker] = await answering(asks.pid ?? 0)
    const texts = ["MARK-of-the-statement", canary, inFile]
    let found = isInMemory(child, texts)
    for (let waited = 0; waited < 100 && found?.[0] === false; waited++) {
      await new Promise((done) => setTimeout(done, 100))
      found = isInMemory(child, texts)
    }
    const ofAsker = isInMemory(asker, texts)
    asks.kill("SIGINT")
    await ended
    if (found === undefined || ofAsker === undefined) {
      process.stdout.write("The memory of other processes may not be read here: it was not searched.\n")
      return
    }
    assert.deepStrictEqual(found, [true, false, false])
    assert.isTrue(ofAsker[1], "a search that finds no secret in the asker shows nothing")
  }, 60_000)

  it("reads no setting but where the file is and what a question may take, and runs no command", async () => {
    const config = join(folder, "wrong.toml")
    const ran = join(folder, "ran")
    writeFileSync(
      config,
      [
        `db = "${db}"`,
        "base_url = \"ftp://nowhere\"",
        "time_zone = \"nowhere\"",
        "limit = \"many\"",
        "private_key_file = \"/nonexistent\"",
        "ca_file = \"/nonexistent\"",
        "witness_file = \"/nonexistent/x\"",
        ...["consumer_key", "consumer_secret", "signer", "witness"].map((name) => `${name}_command = "touch ${ran}"`)
      ].join("\n"),
      { mode: 0o600 }
    )
    const { code, stderr, stdout } = await run(["query", "--config", config, "--format", "csv", "SELECT 1 AS a"], {
      env: { WALLET_STATEMENT_WALLETS: "?", WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE_COMMAND: `touch ${ran}` }
    })
    assert.deepStrictEqual({ code, stderr, stdout }, { code: 0, stderr: "", stdout: "a\r\n1\r\n" })
    assert.isFalse(existsSync(ran))
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

  it.skipIf(!hasPython)(
    "prints no more rows to a terminal than it may, in any format, and says that there are more",
    () => {
      const rest =
        "These are the first 3 rows, and there are more: --rows N shows more on a terminal; a file or a program " +
        "gets all.\n"
      const expected = {
        csv: "n\n0\n1\n2\n",
        json: `[{"n":0},{"n":1},{"n":2}]\n`,
        ndjson: `{"n":0}\n{"n":1}\n{"n":2}\n`,
        markdown: "| n |\n| ---: |\n| 0 |\n| 1 |\n| 2 |\n"
      }
      for (const [format, stdout] of Object.entries(expected)) {
        const shown = askOnTerminal("--rows", "3", "--format", format, `SELECT range AS n ${endlessRows}`)
        assert.deepStrictEqual(shown, { code: 0, stdout, stderr: rest })
      }
      const table = askOnTerminal("--rows", "3", endlessRows)
      assert.deepStrictEqual([table.code, table.stdout.split("\n").length, table.stderr], [0, 6, rest])
      const all = askOnTerminal("--rows", "3", "--format", "ndjson", "SELECT range AS n FROM range(3)")
      assert.deepStrictEqual(all, { code: 0, stdout: expected.ndjson, stderr: "" })
    },
    120_000
  )

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
