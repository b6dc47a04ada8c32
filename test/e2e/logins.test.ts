// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * How often the program logs in when that is of no use: once for all wallets of a run, and not at all for a while after a refusal.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { layerDuckDb } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { serveReplies, type Serving } from "../kit/serveReplies.ts"
import type { Reply } from "../transport/fakeService.ts"
import { type Environment, root, run, withFolder } from "./program.ts"

const wallets = Array.from({ length: 30 }, (_, index) => `2547000000${String(index).padStart(2, "0")}`)
const key = "canary-consumer-key"
const secret = "canary-consumer-secret"

const environmentFor = (url: string, folder: string): Environment => ({
  WALLET_STATEMENT_BASE_URL: url,
  WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
  WALLET_STATEMENT_CONSUMER_KEY: key,
  WALLET_STATEMENT_CONSUMER_SECRET: secret,
  WALLET_STATEMENT_PRIVATE_KEY_FILE: join(folder, "merchant.pem"),
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: wallets.join(","),
  WALLET_STATEMENT_FROM: "2024-01-01",
  WALLET_STATEMENT_TO: "2024-01-31",
  WALLET_STATEMENT_CONCURRENCY: "8",
  WALLET_STATEMENT_MAX_ATTEMPTS: "1"
})

const refusal = (status: number) => ({ status, body: `{"success":false,"message":"no","data":null}` })
const token = `{"success":true,"message":"ok","data":{"access_token":"token","token_type":"bearer","expires_in":3600}}`

interface Place {
  readonly folder: string
  readonly env: Environment
  readonly service: Serving
  readonly pull: (
    ...args: ReadonlyArray<string>
  ) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
  readonly logins: () => number
}

const withService = (answer: () => Reply, use: (place: Place) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const service = await serveReplies(({ url }) =>
      url.endsWith("/auth/login") ? answer() : { body: `{"success":true,"message":"ok","data":[]}` }
    )
    const env = environmentFor(service.url, folder)
    try {
      assert.strictEqual((await run(["keygen", "--out", join(folder, "merchant")], { cwd: folder })).code, 0)
      await use({
        folder,
        env,
        service,
        pull: (...args) => run(["pull", ...args], { env, cwd: folder }),
        logins: () => service.requests.filter(({ url }) => url.endsWith("/auth/login")).length
      })
    } finally {
      await service.stop()
    }
  })

const memories = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.includes(".login-"))

const final: ReadonlyArray<readonly [string, Reply, number]> = [
  ["status 400", refusal(400), 4],
  ["status 401", refusal(401), 4],
  ["status 403", refusal(403), 4],
  ["status 422", refusal(422), 4],
  ["status 423", refusal(423), 4],
  ["status 401 in an encoding", { ...refusal(401), headers: { "content-encoding": "gzip" } }, 4],
  ["status 401 whose body never comes whole", { ...refusal(401), headers: { "content-length": "100000" } }, 4],
  ["success: false with status 200", refusal(200), 4],
  ["status 404", refusal(404), 1],
  ["status 500", refusal(500), 1],
  ["status 204", { status: 204 }, 1],
  ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, 1],
  ["HTML", { headers: { "content-type": "text/html" }, body: "<html><body>Sign in</body></html>" }, 1],
  ["a token that is none", { body: `{"success":true,"message":"ok","data":{"access_token":17}}` }, 1]
]

describe("a login that is of no use", () => {
  it.each(final)(
    "is tried once for thirty wallets: %s",
    (_, reply, code) =>
      withService(() => reply, async ({ folder, logins, pull }) => {
        const first = await pull()
        assert.deepStrictEqual([first.code, logins()], [code, 1], first.stderr)
        const second = await pull()
        assert.deepStrictEqual([second.code, logins()], code === 4 ? [4, 1] : [1, 2], second.stderr)
        assert.lengthOf(memories(folder), code === 4 ? 1 : 0)
      })
  )
})

describe("a login that the service could not answer", () => {
  it.each([{ status: 500 }, { status: 503 }, { status: 429, headers: { "retry-after": "0" } }, { body: "{" }])(
    "is repeated as often as any request, for thirty wallets together: %j",
    (reply) =>
      withService(() => reply, async ({ env, folder, logins }) => {
        const { code, stderr } = await run(["pull"], {
          env: { ...env, WALLET_STATEMENT_MAX_ATTEMPTS: "3" },
          cwd: folder
        })
        assert.deepStrictEqual([code, logins()], [1, 3], stderr)
        assert.deepStrictEqual(memories(folder), [])
      })
  )
})

describe("a refused login", () => {
  it("is remembered without a secret, told with the time to wait, and tried at once by check and by --login-now", () =>
    withService(() => refusal(401), async ({ env, folder, logins, pull }) => {
      await pull()
      const [name = ""] = memories(folder)
      assert.strictEqual(statSync(join(folder, name)).mode & 0o777, 0o600)
      const text = readFileSync(join(folder, name), "utf8")
      for (const canary of [key, secret]) assert.notInclude(`${name} ${text}`, canary)
      const held = await pull()
      assert.strictEqual(held.code, 4)
      assert.match(
        held.stdout,
        /in 30 minutes.*`wallet-statement check[^`]*` tries at once, and so does `pull --login-now`/
      )
      assert.strictEqual(logins(), 1)
      assert.strictEqual((await pull("--login-now")).code, 4)
      assert.strictEqual(logins(), 2)
      assert.match((await pull()).stdout, /in (59|60) minutes/)
      assert.strictEqual((await run(["check"], { env, cwd: folder })).code, 4)
      assert.strictEqual(logins(), 3)
      assert.strictEqual((await run(["probe", "--wallet", wallets[0] ?? ""], { env, cwd: folder })).code, 4)
      assert.strictEqual(logins(), 3)
    }))

  it("is forgotten when the service lets the account in, whoever asked", () => {
    let isOpen = false
    return withService(() => (isOpen ? { body: token } : refusal(423)), async ({ env, folder, logins, pull }) => {
      await pull()
      isOpen = true
      assert.strictEqual((await pull()).code, 4)
      assert.strictEqual(logins(), 1)
      await run(["check"], { env, cwd: folder })
      assert.deepStrictEqual(memories(folder), [])
      const { code, stderr } = await pull()
      assert.strictEqual(code, 0, stderr)
    })
  })

  it("is remembered for jobs that are made of the library, too", () =>
    withService(() => refusal(401), async ({ env, folder, logins, pull }) => {
      const job = () =>
        run([], {
          env: { ...env, WALLET_STATEMENT_DB: join(folder, "wallet-statement.duckdb") },
          file: join(root, "pipelines/daily.ts"),
          cwd: folder
        })
      assert.notStrictEqual((await job()).code, 0)
      assert.strictEqual(logins(), 1)
      const { code, stderr, stdout } = await job()
      assert.notStrictEqual(code, 0)
      assert.strictEqual(logins(), 1)
      assert.include(`${stdout}${stderr}`, "in 30 minutes")
      assert.strictEqual((await pull()).code, 4)
      assert.strictEqual(logins(), 1, "the program and the job hear of each other")
    }))

  it("keeps neither another key nor a secret that was put right from trying", () =>
    withService(() => refusal(401), async ({ env, folder, logins, pull }) => {
      await pull()
      for (
        const changed of [{ WALLET_STATEMENT_CONSUMER_SECRET: "another" }, { WALLET_STATEMENT_CONSUMER_KEY: "another" }]
      ) {
        await run(["pull"], { env: { ...env, ...changed }, cwd: folder })
      }
      assert.strictEqual(logins(), 3)
    }))

  it("is remembered beside the database itself, whatever link names it", () =>
    withService(() => refusal(401), async ({ folder, logins, pull }) => {
      mkdirSync(join(folder, "real"))
      await Effect.runPromise(
        Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path: join(folder, "real", "x.duckdb") }))
      )
      await pull("--db", join("real", "x.duckdb"))
      symlinkSync(join("real", "x.duckdb"), join(folder, "link.duckdb"))
      const { code, stderr } = await pull("--db", "link.duckdb")
      assert.deepStrictEqual([code, logins()], [4, 1], stderr)
      assert.deepStrictEqual([memories(folder), memories(join(folder, "real")).length], [[], 1])
    }))

  it("is read from no pipe and no other file than one of its own, which would keep a pull from ending", () =>
    withService(() => refusal(401), async ({ folder, logins, pull }) => {
      await pull()
      const [name = ""] = memories(folder)
      for (
        const replace of [
          (path: string) => execFileSync("mkfifo", [path]),
          (path: string) => symlinkSync("/dev/zero", path)
        ]
      ) {
        rmSync(join(folder, name))
        replace(join(folder, name))
        const before = logins()
        assert.strictEqual((await pull()).code, 4)
        assert.strictEqual(logins(), before + 1)
      }
    }))

  it("holds no pull up when what is remembered can't be read or written", () =>
    withService(() => refusal(401), async ({ folder, logins, pull }) => {
      await pull()
      const [name = ""] = memories(folder)
      writeFileSync(join(folder, name), "{")
      assert.strictEqual((await pull()).code, 4)
      assert.strictEqual(logins(), 2)
      mkdirSync(join(folder, `${name}.new`))
      assert.strictEqual((await pull("--login-now")).code, 4)
      assert.strictEqual(logins(), 3)
    }))
})
