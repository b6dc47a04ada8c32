/**
 * Secrets, each from one of three places: the setting itself, a file (`…_FILE`), or what a command prints (`…_COMMAND`). Variables
 * that other programs have, too, are their own value or a file's.
 */
import { Duration, Effect, Option, Redacted } from "effect"
import { readSecretFile } from "./believedFile.ts"
import type { SecretSetting } from "./described.ts"
import { notRead, type Problem } from "./namedFile.ts"
import { shownSecretPath } from "./path.ts"
import { runCommand } from "./runCommand.ts"
import { foreign, missing, optional, placeOf, problemWith, SettingsError } from "./setting.ts"
import { variablePrefix } from "./variablePrefix.ts"

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
    : Effect.flatMap(placeOf(second), (other) => problemWith(first, `and ${other} are both set: keep one of them`))
}

/** What a command prints, but for a line end behind it; `name` is its setting. */
export const printedSecret = (
  name: string,
  words: ReadonlyArray<string>
): Effect.Effect<Redacted.Redacted, SettingsError> =>
  runCommand(words, { timeout, maxBytes }).pipe(
    Effect.catch(({ problem }) => problemWith(name, problem)),
    Effect.flatMap((bytes) => secretOf(bytes, (problem) => problemWith(name, problem), "printed"))
  )

const fileSecret = (wrong: Problem, file: string): Effect.Effect<Redacted.Redacted, SettingsError> =>
  readSecretFile(file).pipe(
    Effect.catch(notRead(wrong, shownSecretPath(file))),
    Effect.flatMap((bytes) => secretOf(bytes, wrong, "holds"))
  )

const secretOf = Effect.fnUntraced(function*(bytes: Uint8Array, wrong: Problem, verb: "printed" | "holds") {
  const text = yield* Effect.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).pipe(
    Effect.catch(() => wrong(`${verb} no text in UTF-8`))
  )
  const secret = text.replace(/\r?\n$/, "")
  if (secret === "") return yield* wrong(`${verb} nothing`)
  return Redacted.make(secret)
})

/** Stores of secrets may print notes below one, which would make it another, and a refused login locks others out. */
const inOneLine = (
  wrong: Problem,
  expected: string
) =>
(secret: Redacted.Redacted): Effect.Effect<Redacted.Redacted, SettingsError> => {
  const line = Redacted.value(secret).replace(/[\r\n]+$/, "")
  if (line === "") return wrong("holds nothing")
  return /[\r\n]/.test(line)
    ? wrong(
      `gives several lines, and ${expected} is one: leave the others out (for a command \`sh -c '… | head -n 1'\` does)`
    )
    : Effect.succeed(Redacted.make(line))
}

/** Reads a secret of one line that may be absent. */
export const optionalSecret = Effect.fnUntraced(
  function*(secret: SecretSetting): Effect.fn.Return<Option.Option<Redacted.Redacted>, SettingsError> {
    const { name, shape: { expected } } = secret.plain
    const [fileName, commandName] = [secret.file.name, secret.command.name]
    const text = yield* optional(secret.plain)
    const file = yield* optional(secret.file)
    const words = yield* optional(secret.command)
    yield* onlyOneOf({ [name]: text, [fileName]: file, [commandName]: words })
    const [found, setting] = Option.isSome(file)
      ? [Option.some(yield* fileSecret((problem) => problemWith(fileName, problem), file.value)), fileName]
      : Option.isSome(words)
      ? [Option.some(yield* printedSecret(commandName, words.value)), commandName]
      : [text, name]
    return yield* Effect.transposeOption(
      Option.map(found, inOneLine((problem) => problemWith(setting, problem), expected))
    )
  }
)

/** Reads a secret that must be there. */
export const requiredSecret = Effect.fnUntraced(
  function*(secret: SecretSetting): Effect.fn.Return<Redacted.Redacted, SettingsError> {
    const { name, shape: { expected } } = secret.plain
    const read = yield* optionalSecret(secret)
    return Option.isSome(read)
      ? read.value
      : yield* missing(name, `${expected}, or ${variablePrefix}${name}_FILE to the path of a file with it`)
  }
)

/** A secret, and the variable that holds it or says in which file it is. */
export interface ForeignSecret {
  readonly secret: Redacted.Redacted
  readonly variable: string
}

/**
 * Reads a secret that a variable holds which other programs have, too, such as `HTTPS_PROXY`, or a file that the same name with
 * `_FILE` behind it says; relative to where the program runs.
 */
export const foreignSecret = Effect.fnUntraced(
  function*(variable: string): Effect.fn.Return<Option.Option<ForeignSecret>, SettingsError> {
    const fileVariable = `${variable}${variable === variable.toLowerCase() ? "_file" : "_FILE"}`
    const [text, file] = [yield* foreign(variable), yield* foreign(fileVariable)]
    const wrong: Problem = (problem) => Effect.fail(new SettingsError({ problems: [`${fileVariable} ${problem}`] }))
    if (Option.isSome(text) && Option.isSome(file)) {
      return yield* wrong(`and ${variable} are both set: keep one of them`)
    }
    return Option.isSome(file)
      ? Option.some({ secret: yield* fileSecret(wrong, file.value.trim()), variable: fileVariable })
      : Option.map(text, (value) => ({ secret: Redacted.make(value), variable }))
  }
)
