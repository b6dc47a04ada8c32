/**
 * Whether a copy can be put into a place, without making one: so that whoever sets a program up is told before the first night.
 */
import { Effect } from "effect"
import { constants } from "node:fs"
import { dirname, resolve } from "node:path"
import type { PublishTarget } from "../../../settings/PublishSettings.ts"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { exists } from "../file/createFile.ts"
import { isForbidden } from "../file/refuseUnwritable.ts"
import { refuseForeign } from "./FolderFiles.ts"
import { refuseNoCopy } from "./publishFile.ts"

/** Why nothing can be published to a place, in a sentence with what to do; undefined when nothing forbids it. */
export const placeProblem = (target: PublishTarget): Effect.Effect<string | undefined> =>
  looked(target).pipe(Effect.as(undefined), Effect.catch(({ message }) => Effect.succeed(message)))

const looked = Effect.fnUntraced(function*({ kind, path }: PublishTarget): Effect.fn.Return<void, SinkError> {
  const place = resolve(path)
  const isThere = yield* exists(place)
  const folder = kind === "folder" && isThere ? place : dirname(place)
  if (!(yield* exists(folder))) {
    return yield* sinkError(new Inaccessible(), `there is no folder ${folder}: make it, or publish to another place`)
  }
  if (isForbidden(folder, constants.W_OK | constants.X_OK)) {
    return yield* sinkError(
      new Inaccessible(),
      `the folder ${folder} can't be written by this user: see who owns it and what they may do in it, or publish to another place`
    )
  }
  if (isThere) yield* kind === "folder" ? refuseForeign(place) : refuseNoCopy(place)
})
