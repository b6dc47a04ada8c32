/**
 * Runs a command of the settings and takes what it prints: a secret, or a signature.
 *
 * No shell runs it. It gets none of this program's own settings by its environment, nothing on stdin but its input, so
 * long, and may print so much. What it says on stderr may quote a secret: unless it was told none, nobody is shown more
 * than how long that is. It is a session of its own, without a terminal, so that what it started ends with it. What it printed
 * is believed only to the end of its output: while something that it left behind holds that open, nobody knows whether it is all.
 */
import { Duration, Effect, Schema } from "effect"
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { printable } from "../domain/printable.ts"
import { hasGroups, killGroup, startWithUs } from "./processGroup.ts"
import { variablePrefix } from "./variablePrefix.ts"

/** A command gave nothing that can be used; `problem` goes behind the name of its setting to make a sentence. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { problem: Schema.String }) {
  override get message(): string {
    return this.problem
  }
}

/** What a command gets, and its bounds. */
export interface CommandOptions {
  /** Stands on stdin; without it stdin is empty. */
  readonly input?: Uint8Array | undefined
  readonly timeout: Duration.Duration
  /** Bytes that it may print; without it what it prints goes nowhere. */
  readonly maxBytes?: number
  /** Whether what it says on stderr is shown when it fails; the default is no. */
  readonly showsErrors?: boolean
}

/** Runs the words of a command and gives the bytes that it printed. Fails with CommandFailed. */
export const runCommand = (
  words: ReadonlyArray<string>,
  options: CommandOptions
): Effect.Effect<Uint8Array, CommandFailed> =>
  printedBy(words, options).pipe(
    Effect.timeoutOrElse({
      duration: options.timeout,
      orElse: () => Effect.fail(failed(`took longer than ${Duration.format(options.timeout)} and was stopped`))
    })
  )

const failed = (problem: string): CommandFailed => new CommandFailed({ problem })

const printedBy = (words: ReadonlyArray<string>, { input, maxBytes, showsErrors = false }: CommandOptions) =>
  Effect.callback<Uint8Array, CommandFailed>((resume) => {
    let child: ChildProcess
    let ended: () => void
    try {
      ;[child, ended] = startWithUs(() => start(words, input, maxBytes === undefined ? "ignore" : "pipe"))
    } catch {
      resume(Effect.fail(failed("could not be started: a word of it is nothing that a program can be given")))
      return
    }
    const chunks: Array<Uint8Array> = []
    let printed = 0
    const said: Said = { bytes: 0, beginning: "" }
    const stop = () => {
      killGroup(child)
      // What has made itself a group of its own may hold these open.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    child.stdout?.on("data", (chunk: Uint8Array) => {
      printed += chunk.length
      if (maxBytes === undefined || printed <= maxBytes) {
        chunks.push(chunk)
        return
      }
      stop()
      resume(Effect.fail(failed(`printed more than ${maxBytes} bytes and was stopped`)))
    })
    child.stderr?.on("data", (chunk: Uint8Array) => {
      said.bytes += chunk.length
      if (showsErrors && said.beginning.length < mostShown) said.beginning += Buffer.from(chunk).toString()
    })
    child.once("error", (error: NodeJS.ErrnoException) => {
      ended()
      resume(Effect.fail(failed(`could not be started (${error.code ?? "unknown error"})`)))
    })
    child.once("exit", (code, signal) => {
      if (code !== 0) killGroup(child)
      const ending = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
      const finish = () => {
        ended()
        clearTimeout(grace)
        const isWhole = child.stdout === null || child.stdout.readableEnded
        stop()
        resume(
          code !== 0
            ? Effect.fail(failed(`${ending}${showsErrors ? showing(said) : saying(said)}`))
            : isWhole
            ? Effect.succeed(Buffer.concat(chunks))
            : Effect.fail(failed(stillOpen))
        )
      }
      const grace = setTimeout(finish, graceMillis)
      if (code === 0) whenEnded(child.stdout, finish)
      else child.once("close", finish)
    })
    return Effect.sync(stop)
  })

const whenEnded = (stream: Readable | null, then: () => void): void => {
  if (stream === null || stream.readableEnded) then()
  else stream.once("end", then)
}

/** For so long what a command left behind may write on when it has exited. */
const graceMillis = 2_000

const stillOpen =
  "exited, and something that it started still holds its output open, so that nobody knows whether it was all: " +
  "let that write elsewhere (>/dev/null 2>&1)"

/** What a command said on stderr. */
interface Said {
  bytes: number
  beginning: string
}

const mostShown = 1000

const showing = ({ beginning }: Said): string => (beginning.trim() === "" ? "" : `: ${printable(beginning.trim())}`)

const saying = ({ bytes }: Said): string =>
  bytes === 0
    ? ", and said nothing on stderr"
    : `; what it said on stderr (${bytes} bytes) is not shown, since it may hold a secret: run it yourself to read that`

const start = (
  [program = "", ...args]: ReadonlyArray<string>,
  input: Uint8Array | undefined,
  stdout: "ignore" | "pipe"
): ChildProcess => {
  const file = input === undefined ? undefined : fileOf(input)
  try {
    const stdin = input === undefined ? "ignore" : (file ?? "pipe")
    const stdio: StdioOptions = [stdin, stdout, "pipe"]
    const child = spawn(program, args, { stdio, env: environmentOfCommands(), windowsHide: true, detached: hasGroups })
    // A command that does not read its input is free to.
    child.stdin?.on("error", () => {})
    child.stdin?.end(input)
    return child
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The environment without this program's own settings, which hold secrets. */
const environmentOfCommands = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith(variablePrefix)))

/**
 * A file without a name that holds the input. Node's pipes are sockets, which can't be opened once more as `/dev/stdin`:
 * commands that take a file's name are given that. Undefined where there is no place for temporary files.
 */
const fileOf = (input: Uint8Array): number | undefined => {
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
    const path = join(folder, "input")
    writeFileSync(path, input, { mode: 0o600 })
    return openSync(path, "r")
  } catch {
    return undefined
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
