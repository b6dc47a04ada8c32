/**
 * The days that `--from` and `--to` name.
 */
import { Effect, Option } from "effect"
import { type Day, formatDay, parseDay } from "../../domain/Period.ts"
import { type CommandEnd, wrongUsage } from "../ending/exit.ts"

/** The two flags as they were given. */
interface Given {
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
}

/** The days, null where none was given. Fails with CommandEnd. */
export const askedDays = Effect.fnUntraced(function*({ from, to }: Given) {
  const asked = { from: yield* dayOf("--from", from), to: yield* dayOf("--to", to) }
  if (asked.from !== null && asked.to !== null && asked.to < asked.from) {
    const [last, first] = [formatDay(asked.to), formatDay(asked.from)]
    return yield* wrongUsage(`--to is ${last}, before the first day, --from, which is ${first}.`)
  }
  return asked
})

const dayOf = Effect.fnUntraced(
  function*(flag: string, given: Option.Option<string>): Effect.fn.Return<Day | null, CommandEnd> {
    if (Option.isNone(given)) return null
    const day = parseDay(given.value.trim())
    if (day !== undefined) return day
    return yield* wrongUsage(
      `${flag} is ${JSON.stringify(given.value)}, but a day that exists, written YYYY-MM-DD, is wanted.`
    )
  }
)
