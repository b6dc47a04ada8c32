/**
 * Where copies for readers go, and who may read them.
 */
import { Effect, Option } from "effect"
import { realpathSync } from "node:fs"
import { basename, dirname, join, resolve, sep } from "node:path"
import { DB } from "./describedFiles.ts"
import { PUBLISH, PUBLISH_KEEP, PUBLISH_MODE } from "./describedPublish.ts"
import type { PublishSettings, PublishTarget } from "./PublishSettings.ts"
import { gather, optional, orDefault, problemWith, type SettingsError } from "./setting.ts"

/** A path without symbolic links, as far as there is something. */
const itself = (path: string): string => {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const folder = dirname(whole)
    return folder === whole ? whole : join(itself(folder), basename(whole))
  }
}

const given = Effect.map(
  Effect.all([optional(PUBLISH), orDefault(DB)]),
  ([targets, database]) => ({
    database: itself(database),
    targets: Option.getOrElse(targets, (): ReadonlyArray<PublishTarget> => [])
  })
)

/** What is wrong with a place for copies of a database; undefined when nothing is. */
const problemOf = ({ kind, path }: PublishTarget, database: string): string | undefined => {
  const place = itself(path)
  if (kind === "file" && place === database) return "names the database itself: name another place for its copy"
  return kind === "folder" && database.startsWith(`${place}${sep}`)
    ? "names a folder in which the database lies: name one of its own for readers"
    : undefined
}

const readTargets = Effect.gen(function*() {
  const { database, targets } = yield* given
  for (const target of targets) {
    const problem = problemOf(target, database)
    if (problem !== undefined) return yield* problemWith(PUBLISH.name, problem)
  }
  return targets
})

/** Who reads may read a copy itself: it is no copy of its own. */
const readCopies = Effect.map(
  given,
  ({ database, targets }) => targets.filter((target) => problemOf(target, database) === undefined)
)

const readWith = (targets: typeof readTargets): Effect.Effect<PublishSettings["Service"], SettingsError> =>
  gather({ targets, mode: orDefault(PUBLISH_MODE), keep: orDefault(PUBLISH_KEEP) })

/** Reads `PUBLISH`, `PUBLISH_MODE` and `PUBLISH_KEEP`; no place may be that of the database. */
export const readPublish = readWith(readTargets)

/** The same for who reads; a place that is the database's is left out. */
export const readPublished = readWith(readCopies)

/** Whether the database of the settings is one of the places that copies go to: nothing that is written there stays. */
export const readIsCopy: Effect.Effect<boolean, SettingsError> = Effect.map(
  given,
  ({ database, targets }) => targets.some(({ kind, path }) => kind === "file" && itself(path) === database)
)
