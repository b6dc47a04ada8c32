/**
 * Files that are made beside another one under a name of their own, for a moment: what a process that was killed left of them is
 * known by its name.
 */
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { readdir, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import { attemptOn } from "./attemptOn.ts"

/** What such files are made for. */
export type Making = "publish" | "compact" | "new"

/** What their names begin with. */
const beginning = (path: string, making: Making): string => `.${basename(path)}.${making}-`

/** Whether a name begins so, and goes on as only this program names files. */
const isOfOurs = (name: string, start: string): boolean =>
  name.startsWith(start) && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.\w+)*$/.test(name.slice(start.length))

/** The path of a new one beside a file. */
export const temporaryBeside = (path: string, making: Making): string =>
  join(dirname(path), `${beginning(path, making)}${randomUUID()}`)

/** Takes away those that were left beside a file, with their logs and what was put aside for them, but for those that `isLeft` spares. */
export const removeLeftovers = (
  path: string,
  making: Making,
  isLeft: (name: string) => Promise<boolean> = () => Promise.resolve(true)
): Effect.Effect<void, SinkError> => {
  const folder = dirname(path)
  return Effect.gen(function*() {
    const names = yield* attemptOn(folder)(() => readdir(folder))
    const found = names.filter((name) => isOfOurs(name, beginning(path, making))).map((name) => join(folder, name))
    for (const name of found) {
      if (!(yield* attemptOn(name)(() => isLeft(name)))) continue
      yield* attemptOn(name)(() => rm(name, { recursive: true, force: true }))
    }
  })
}

const hour = 3_600_000

/** Takes away those of new files that nobody has written to for an hour: another process may be making one, which takes seconds. */
export const removeOldLeftovers = (path: string): Effect.Effect<void> =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) =>
      Effect.ignore(removeLeftovers(path, "new", (name) => stat(name).then(({ mtimeMs }) => now - mtimeMs > hour)))
  )
