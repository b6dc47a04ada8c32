/**
 * A file that is written from its beginning to its end, a large piece at a time, and brought to the disk.
 */
import { Effect, type Scope } from "effect"
import { type FileHandle, open } from "node:fs/promises"
import type { CommandEnd } from "../../ending/exit.ts"
import { attempt } from "../writtenFile.ts"

/** Characters that are written together. */
const enough = 2 ** 18

/** A file that is begun. */
export class TextFile {
  readonly path: string
  /** The bytes that were put so far. */
  bytes = 0
  private readonly handle: FileHandle
  private waiting: Array<string> = []
  private length = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  /** Begins a new file; it is closed when the scope ends. */
  static begin(path: string): Effect.Effect<TextFile, CommandEnd, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.map(attempt(path, () => open(path, "wx")), (handle) => new TextFile(path, handle)),
      ({ handle }) => Effect.promise(() => Promise.allSettled([handle.close()]))
    )
  }

  /** Puts a text behind those before. */
  put(text: string): void {
    this.bytes += Buffer.byteLength(text)
    this.waiting.push(text)
    this.length += text.length
  }

  /** Writes what was put when it is much. */
  readonly flush = Effect.suspend(() => (this.length < enough ? Effect.void : this.write))

  /** Writes the rest and brings the file to the disk. */
  readonly end: Effect.Effect<void, CommandEnd> = Effect.suspend(() =>
    Effect.andThen(
      this.write,
      attempt(this.path, () => this.handle.sync().finally(() => this.handle.close()))
    )
  )

  private get write(): Effect.Effect<void, CommandEnd> {
    const text = this.waiting.join("")
    this.waiting = []
    this.length = 0
    return attempt(this.path, () => this.handle.writeFile(text))
  }
}
