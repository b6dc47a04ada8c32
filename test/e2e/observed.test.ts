// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { run, startSandbox, withFolder } from "./program.ts"

interface Line {
  readonly time: string
  readonly level: string
  readonly message: string
  readonly [field: string]: unknown
}

/** Every line of a log, each of which must be an object with the fields that are promised. */
const linesOf = (stderr: string): ReadonlyArray<Line> =>
  stderr.split("\n").filter((text) => text !== "").map((text) => {
    const line = JSON.parse(text) as Line
    assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.include(["DEBUG", "INFO", "WARN", "ERROR"], line.level)
    assert.isString(line.message)
    return line
  })

const year = ["--from", "2025-01-01", "--to", "2025-12-31"]

/** A server that takes connections and never answers. */
const silentServer = (): Promise<Server> =>
  new Promise((done) => {
    const server = createServer(() => undefined).listen(0, "127.0.0.1", () => done(server))
  })

describe("--log-format json", () => {
  it("writes nothing but objects to stderr, from the run's retries to its end, and leaves stdout alone", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "300", "--fault", "statement:status=503@first1"])
      try {
        const args = ["pull", "--json", "--log-format", "json", "--log-level", "debug"]
        const { code, stderr, stdout } = await run([...args, "--db", join(folder, "a.duckdb"), ...year], {
          env: sandbox.env
        })
        assert.strictEqual(code, 0, stderr)
        const { runId } = JSON.parse(stdout) as { readonly runId: string }
        const lines = linesOf(stderr)
        const wallet = sandbox.info.wallets[0]?.walletNo
        const [retry] = lines.filter(({ message }) => message === "request failed and is sent again")
        assert.deepInclude(retry, { level: "INFO", run: runId, wallet, reason: "ServiceFailed", attempt: 1 })
        const [committed] = lines.filter(({ message }) => message === "window committed")
        assert.deepInclude(committed, { level: "DEBUG", run: runId, wallet, inserted: 300 })
        assert.deepInclude(lines.at(-2), { message: "wallet ended", run: runId, wallet, inserted: 300, retries: 1 })
        assert.deepInclude(lines.at(-1), { message: "run ended", run: runId, status: "complete" })
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("tells wrong settings and wrong arguments the same way", async () => {
    const settings = await run(["pull", "--log-format=json", ...year])
    assert.strictEqual(settings.code, 2)
    assert.include(linesOf(settings.stderr)[0]?.message, "WALLET_STATEMENT_BASE_URL")
    const argument = await run(["pull", "--nope"], { env: { WALLET_STATEMENT_LOG_FORMAT: "json" } })
    assert.strictEqual(argument.code, 2)
    assert.include(linesOf(argument.stderr)[0]?.message, "--nope")
    assert.strictEqual((await run(["pull", "--log-format", "xml"])).code, 2)
  })
})

it("ends although the collector of its metrics and spans never answers", async () => {
  const collector = await silentServer()
  try {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "300"])
      try {
        const { port } = collector.address() as AddressInfo
        const env = { ...sandbox.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
        const began = performance.now()
        const { code, stderr } = await run(["pull", "--db", join(folder, "a.duckdb"), ...year], { env })
        assert.strictEqual(code, 0, stderr)
        assert.isBelow(performance.now() - began, 30_000)
      } finally {
        await sandbox.stop()
      }
    })
  } finally {
    collector.closeAllConnections()
    collector.close()
  }
})
