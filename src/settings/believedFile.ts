/**
 * Files that the program believes: configuration, keys, certificates, secrets. Each is opened once and judged through the
 * handle that it is then read from, so it can't be exchanged in between.
 *
 * A file is believed that belongs to this user or to root, that nobody else can write, and that no symbolic link leads to
 * through a folder that somebody else can write. A secret nobody else may read either, but for what is mounted so: a file
 * of root's with mode 0440, whose group is root (systemd's credentials, which an ACL lets the service read) or one of ours
 * (Kubernetes with `fsGroup`), and files of root's in `/run/secrets`, which Docker and Podman mount 0444 into a container.
 * Windows has no owners and modes of this kind: there nothing is judged.
 */
import { Effect, Predicate, Schema } from "effect"
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs"
import { followPath } from "./followPath.ts"
import { shellQuote } from "./shellQuote.ts"

/** Who reads: the effective user, and all groups. */
export interface User {
  readonly uid: number
  readonly groups: ReadonlyArray<number>
}

/** The user of this process; null where the system knows no such users. */
export const thisUser = (): User | null =>
  process.geteuid === undefined || process.getegid === undefined || process.getgroups === undefined
    ? null
    : { uid: process.geteuid(), groups: [process.getegid(), ...process.getgroups()] }

/**
 * Why a file is not read. `problem` goes behind its path to make a sentence, and says what to do when that is known; with
 * `unreadable` it is the system's code, such as `EACCES`, alone.
 */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  kind: Schema.Literals(["missing", "directory", "irregular", "unreadable", "too-large", "untrusted", "exposed"]),
  problem: Schema.String
}) {}

/** What was read, and what is wrong with it if it turns out to hold a secret. */
export interface BelievedFile {
  readonly bytes: Uint8Array
  readonly exposed: FileRefused | undefined
}

/** More than any settings or key need; a guard against a path that leads to something else. */
const usualMaxBytes = 2 ** 20
const chunkBytes = 2 ** 16
const rightsOfOthers = 0o077
const rightsOfAll = 0o007
const writeOfOthers = 0o022
const mountedForGroup = 0o440
const mountedSecrets = "/run/secrets/"

/** Reads a file that may be public. Fails with FileRefused. */
export const readBelievedFile = (
  path: string,
  maxBytes: number = usualMaxBytes,
  user: User | null = thisUser()
): Effect.Effect<BelievedFile, FileRefused> =>
  readJudged(path, maxBytes, (judged) =>
    user === null ? {} : {
      refused: ownerProblem(judged, user) ?? wayProblem(judged, user) ?? writeProblem(judged),
      exposed: exposure(judged, user)
    })

/** Reads a file that holds a secret. Fails with FileRefused. */
export const readSecretFile = (path: string, user: User | null = thisUser()): Effect.Effect<Uint8Array, FileRefused> =>
  Effect.map(
    readJudged(path, usualMaxBytes, (judged) =>
      user === null ? {} : {
        refused: ownerProblem(judged, user) ?? wayProblem(judged, user) ?? exposure(judged, user)
      }),
    ({ bytes }) => bytes
  )

interface Judged {
  readonly path: string
  readonly stats: Stats
}

interface Judgement {
  readonly refused?: FileRefused | undefined
  readonly exposed?: FileRefused | undefined
}

const readJudged = (path: string, maxBytes: number, judge: (judged: Judged) => Judgement) =>
  Effect.acquireUseRelease(
    // Without O_NONBLOCK a pipe that nobody writes to would hold the program here. Windows lacks the flag.
    attempt(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))),
    Effect.fnUntraced(function*(descriptor): Effect.fn.Return<BelievedFile, FileRefused> {
      const stats = yield* attempt(() => fstatSync(descriptor))
      if (stats.isDirectory()) return yield* refusal("directory", "is a directory")
      if (!stats.isFile()) return yield* refusal("irregular", "is no regular file")
      const { exposed, refused } = yield* attempt(() => judge({ path, stats }))
      if (refused !== undefined) return yield* refused
      const bytes = yield* attempt(() => readAll(descriptor, maxBytes))
      return bytes.length > maxBytes
        ? yield* refusal("too-large", `has more than ${maxBytes} bytes`)
        : { bytes, exposed }
    }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  )

const refusal = (kind: FileRefused["kind"], problem: string): FileRefused => new FileRefused({ kind, problem })

const ownerProblem = ({ path, stats }: Judged, { uid }: User): FileRefused | undefined =>
  stats.uid === uid || stats.uid === 0 ? undefined : refusal(
    "untrusted",
    `belongs to user ${stats.uid}: only your own files and root's are believed. Read it, then run: ` +
      `chown ${uid} ${shellQuote(path)}`
  )

const wayProblem = ({ path, stats }: Judged, { uid }: User): FileRefused | undefined => {
  const followed = followPath(path, stats, uid)
  return "problem" in followed ? refusal("untrusted", followed.problem) : undefined
}

const writeProblem = ({ path, stats }: Judged): FileRefused | undefined =>
  (stats.mode & writeOfOthers) === 0 ? undefined : refusal(
    "untrusted",
    `has mode ${modeOf(stats)}: others than its owner can write it. Read it, then run: chmod go-w ${shellQuote(path)}`
  )

const exposure = ({ path, stats }: Judged, { groups, uid }: User): FileRefused | undefined => {
  if ((stats.mode & rightsOfOthers) === 0) return undefined
  const followed = followPath(path, stats, uid)
  if (stats.uid === 0 && (stats.mode & writeOfOthers) === 0) {
    const forGroup = (stats.mode & 0o777 & ~mountedForGroup) === 0
    if (forGroup && (stats.gid === 0 || groups.includes(stats.gid))) return undefined
    if ("path" in followed && followed.path.startsWith(mountedSecrets)) return undefined
  }
  const remedy = stats.uid === uid ? "Run: chmod 600" : "Give your group to it and run as root: chmod 440"
  return refusal(
    "exposed",
    `has mode ${modeOf(stats)}: not only its owner can get at the secret in it. ${remedy} ${shellQuote(path)}`
  )
}

/**
 * What is wrong with a file that this program keeps data in, when others can read or write it: a sentence behind its path,
 * with what to run. With `allowGroup` its group may, when it is one of ours and whoever its owner is.
 */
export const sharingProblem = (
  { path, stats }: { readonly path: string; readonly stats: Pick<Stats, "mode" | "uid" | "gid"> },
  allowGroup: boolean,
  user: User | null = thisUser()
): string | undefined => {
  if (user === null) return undefined
  const isOurGroup = user.groups.includes(stats.gid)
  const allowed = allowGroup && isOurGroup
  if ((stats.mode & (allowed ? rightsOfAll : rightsOfOthers)) !== 0) {
    const meant = isOurGroup && !allowGroup && (stats.mode & rightsOfAll) === 0
    return `has mode ${modeOf(stats)}: others than you can read or write it. Run: chmod ${allowed ? "o-rwx" : "600"} ` +
      shellQuote(path) +
      (meant ? `, or set WALLET_STATEMENT_ALLOW_DB_GROUP=true to share it with group ${stats.gid}` : "")
  }
  return stats.uid === user.uid || stats.uid === 0 || allowed
    ? undefined
    : `belongs to user ${stats.uid}, who can read and write it. Run: chown ${user.uid} ${shellQuote(path)}`
}

const modeOf = ({ mode }: Pick<Stats, "mode">): string => (mode & 0o7777).toString(8).padStart(4, "0")

/** Up to one byte more than allowed: what was empty or small when it was judged may grow. */
const readAll = (descriptor: number, maxBytes: number): Uint8Array => {
  const chunks: Array<Uint8Array> = []
  for (let left = maxBytes + 1; left > 0;) {
    const chunk = Buffer.alloc(Math.min(left, chunkBytes))
    const length = readSync(descriptor, chunk, 0, chunk.length, null)
    if (length === 0) break
    chunks.push(chunk.subarray(0, length))
    left -= length
  }
  return Buffer.concat(chunks)
}

const attempt = <A>(run: () => A): Effect.Effect<A, FileRefused> => Effect.try({ try: run, catch: refusalOf })

const refusalOf = (error: unknown): FileRefused => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "unknown error"
  if (code === "ENOENT" || code === "ENOTDIR") return refusal("missing", "does not exist")
  if (code === "EISDIR") return refusal("directory", "is a directory")
  return refusal("unreadable", code)
}
