/**
 * Logs go to stderr, one line each, with the fields of docs/observability.md. As text only what is wrong is shown, since
 * people read the summary; as JSON also what a run did. `--log-level debug` shows each committed window.
 */
import { Console, Context, Effect, Layer, Logger, References } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { maskCards } from "../../domain/maskCards.ts"
import { plainJson } from "../../json/JsonEscape.ts"
import { type LogFormat, logFormat, logFormats } from "../../settings/LogFormat.ts"
import { HeldBack } from "./heldBack.ts"

/** `--log-format text|json`; `logFormat` reads it before the arguments are parsed, this makes it known to them. */
export const logFormatFlag = GlobalFlag.Setting("log-format")({
  flag: Flag.Literals("log-format", logFormats).pipe(
    Flag.withDescription("How log lines and messages on stderr are written (default: text)"),
    Flag.optional
  )
})

/** The format in force. */
export const LogFormatInForce = Context.Reference<LogFormat>("wallet-statement/cli/LogFormat", {
  defaultValue: () => "text"
})

type Fields = Readonly<Record<string, unknown>>

/** Fields as one JSON object; card numbers are masked, and nothing in it moves a cursor or ends the line. */
export const jsonLine = (fields: Fields): string =>
  plainJson(JSON.stringify(fields, (_, value: unknown) => masked(value)))

/** Fields as `name=value`, quoted like JSON where that is needed; card numbers are masked, and it is one plain line too. */
export const textLine = (fields: Fields): string =>
  Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? JSON.stringify(maskCards(value)) : jsonLine({ value }).slice(9, -1)
    return plainJson(`${name}=${/^"[^\s"=\\]+"$/.test(text) ? text.slice(1, -1) : text}`)
  }).join(" ")

const masked = (value: unknown): unknown =>
  typeof value === "string" ? maskCards(value) : typeof value === "bigint" ? String(value) : value

const fields = Logger.map(Logger.formatStructured, ({ annotations, cause, level, message, timestamp }): Fields => {
  const always = { time: timestamp, level, message: Array.isArray(message) ? message.join(" ") : message }
  return Object.assign({}, always, annotations, always, cause === undefined ? {} : { cause })
})

/** Text is for people, who may want to hear of it only where something goes wrong. */
const textLogger = Logger.make<unknown, void>((options) => {
  const line = textLine(fields.log(options))
  const hold = options.fiber.getRef(HeldBack)
  if (hold === undefined) options.fiber.getRef(Console.Console).error(line)
  else hold(`${line}\n`)
})

/** The program's logger, in the format that the arguments or the environment ask for. */
export const layerLogger = Layer.unwrap(
  Effect.map(logFormat(process.argv.slice(2)), (format) =>
    Layer.mergeAll(
      Logger.layer([format === "json" ? Logger.withConsoleError(Logger.map(fields, jsonLine)) : textLogger]),
      Layer.succeed(LogFormatInForce, format),
      Layer.succeed(References.MinimumLogLevel, format === "json" ? "Info" : "Warn")
    ))
).pipe(Layer.orDie)
