// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The built program against a service, in a process of its own, that answers with too much: it refuses, says why, and
 * its memory stays within the bound on a body and 64 MB. What was measured is printed.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { run, startSandbox, withFolder } from "./program.ts"

const megabyte = 2 ** 20
/** The default of WALLET_STATEMENT_MAX_RESPONSE_BYTES. */
const cap = 32 * megabyte
const allowed = cap + 64 * megabyte

interface Measured {
  readonly code: number
  readonly said: string
  /** The most memory the program ever had in use, in bytes. */
  readonly peak: number
}

/** Starts the service for a case, lets the program pull from it, and stops it. */
const pullFrom = async (
  name: string,
  folder: string,
  settings: Readonly<Record<string, string>>
): Promise<Measured> => {
  const service = spawn(process.execPath, [join(import.meta.dirname, "hostileService.ts"), name], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  try {
    const port = await new Promise<string>((done) => createInterface({ input: service.stdout }).once("line", done))
    const peakFile = join(folder, `${name}.peak`)
    const { code, stderr, stdout } = await run(
      ["pull", "--db", join(folder, `${name}.duckdb`), "--from", "2025-03-01", "--to", "2025-03-31"],
      {
        env: {
          ...settings,
          WALLET_STATEMENT_BASE_URL: `http://127.0.0.1:${port}`,
          WALLET_STATEMENT_MAX_ATTEMPTS: "1",
          NODE_OPTIONS: `--import=${join(import.meta.dirname, "peak.ts")}`,
          PEAK_FILE: peakFile
        }
      }
    )
    return { code, said: stderr + stdout, peak: Number(readFileSync(peakFile, "utf8")) }
  } finally {
    service.kill()
  }
}

const cases: ReadonlyArray<readonly [name: string, expected: string]> = [
  ["gzip-bomb", "came compressed though that was not asked for"],
  ["gzip-without-a-name", "something else came where JSON belongs"],
  ["deep", "WALLET_STATEMENT_MAX_RESPONSE_DEPTH"],
  ["endless", "WALLET_STATEMENT_MAX_RESPONSE_BYTES"],
  ["gigabyte", "WALLET_STATEMENT_MAX_RESPONSE_BYTES"],
  ["gigabyte-in-chunks", "WALLET_STATEMENT_MAX_RESPONSE_BYTES"],
  ["records", "WALLET_STATEMENT_MAX_RECORDS"],
  ["keys", "WALLET_STATEMENT_MAX_KEYS"],
  ["field", "WALLET_STATEMENT_MAX_FIELD_LENGTH"],
  ["values", "WALLET_STATEMENT_MAX_VALUES"],
  ["endless-refusal", "refused the statement request (status 400)"],
  ["endless-failure", "the service failed (status 500)"],
  ["endless-head", "UND_ERR_HEADERS_OVERFLOW"]
]

describe.skipIf(!existsSync("/proc/self/status"))(
  "too much (skipped where /proc does not tell a process's memory)",
  () => {
    let settings: Readonly<Record<string, string>> = {}
    let small = 0

    beforeAll(() =>
      withFolder(async (folder) => {
        const sandbox = await startSandbox(folder, ["--records", "1"])
        await sandbox.stop()
        const { WALLET_STATEMENT_PRIVATE_KEY_FILE: file = "", ...others } = sandbox.env
        settings = { ...others, WALLET_STATEMENT_PRIVATE_KEY: readFileSync(file, "utf8").replaceAll("\n", "\\n") }
        const measured = await pullFrom("small", folder, settings)
        assert.strictEqual(measured.code, 0, measured.said)
        small = measured.peak
      })
    )

    const table: Array<string> = []
    afterAll(() => void process.stdout.write(`${table.join("\n")}\n`))

    it.each(cases)("%s", (name, expected) =>
      withFolder(async (folder) => {
        const { code, peak, said } = await pullFrom(name, folder, settings)
        assert.strictEqual(code, 1, said)
        assert.include(said, expected)
        const more = peak - small
        table.push(
          `${name}: ${(more / megabyte).toFixed(1)} MB above the ${(small / megabyte).toFixed(1)} MB of a small answer`
        )
        assert.isBelow(more, allowed)
      }))
  }
)
