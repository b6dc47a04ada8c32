/**
 * Secrets, each from one of three places: the setting itself, a file (`…_FILE`), or what a command prints (`…_COMMAND`).
 */
import { Duration, Effect, Option, Redacted } from "effect"
import { readSecretFile } from "./believedFile.ts"
import { path, shownSecretPath } from "./path.ts"
import { runCommand } from "./runCommand.ts"
import { optional, problemWith, type SettingsError, variablePrefix } from "./setting.ts"
import * as shapes from "./shapes.ts"

/** Time to unlock a store of secrets, and no more. */
const timeout = Duration.seconds(60)
const maxBytes = 2 ** 20

/** Refuses two settings for one thing: of those that are given, the first two are named. */
export const onlyOneOf = (
  given: Readonly<Record<string, Option.Option<unknown>>>
): Effect.Effect<void, SettingsError> => {
  const [first, second] = Object.keys(given).filter((name) => Option.isSome(given[name] ?? Option.none()))
  return first === undefined || second === undefined
    ? Effect.void
    : Effect.fail(problemWith(first, `and ${variablePrefix}${second} are both set: keep one of them`))
}

/** What a command prints, but for a line end behind it; `name` is its setting. */
export const printedSecret = (
  name: string,
  words: ReadonlyArray<string>
): Effect.Effect<Redacted.Redacted, SettingsError> =>
  runCommand(words, { timeout, maxBytes }).pipe(
    Effect.mapError(({ problem }) => problemWith(name, problem)),
    Effect.flatMap((bytes) => secretOf(bytes, name, "printed"))
  )

const fileSecret = (name: string, file: string): Effect.Effect<Redacted.Redacted, SettingsError> =>
  readSecretFile(file).pipe(
    Effect.mapError(({ kind, problem }) =>
      kind === "untrusted" || kind === "exposed"
        ? problemWith(name, problem)
        : problemWith(
          name,
          `can't be read: ${shownSecretPath(file)} ${kind === "unreadable" ? `(${problem})` : problem}`
        )
    ),
    Effect.flatMap((bytes) => secretOf(bytes, name, "holds"))
  )

const secretOf = Effect.fnUntraced(function*(bytes: Uint8Array, name: string, verb: "printed" | "holds") {
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => problemWith(name, `${verb} no text in UTF-8`)
  })
  const secret = text.replace(/\r?\n$/, "")
  if (secret === "") return yield* problemWith(name, `${verb} nothing`)
  return Redacted.make(secret)
})

/** Reads a secret that may be absent; `expected` says what it is. */
export const optionalSecret = Effect.fnUntraced(
  function*(name: string, expected: string): Effect.fn.Return<Option.Option<Redacted.Redacted>, SettingsError> {
    const [fileName, commandName] = [`${name}_FILE`, `${name}_COMMAND`]
    const text = yield* optional(name, shapes.secret(expected))
    const file = yield* optional(fileName, path(`the path of a file that holds ${expected}`))
    const words = yield* optional(commandName, shapes.command)
    yield* onlyOneOf({ [name]: text, [fileName]: file, [commandName]: words })
    if (Option.isSome(file)) return Option.some(yield* fileSecret(fileName, file.value))
    return Option.isSome(words) ? Option.some(yield* printedSecret(commandName, words.value)) : text
  }
)

/** Reads a secret that must be there. */
export const requiredSecret = Effect.fnUntraced(
  function*(name: string, expected: string): Effect.fn.Return<Redacted.Redacted, SettingsError> {
    const secret = yield* optionalSecret(name, expected)
    return Option.isSome(secret)
      ? secret.value
      : yield* problemWith(
        name,
        `is missing: set it to ${expected}, or ${variablePrefix}${name}_FILE to the path of a file with it`
      )
  }
)
