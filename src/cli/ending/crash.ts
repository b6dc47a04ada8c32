/**
 * What is told of a mistake of this program. Its message may quote data or a secret, so only its kind and its places
 * in the program are shown.
 */

const frame = /^ {4}at .*(?:file:\/\/|node:|[/\\]).*:\d+:\d+\)?$/

/** A few lines about whatever was thrown. */
export const crashText = (thrown: unknown): string => {
  const kind = thrown instanceof Error && /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : typeof thrown
  return [`Unexpected ${kind}: this is a mistake of the program, please report it.`, ...framesOf(thrown)].join("\n")
}

/** The first lines of the stack, behind the message, which may have lines that look like them. */
const framesOf = (thrown: unknown): ReadonlyArray<string> => {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return []
  const { message, stack } = thrown
  const at = stack.indexOf(message)
  if (at < 0) return []
  return stack.slice(at + message.length).split("\n").filter((line) => frame.test(line)).slice(0, 5)
}
