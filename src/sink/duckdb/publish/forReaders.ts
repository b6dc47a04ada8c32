/**
 * Who may read what is published: the mode that settings name, and the group of the folder that it lies in.
 */
import { Effect } from "effect"
import { chmod, chown, stat } from "node:fs/promises"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { fileError } from "../file/duckErrors.ts"

/** What readers of a file may do, and which group is meant. */
export interface Readers {
  /** Permissions of files, such as 0o640. */
  readonly mode: number
  readonly gid: number
}

const groupBits = 0o070
const permissionBits = 0o7777

/** The permissions of a folder whose files have a mode: who may read those may look into it, and its owner may write. */
export const folderMode = (mode: number): number => 0o700 | mode | ((mode & 0o444) >> 2)

/** Gives a file or folder its group and mode, unless it has them. */
export const forReaders = Effect.fnUntraced(
  function*(path: string, { gid, mode }: Readers, shown = path): Effect.fn.Return<void, SinkError> {
    const at = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => fileError(shown, cause) })
    const own = yield* at(() => stat(path))
    if (gid !== own.gid && (mode & groupBits) !== 0) {
      yield* at(() => chown(path, -1, gid)).pipe(Effect.mapError(() => ofOtherGroup(shown)))
    }
    if ((own.mode & permissionBits) !== mode) yield* at(() => chmod(path, mode))
  }
)

const ofOtherGroup = (target: string): SinkError =>
  sinkError(
    new Inaccessible(),
    `${target} was not published: this process may not give it the group of its folder, and its mode lets the group read. ` +
      "Run as a member of that group, or set WALLET_STATEMENT_PUBLISH_MODE=0644."
  )
