// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Node opens an inspector, which shows all of a process's memory, for whoever sends SIGUSR1.
 */
import { assert, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { program, root, run, startSandbox, withFolder } from "./program.ts"

const sleep = (millis: number) => new Promise((done) => setTimeout(done, millis))

/** The ports that a process listens at. */
const portsOf = (pid: number): ReadonlyArray<number> => {
  const inodes = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? []
    } catch {
      return []
    }
  })
  return ["tcp", "tcp6"].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, "utf8").split("\n").slice(1).flatMap((line) => {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/)
      return state === "0A" && inodes.includes(inode) ? [Number.parseInt(local.split(":")[1] ?? "", 16)] : []
    })
  )
}

interface Signalled {
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
  readonly stderr: string
  readonly alive: boolean
}

/** Sends a running process the signal three times, and looks at what it listens at before and after. */
const signalled = async (child: ChildProcess, ready: Promise<unknown>): Promise<Signalled> => {
  let stderr = ""
  child.stderr?.on("data", (chunk: Buffer) => void (stderr += chunk.toString()))
  const ended = new Promise<void>((done) => child.once("exit", () => done()))
  await ready
  const pid = child.pid ?? 0
  const before = portsOf(pid)
  for (let sent = 0; sent < 3; sent++) {
    child.kill("SIGUSR1")
    await sleep(300)
  }
  const alive = child.exitCode === null && child.signalCode === null
  const after = alive ? portsOf(pid) : []
  child.kill("SIGKILL")
  await ended
  return { before, after, stderr, alive }
}

const environment = (extra: Readonly<Record<string, string>>) => ({
  PATH: process.env["PATH"] ?? "",
  NODE_OPTIONS: "--inspect-port=0",
  ...extra
})

describe.skipIf(!existsSync("/proc/self/fd"))("SIGUSR1 (skipped where there is no /proc)", () => {
  it("opens an inspector in a program that does not see to it", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000); console.log(1)"], {
      env: environment({})
    })
    const { after, before } = await signalled(child, new Promise((done) => child.stdout.once("data", done)))
    assert.deepStrictEqual([before.length, after.length], [0, 1])
  })

  it("opens none while a pull runs, which goes on", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "50", "--fault", "statement:slow=3000"])
      try {
        const db = join(folder, "a.duckdb")
        const args = [program, "pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"]
        const child = spawn(process.execPath, args, { env: environment(sandbox.env), cwd: folder })
        const opened = (async () => {
          while (!existsSync(db)) await sleep(20)
          await sleep(300)
        })()
        const { after, alive, before, stderr } = await signalled(child, opened)
        assert.isTrue(alive, stderr)
        assert.deepStrictEqual([before, after, stderr], [[], [], ""])
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("opens none in the process that asks the database", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "50"])
      const db = join(folder, "a.duckdb")
      await run(["pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"], { env: sandbox.env })
      await sandbox.stop()
      const sql = "SELECT count(*) FROM range(300000) a, range(300000) b WHERE a.range + b.range = 7"
      const child = spawn(process.execPath, [program, "query", "--db", db, sql], { env: environment({}), cwd: root })
      const asking = async (): Promise<number> => {
        for (;;) {
          const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")
          if (pid !== undefined && pid !== "" && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("answer")) {
            return Number(pid)
          }
          await sleep(20)
        }
      }
      const pid = await asking()
      await sleep(700)
      process.kill(pid, "SIGUSR1")
      await sleep(300)
      assert.deepStrictEqual(existsSync(`/proc/${pid}/fd`) ? portsOf(pid) : [], [])
      assert.deepStrictEqual(portsOf(child.pid ?? 0), [])
      for (const each of [child.pid ?? 0, pid]) if (existsSync(`/proc/${each}`)) process.kill(each, "SIGKILL")
    })
  })
})
