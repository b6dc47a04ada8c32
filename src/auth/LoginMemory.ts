/**
 * Remembers a refused login beyond the process: a job that starts every few minutes would lock the account otherwise.
 */
import { Context, Effect, FileSystem, Layer, Option, Schema } from "effect"

/** A login that the service refused; holds no secret. */
export const RefusedLogin = Schema.Struct({
  /** When, in milliseconds since 1970-01-01T00:00:00Z. */
  at: Schema.Finite,
  /** The status that the service answered with. */
  status: Schema.Int,
  /** How many logins in a row were refused, this one included. */
  times: Schema.Int
})
export type RefusedLogin = typeof RefusedLogin.Type

const shortestMillis = 30 * 60_000
const longestMillis = 12 * 3_600_000

/** Until when nobody asks again: half an hour after the first refusal, twice as long after each further one, up to twelve hours. */
export const heldUntil = ({ at, times }: RefusedLogin): number =>
  at + Math.min(longestMillis, shortestMillis * 2 ** Math.min(Math.max(times, 1) - 1, 10))

/** What earlier processes met; without a layer nothing is remembered. */
export const LoginMemory = Context.Reference<{
  /** The last login, when it was refused. */
  readonly recall: Effect.Effect<Option.Option<RefusedLogin>>
  readonly remember: (refused: RefusedLogin) => Effect.Effect<void>
  /** The service let somebody in. */
  readonly forget: Effect.Effect<void>
  /** Whether a login is tried whatever is remembered, because somebody says so. */
  readonly tryNow: boolean
}>("wallet-statement/auth/LoginMemory", {
  defaultValue: () => ({
    recall: Effect.succeedNone,
    remember: () => Effect.void,
    forget: Effect.void,
    tryNow: false
  })
})

const Text = Schema.fromJsonString(RefusedLogin)
const decode = Schema.decodeOption(Text)
const encode = Schema.encodeSync(Text)

/**
 * Remembers in a file of its own, which only its owner can read. What can't be read or written there is not remembered: that
 * must stop no pull.
 */
export const layerLoginMemory = (
  options: { readonly path: string; readonly tryNow?: boolean }
): Layer.Layer<never, never, FileSystem.FileSystem> =>
  Layer.effect(
    LoginMemory,
    Effect.map(FileSystem.FileSystem, (files) => ({
      recall: files.readFileString(options.path).pipe(
        Effect.map((text) => decode(text)),
        Effect.orElseSucceed(() => Option.none())
      ),
      remember: (refused: RefusedLogin) =>
        Effect.ignore(files.writeFileString(options.path, `${encode(refused)}\n`, { mode: 0o600 })),
      forget: Effect.ignore(files.remove(options.path, { force: true })),
      tryNow: options.tryNow ?? false
    }))
  )
