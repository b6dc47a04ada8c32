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

const readTargets = Effect.gen(function*() {
  const given = Option.getOrElse(yield* optional(PUBLISH), (): ReadonlyArray<PublishTarget> => [])
  const database = itself(yield* orDefault(DB))
  for (const { kind, path } of given) {
    const place = itself(path)
    if (kind === "file" && place === database) {
      return yield* problemWith(PUBLISH.name, "names the database itself: name another place for its copy")
    }
    if (kind === "folder" && database.startsWith(`${place}${sep}`)) {
      return yield* problemWith(
        PUBLISH.name,
        "names a folder in which the database lies: name one of its own for readers"
      )
    }
  }
  return given
})

/** Reads `PUBLISH`, `PUBLISH_MODE` and `PUBLISH_KEEP`; no place may be that of the database. */
export const readPublish: Effect.Effect<PublishSettings["Service"], SettingsError> = gather({
  targets: readTargets,
  mode: orDefault(PUBLISH_MODE),
  keep: orDefault(PUBLISH_KEEP)
})
