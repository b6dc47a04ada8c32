/**
 * The days that `--from` and `--to` name.
 */
import { Effect, Option } from "effect"
import { formatDay, parseDay } from "../../domain/Period.ts"
import { CommandEnd, exitCode } from "../ending/exit.ts"

/** The two flags as they were given. */
interface Given {
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
}

/** Days as `YYYY-MM-DD`, null where none was given. Fails with CommandEnd. */
export const askedDays = Effect.fnUntraced(function*({ from, to }: Given) {
  const asked = { from: yield* dayOf("--from", from), to: yield* dayOf("--to", to) }
  if (asked.from !== null && asked.to !== null && asked.to < asked.from) {
    return yield* wrong(`--to is ${asked.to}, before the first day, --from, which is ${asked.from}.`)
  }
  return asked
})

const wrong = (message: string): CommandEnd => new CommandEnd({ code: exitCode.usage, message })

const dayOf = Effect.fnUntraced(
  function*(flag: string, given: Option.Option<string>): Effect.fn.Return<string | null, CommandEnd> {
    if (Option.isNone(given)) return null
    const day = parseDay(given.value.trim())
    if (day !== undefined) return formatDay(day)
    return yield* wrong(
      `${flag} is ${JSON.stringify(given.value)}, but a day that exists, written YYYY-MM-DD, is wanted.`
    )
  }
)
