/**
 * Who decides, and why: texts that an auditor reads, so they are refused rather than altered.
 */
import { Effect } from "effect"
import { userInfo } from "node:os"
import { type CommandEnd, wrongUsage } from "../ending/exit.ts"

/** Characters of a reason, and of a name, at most. */
const [longestReason, longestName] = [500, 100]

/** Controls, formats, line ends and what is no character: none of them belongs into a line of an audit record. */
const commanding = /[\p{C}\p{Zl}\p{Zp}]/u

/** The reason without blanks around it; fails when it is empty, too long or holds what is no plain text. */
export const reasonFrom = (text: string): Effect.Effect<string, CommandEnd> =>
  plainText(text, "--reason", "say why in a sentence", longestReason)

/** The name of who decides: the one that is given, or that of the system's user. */
export const nameFrom = (given: string | undefined): Effect.Effect<string, CommandEnd> =>
  Effect.flatMap(
    given === undefined
      ? Effect.orElseSucceed(Effect.try({ try: () => userInfo().username, catch: () => "no user" }), () => "")
      : Effect.succeed(given),
    (name) => plainText(name, "--by", "say who decides", longestName)
  )

const plainText = (
  text: string,
  flag: string,
  what: string,
  longest: number
): Effect.Effect<string, CommandEnd> => {
  const trimmed = text.trim()
  if (trimmed === "") return refuse(`${flag} is empty: ${what}.`)
  if (commanding.test(trimmed)) return refuse(`${flag} holds a line end or an invisible character: ${what}.`)
  return [...trimmed].length > longest
    ? refuse(`${flag} has ${[...trimmed].length} characters; ${longest} are the most that are kept.`)
    : Effect.succeed(trimmed)
}

const refuse = (message: string): Effect.Effect<never, CommandEnd> => Effect.fail(wrongUsage(message))
