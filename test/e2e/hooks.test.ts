// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Who hears of a pull's end, by real runs: a program and a monitor.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Environment, program, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const walletNo = "254700000001"
const sandbox = { wallets: [{ walletNo, records: 200, from: "2025-01-01", to: "2025-03-31" }], seed: 7 }
const pull = (env: Environment, ...args: ReadonlyArray<string>) =>
  run(["pull", "--json", "--from", "2025-01-01", "--to", "2025-03-31", ...args], { env })

interface Monitor {
  readonly url: string
  readonly came: ReadonlyArray<IncomingMessage>
}

const withMonitor = async (status: number, use: (monitor: Monitor) => Promise<void>): Promise<void> => {
  const came: Array<IncomingMessage> = []
  const server = createServer((request, response) => {
    came.push(request)
    response.writeHead(status).end("OK")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/token-canary`, came })
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

interface Place {
  readonly folder: string
  readonly env: Environment
  /** Where the program puts the report that it gets. */
  readonly report: string
  readonly monitor: Monitor
}

const withPlace = (use: (place: Place) => Promise<void>, status = 200): Promise<void> =>
  withServed(sandbox, [walletNo], (_, folder, served) =>
    withMonitor(status, (monitor) => {
      const report = join(folder, "report.json")
      const env = {
        ...served,
        WALLET_STATEMENT_ON_RESULT_COMMAND: `sh -c 'cat > "$0"' '${report}'`,
        WALLET_STATEMENT_HEARTBEAT_URL: monitor.url
      }
      return use({ folder, env, report, monitor })
    }))

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"))
const failedWith = (stdout: string) => ({ status: "failed", ...JSON.parse(stdout) })

describe("the end of a pull", () => {
  it("is told to a program as --json prints it, and to a monitor by a request that says nothing", () =>
    withPlace(async ({ env, monitor, report }) => {
      const { code, stderr, stdout } = await pull(env)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(read(report), JSON.parse(stdout))
      const [request] = monitor.came
      assert.strictEqual(monitor.came.length, 1)
      assert.deepStrictEqual([request?.method, request?.url], ["GET", "/ping/token-canary"])
      const usual = ["accept", "accept-encoding", "connection", "host"]
      assert.deepStrictEqual(Object.keys(request?.headers ?? {}).filter((name) => !usual.includes(name)), [])
    }))

  it("is told when the file is closed: the program may ask it", () =>
    withPlace(async ({ env, folder }) => {
      const answer = join(folder, "answer")
      const asks = `sh -c '"$0" "$1" query --db "$2" "SELECT count(*) AS n FROM runs" --format csv > "$3"' '` +
        `${process.execPath}' '${program}' '${env["WALLET_STATEMENT_DB"]}' '${answer}'`
      const { code, stderr } = await pull({ ...env, WALLET_STATEMENT_ON_RESULT_COMMAND: asks })
      assert.strictEqual(code, 0, stderr)
      assert.strictEqual(readFileSync(answer, "utf8"), "n\r\n1\r\n")
    }))

  it("is told to the program alone when a finding remains", () =>
    withPlace(async ({ env, monitor, report }) => {
      const { code, stdout } = await pull(env, "--opening-balance", "1.23")
      assert.strictEqual(code, 3)
      assert.deepStrictEqual(read(report), JSON.parse(stdout))
      assert.lengthOf(monitor.came, 0)
    }))

  it("is told of pulls that could not begin: wrong settings, a file that is none of ours, a configuration that is none", () =>
    withPlace(async ({ env, folder, monitor, report }) => {
      const wrong = await pull({ ...env, WALLET_STATEMENT_TIME_ZONE: "Nowhere" })
      assert.strictEqual(wrong.code, 2)
      assert.deepStrictEqual(read(report), failedWith(wrong.stdout))

      const config = join(folder, "broken.toml")
      writeFileSync(config, "base_url = ", { mode: 0o600 })
      const broken = await pull({ ...env, WALLET_STATEMENT_CONFIG: config })
      assert.strictEqual(broken.code, 2)
      assert.include(broken.stderr, "is not valid TOML")
      assert.deepStrictEqual(read(report), failedWith(broken.stdout))

      const foreign = join(folder, "foreign.duckdb")
      writeFileSync(foreign, "none of ours", { mode: 0o600 })
      const refused = await pull({ ...env, WALLET_STATEMENT_DB: foreign })
      assert.strictEqual(refused.code, 5)
      assert.deepStrictEqual(read(report), failedWith(refused.stdout))
      assert.lengthOf(monitor.came, 0)
    }))

  it("is told when it was interrupted", () =>
    withPlace(async ({ env, folder, report }) => {
      const begun = join(folder, "begun")
      const child = spawn(process.execPath, [program, "pull", "--from", "2025-01-01"], {
        env: {
          PATH: process.env["PATH"] ?? "",
          ...env,
          WALLET_STATEMENT_WITNESS_COMMAND: "true",
          WALLET_STATEMENT_CONSUMER_SECRET: "",
          WALLET_STATEMENT_CONSUMER_SECRET_COMMAND: `sh -c 'touch "$0"; sleep 30' '${begun}'`
        },
        stdio: "ignore"
      })
      const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)))
      while (!existsSync(begun)) await new Promise((done) => setTimeout(done, 50))
      child.kill("SIGTERM")
      assert.strictEqual(await ended, 130)
      assert.deepStrictEqual(read(report), {
        status: "failed",
        error: { exitCode: 130, message: "Interrupted. What was committed stays." }
      })
    }))

  it("is a failure when the program does not take the report, and then no monitor hears that all is well", () =>
    withPlace(async ({ env, monitor }) => {
      const fails = "sh -c 'cat > /dev/null; echo no such queue >&2; exit 7'"
      const { code, stderr } = await pull({ ...env, WALLET_STATEMENT_ON_RESULT_COMMAND: fails })
      assert.strictEqual(code, 1)
      assert.include(
        stderr,
        "WALLET_STATEMENT_ON_RESULT_COMMAND did not take the report of this pull: it ended with code 7: no such queue."
      )
      assert.lengthOf(monitor.came, 0)
    }))

  it("stays what it is when the monitor fails, which is a warning without a word of the address", () =>
    withPlace(async ({ env, monitor }) => {
      const { code, stderr } = await pull(env)
      assert.strictEqual(code, 0, stderr)
      assert.include(
        stderr,
        "The monitor of WALLET_STATEMENT_HEARTBEAT_URL was not told that all is well: it answered with status 503."
      )
      assert.notInclude(stderr, "canary")
      assert.notInclude(stderr, "127.0.0.1")
      assert.lengthOf(monitor.came, 3)
    }, 503))

  it("is told to nobody by a dry run", () =>
    withPlace(async ({ env, monitor, report }) => {
      const { code } = await run(["pull", "--dry-run", "--from", "2025-01-01", "--to", "2025-01-31"], { env })
      assert.deepStrictEqual([code, existsSync(report), monitor.came.length], [0, false, 0])
    }))

  it("is told when the address of the monitor is none, beside all else that is wrong", () =>
    withPlace(async ({ env, report }) => {
      const { code, stderr } = await pull({
        ...env,
        WALLET_STATEMENT_HEARTBEAT_URL: "http://example.com/token-canary",
        WALLET_STATEMENT_TIME_ZONE: "Nowhere"
      })
      assert.strictEqual(code, 2)
      assert.include(stderr, "WALLET_STATEMENT_TIME_ZONE")
      assert.include(stderr, "WALLET_STATEMENT_HEARTBEAT_URL is not an https URL")
      assert.notInclude(stderr, "canary")
      assert.deepInclude(read(report), { status: "failed" })
    }))
})
