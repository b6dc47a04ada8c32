/**
 * Files that somebody names for a command to read: a plain file, or a pipe as `<(ssh … cat file)` is. What is neither can have
 * no end, and a pipe to which nobody writes would keep the program waiting for ever: both are refused.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Duration, Effect, Schema, Stream } from "effect"
import { closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable } from "node:stream"

/** Why a file is not read; `problem` goes behind its name to make a sentence. */
export class InputRefused extends Schema.TaggedError<InputRefused>()("InputRefused", { problem: Schema.String }) {
  override get message(): string {
    return this.problem
  }
}

/** Time in which a pipe gives its next byte; what writes to it may have to ask for a password first. */
const patience = Duration.minutes(1)

/** The bytes of a file or a pipe, up to so many. Fails with InputRefused. */
export const inputFile = (path: string, maxBytes: number): Stream.Stream<Uint8Array, InputRefused> =>
  Stream.unwrap(
    Effect.map(attempt(() => open(path)), (input) =>
      bounded(input, maxBytes).pipe(
        Stream.timeoutOrElse({
          duration: patience,
          orElse: () => Stream.fail(refused(`gave nothing for ${Duration.format(patience)}`))
        })
      ))
  )

/** The bytes of a stream of Node's, up to so many. Fails with InputRefused. */
export const bounded = (readable: Readable, maxBytes: number): Stream.Stream<Uint8Array, InputRefused> =>
  Stream.suspend(() => {
    let left = maxBytes
    return NodeStream.fromReadable<Uint8Array, InputRefused>({ evaluate: () => readable, onError: refusalOf }).pipe(
      Stream.mapEffect((chunk) => {
        left -= chunk.length
        return left < 0 ? Effect.fail(refused(`has more than ${maxBytes} bytes`)) : Effect.succeed(chunk)
      })
    )
  })

const open = (path: string): Readable => {
  // Without O_NONBLOCK a pipe to which nobody writes would hold a thread of the program, which then could not even end.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const stats = fstatSync(fd)
  if (stats.isFile()) return createReadStream(path, { fd })
  if (stats.isFIFO()) return new Socket({ fd, readable: true, writable: false })
  closeSync(fd)
  throw refused(stats.isDirectory() ? "is a directory" : "is neither a file nor a pipe")
}

const attempt = <A>(run: () => A): Effect.Effect<A, InputRefused> => Effect.try({ try: run, catch: refusalOf })

const refused = (problem: string): InputRefused => new InputRefused({ problem })

const refusalOf = (cause: unknown): InputRefused => {
  if (cause instanceof InputRefused) return cause
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown"
  return refused(code === "ENOENT" ? "does not exist" : `can't be read (${code})`)
}
