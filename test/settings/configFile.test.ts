import { afterAll, assert, describe, it } from "@effect/vitest"
import { Config, type ConfigProvider, Effect, Option } from "effect"
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type SettingSources, settingsProvider } from "../../src/settings/provider.ts"
import type { SettingsError } from "../../src/settings/setting.ts"

const root = mkdtempSync(join(tmpdir(), "wallet-statement-config-"))
const home = process.cwd()
afterAll(() => {
  process.chdir(home)
  rmSync(root, { recursive: true, force: true })
})

const isRoot = process.geteuid?.() === 0
const hasModes = process.platform !== "win32"
let count = 0

const place = (mode = 0o700): string => {
  const made = join(root, String(++count))
  mkdirSync(made)
  chmodSync(made, mode)
  return made
}

const write = (path: string, text: string, mode = 0o600): string => {
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

interface Read {
  readonly value: (name: string) => Effect.Effect<string | undefined>
  readonly told: ReadonlyArray<string>
}

const read = Effect.fnUntraced(
  function*(sources: Partial<SettingSources>): Effect.fn.Return<Read, SettingsError> {
    const told: Array<string> = []
    const provider: ConfigProvider.ConfigProvider = yield* settingsProvider({
      flags: {},
      environment: {},
      tell: (text) => Effect.sync(() => told.push(text)),
      ...sources
    })
    const value = (name: string) =>
      Config.option(Config.String(`WALLET_STATEMENT_${name}`)).parse(provider).pipe(
        Effect.map(Option.getOrUndefined),
        Effect.orDie
      )
    return { value, told }
  }
)

const named = (file: string) => read({ flags: { CONFIG: file } })
const problemOf = (file: string) => Effect.map(Effect.flip(named(file)), ({ message }) => message)

describe("a configuration file", () => {
  it.effect("is told all that is wrong with it at once, values beside names and wallets", () =>
    Effect.gen(function*() {
      const file = write(
        join(place(), "x.toml"),
        [
          "time_zon = \"Africa/Nairobi\"",
          "base_url = \"ftp://canary\"",
          "wait = \"canary\"",
          "limit = 5000",
          "wallets = [{ number = \"254700000001\", from = \"canary\" }]"
        ].join("\n")
      )
      const problem = yield* problemOf(file)
      for (
        const line of [
          /line 1: .*time_zone/,
          /line 2: base_url is not an https/,
          /line 3: wait is not/,
          /line 5: entry 1/
        ]
      ) {
        assert.match(problem, line)
      }
      assert.strictEqual(problem.split("\n").length, 4)
      assert.notInclude(problem, "canary")
    }))

  it.effect("is told all that is wrong with a wallet at once", () =>
    Effect.gen(function*() {
      const file = write(
        join(place(), "x.toml"),
        [
          "wallets = [",
          "  { number = \"254 canary\", curency = \"KES\", currency = \"XQZ\", from = \"canary\", opening_balance = 1.5,",
          "    balances = [{ day = \"canary\", opening = \"canary\", closing = 2.5, currency = \"kes\", at = 1 }, \"canary\", { day = \"2025-01-01\" }] },",
          "  \"254700000002\",",
          "  { currency = \"canary\", balances = 1 }",
          "]"
        ].join("\n")
      )
      const problem = yield* problemOf(file)
      const told = problem.split("\n").map((line) => line.replace(/^.*x\.toml, /, ""))
      assert.deepStrictEqual(
        told.map((line) => line.replace(/^(line \d+: entry \d) of wallets (.{1,44}).*/, "$1 $2")),
        [
          "line 2: entry 1 has a number that is none: 1 to 64 printable",
          "line 2: entry 1 has \"curency\", which a wallet knows not; it ",
          "line 2: entry 1 has three letters behind the = of the wallet",
          "line 2: entry 1 has a from that is not a day that exists, wr",
          "line 2: entry 1 has an opening_balance that is not in quotes",
          "line 2: entry 1 has balances, and entry 1 of these has \"at\",",
          "line 2: entry 1 has balances, and entry 1 of these has a day",
          "line 2: entry 1 has balances, and entry 1 of these has a cur",
          "line 2: entry 1 has balances, and entry 1 of these has an op",
          "line 2: entry 1 has balances, and entry 1 of these has a clo",
          "line 2: entry 1 has balances, and entry 2 of these is no tab",
          "line 2: entry 1 has balances, and entry 3 of these has neith",
          "line 5: entry 3 must be a wallet number in quotes, or a tabl",
          "line 5: entry 3 has a currency that is no code such as \"KES\"",
          "line 5: entry 3 has balances that are no list of tables such"
        ]
      )
      assert.notInclude(problem, "canary")
    }))
})

describe("a setting of several texts", () => {
  it.effect("may be a list, where none of them has a comma", () =>
    Effect.gen(function*() {
      const folder = place()
      const file = (text: string) => write(join(folder, "x.toml"), `publish = ${text}\n`)
      const { value } = yield* named(file("[\"a.duckdb\", \"/readers/\"]"))
      assert.strictEqual(yield* value("PUBLISH"), `${join(folder, "a.duckdb")},/readers/`)
      for (const wrong of ["[\"a,b.duckdb\"]", "[[\"a.duckdb\"]]"]) {
        assert.include(
          yield* problemOf(file(wrong)),
          "line 1: publish must be a text, or a list of texts without commas"
        )
      }
    }))
})

describe("paths of a configuration file", () => {
  it.effect("are relative to it, those of the environment and of flags to where the program runs", () =>
    Effect.gen(function*() {
      const folder = place()
      const file = write(
        join(folder, "a.toml"),
        `db = "data/a.duckdb"\nprivate_key_file = "keys/key.pem"\nca_file = "ca.pem"\nclient_key_file = "/absolute/key.pem"\n`
      )
      const { value } = yield* read({
        flags: { CONFIG: file },
        environment: { WALLET_STATEMENT_CLIENT_CERT_FILE: "cert.pem" }
      })
      assert.strictEqual(yield* value("DB"), join(folder, "data/a.duckdb"))
      assert.strictEqual(yield* value("PRIVATE_KEY_FILE"), join(folder, "keys/key.pem"))
      assert.strictEqual(yield* value("CA_FILE"), join(folder, "ca.pem"))
      assert.strictEqual(yield* value("CLIENT_KEY_FILE"), "/absolute/key.pem")
      assert.strictEqual(yield* value("CLIENT_CERT_FILE"), "cert.pem")
      write(join(folder, "id"), "")
      write(file, `private_key_file = "id"\n`)
      assert.strictEqual(yield* (yield* named(file)).value("PRIVATE_KEY_FILE"), join(folder, "id"))
      write(file, `witness_file = "heads"\n`)
      assert.strictEqual(yield* (yield* named(file)).value("WITNESS_FILE"), join(folder, "heads"))
    }))

  it.effect("leave alone what is no path", () =>
    Effect.gen(function*() {
      const folder = place()
      const misplaced = ["CSh7Jk2Fy9Gt4Qe8Ru1Mo5Ka", "-----BEGIN PRIVATE KEY-----\\nMII/", " "]
      for (const text of misplaced) {
        const { value } = yield* named(
          write(join(folder, "a.toml"), `ca_file = "${text}"\ndb = "-----BEGIN x"\n`)
        )
        assert.strictEqual(yield* value("CA_FILE"), text.replace("\\n", "\n"))
        assert.strictEqual(yield* value("DB"), "-----BEGIN x")
      }
    }))
})

describe.skipIf(!hasModes)("a configuration file", () => {
  it.effect("is not believed when others can write it, whether it is named or found", () =>
    Effect.gen(function*() {
      const file = write(join(place(), "wallet-statement.toml"), `base_url = "https://evil.test"\n`, 0o666)
      assert.include(yield* problemOf(file), `chmod go-w ${file}`)
      process.chdir(join(file, ".."))
      const { message } = yield* Effect.flip(read({}))
      assert.include(message, "chmod go-w wallet-statement.toml")
      assert.notInclude(message, "evil.test")
    }))

  it.effect("is not believed through a link into a folder that others can write", () =>
    Effect.gen(function*() {
      const file = write(join(place(0o777), "there.toml"), `base_url = "https://evil.test"\n`)
      const here = place()
      symlinkSync(file, join(here, "wallet-statement.toml"))
      process.chdir(here)
      assert.include((yield* Effect.flip(read({}))).message, "which others can write")
    }))

  it.effect("with a secret is read by nobody else", () =>
    Effect.gen(function*() {
      const file = write(join(place(), "a.toml"), `consumer_secret = "toml-canary"\n`, 0o640)
      const problem = yield* problemOf(file)
      assert.include(problem, "holds consumer_secret and has mode 0640")
      assert.include(problem, `chmod 600 ${file}`)
      assert.notInclude(problem, "canary")
      yield* named(write(file, `consumer_secret = "toml-canary"\n`))
    }))

  const others = isRoot ? "" : " (SKIPPED: it takes root to give files to others)"
  it.effect.skipIf(!isRoot)(
    `of another user is not believed, and neither is a link of one${others}`,
    () =>
      Effect.gen(function*() {
        const folder = place()
        const file = write(join(folder, "wallet-statement.toml"), `base_url = "https://evil.test"\n`)
        chownSync(file, 12_345, 12_345)
        const problem = yield* problemOf(file)
        assert.include(problem, "belongs to user 12345")
        assert.include(problem, `chown 0 ${file}`)
        process.chdir(folder)
        assert.include((yield* Effect.flip(read({}))).message, "belongs to user 12345")
        chownSync(file, 0, 0)
        const planted = place(0o777)
        symlinkSync(file, join(planted, "wallet-statement.toml"))
        lchownSync(join(planted, "wallet-statement.toml"), 12_345, 12_345)
        process.chdir(planted)
        assert.include((yield* Effect.flip(read({}))).message, "a symbolic link of user 12345")
      })
  )
})

describe("a configuration file that nobody named", () => {
  it.effect("is told of, once, when its base_url is used", () =>
    Effect.gen(function*() {
      const folder = place()
      const file = write(join(folder, "wallet-statement.toml"), `base_url = "https://wallet.test"\nlimit = 7\n`)
      process.chdir(folder)
      const found = yield* read({})
      assert.strictEqual(yield* found.value("LIMIT"), "7")
      assert.deepStrictEqual(found.told, [])
      assert.strictEqual(yield* found.value("BASE_URL"), "https://wallet.test")
      yield* found.value("BASE_URL")
      assert.strictEqual(found.told.length, 1)
      assert.include(found.told[0], `${process.cwd()}/wallet-statement.toml`)
      assert.notInclude(found.told[0], "wallet.test")
      for (
        const sources of [
          { flags: { CONFIG: file } },
          { environment: { WALLET_STATEMENT_CONFIG: file } },
          { environment: { WALLET_STATEMENT_BASE_URL: "https://mine.test" } }
        ]
      ) {
        const quiet = yield* read(sources)
        yield* quiet.value("BASE_URL")
        assert.deepStrictEqual(quiet.told, [])
      }
    }))

  it.effect("need not be there; one that is named must", () =>
    Effect.gen(function*() {
      process.chdir(place())
      assert.isUndefined(yield* (yield* read({})).value("LIMIT"))
      assert.include(yield* problemOf(join(root, "none.toml")), "does it exist")
    }))
})
