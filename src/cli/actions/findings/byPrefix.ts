/**
 * A finding by the beginning of its id, as somebody types it.
 */
import { Effect } from "effect"
import { CommandEnd, exitCode } from "../../ending/exit.ts"

/** Ids that a message names. */
const mostNamed = 5

/** The one whose id begins so; fails when there is none, or more than one. */
export const byPrefix = <A extends { readonly id: string }>(
  found: ReadonlyArray<A>,
  prefix: string
): Effect.Effect<A, CommandEnd> => {
  const wanted = prefix.trim().toLowerCase()
  const fitting = wanted === "" ? [] : found.filter(({ id }) => id.startsWith(wanted))
  const [one, ...others] = fitting
  if (one !== undefined && others.length === 0) return Effect.succeed(one)
  const named = fitting.slice(0, mostNamed).map(({ id }) => id).join(", ")
  return Effect.fail(
    new CommandEnd({
      code: exitCode.usage,
      message: one === undefined
        ? `No finding ${
          JSON.stringify(prefix)
        }: \`wallet-statement findings --all\` has the ids. What only a run saw of the ` +
          "service's answers is in its report, and nothing is decided about it."
        : `${JSON.stringify(prefix)} is the beginning of ${fitting.length} ids, ${named}${
          fitting.length > mostNamed ? ", …" : ""
        }: give more of it.`
    })
  )
}
