// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The files in deploy/: checked by the tools they are for where those are, and run as far as that goes without a machine of their own.
 *
 * `INSTALL=1` also takes the steps of the Containerfile in a folder, and fetches what checks the files for Kubernetes: the network, or the caches
 * of npm and pip.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { settingNames } from "../../src/settings/catalogue.ts"
import { asNobody, canBeOthers, ended, has, nobody, withCopiedProgram } from "./otherUser.ts"
import { type Ended, program, query, root, run, withFolder } from "./program.ts"
import { makePython } from "./pythonWith.ts"
import { withServed } from "./servedSandbox.ts"

const fileOf = (name: string): string => readFileSync(join(root, "deploy", name), "utf8")
const names = [
  "systemd/wallet-statement.service",
  "systemd/wallet-statement.timer",
  "systemd/publish.conf",
  "crontab",
  "Containerfile",
  "kubernetes/cronjob.yaml"
]
const service = fileOf("systemd/wallet-statement.service")
const publishing = fileOf("systemd/publish.conf")
const walletNo = "254700000001"
const sandbox = { wallets: [{ walletNo, records: 200, from: "2025-01-01", to: "2025-03-31" }], seed: 7 }

/** What a unit says, by name; several of a name in their order. */
const said = (unit: string, name: string): ReadonlyArray<string> =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value)

it("names no setting that there is not, and keeps the retries and the deadlines together", () => {
  const known = new Set<string>([...settingNames, "LOG_FORMAT"])
  for (const name of names) {
    const settings = [...fileOf(name).matchAll(/WALLET_STATEMENT_(\w+)/g)].map(([, setting = ""]) => setting)
    assert.deepStrictEqual(settings.filter((setting) => !known.has(setting)), [], name)
  }
  assert.deepStrictEqual(said(service, "RestartPreventExitStatus"), ["2 3 4 5 130"])
  assert.include(fileOf("kubernetes/cronjob.yaml"), "values: [2, 3, 4, 5]")
})

/** Both units in a folder, and what is added to the service for readers; the service starts the program that was built here. */
const withUnits = (use: (unit: string, timer: string) => Promise<void>) =>
  withFolder((folder) => {
    const [unit, timer] = ["wallet-statement.service", "wallet-statement.timer"].map((name) => join(folder, name))
    writeFileSync(
      unit ?? "",
      service.replace(/^ExecStart=wallet-statement/m, `ExecStart=${process.execPath} ${program}`)
    )
    cpSync(join(root, "deploy/systemd/wallet-statement.timer"), timer ?? "")
    mkdirSync(`${unit}.d`)
    writeFileSync(join(`${unit}.d`, "publish.conf"), publishing)
    return use(unit ?? "", timer ?? "")
  })

describe.skipIf(!has("systemd-analyze", "--version"))("the units of systemd", () => {
  it("are taken without a word", () =>
    withUnits(async (unit, timer) => {
      const { code, stderr, stdout } = await ended("systemd-analyze", ["verify", unit, timer])
      // What the machine's own units say of themselves is not about these.
      const about = (stdout + stderr).split("\n").filter((line) => line.includes("wallet-statement"))
      assert.deepStrictEqual([code, about], [0, []])
    }))

  it("leave little to a program that was taken over", () =>
    withUnits(async (unit) => {
      const { code, stdout } = await ended("systemd-analyze", [
        "security",
        "--no-pager",
        "--offline=true",
        "--threshold=15",
        unit
      ])
      assert.strictEqual(code, 0, stdout)
    }))

  it("begin at half past two in the night", async () => {
    const [at = ""] = said(fileOf("systemd/wallet-statement.timer"), "OnCalendar")
    const { stdout } = await ended("systemd-analyze", ["calendar", at])
    assert.match(stdout, /Normalized form: \*-\*-\* 02:30:00/)
  })
})

interface Started {
  readonly words: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly state: string
}

/** The unit's command and environment, with folders of the test in the place of the machine's. */
const withStarted = (use: (started: Started) => Promise<void>): Promise<void> =>
  withServed(sandbox, [walletNo], (_, _folder, served) =>
    withCopiedProgram(async ({ place, words: copied }) => {
      const [state, etc] = ["state", "etc"].map((name) => join(place, name)) as [string, string]
      mkdirSync(join(state, "wallet-statement"), { recursive: true })
      mkdirSync(etc)
      for (const folder of [state, etc]) chmodSync(folder, 0o755)
      chmodSync(join(state, "wallet-statement"), 0o700)
      chownSync(join(state, "wallet-statement"), nobody, nobody)
      writeFileSync(
        join(etc, "wallet-statement.toml"),
        `base_url = "${
          served["WALLET_STATEMENT_BASE_URL"]
        }"\nallow_http_loopback = true\ntime_zone = "Africa/Nairobi"\n` +
          `wallets = ["${walletNo}"]\nfrom = "2025-01-01"\nto = "2025-03-31"\n`,
        { mode: 0o644 }
      )
      for (const credential of said(service, "LoadCredential")) {
        const [name = ""] = credential.split(":")
        const setting = name.replace(/\W/g, "_").replace("wallet_key_pem", "private_key_file").toUpperCase()
        const value = served[`WALLET_STATEMENT_${setting}`] ?? ""
        writeFileSync(join(etc, name), setting.endsWith("_FILE") ? readFileSync(value) : value, { mode: 0o600 })
        chownSync(join(etc, name), nobody, nobody)
      }
      const env = Object.fromEntries(
        said(service, "Environment").map((each) => {
          const [name = "", value = ""] = each.split("=")
          return [name, value.replace("%S", state).replace("%d", etc)]
        })
      )
      const [start = ""] = said(service, "ExecStart")
      const words = start.replace("/etc/wallet-statement", etc).split(" ").slice(1)
      await use({ words: [...copied, ...words], env, state: join(state, "wallet-statement") })
    }))

/** Runs what the unit runs, as a user without rights who can gain none. */
const asUnit = ({ env, state, words }: Started, before: ReadonlyArray<string> = []): Promise<Ended> =>
  asNobody([...before, ...words], { cwd: state, env })

/** The readers' group, in which the unit's user is not. */
const analysts = 61_358

/** The folder for readers, as docs/operating.md makes it. */
const makeReaders = ({ state }: Started): string => {
  const guide = readFileSync(join(root, "docs/operating.md"), "utf8")
  const [, mode = "", readers = ""] =
    /^install -d -m (\d+) -o wallet-statement -g analysts (\/srv\/readers)$/m.exec(guide) ?? []
  assert.deepStrictEqual(said(publishing, "ReadWritePaths"), [`-${readers}`])
  const folder = join(dirname(dirname(state)), "readers")
  mkdirSync(folder)
  chownSync(folder, nobody, analysts)
  chmodSync(folder, Number.parseInt(mode, 8))
  return folder
}

/** The same with what is added to the unit for readers. */
const withCopies = (started: Started, readers: string): Started => {
  const added = said(publishing, "Environment").map((each) => each.replaceAll("/srv/readers", readers).split("="))
  return { ...started, env: { ...started.env, ...Object.fromEntries(added) } }
}

describe.skipIf(!canBeOthers)("what the unit of systemd runs", { timeout: 240_000 }, () => {
  it("pulls as a user without rights, with the credentials and the folder that the unit gives", () =>
    withStarted(async (started) => {
      const { code, stderr, stdout } = await asUnit(started)
      assert.deepStrictEqual([code, stdout, stderr], [0, "", ""])
      const db = join(started.state, "statement.duckdb")
      assert.deepStrictEqual(await query(db, "SELECT count(*)::INTEGER AS n FROM transactions"), [{ n: 200 }])
      const status = await run(["status", "--db", db, "--max-age", "30000d"])
      assert.strictEqual(status.code, 0, status.stderr)
    }))

  it("publishes for readers who are in the folder's group alone", () =>
    withStarted(async (started) => {
      const readers = makeReaders(started)
      const { code, stderr, stdout } = await asUnit(withCopies(started, readers))
      assert.deepStrictEqual([code, stdout, stderr], [0, "", ""])
      const [node = "", bin = ""] = started.words
      const asks = (group: number) =>
        ended(
          "setpriv",
          [`--reuid=${nobody + 1}`, `--regid=${group}`, "--clear-groups", node, bin, "query", "--json"].concat(
            ["--db", join(readers, "wallets.duckdb"), "SELECT count(*)::INTEGER AS n FROM transactions"]
          ),
          { cwd: readers }
        )
      const answer = await asks(analysts)
      assert.deepStrictEqual([answer.code, JSON.parse(answer.stdout)], [0, [{ n: 200 }]], answer.stderr)
      assert.notStrictEqual((await asks(nobody + 2)).code, 0)
      for (const name of readdirSync(readers, { recursive: true, encoding: "utf8" })) {
        assert.strictEqual(statSync(join(readers, name)).gid, analysts, name)
      }
    }))

  it.skipIf(!has("strace", "--version") || !has("systemd-analyze", "--version"))(
    "makes no call of the system that the unit refuses, but such as change nothing when they fail",
    () =>
      withStarted(async (started) => {
        const log = join(started.state, "calls")
        const readers = makeReaders(started)
        const refusing = `inject=${[...harmless].join()}:error=EPERM`
        const tracing = ["strace", "-f", "-qq", "-e", refusing, "-o", log]
        const { code, stderr } = await asUnit(withCopies(started, readers), tracing)
        assert.strictEqual(code, 0, stderr)
        assert.deepStrictEqual(readdirSync(readers).sort(), ["wallets", "wallets.duckdb"])
        const calls = readFileSync(log, "utf8")
        const made = new Set([...calls.matchAll(/^\d+ +(\w+)\(/gm)].map(([, call = ""]) => call))
        assert.isAbove(made.size, 40)
        const [allowed = "", refused = ""] = said(service, "SystemCallFilter")
        const permitted = callsOf(allowed)
        const forbidden = callsOf(refused.slice(1))
        const missing = [...made].filter((call) => !permitted.has(call) || forbidden.has(call)).sort()
        assert.deepStrictEqual(missing.filter((call) => !harmless.has(call)), [])
        assert.deepStrictEqual(said(service, "RestrictSUIDSGID"), ["yes"])
        assert.deepStrictEqual(
          calls.match(/^.*\b(?:f?chmod|fchmodat|mkdir|mkdirat)\([^)]*, 0[2-7]\d{3}[,) ].*$/gm),
          null
        )
      })
  )
})

/**
 * Node asks for more open files, libuv for a ring of requests and for the owner of a file that is copied, and a copy for whose group it may have;
 * all go on without, as they do here, where each is refused.
 */
const harmless: ReadonlySet<string> = new Set(["prlimit64", "io_uring_setup", "chown", "fchown"])

/** The calls of a filter, with its groups written out. */
const callsOf = (filter: string): ReadonlySet<string> => {
  const all = new Set<string>()
  const add = (word: string): void => {
    if (!word.startsWith("@")) return void all.add(word)
    const listed = execFileSync("systemd-analyze", ["syscall-filter", "--no-pager", word], { encoding: "utf8" })
    for (const [, found = ""] of listed.matchAll(/^ {4}([@\w-]+)$/gm)) add(found)
  }
  filter.split(" ").forEach(add)
  return all
}

/** The configuration and the program where the line looks for them. */
const prepare = (folder: string): void => {
  writeFileSync(join(folder, "wallet-statement.toml"), "from = \"2025-01-01\"\nto = \"2025-03-31\"\n", {
    mode: 0o600
  })
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  writeFileSync(join(folder, "wallet-statement"), script, { mode: 0o700 })
}

describe.skipIf(!has("flock", "--version"))("the line for cron", { timeout: 120_000 }, () => {
  const [line = ""] = fileOf("crontab").split("\n").filter((each) => /^[\d*]/.test(each))
  const [, at = "", user = "", command = ""] = /^((?:\S+ ){5})(\S+) (.*)$/.exec(line) ?? []

  /** Runs the line as cron does, with folders of the test in the place of the machine's. */
  const byCron = (folder: string, env: Readonly<Record<string, string>>): Promise<Ended> => {
    const own = command.replaceAll("/var/lib/wallet-statement", folder).replaceAll("/etc/wallet-statement", folder)
    return ended("/bin/sh", ["-c", own], {
      cwd: folder,
      env: { ...env, PATH: `${folder}:/usr/bin:/bin`, LOGNAME: user, HOME: folder }
    })
  }

  it("has a time, a user and nothing that cron would take for an end of line", () => {
    assert.deepStrictEqual([at.trim(), user], ["30 2 * * *", "wallet-statement"])
    assert.notInclude(command, "%")
    assert.match(fileOf("crontab"), /\n$/)
  })

  it("prints nothing when all is well, so that nothing is mailed", () =>
    withServed(sandbox, [walletNo], async (_, folder, env) => {
      prepare(folder)
      assert.deepStrictEqual(await byCron(folder, env), { code: 0, stdout: "", stderr: "" })
    }))

  it("says what was wrong and how it ended", () =>
    withServed(sandbox, [walletNo], async (_, folder, env) => {
      prepare(folder)
      const { stderr, stdout } = await byCron(folder, { ...env, WALLET_STATEMENT_TIME_ZONE: "Nowhere" })
      assert.include(stderr, "WALLET_STATEMENT_TIME_ZONE is not an IANA time zone")
      assert.strictEqual(stdout, "wallet-statement pull ended with 2.\n")
    }))

  it("begins no second pull while one runs", () =>
    withServed(sandbox, [walletNo], async (_, folder, env) => {
      prepare(folder)
      const holder = spawn("flock", [join(folder, "pull.lock"), "sh", "-c", "echo held; exec sleep 60"], {
        detached: true
      })
      await new Promise((done) => holder.stdout.once("data", done))
      const { stdout } = await byCron(folder, env)
      if (holder.pid !== undefined) process.kill(-holder.pid)
      assert.strictEqual(stdout, "wallet-statement pull ended with 75.\n")
      assert.isFalse(existsSync(join(folder, "a.duckdb")))
    }))
})

/** The steps of the Containerfile, in parts that begin with FROM. */
const stages = fileOf("Containerfile").replaceAll(/^#.*\n/gm, "").split(/^(?=FROM )/m).slice(1).map((stage) =>
  stage.trim().split("\n").filter((step) => step !== "").map((step) => {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(step) ?? []
    return { name, rest }
  })
)
const [building = [], running = []] = stages
const restOf = (steps: typeof building, name: string) =>
  steps.filter((step) => step.name === name).map(({ rest }) => rest)

describe("the Containerfile", () => {
  it("copies what is there, and ends with a user without rights whose data are in the volume", () => {
    const tracked = new Set(execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n"))
    const sources = restOf(building, "COPY").flatMap((rest) => rest.split(" ").slice(0, -1))
    assert.isAbove(sources.length, 5)
    for (const source of sources) {
      assert.isTrue([...tracked].some((path) => path === source || path.startsWith(`${source}/`)), source)
    }
    assert.deepStrictEqual(restOf(running, "USER"), ["10001:10001"])
    assert.deepStrictEqual(restOf(running, "VOLUME"), ["/data"])
    assert.include(restOf(running, "ENV"), "WALLET_STATEMENT_DB=/data/statement.duckdb")
    assert.isBelow(
      running.findIndex(({ name }) => name === "USER"),
      running.findIndex(({ name }) => name === "ENTRYPOINT")
    )
    for (const each of ["runAsUser: 10001", "args: [pull, --quiet]", "mountPath: /data"]) {
      assert.include(fileOf("kubernetes/cronjob.yaml"), each)
    }
  })

  it.skipIf(process.env["INSTALL"] === undefined)(
    "makes a program of its steps",
    { timeout: 600_000 },
    () =>
      withFolder(async (folder) => {
        const [build, image] = [join(folder, "build"), join(folder, "image")]
        for (const { name, rest } of building) {
          if (name === "COPY") {
            const words = rest.split(" ")
            const to = words.at(-1) ?? ""
            for (const from of words.slice(0, -1)) {
              cpSync(join(root, from), to.endsWith("/") ? join(build, to, from) : join(build, to), { recursive: true })
            }
          }
          if (name === "RUN") {
            const { code, stderr } = await ended("/bin/sh", ["-c", rest], { cwd: build })
            assert.strictEqual(code, 0, `${rest}: ${stderr}`)
          }
        }
        for (const rest of restOf(running, "COPY")) {
          const [, from = "", to = ""] = rest.split(" ")
          cpSync(join(folder, from), join(image, to), { recursive: true })
        }
        const [entry = ""] = restOf(running, "ENTRYPOINT")
        const [, bin = ""] = JSON.parse(entry) as ReadonlyArray<string>
        const { code, stderr } = await run(["demo", "--db", join(folder, "demo.duckdb")], {
          file: join(image, bin),
          cwd: folder
        })
        assert.strictEqual(code, 0, stderr)
      })
  )
})

describe.skipIf(process.env["INSTALL"] === undefined || !has("python3", "--version"))(
  "the files for Kubernetes",
  () => {
    it("are what its schemas say, and nothing else", { timeout: 300_000 }, () =>
      withFolder(async (folder) => {
        assert.isTrue(makePython(folder, join(root, "test/e2e/requirements-deploy.txt")))
        for (const version of ["1.31", "1.37"]) {
          const { code, stdout } = await ended(join(folder, "bin/kubernetes-validate"), [
            "--strict",
            "--kubernetes-version",
            version,
            join(root, "deploy/kubernetes/cronjob.yaml")
          ])
          assert.strictEqual(code, 0, stdout)
          assert.include(stdout, "passed for resource cronjob/wallet-statement")
        }
      }))
  }
)
