/**
 * `check`: goes through everything a pull needs, one line each: ok, or what to do.
 */
import { Clock, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { statSync } from "node:fs"
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

const checkDatabase = Effect.fnUntraced(function*() {
  const { path } = yield* DatabaseSettings
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return ok("database", `${path} will be made by the first pull`)
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
    return bad("database", `others than you may read ${path}: run \`chmod 600 ${path}\``, exitCode.usage)
  }
  return yield* Effect.scoped(Database.openReadOnly(path)).pipe(
    Effect.as(ok("database", `${path} can be opened`)),
    Effect.catch((error) => Effect.succeed(bad("database", error.message, codeOfSinkError(error))))
  )
})

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
  const clock = yield* checkClock
  return [login, clock, ...(login.ok ? yield* checkStatement : [])]
}).pipe(Effect.provide(Statement.layerNode))

const run = Effect.fnUntraced(function*(json: boolean) {
  const database = yield* checkDatabase()
  const key = yield* checkKey
  const service = key.ok ? yield* checkService : []
  const findings = [ok("settings", "complete"), database, key, ...service]
  if (json) yield* printJson({ ok: findings.every((finding) => finding.ok), findings })
  else {
    yield* printData(
      findings.map(({ name, ok, text }) => `${ok ? "ok  " : "FAIL"}  ${name.padEnd(12)}  ${text}`).join("\n")
    )
  }
  const worst = findings.find((finding) => !finding.ok)
  if (worst !== undefined) return yield* new CommandEnd({ code: worst.code, message: "" })
})

export const check = Command.make(
  "check",
  { db: dbFlag, config: configFlag, json: jsonFlag },
  (input) =>
    run(input.json).pipe(
      Effect.provide(Settings.layer),
      withSettings({ CONFIG: input.config, DB: input.db }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Check settings, database, key, login, clock and signature, one line each"),
  Command.withExamples([
    { command: "wallet-statement check", description: "See whether a pull would work, with one small request a wallet" }
  ])
)
