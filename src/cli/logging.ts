/**
 * Logs go to stderr, one line each. `--log-level debug` shows each committed window.
 */
import { Effect, Layer, Logger } from "effect"
import { LogFormat } from "../settings/LogFormat.ts"

/** The program's logger: text, or JSON with WALLET_STATEMENT_LOG_FORMAT=json. */
export const layerLogger = Layer.unwrap(
  Effect.map(
    LogFormat,
    (format) => Logger.layer([Logger.withConsoleError(format === "json" ? Logger.formatJson : Logger.formatLogFmt)])
  )
).pipe(Layer.orDie)
