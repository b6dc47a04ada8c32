/**
 * The work of `query`: hands the question to a process that holds no secret, waits for the answer, and stops it when it takes
 * too long.
 */
import {
  Clock,
  Duration,
  Effect,
  Fiber,
  identity,
  Option,
  type PlatformError,
  Schema,
  type Scope,
  Stream
} from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { QuerySettings } from "../../../settings/QuerySettings.ts"
import { layerCopies, layerDatabase, layerQuery } from "../../../settings/Settings.ts"
import { engineBrokeDown, moreMemoryNeeded, type SinkError } from "../../../sink/SinkError.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"
import { dataColumns, lostText, printNotice } from "../../output/output.ts"
import type { Format } from "../../output/rowFormats.ts"
import { readFileOrCopy } from "../fileOrCopy.ts"
import {
  heapMegabytes,
  noAnswerDescriptor,
  NoAnswerText,
  type OutputLost,
  type Question,
  QuestionText
} from "./question.ts"
import { isTyped, parameterValues, type StatementGiven, statementText } from "./statementText.ts"

/** Asks and prints; `params` are NAME=VALUE. */
export const query = Effect.fnUntraced(
  function*(given: StatementGiven, params: ReadonlyArray<string>, format: Format) {
    const { bytes, rows, timeout } = yield* QuerySettings
    const values = yield* parameterValues(params)
    const [began, isPatient] = [yield* Clock.currentTimeMillis, isTyped(given)]
    const sql = yield* statementText(given).pipe(
      isPatient ? identity : within(timeout, timeout, "The statement did not come to its end in")
    )
    const left = isPatient
      ? timeout
      : Duration.millis(Duration.toMillis(timeout) + began - (yield* Clock.currentTimeMillis))
    const question = { sql, values, format, columns: dataColumns() ?? null, rows, bytes }
    yield* readFileOrCopy((path) => Effect.scoped(asked({ ...question, path }))).pipe(
      within(left, timeout, "The query took longer than")
    )
  },
  Effect.provide([layerCopies, layerDatabase, layerQuery])
)

/** Stops what takes longer than is `left` of the time that was given. */
const within = (left: Duration.Duration, timeout: Duration.Duration, what: string) =>
  Effect.timeoutOrElse({
    duration: left,
    orElse: () =>
      Effect.fail(
        new CommandEnd({
          code: exitCode.failed,
          message: `${what} ${Duration.format(timeout)} and was stopped: --timeout allows more.`
        })
      )
  })

/** The program of the other process: beside this one's folder, as a source or built. */
const program = new URL(import.meta.url.endsWith(".ts") ? "./answer.ts" : "../answer.js", import.meta.url)

const encodeQuestion = Schema.encodeSync(QuestionText)
const decodeNoAnswer = Schema.decodeUnknownOption(NoAnswerText)

const asked = Effect.fnUntraced(
  function*(
    question: Question
  ): Effect.fn.Return<void, CommandEnd | SinkError, ChildProcessSpawner.ChildProcessSpawner | Scope.Scope> {
    const child = yield* ChildProcess.make(process.execPath, [
      "--disable-sigusr1",
      `--max-old-space-size=${heapMegabytes(question.bytes)}`,
      // Rows are gone as soon as they are written.
      "--max-semi-space-size=4",
      fileURLToPath(program),
      String(process.pid)
    ], {
      env: {},
      stdin: Stream.succeed(new TextEncoder().encode(encodeQuestion(question))),
      stdout: "inherit",
      additionalFds: { [`fd${noAnswerDescriptor}`]: { type: "output" } },
      forceKillAfter: "500 millis"
    }).pipe(Effect.mapError(broken))
    const told = yield* Effect.forkScoped(textOf(child.getOutputFd(noAnswerDescriptor)))
    const lastWords = yield* Effect.forkScoped(textOf(child.stderr))
    const code = yield* Effect.option(child.exitCode)
    const noAnswer = Option.getOrUndefined(decodeNoAnswer(yield* Fiber.join(told)))
    if (noAnswer?._tag === "OutputLost") return yield* lost(noAnswer)
    if (noAnswer?._tag === "RowsLeftOut") return yield* printNotice(leftOutText(noAnswer.shown), "WARN")
    if (noAnswer !== undefined) return yield* noAnswer
    if (Option.contains(code, ChildProcessSpawner.ExitCode(0))) return
    return yield* ofMemory.test(yield* Fiber.join(lastWords)) ? moreMemoryNeeded() : engineBrokeDown()
  }
)

const leftOutText = (shown: number): string =>
  `These are the first ${shown} rows, and there are more: --rows N shows more on a terminal; a file or a program gets all.`

/** What comes, of which the first part is kept: it can't be endless. */
const textOf = <E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<string> =>
  Stream.decodeText(bytes).pipe(
    Stream.runFold(() => "", (text, more) => (text.length > 2 ** 16 ? text : text + more)),
    Effect.orElseSucceed(() => "")
  )

/** The words with which Node or the engine's own memory ends a process. */
const ofMemory = /out of memory|bad_alloc/

/** Nobody is told that a reader went away, as in `… | head`; that data was lost is told on stderr alone. */
const lost = Effect.fnUntraced(function*({ code }: OutputLost): Effect.fn.Return<void, CommandEnd> {
  if (code === "EPIPE") return
  yield* printNotice(lostText(code), "ERROR")
  return yield* new CommandEnd({ code: exitCode.failed, message: "" })
})

const broken = (cause: PlatformError.PlatformError): CommandEnd =>
  new CommandEnd({
    code: exitCode.failed,
    message: `The process that asks the database could not be started (${cause.reason._tag}).`
  })
