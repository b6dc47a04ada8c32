import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Layer, Option, Redacted } from "effect"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, totalmem } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import * as Money from "../../src/domain/Money.ts"
import { formatDay } from "../../src/domain/Period.ts"
import { DatabaseSettings } from "../../src/settings/DatabaseSettings.ts"
import { settingsProvider } from "../../src/settings/provider.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { QuerySettings } from "../../src/settings/QuerySettings.ts"
import { ServiceSettings } from "../../src/settings/ServiceSettings.ts"
import type { SettingsError } from "../../src/settings/setting.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { SigningSettings } from "../../src/settings/SigningSettings.ts"
import { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { WitnessSettings } from "../../src/settings/WitnessSettings.ts"

const prefixed = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`WALLET_STATEMENT_${name}`, value]))

const enough = {
  BASE_URL: "https://wallet.example.com/",
  CONSUMER_KEY: "key-canary",
  CONSUMER_SECRET: "secret-canary",
  PRIVATE_KEY_FILE: "key.pem",
  TIME_ZONE: "Africa/Nairobi",
  WALLETS: "254700000001,254700000002=KES"
}

const provide = (options: {
  readonly flags?: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
}) =>
  Layer.provide(
    Settings.layer,
    ConfigProvider.layer(
      settingsProvider({ flags: options.flags ?? {}, environment: prefixed(options.environment ?? enough) })
    )
  )

const read = (environment: Readonly<Record<string, string>>, flags: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    return {
      service: yield* ServiceSettings,
      signing: yield* SigningSettings,
      transport: yield* TransportSettings,
      pull: yield* PullSettings,
      database: yield* DatabaseSettings
    }
  }).pipe(Effect.provide(provide({ environment, flags })))

const problemsOf = (environment: Readonly<Record<string, string>>, flags: Readonly<Record<string, string>> = {}) =>
  Effect.map(Effect.flip(read(environment, flags)), (error: SettingsError) => error.problems)

const withFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "settings-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

/** The transport settings of an environment, whose names are given in full. */
const reading = (environment: Readonly<Record<string, string>>) =>
  TransportSettings.pipe(
    Effect.provide(
      Layer.provide(Settings.layerTransport, ConfigProvider.layer(settingsProvider({ flags: {}, environment })))
    )
  )

const balancesOf = (settings: Effect.Success<ReturnType<typeof read>>) =>
  settings.pull.wallets.map(({ balances }) =>
    balances.map(({ balance, currency, day, end }) =>
      `${end} ${formatDay(day)} ${currency ?? "-"} ${balance === null ? "none" : Money.format(balance)}`
    )
  )

describe("Settings", () => {
  it.effect("reads what it needs and has a default for the rest", () =>
    Effect.gen(function*() {
      const settings = yield* read(enough)
      assert.strictEqual(settings.service.baseUrl.href, "https://wallet.example.com/")
      assert.strictEqual(Redacted.value(settings.service.consumerKey), "key-canary")
      assert.deepStrictEqual(settings.signing.privateKey, { _tag: "File", path: "key.pem" })
      assert.strictEqual(settings.signing.algorithm, "rsa-pkcs1-sha256")
      assert.strictEqual(settings.signing.separator, "")
      assert.deepStrictEqual(settings.pull.wallets.map(({ currency, walletNo }) => [walletNo, currency]), [
        ["254700000001", null],
        ["254700000002", "KES"]
      ])
      assert.strictEqual(settings.pull.clock.zone, "Africa/Nairobi")
      assert.strictEqual(settings.pull.limit, 5000)
      assert.strictEqual(settings.pull.dateBounds, "unknown")
      assert.strictEqual(Duration.toMillis(settings.pull.clockJitter), 0)
      assert.strictEqual(settings.pull.markerPolicy, "trust-24h")
      assert.strictEqual(settings.database.path, "wallet-statement.duckdb")
      assert.isTrue(Option.isNone(settings.transport.caFile))
    }))

  it.effect("names everything that is missing at once", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf({})
      for (const name of ["BASE_URL", "CONSUMER_KEY", "CONSUMER_SECRET", "PRIVATE_KEY_FILE", "TIME_ZONE", "WALLETS"]) {
        assert.isTrue(problems.some((problem) => problem.includes(`WALLET_STATEMENT_${name}`)), name)
      }
    }))

  it.effect.each(
    [
      ["BASE_URL", "http://wallet.example.com", "https"],
      ["BASE_URL", "http://127.0.0.1:8080", "WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK"],
      ["BASE_URL", "https://user:pass@wallet.example.com", "https"],
      ["BASE_URL", "https://user@wallet.example.com", "https"],
      ["BASE_URL", "https://wallet.example.com/?x=1", "https"],
      ["BASE_URL", "wallet.example.com", "https"],
      ["TIME_ZONE", "Mars/Olympus", "IANA"],
      ["MARKER_POLICY", "guess", "trust-24h, trust-marker, reject"],
      ["CLOCK_JITTER", "some", "30s"],
      ["DATE_BOUNDS", "both", "unknown, inclusive, exclusive-end"],
      ["SIGNATURE_ALGORITHM", "md5", "rsa-pkcs1-sha256"],
      ["LIMIT", "0", "1 to 5000"],
      ["LIMIT", "5001", "1 to 5000"],
      ["MAX_WITHDRAWALS", "-1", "0 to 1000000"],
      ["MAX_WITHDRAWALS", "10%", "0 to 1000000"],
      ["LIMIT", "1e3", "1 to 5000"],
      ["CONCURRENCY", "-1", "1 to 64"],
      ["REQUEST_TIMEOUT", "soon", "30s"],
      ["REQUEST_TIMEOUT", "0s", "30s"],
      ["RUN_TIMEOUT", "10", "30s"],
      ["FROM", "2024-02-30", "YYYY-MM-DD"],
      ["LOOKBACK", "yes", "3d"],
      ["WALLETS", "254 700", "commas"],
      ["WALLETS", "254700000001=XQZ", "behind the = of wallet 1 that are no currency code of ISO 4217"],
      [
        "WALLETS",
        "254700000001=KES,W-2=usd",
        "currency in small letters behind the = of wallet 2: write it in capitals"
      ],
      ["WALLETS", "W-1=Kes", "of wallet 1: write it in capitals, as in"],
      ["WALLETS", "W-1=abc", "no currency code of ISO 4217"],
      ["WALLETS", "W-1,W-2,W-1=KES", "has the number of wallet 1 again as wallet 3: keep one of them"],
      ["WALLETS", "W-1,W-2=KES@2024-02-30", "behind the @ of wallet 2 that is no day: write its first day as in"],
      ["WALLETS", "W-1@01/03/2024", "behind the @ of wallet 1 that is no day"],
      ["WALLETS", "W-1@20240301", "behind the @ of wallet 1 that is no day"],
      ["MAX_RESPONSE_BYTES", "10 MB", "whole number"],
      ["MAX_RECORDS", "0", "whole number"],
      ["MAX_RESPONSE_DEPTH", "2", "3 to 512"],
      ["CLIENT_CERT_FILE", "client.pem", "CLIENT_KEY_FILE"]
    ] as const
  )("refuses %s and says how it should look", ([name, value, remedy]) =>
    Effect.gen(function*() {
      const problems = yield* problemsOf({ ...enough, [name]: value })
      assert.strictEqual(problems.length, 1)
      assert.include(problems[0], `WALLET_STATEMENT_${name}`)
      assert.include(problems[0], remedy)
      assert.notInclude(problems[0], value === "md5" || value === "guess" || value === "both" ? value : `"${value}"`)
    }))

  it.effect("takes an equals sign in a wallet number for what it is, where no three letters stand behind the last one", () =>
    Effect.gen(function*() {
      const settings = yield* read({ ...enough, WALLETS: "a=b,KES=12,YWJj=KES,YQ==,=x=USDT" })
      assert.deepStrictEqual(settings.pull.wallets.map(({ currency, walletNo }) => [walletNo, currency]), [
        ["a=b", null],
        ["KES=12", null],
        ["YWJj", "KES"],
        ["YQ==", null],
        ["=x=USDT", null]
      ])
    }))

  it.effect("refuses to go on without checking certificates, and takes a proxy without showing it", () =>
    Effect.gen(function*() {
      const unchecked = yield* Effect.flip(reading({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }))
      assert.include(unchecked.message, "WALLET_STATEMENT_CA_FILE")
      const wrong = yield* Effect.flip(reading({ HTTPS_PROXY: "canary" }))
      assert.include(wrong.message, "HTTPS_PROXY")
      assert.notInclude(wrong.message, "canary")
      const { proxy } = yield* reading({ https_proxy: "http://me:canary@127.0.0.1:3128", NO_PROXY: "a.test" })
      assert.strictEqual(proxy?.noProxy, "a.test")
      assert.notInclude(inspect(proxy), "canary")
    }))

  it.effect("takes http for a loopback address only, and only where allowed", () =>
    Effect.gen(function*() {
      const allowed = { ...enough, ALLOW_HTTP_LOOPBACK: "true" }
      for (const url of ["http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:8080/base/"]) {
        yield* read({ ...allowed, BASE_URL: url })
      }
      for (
        const url of [
          "http://127.0.0.1.example.com",
          "http://10.0.0.1",
          "http://localhost.example.com",
          "http://notlocalhost",
          "http://1.127.0.0.1.example.com",
          "ftp://127.0.0.1"
        ]
      ) {
        assert.strictEqual((yield* problemsOf({ ...allowed, BASE_URL: url })).length, 1, url)
      }
    }))

  it.effect("refuses two private keys", () =>
    Effect.gen(function*() {
      const [problem] = yield* problemsOf({ ...enough, PRIVATE_KEY: "pem-canary" })
      assert.include(problem, "keep one")
      assert.notInclude(problem, "pem-canary")
    }))

  it.effect("names the flag where a flag was wrong, whatever the environment says", () =>
    Effect.gen(function*() {
      const [problem] = yield* problemsOf({ ...enough, FROM: "tomorrow" }, { FROM: "yesterday" })
      assert.strictEqual(problem, "--from is not a day that exists, written YYYY-MM-DD")
    }))

  it.effect("takes a first day of the flag for days to ask for again, and of others for where wallets begin", () =>
    Effect.gen(function*() {
      const WALLETS = "W-1,W-2=KES@2024-03-01,W-3@2024-04-01,W-4@home,a@b=USD"
      const daysOf = ({ pull }: Effect.Success<ReturnType<typeof read>>) => [
        Option.getOrNull(Option.map(pull.from, formatDay)),
        ...pull.wallets.map(({ from }) => from === undefined ? null : formatDay(from))
      ]
      const all = yield* read({ ...enough, WALLETS })
      assert.deepStrictEqual(daysOf(all), [null, null, "2024-03-01", "2024-04-01", null, null])
      assert.deepStrictEqual(all.pull.wallets.map(({ walletNo }) => walletNo), ["W-1", "W-2", "W-3", "W-4@home", "a@b"])
      const begin = yield* read({ ...enough, WALLETS, FROM: "2024-01-01" })
      assert.deepStrictEqual(daysOf(begin), [
        null,
        "2024-01-01",
        "2024-03-01",
        "2024-04-01",
        "2024-01-01",
        "2024-01-01"
      ])
      const asked = yield* read({ ...enough, WALLETS, FROM: "2024-01-01" }, { FROM: "2024-02-02" })
      assert.deepStrictEqual(daysOf(asked), ["2024-02-02", null, "2024-03-01", "2024-04-01", null, null])
    }))

  it.effect("refuses days the wrong way round where they were given", () =>
    Effect.gen(function*() {
      const [problem] = yield* problemsOf({ ...enough, FROM: "2024-02-01" }, { TO: "2024-01-01" })
      assert.strictEqual(
        problem,
        "--to is 2024-01-01, before the first day, WALLET_STATEMENT_FROM, which is 2024-02-01"
      )
    }))

  it.effect("shows no secret when printed", () =>
    Effect.gen(function*() {
      const settings = yield* read({ ...enough, PRIVATE_KEY_PASSPHRASE: "phrase-canary" })
      const printed = inspect(settings, { depth: 10 }) + JSON.stringify(settings.service) +
        JSON.stringify(settings.signing)
      assert.notMatch(printed, /canary/)
    }))

  it.effect("prefers flags to the environment and the environment to the file", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(file, `limit = 10\nconcurrency = 3\ndb = "from-file.duckdb"\nrequest_timeout = "7s"\n`)
        const settings = yield* read({ ...enough, CONFIG: file, LIMIT: "20", CONCURRENCY: "5" }, { LIMIT: "30" })
        assert.strictEqual(settings.pull.limit, 30)
        assert.strictEqual(settings.pull.concurrency, 5)
        assert.strictEqual(settings.database.path, join(folder, "from-file.duckdb"))
        assert.strictEqual(Duration.toMillis(settings.transport.requestTimeout), 7000)
      })
    ))

  it.effect("reads wallets with their currencies from the file", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(
          file,
          `wallets = ["254700000009", { number = "254700000008", currency = "UGX", from = 2024-03-01 }]\nfrom = "2024-01-01"\n`
        )
        const { WALLETS: _, ...others } = enough
        const settings = yield* read({ ...others, CONFIG: file })
        assert.deepStrictEqual(settings.pull.wallets.map(({ currency, walletNo }) => [walletNo, currency]), [
          ["254700000009", null],
          ["254700000008", "UGX"]
        ])
        assert.isTrue(Option.isNone(settings.pull.from))
        assert.deepStrictEqual(
          settings.pull.wallets.map(({ from }) => (from === undefined ? null : formatDay(from))),
          ["2024-01-01", "2024-03-01"]
        )
      })
    ))

  it.effect.each(
    [
      ["limitt = 5\n", "limitt"],
      ["limit = [1]\n", "limit"],
      ["limit = \n", "not valid TOML (line 1, column 9): look there for a quote"],
      [`from = "2024-01-01"\ndb = books.duckdb\n`, "not valid TOML (line 2, column 6): look there for a quote"],
      ["wallets = [1]\n", "wallets"],
      [
        `wallets = [{ number = "W-1", currency = "US$" }]\n`,
        "line 1: entry 1 of wallets has a currency that is no code"
      ],
      [`wallets = 5.5.5\n`, "not valid TOML"],
      [`limit = 5\nLIMIT = 6\n`, "line 2: LIMIT is there in other letters, too"]
    ] as const
  )("refuses a configuration file with %j", ([text, named]) =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(file, text)
        const [problem] = yield* problemsOf({ ...enough, CONFIG: file })
        assert.include(problem, file)
        assert.include(problem, named)
      })
    ))

  it.effect("refuses a configuration file that is no UTF-8, and says so", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(file, Buffer.from("db = \"b\u00fccher.duckdb\"\n", "utf16le"))
        const [problem] = yield* problemsOf({ ...enough, CONFIG: file })
        assert.include(problem, `${file}: is no text in UTF-8: save it as that`)
      })
    ))

  it.effect("refuses a configuration file with secrets that others may read", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(file, `consumer_secret = "toml-canary"\n`)
        chmodSync(file, 0o644)
        const [problem] = yield* problemsOf({ ...enough, CONFIG: file })
        assert.include(problem, `chmod 600 ${file}`)
        assert.notInclude(problem, "toml-canary")
      })
    ))

  it.effect("reads who is told the head of the audit chain, and refuses a command whose quote has no end", () =>
    Effect.gen(function*() {
      const witness = { WITNESS_FILE: "/mnt/worm/head", WITNESS_COMMAND: `logger -t 'wallet statement'` }
      const read = yield* WitnessSettings.pipe(Effect.provide(provide({ environment: { ...enough, ...witness } })))
      assert.deepStrictEqual(read, {
        file: Option.some("/mnt/worm/head"),
        command: Option.some(["logger", "-t", "wallet statement"] as const)
      })
      const [problem] = yield* problemsOf({ ...enough, WITNESS_COMMAND: "logger 'secret-canary" })
      assert.include(problem, "WALLET_STATEMENT_WITNESS_COMMAND is not a command, as a shell would take it apart")
      assert.notInclude(problem, "canary")
    }))

  it.effect("says so when a named configuration file is missing", () =>
    Effect.gen(function*() {
      const [problem] = yield* problemsOf({ ...enough, CONFIG: "/nonexistent/settings.toml" })
      assert.include(problem, "/nonexistent/settings.toml")
    }))

  it.effect("reads balances of wallets, currencies and days, and passes over those of wallets that are not pulled", () =>
    Effect.gen(function*() {
      const settings = yield* read({
        ...enough,
        OPENING_BALANCES: "254700000001:USD:12.50@2024-01-01,254700000002:-3@2024-02-01,254799999999:KES:1@2024-01-01",
        CLOSING_BALANCES: "254700000001:none@2024-01-31"
      })
      assert.deepStrictEqual(balancesOf(settings), [
        ["opening 2024-01-01 USD 12.50", "closing 2024-01-31 - none"],
        ["opening 2024-02-01 KES -3.00"]
      ])
    }))

  it.effect("takes the days of balances that flags give from --from and --to, and the wallet when there is one", () =>
    Effect.gen(function*() {
      const days = { FROM: "2024-01-01", TO: "2024-01-31" }
      const settings = yield* read({ ...enough, WALLETS: "254700000001" }, {
        ...days,
        OPENING_BALANCE: "1250.00,USD:3@2024-01-05",
        CLOSING_BALANCE: "254700000001:KES:7"
      })
      assert.deepStrictEqual(balancesOf(settings), [[
        "opening 2024-01-01 - 1250.00",
        "opening 2024-01-05 USD 3.00",
        "closing 2024-01-31 KES 7.00"
      ]])
      const [noDay] = yield* problemsOf({ ...enough, WALLETS: "254700000001" }, { OPENING_BALANCE: "1250.00" })
      assert.include(noDay, "must say the day that the balance is of, as in 254700000001:KES:1250.00@2024-01-01")
      for (const twice of ["1,250.00", "5.00,1000.00", "none,5.00", "5.00,254700000001:5.01@2024-01-05"]) {
        const one = { ...enough, WALLETS: "254700000001" }
        const [two] = yield* problemsOf(one, { ...days, FROM: "2024-01-05", OPENING_BALANCE: twice })
        assert.include(two, "gives two balances of 2024-01-05 for one wallet", twice)
      }
      const [noWallet] = yield* problemsOf(enough, { ...days, OPENING_BALANCE: "1250.00" })
      assert.include(noWallet, "must name its wallet")
      const [other] = yield* problemsOf(enough, { ...days, OPENING_BALANCE: "254799999999:1250.00" })
      assert.include(other, "not among the wallets to pull")
    }))

  it.effect("keeps what other places say of a wallet that --wallet only names", () =>
    Effect.gen(function*() {
      const environment = { ...enough, WALLETS: "W-1=KES@2025-01-01,W-2=USD" }
      const walletsOf = (text: string) =>
        Effect.map(read(environment, { WALLETS: text }), ({ pull }) =>
          pull.wallets.map(({ currency, from, walletNo }) =>
            [walletNo, currency, from === undefined ? "" : formatDay(from)].join(" ")
          ))
      assert.deepStrictEqual(yield* walletsOf("W-1"), ["W-1 KES 2025-01-01"])
      assert.deepStrictEqual(yield* walletsOf("W-1=UGX,W-2@2026-02-01,W-3"), [
        "W-1 UGX 2025-01-01",
        "W-2 USD 2026-02-01",
        "W-3  "
      ])
    }))

  it.effect("reads balances from the file, also where --wallet names one of its wallets only", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(
          file,
          `from = "2024-03-01"
wallets = [
  { number = "254700000008", currency = "UGX", balances = [
    { day = 2024-01-01, opening = "10.00", closing = "12.00" },
    { day = "2024-01-31", closing = "-4.00", currency = "USD" }
  ] },
  { number = "254700000009", opening_balance = "1.00" }
]
`
        )
        const { WALLETS: _, ...others } = enough
        const all = yield* read({ ...others, CONFIG: file })
        assert.deepStrictEqual(balancesOf(all), [
          ["opening 2024-01-01 UGX 10.00", "closing 2024-01-01 UGX 12.00", "closing 2024-01-31 USD -4.00"],
          ["opening 2024-03-01 - 1.00"]
        ])
        const one = yield* read({ ...others, CONFIG: file }, { WALLETS: "254700000009" })
        assert.deepStrictEqual(balancesOf(one), [["opening 2024-03-01 - 1.00"]])
      })
    ))

  it.effect.each(
    [
      `balances = [{ opening = "1.00" }]`,
      `balances = [{ day = "2024-01-01", opening = 1.5 }]`,
      `balances = [{ day = "2024-01-01" }]`,
      `balances = { day = "2024-01-01", opening = "1.00" }`
    ]
  )("refuses a wallet with %s", (balances) =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const file = join(folder, "settings.toml")
        writeFileSync(file, `wallets = [{ number = "254700000009", ${balances} }]\n`)
        const [problem] = yield* problemsOf({ ...enough, CONFIG: file })
        assert.include(problem, `${file}, line 1: entry 1 of wallets has balances`)
      })
    ))
})

const boundsOf = (environment: Readonly<Record<string, string>>) =>
  Effect.provide(
    QuerySettings,
    Layer.provide(
      Settings.layerQuery,
      ConfigProvider.layer(settingsProvider({ flags: {}, environment: prefixed(environment) }))
    )
  )

describe("the bounds of a question", () => {
  it.effect("are five minutes, half of the memory that there is, and a thousand rows, unless something else is said", () =>
    Effect.gen(function*() {
      const { bytes, rows, timeout } = yield* boundsOf({})
      assert.deepStrictEqual([Duration.toMinutes(timeout), rows], [5, 1000])
      const limit = process.constrainedMemory() || Infinity
      assert.strictEqual(bytes, Math.floor(Math.min(limit, totalmem()) / 2))
      const said = yield* boundsOf({ QUERY_TIMEOUT: "7s", QUERY_MEMORY: "3MB", QUERY_ROWS: "9" })
      assert.deepStrictEqual([Duration.toSeconds(said.timeout), said.bytes, said.rows], [7, 3_000_000, 9])
    }))
})
