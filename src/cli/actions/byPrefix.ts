/**
 * Something by the beginning of its id, as somebody types it.
 */
import { Effect } from "effect"
import { type CommandEnd, wrongUsage } from "../ending/exit.ts"

/** Ids that a message names. */
const mostNamed = 5

/** The one whose id begins so; fails when there is none, which `none` tells behind the id, or more than one. */
export const byPrefix = <A extends { readonly id: string }>(
  found: ReadonlyArray<A>,
  prefix: string,
  none: (shown: string) => string
): Effect.Effect<A, CommandEnd> => {
  const wanted = prefix.trim().toLowerCase()
  const fitting = wanted === "" ? [] : found.filter(({ id }) => id.startsWith(wanted))
  const [one, ...others] = fitting
  if (one !== undefined && others.length === 0) return Effect.succeed(one)
  const named = fitting.slice(0, mostNamed).map(({ id }) => id).join(", ")
  return Effect.fail(
    wrongUsage(
      one === undefined
        ? none(JSON.stringify(prefix))
        : `${JSON.stringify(prefix)} is the beginning of ${fitting.length} ids, ${named}${
          fitting.length > mostNamed ? ", …" : ""
        }: give more of it.`
    )
  )
}
