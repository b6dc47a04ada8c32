/**
 * The settings that say who hears of a pull's end. Each is read by itself: of what is wrong with other settings somebody has to hear, too.
 */
import { Effect, Option, Redacted } from "effect"
import { HEARTBEAT_URL, ON_RESULT_COMMAND } from "./describedHooks.ts"
import { optionalSecret } from "./secretSetting.ts"
import { optional, problemWith, type SettingsError } from "./setting.ts"
import { heartbeatUrl } from "./shapes.ts"

/** Reads `ON_RESULT_COMMAND`: the words of a program that gets the report of each pull on stdin. */
export const readOnResult: Effect.Effect<Option.Option<ReadonlyArray<string>>, SettingsError> = optional(
  ON_RESULT_COMMAND
)

/** Reads `HEARTBEAT_URL`, which is a secret: whoever knows it can say that all is well. */
export const readHeartbeat: Effect.Effect<Option.Option<Redacted.Redacted<URL>>, SettingsError> = Effect.gen(
  function*() {
    const text = yield* optionalSecret(HEARTBEAT_URL)
    if (Option.isNone(text)) return Option.none()
    const url = heartbeatUrl.parse(Redacted.value(text.value))
    if (url === undefined) return yield* problemWith(HEARTBEAT_URL.plain.name, `is not ${heartbeatUrl.expected}`)
    return Option.some(Redacted.make(url))
  }
)
