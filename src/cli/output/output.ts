/**
 * Data goes to stdout, everything else to stderr. Server text reaches a terminal escaped.
 */
import { Clock, Effect } from "effect"
import { plainJson } from "../../json/JsonEscape.ts"
import { HeldBack } from "./heldBack.ts"
import { isoText } from "./instantText.ts"
import { jsonLine, LogFormatInForce } from "./logging.ts"
import { withFileFlags } from "./withFileFlags.ts"

/** Writes data for people: a line, or a text that ends with one. */
export const printData = (text: string): Effect.Effect<void> => write(process.stdout, withFileFlags(text, process.argv))

/** The width of a terminal that does not know its own. */
export const usualColumns = 80

/** The width of the terminal that data goes to, the usual one where it says 0; undefined when data goes elsewhere. */
export const dataColumns = ():
  | number
  | undefined => (process.stdout.isTTY ? process.stdout.columns || usualColumns : undefined)

/**
 * Writes a message for people; as a line of the log where that is JSON, so that nothing else is on stderr: there `logged` stands
 * instead, where the message quotes what belongs into no log.
 */
export const printNotice = (
  text: string,
  level: "INFO" | "WARN" | "ERROR" = "INFO",
  logged: string = text
): Effect.Effect<void> =>
  Effect.gen(function*() {
    if ((yield* LogFormatInForce) === "json") {
      const now = yield* Clock.currentTimeMillis
      const message = withFileFlags(logged.trimEnd(), process.argv)
      return yield* write(process.stderr, jsonLine({ time: isoText(now), level, message }))
    }
    const hold = yield* HeldBack
    const told = withFileFlags(text, process.argv)
    return yield* hold === undefined ? write(process.stderr, told) : Effect.sync(() => hold(lineOf(told)))
  })

/** Writes data as it stands. */
export const printPart = (text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    process.stdout.write(text, () => resume(Effect.void))
  })

/** Writes one JSON document. */
export const printJson = (value: unknown): Effect.Effect<void> =>
  write(process.stdout, plainJson(JSON.stringify(value)))

/** Waits until the text is out, so that nothing is cut off when the process ends; what fails is `onWriteError`'s. */
const write = (stream: NodeJS.WriteStream, text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    stream.write(lineOf(text), () => resume(Effect.void))
  })

const lineOf = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`)

/** What is said when data is lost; `code` is the system's word for why. */
export const lostText = (code: string): string =>
  `The output could not be written (${
    code === "ENOSPC" ? "ENOSPC: the disk is full" : code
  }): what was printed is not ` +
  "complete."

/**
 * Ends the process when stdout can't be written: quietly when its reader has gone, as in `… | head`, and with a message
 * when data is lost otherwise.
 */
export const onWriteError = (error: NodeJS.ErrnoException): never => {
  if (error.code === "EPIPE") return process.exit(0)
  process.stderr.write(`${lostText(error.code ?? error.name)}\n`)
  return process.exit(1)
}
