/**
 * The work of `query`: hands the question to a process that holds no secret, waits for the answer, and stops it when it takes
 * too long.
 */
import { Duration, Effect, Fiber, Option, type PlatformError, Schema, type Scope, Stream } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { QuerySettings } from "../../settings/QuerySettings.ts"
import { layerDatabase, layerQuery } from "../../settings/Settings.ts"
import type { SinkError } from "../../sink/Sink.ts"
import { CommandEnd, exitCode } from "../exit.ts"
import { dataColumns } from "../output.ts"
import { type Question, QuestionText, refusalDescriptor, RefusalText } from "../question.ts"
import type { Format } from "../rowFormats.ts"

/** Asks and prints. */
export const query = Effect.fnUntraced(
  function*(sql: string, values: Readonly<Record<string, string>>, format: Format) {
    const { path } = yield* DatabaseSettings
    const { bytes, rows, timeout } = yield* QuerySettings
    const question = { path, sql, values, format, columns: dataColumns() ?? null, rows, bytes: Option.getOrNull(bytes) }
    yield* asked(question).pipe(
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () =>
          Effect.fail(
            new CommandEnd({
              code: exitCode.failed,
              message: `The query took longer than ${Duration.format(timeout)} and was stopped: --timeout allows more.`
            })
          )
      })
    )
  },
  Effect.provide([layerDatabase, layerQuery])
)

/** The program of the other process: beside this one's folder, as a source or built. */
const program = new URL(import.meta.url.endsWith(".ts") ? "../answer.ts" : "../answer.js", import.meta.url)

const encodeQuestion = Schema.encodeSync(QuestionText)
const decodeRefusal = Schema.decodeUnknownOption(RefusalText)

const asked = Effect.fnUntraced(
  function*(
    question: Question
  ): Effect.fn.Return<void, CommandEnd | SinkError, ChildProcessSpawner.ChildProcessSpawner | Scope.Scope> {
    const child = yield* ChildProcess.make(process.execPath, [
      "--disable-sigusr1",
      fileURLToPath(program),
      String(process.pid)
    ], {
      env: {},
      stdin: Stream.succeed(new TextEncoder().encode(encodeQuestion(question))),
      stdout: "inherit",
      stderr: "ignore",
      additionalFds: { [`fd${refusalDescriptor}`]: { type: "output" } },
      forceKillAfter: "500 millis"
    }).pipe(Effect.mapError(broken))
    const told = yield* Effect.forkScoped(Stream.mkString(Stream.decodeText(child.getOutputFd(refusalDescriptor))))
    const code = yield* Effect.option(child.exitCode)
    const refusal = decodeRefusal(yield* Fiber.join(told).pipe(Effect.orElseSucceed(() => "")))
    if (Option.isSome(refusal)) return yield* refusal.value
    if (!Option.contains(code, ChildProcessSpawner.ExitCode(0))) return yield* crashed
  }
)

const crashed = new CommandEnd({
  code: exitCode.failed,
  message:
    "The database's engine broke down over this query. It ran in a process of its own, which holds no secret, and the " +
    "file was open for reading only: nothing is changed. Ask in another way."
})

const broken = (cause: PlatformError.PlatformError): CommandEnd =>
  new CommandEnd({
    code: exitCode.failed,
    message: `The process that asks the database could not be started (${cause.reason._tag}).`
  })
