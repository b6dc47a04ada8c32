/**
 * Who may read what is published: the mode that settings name, and the group of the folder that it lies in.
 */
import { Effect } from "effect"
import { chmod, chown, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { shellQuote } from "../../../settings/shellQuote.ts"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { fileError } from "../file/duckErrors.ts"

/** What readers of a file may do, and which group is meant. */
export interface Readers {
  /** Permissions of files, such as 0o640. */
  readonly mode: number
  readonly gid: number
  /** The folder whose group it is, where all that is in it is published. */
  readonly within?: string
}

const permissionBits = 0o777
const specialBits = 0o7000

/** The permissions of a folder whose files have a mode: who may read those may look into it, and its owner may write. */
export const folderMode = (mode: number): number => 0o700 | mode | ((mode & 0o444) >> 2)

/** What a mode gives to the group, and to everybody else. */
const groupBits = (mode: number): number => (mode >> 3) & 0o7
const othersBits = (mode: number): number => mode & 0o7

/**
 * Gives a file or folder its group and mode, unless it has them: first it loses what the mode does not give, so that no failure leaves it
 * open. A folder keeps what it passes on to what is made in it, as far as the system lets it.
 */
export const forReaders = Effect.fnUntraced(
  function*(path: string, readers: Readers, shown = path): Effect.fn.Return<void, SinkError> {
    const { gid, mode } = readers
    const at = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => fileError(shown, cause) })
    const own = yield* at(() => stat(path))
    const special = own.isDirectory() ? own.mode & specialBits : 0
    const before = own.mode & permissionBits
    const narrowed = before & mode
    if (narrowed !== before) yield* at(() => setMode(path, narrowed, special))
    if (gid !== own.gid && groupBits(mode) !== 0) {
      yield* at(() => chown(path, -1, gid)).pipe(withoutGroup(readers, shown))
    }
    if (narrowed !== mode) yield* at(() => setMode(path, mode, special))
  }
)

/** A unit of systemd with `RestrictSUIDSGID=` lets nobody set a setgid bit, also where it is set already. */
const setMode = (path: string, mode: number, special: number): Promise<void> =>
  special === 0
    ? chmod(path, mode)
    : chmod(path, special | mode).catch(() => chmod(path, mode))

/** The wrong group is a failure only where the mode gives the group what not everybody has. */
const withoutGroup =
  (readers: Readers, shown: string) => (effect: Effect.Effect<void, SinkError>): Effect.Effect<void, SinkError> =>
    (groupBits(readers.mode) & ~othersBits(readers.mode)) === 0
      ? Effect.ignore(effect)
      : Effect.mapError(effect, () => ofOtherGroup(shown, readers))

const ofOtherGroup = (target: string, { within }: Readers): SinkError => {
  const remedy = within === undefined
    ? `chmod g+s ${shellQuote(dirname(target))}`
    : `chgrp -R --reference=${shellQuote(within)} ${shellQuote(within)} && find ${
      shellQuote(within)
    } -type d -exec chmod g+s {} +`
  return sinkError(
    new Inaccessible(),
    `${target} was not published: this process may not give it the group of its folder, and its mode lets the group read. ` +
      `Run as a member of that group, have root run \`${remedy}\`, so that what is made there gets its group, or set ` +
      "WALLET_STATEMENT_PUBLISH_MODE=0644."
  )
}
