/**
 * Folders that get their permissions as they are made. One that is made in a folder with the setgid bit has its group and passes it on,
 * but changing its permissions afterwards takes that bit away, without an error, wherever this process is no member of the group.
 * The umask would take permissions away, and is that of all threads of a process, so another process makes them.
 */
import { Effect, Schema } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { exists } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { runApart, StepFailed } from "../file/runApart.ts"

/** What that process runs. Without the setgid bit the group is not right yet, and nobody else may look into the folder until it is. */
const script = `
  const { mkdirSync, statSync } = require("node:fs")
  const { dirname } = require("node:path")
  const made = []
  let failed = null
  process.umask(0)
  for (const folder of input.folders) {
    try {
      mkdirSync(folder, { mode: (statSync(dirname(folder)).mode & 0o2000) === 0 ? 0o700 : input.mode })
      made.push(folder)
    } catch (cause) {
      if (cause.code === "EEXIST" && statSync(folder).isDirectory()) continue
      failed = { folder, code: String(cause.code) }
      break
    }
  }
  process.stdout.write(JSON.stringify({ made, failed }))`

const decode = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      made: Schema.Array(Schema.String),
      failed: Schema.NullOr(Schema.Struct({ folder: Schema.String, code: Schema.String }))
    })
  )
)

/** What came of making folders. */
export interface Making {
  /** Those that were made, in their order. */
  readonly made: ReadonlyArray<string>
  /** Why not all are there now; null when they are. */
  readonly problem: SinkError | null
}

/** Makes those of some folders that are not there, of which each stands behind the one that it lies in. */
export const makeFolders = Effect.fnUntraced(
  function*(folders: ReadonlyArray<string>, mode: number): Effect.fn.Return<Making> {
    const missing = yield* Effect.filter(folders, (folder) => Effect.map(exists(folder), (is) => !is))
    if (missing.length === 0) return { made: [], problem: null }
    // What was begun is waited for, so that it is known what to take back.
    return yield* Effect.uninterruptible(runApart(script, { folders: missing, mode })).pipe(
      Effect.map(decode),
      Effect.map(({ failed, made }) => ({
        made,
        problem: failed && fileError(failed.folder, new StepFailed({ code: failed.code }))
      })),
      Effect.catch((cause) => Effect.succeed({ made: [], problem: fileError(missing[0] ?? "", cause) }))
    )
  }
)
