/**
 * What all measurements need: the service in a process of its own, a folder for files, the program's settings, and
 * statements that were pulled already.
 */
import { Cache, Context, Effect, Layer, Schema, type Scope } from "effect"
import { spawn } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { BenchError, type Ended, root, type Run, runWatched, type Watched } from "./Child.ts"
import type { Options } from "./Options.ts"
import { login, post } from "./programs/statement.ts"
import { dateOf, type Kind, rowsPerDay, walletNo, walletOf } from "./service/book.ts"

/** The built program. */
export const program = join(root, "dist/bin.js")

/** What a pull says that a measurement needs. */
const PullReport = Schema.fromJsonString(Schema.Struct({
  status: Schema.Literals(["complete", "incomplete"]),
  wallets: Schema.Tuple([Schema.Struct({
    verdict: Schema.Literals(["proven", "unanchored", "ambiguous"]),
    rows: Schema.Struct({
      fetched: Schema.Int,
      inserted: Schema.Int,
      changed: Schema.Int,
      unchanged: Schema.Int,
      withdrawn: Schema.Int,
      quarantined: Schema.Int
    })
  })])
}))

/** A pull that was measured. */
export interface PullRun extends Ended, Watched {
  readonly inserted: number
  readonly changed: number
  readonly written: number
}

/** How a pull differs from one of the plain statement. */
interface PullOptions {
  readonly kind?: Kind
  /** Settings beside the usual ones. */
  readonly env?: Run["env"]
  /** Exit codes that are good: those of the kind when left out. */
  readonly good?: ReadonlyArray<number>
}

/** What all measurements need. */
export class Workshop extends Context.Service<Workshop, {
  readonly options: Options
  readonly folder: string
  /** The service's address. */
  readonly service: string
  /** The settings of the program, as environment variables. */
  readonly env: Readonly<Record<string, string>>
  /** Runs a program of the folder `programs`, watched. */
  readonly runProgram: (name: string, args: ReadonlyArray<string>) => Effect.Effect<Ended & Watched, BenchError>
  /** A path for a new file. */
  readonly newFile: string
  /** Makes the service's bytes of the first days ready, of the plain statement when none is named. */
  readonly prepare: (days: number, kind?: Kind) => Effect.Effect<void, BenchError>
  /** Changes the description of one transaction of a day at the service, or takes that back. */
  readonly correct: (action: "correct" | "restore", day: number) => Effect.Effect<void, BenchError>
  /**
   * Pulls the first days into a file with the built program; fails unless all of them are there and whole. The usual
   * statement's rows without a balance leave the verdict `ambiguous`.
   */
  readonly pull: (file: string, days: number, options?: PullOptions) => Effect.Effect<PullRun, BenchError>
  /** A file that holds the first days; nobody may change it. */
  readonly pulled: (days: number) => Effect.Effect<string, BenchError>
  /** Gives a file that a pull of the first days made, for `pulled`. */
  readonly keep: (days: number, file: string) => Effect.Effect<void>
  /** A folder with the answers of the first days, a file a day. */
  readonly savedPages: (days: number) => Effect.Effect<string, BenchError>
}>()("wallet-statement/bench/Workshop") {
  /** Starts the service and makes a folder; stops and removes them at the end. */
  static readonly layer = (options: Options) => Layer.effect(Workshop, make(options))
}

const make = Effect.fnUntraced(
  function*(options: Options): Effect.fn.Return<Workshop["Service"], BenchError, Scope.Scope> {
    if (!existsSync(program)) return yield* new BenchError({ message: `${program} is missing: npm run build` })
    const folder = yield* scratchFolder(options.folder)
    const service = yield* startService
    const env = settingsFor(service, folder)
    const newFile = join(folder, "new.duckdb")

    const tell = (path: string, body: unknown) =>
      promised(() => post(`${service}/bench/${path}`, {}, body)).pipe(Effect.asVoid)

    /** In steps, none of which takes longer than a request may. */
    const prepare = Effect.fnUntraced(function*(days: number, kind: Kind = "plain") {
      for (let from = 0; from < days; from += 100) {
        yield* tell("prepare", { days: Math.min(from + 100, days), wallet: walletOf(kind) })
      }
    })

    const pull: Workshop["Service"]["pull"] = Effect.fnUntraced(function*(
      file,
      days,
      { env: more, kind = "plain", good = kind === "usual" ? [3] : [0] } = {}
    ) {
      const period = ["--from", dateOf(0), "--to", dateOf(days - 1)]
      const ended = yield* runWatched(
        {
          args: [program, "pull", "--json", "--db", file, ...period],
          env: { ...env, WALLET_STATEMENT_WALLETS: walletOf(kind), ...more },
          good
        },
        folder
      )
      const report = yield* Schema.decodeEffect(PullReport)(ended.stdout).pipe(
        Effect.mapError(() => new BenchError({ message: `a pull was not whole: ${ended.stdout}` }))
      )
      const { changed, fetched, inserted, withdrawn } = report.wallets[0].rows
      if (fetched !== days * rowsPerDay) return yield* new BenchError({ message: `a pull brought ${fetched} rows` })
      return { ...ended, inserted, changed, written: inserted + changed + withdrawn }
    })

    const pathOfPulled = (days: number): string => join(folder, `pulled-${days}.duckdb`)
    const files = yield* Cache.make({
      capacity: 10,
      lookup: Effect.fnUntraced(function*(days: number) {
        const file = pathOfPulled(days)
        if (existsSync(file)) return file
        process.stderr.write(`pulling ${days * rowsPerDay} rows, not measured\n`)
        yield* prepare(days)
        yield* pull(file, days)
        return file
      })
    })

    const savedPages = Effect.fnUntraced(function*(days: number) {
      const pages = join(folder, "pages")
      mkdirSync(pages, { recursive: true })
      const ask = yield* promised(() => login(service))
      for (let day = 0; day < days; day++) {
        const file = join(pages, `${day}.json`)
        if (existsSync(file)) continue
        const answer = yield* promised(() => ask(day))
        writeFileSync(file, Buffer.from(yield* promised(() => answer.arrayBuffer())), { flush: true })
      }
      return pages
    })

    return Workshop.of({
      options,
      folder,
      service,
      env,
      newFile,
      pull,
      savedPages,
      runProgram: (name, args) =>
        runWatched({
          args: [join(root, "bench/programs", name), ...args],
          // Types are read away once and not at every start, as in a script without types.
          env: { ...env, NODE_COMPILE_CACHE: join(folder, "compiled") }
        }, folder),
      prepare,
      correct: (action, day) => tell(action, { date: dateOf(day) }),
      pulled: (days) => Cache.get(files, days),
      keep: (days, file) => Effect.sync(() => renameSync(file, pathOfPulled(days)))
    })
  }
)

const promised = <A>(run: () => Promise<A>): Effect.Effect<A, BenchError> =>
  Effect.tryPromise({ try: run, catch: (cause) => new BenchError({ message: String(cause) }) })

const scratchFolder = (parent: string | undefined): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(parent ?? tmpdir(), "wallet-statement-bench-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

const startService: Effect.Effect<string, BenchError, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() =>
    spawn(process.execPath, [join(root, "bench/service/server.ts")], { stdio: ["pipe", "pipe", "inherit"] })
  ),
  (child) => Effect.sync(() => child.kill())
).pipe(Effect.flatMap((child) =>
  Effect.callback<string, BenchError>((resume) => {
    createInterface({ input: child.stdout }).once("line", (line) => resume(Effect.succeed(line)))
    child.once("exit", (code) => resume(new BenchError({ message: `the service ended with ${code}` })))
  })
))

const settingsFor = (service: string, folder: string): Readonly<Record<string, string>> => {
  const keyFile = join(folder, "key.pem")
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 })
  return {
    WALLET_STATEMENT_BASE_URL: service,
    WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
    WALLET_STATEMENT_CONSUMER_KEY: "key",
    WALLET_STATEMENT_CONSUMER_SECRET: "secret",
    WALLET_STATEMENT_PRIVATE_KEY_FILE: keyFile,
    WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
    WALLET_STATEMENT_DATE_BOUNDS: "inclusive",
    WALLET_STATEMENT_WALLETS: walletNo
  }
}

/** The size of a database file and its log. */
export const fileBytes = (file: string): number =>
  [file, `${file}.wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Removes a database file and its log. */
export const removeFile = (file: string): void => {
  for (const path of [file, `${file}.wal`]) rmSync(path, { force: true })
}

/** Copies a database file that nobody has open. */
export const copyFile = (from: string, to: string): void => {
  removeFile(to)
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}
