/**
 * Files that are made beside another one under a name of their own, for a moment: what a process that was killed left of them is
 * known by its name.
 */
import type { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import { attemptOn } from "./attemptOn.ts"

/** What such files are made for. */
export type Making = "publish" | "compact"

/** What their names begin with. */
const beginning = (path: string, making: Making): string => `.${basename(path)}.${making}-`

/** The path of a new one beside a file. */
export const temporaryBeside = (path: string, making: Making): string =>
  join(dirname(path), `${beginning(path, making)}${randomUUID()}`)

/** Takes away those that were left beside a file, with their logs and what was put aside for them. */
export const removeLeftovers = (path: string, making: Making): Effect.Effect<void, SinkError> => {
  const folder = dirname(path)
  return attemptOn(folder)(() =>
    readdir(folder).then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith(beginning(path, making))).map((name) =>
          rm(join(folder, name), { recursive: true, force: true })
        )
      )
    )
  )
}
