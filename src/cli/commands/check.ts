/**
 * `check`: goes through everything a pull needs, one line each: ok, or what to do.
 */
import { Clock, Effect, Option, Result } from "effect"
import { Command } from "effect/cli"
import { accessSync, constants, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Auth } from "../../auth/Auth.ts"
import { dayOfLocalTime, formatDay } from "../../domain/Period.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { PullSettings } from "../../settings/PullSettings.ts"
import * as Settings from "../../settings/Settings.ts"
import { fingerprint } from "../../signer/fingerprint.ts"
import { Signer } from "../../signer/Signer.ts"
import { Database } from "../../sink/duckdb/index.ts"
import { Statement } from "../../statement/Statement.ts"
import { Transport } from "../../transport/Transport.ts"
import { toEnding } from "../ending.ts"
import { codeOfSinkError, CommandEnd, exitCode } from "../exit.ts"
import { printData, printJson } from "../output.ts"
import { configFlag, dbFlag, jsonFlag, withSettings } from "../settingFlags.ts"

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly text: string
  /** The exit code that this finding asks for. */
  readonly code: number
}

const ok = (name: string, text: string): Finding => ({ name, ok: true, text, code: exitCode.complete })
const bad = (name: string, text: string, code: number): Finding => ({ name, ok: false, text, code })

/** Not tried because of an earlier finding, which tells the exit code. */
const skipped = (name: string, why: string): Finding => bad(name, `not tried: ${why}`, exitCode.usage)

const checkDatabase = Effect.fnUntraced(function*() {
  const { path } = yield* DatabaseSettings
  const stats = yield* Effect.orElseSucceed(
    Effect.try(() => statSync(path, { throwIfNoEntry: false })),
    () => undefined
  )
  if (stats === undefined) {
    return canWrite(dirname(resolve(path)))
      ? ok("database", `${path} will be made by the first pull`)
      : bad("database", `the folder of ${path} does not exist, or you may not write there`, exitCode.failed)
  }
  const opened = yield* Effect.result(Effect.scoped(Database.openReadOnly(path)))
  if (Result.isFailure(opened)) return bad("database", opened.failure.message, codeOfSinkError(opened.failure))
  return process.platform !== "win32" && (stats.mode & 0o077) !== 0
    ? bad("database", `others than you may read ${path}: run \`chmod 600 ${path}\``, exitCode.usage)
    : ok("database", `${path} can be opened`)
})

const canWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const checkKey = Effect.gen(function*() {
  const signer = yield* Signer
  const publicKey = yield* signer.publicKey
  return ok("private key", `${signer.algorithm}, public key SHA256:${fingerprint(publicKey)}`)
}).pipe(
  Effect.provide(Signer.layer),
  Effect.catch((error) => Effect.succeed(bad("private key", error.message, exitCode.usage)))
)

const checkLogin = Effect.gen(function*() {
  const auth = yield* Auth
  yield* auth.token
  return ok("login", "the service gave a token")
}).pipe(
  Effect.catch((error) =>
    Effect.succeed(bad("login", error.message, error.refused ? exitCode.refused : exitCode.failed))
  )
)

/** Two minutes matter to nothing here, but a clock that is off by more makes instants and watermarks wrong. */
const clockTolerance = 120_000

const checkClock = Effect.gen(function*() {
  const transport = yield* Transport
  const lead = yield* transport.clockLead
  if (Option.isNone(lead)) return ok("clock", "the service does not tell its time")
  const seconds = Math.round(lead.value / 1000)
  const text = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the service's`
  return Math.abs(lead.value) <= clockTolerance
    ? ok("clock", text)
    : bad("clock", `this machine's clock is ${text}: set it, for instance by NTP`, exitCode.failed)
})

const checkStatement = Effect.gen(function*() {
  const { clock, wallets } = yield* PullSettings
  const statement = yield* Statement
  const today = formatDay(dayOfLocalTime(clock.localTimeAt(yield* Clock.currentTimeMillis)))
  return yield* Effect.forEach(
    wallets,
    ({ walletNo }) =>
      statement.fetch({ walletNo, fromDate: today, toDate: today, limit: 1 }).pipe(
        Effect.as(ok(`wallet ${walletNo}`, "signature accepted, statement readable")),
        Effect.catch((error) =>
          Effect.succeed(bad(`wallet ${walletNo}`, error.message, error.refused ? exitCode.refused : exitCode.failed))
        )
      )
  )
})

const checkService = Effect.gen(function*() {
  const login = yield* checkLogin
  const clock = login.ok ? yield* checkClock : skipped("clock", "it is told with the login")
  return [login, clock, ...(login.ok ? yield* checkStatement : [skipped("wallets", "they need the login")])]
}).pipe(Effect.provide(Statement.layerNode))

const run = Effect.gen(function*() {
  const database = yield* checkDatabase()
  const key = yield* checkKey
  const service = key.ok ? yield* checkService : [skipped("login, clock and wallets", "they need the private key")]
  return [ok("settings", "complete"), database, key, ...service]
})

const tell = Effect.fnUntraced(function*(findings: ReadonlyArray<Finding>, json: boolean) {
  if (json) yield* printJson({ ok: findings.every((finding) => finding.ok), findings })
  else {
    const line = ({ name, ok, text }: Finding): string => `${ok ? "ok  " : "FAIL"}  ${name.padEnd(12)}  ${text}`
    yield* printData(findings.map(line).join("\n"))
  }
  const worst = findings.find((finding) => !finding.ok)
  if (worst !== undefined) return yield* new CommandEnd({ code: worst.code, message: "" })
})

export const check = Command.make("check", { db: dbFlag, config: configFlag, json: jsonFlag }, (input) =>
  run.pipe(
    Effect.provide(Settings.layer),
    withSettings({ CONFIG: input.config, DB: input.db }),
    Effect.catchTag("SettingsError", ({ problems }) =>
      Effect.succeed(problems.map((problem) => bad("settings", problem, exitCode.usage)))),
    Effect.flatMap((findings) =>
      tell(findings, input.json)
    ),
    toEnding(input.json)
  )).pipe(
    Command.withDescription("Check settings, database, key, login, clock and signature, one line each"),
    Command.withExamples([
      {
        command: "wallet-statement check",
        description: "See whether a pull would work, with one small request a wallet"
      }
    ])
  )
