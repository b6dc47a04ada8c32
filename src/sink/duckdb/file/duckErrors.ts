/**
 * DuckDB's failures in the sink's words. DuckDB gives no codes, only messages, which begin with their kind and may
 * quote values, which whoever pays chooses. So a failure is judged by how its message begins, and what is passed on of it is
 * the kind, never the rest, but for a user's own statement.
 */
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { printable } from "../../../domain/printable.ts"
import { shellQuote } from "../../../settings/shellQuote.ts"
import {
  Damaged,
  DatabaseFailed,
  DiskFull,
  engineBrokeDown,
  Inaccessible,
  Locked,
  moreMemoryNeeded,
  QueryRefused,
  type SinkError,
  sinkError,
  TooNew
} from "../../SinkError.ts"
import { asidesOf } from "./asides.ts"

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const holder = /held in (.+) \(PID (\d+)\)|\(PID (\d+)\)/
const newer = /version number (\d+), but we can only read versions? between \d+ and (\d+)/

/** The log or a block of the file that can't be what was written, also where an appender or a commit met it. */
const damagedBlock =
  /^(?:IO Error|Failed to append|TransactionContext Error: Failed to commit): (?:Corrupt (?:Encrypted )?(?:WAL|database) file|Could not read enough bytes|Bitpacking offset is out of range)/

/** A checkpoint failed: what is quoted then is what failed about the file, and no value. */
const ofCheckpoint =
  /^FATAL Error: (?:Failed to create checkpoint|Checkpoint failed|Database ".*" has been invalidated because checkpointing failed)/

/** What a file that is being opened says when it can't be what was written. */
const damagedOpening =
  /^(?:INTERNAL|Serialization) Error: |^[A-Za-z ]+ Error: Failure while replaying (?:checkpoint )?WAL file "|^IO Error: (?:The file (?:".*" exists, but it )?is not a valid DuckDB database|Restored data doesn't match checksum)/

const isDamagedFile = (cause: unknown): boolean => damagedOpening.test(textOf(cause)) || isDamagedBlock(cause)

/** What a failure while opening the file at `path` or touching it otherwise means. */
export const fileError = (path: string, cause: unknown): SinkError =>
  isDamagedFile(cause) ? (environmentError(path, cause) ?? damagedFile(path)) : otherError(path, cause)

/** What a failure of a sink's own statement means: then only a damaged block tells that the file is damaged. */
export const useError = (path: string, cause: unknown, isWritten: boolean): SinkError => {
  if (!isDamagedBlock(cause)) return otherError(path, cause)
  return environmentError(path, cause) ?? (isWritten ? damagedInUse(path) : damagedInside(path))
}

/** What a failure of a question means, which somebody else made up: it is the question's, unless the message begins otherwise. */
export const questionError = (path: string, cause: unknown): SinkError => {
  if (isFatal(cause)) return engineBrokeDown()
  if (kindOf(textOf(cause)) !== "IO Error") return queryRefused(cause)
  return isDamagedBlock(cause) ? damagedInside(path) : otherError(path, cause)
}

/** Whether an open file turned out to be damaged. */
export const isDamagedBlock = (cause: unknown): boolean =>
  (damagedBlock.test(textOf(cause)) ||
    (ofCheckpoint.test(textOf(cause)) && /Corrupt database file/.test(textOf(cause)))) &&
  !inputOutput.test(textOf(cause))

const otherError = (path: string, cause: unknown): SinkError =>
  environmentError(path, cause) ?? sinkError(
    new DatabaseFailed(),
    `The database ${path} failed (${kindOf(textOf(cause))}). Nothing of the step at hand was kept; run again.`
  )

const inputOutput = /Input\/output error|\bEIO\b|fsync/

/** Failures that quote paths and the system's words, and no values: DuckDB's, and those of Node, which have a code. */
const isOfSystem = (cause: unknown): boolean =>
  /^(?:IO|Out of Memory) Error: |^(?:Failed to append|TransactionContext Error: Failed to commit): (?:Could not|fsync) /
    .test(
      textOf(cause)
    ) || ofCheckpoint.test(textOf(cause)) || (cause instanceof Error && "code" in cause)

/** A failure that comes from outside the file: locks, versions, the disk, permissions. */
const environmentError = (path: string, cause: unknown): SinkError | undefined => {
  if (!isOfSystem(cause)) return undefined
  const text = textOf(cause).replaceAll(path, "")
  const version = newer.exec(text)
  if (/Could not set lock|Conflicting lock/.test(text)) {
    const [, program, pid, only] = holder.exec(text) ?? []
    return locked(path, Number(pid ?? only), program)
  }
  if (version !== null) return storageTooNew(path, Number(version[1]), Number(version[2]))
  if (/No space left on device|ENOSPC|EDQUOT|Disk quota exceeded/.test(text)) {
    return sinkError(
      new DiskFull(),
      `The disk that holds ${path} is full. What was committed before is kept; make room and run again.`
    )
  }
  if (inputOutput.test(text)) {
    return sinkError(
      new DatabaseFailed(),
      `The disk that holds ${path} failed to read or write. What was committed before is kept; check the disk and run again.`
    )
  }
  if (text.startsWith("Out of Memory Error")) {
    return sinkError(
      new DatabaseFailed(),
      `There was not enough memory for ${path}. What was committed before is kept; make room and run again.`
    )
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system|read-only mode/.test(text)) {
    return sinkError(
      new Inaccessible(),
      `${path} can't be read or written: check who owns the file and its folder, and what they may do.`
    )
  }
  if (/EISDIR|Is a directory/.test(text)) {
    return sinkError(new Inaccessible(), `${path} is a folder: name the file of the database, which may be one in it.`)
  }
  if (/ENOENT|ENOTDIR|No such file|Not a directory|does not exist/.test(text)) {
    return sinkError(
      new Inaccessible(),
      `There is no file ${path}, or its folder does not exist: check the path.${asideBeside(path)}${demoBeside(path)}`
    )
  }
  return undefined
}

/** Says where the file is that was set aside, where one was. */
const asideBeside = (path: string): string => {
  const aside = asidesOf(path).at(-1)
  return aside === undefined
    ? ""
    : ` It was found damaged and was set aside as ${aside}: put a backup in its place, or load the statement again: ${reload}`
}

/** Says where the demo's file is, where that is what somebody looks for. */
const demoBeside = (path: string): string => {
  const demo = join(dirname(path), "demo.duckdb")
  return existsSync(demo) ? ` The demo's file is there, demo.duckdb: \`--db ${shellQuote(demo)}\` reads it.` : ""
}

const reload =
  "`wallet-statement pull --from YYYY-MM-DD` makes a new file and loads the statement again from the service."

/** The file is none of ours. */
export const notOurs = (path: string): SinkError =>
  sinkError(
    new Damaged({ ours: false, setAside: null }),
    `${path} is not a database of wallet-statement and was left as it is. Check the path; if it should be one, move it ` +
      `away: ${reload}`
  )

/** Which of the two is damaged is not always told; `log` is where the log lies now. */
const damage = (path: string, log: string): string =>
  existsSync(log) ? `${path} or its log ${path}.wal is damaged.` : `${path} is damaged.`

/** The file is damaged, and nothing was done about it. */
export const damagedFile = (path: string): SinkError =>
  sinkError(
    new Damaged({ ours: true, setAside: null }),
    `${damage(path, `${path}.wal`)} Nothing was changed. Pulling sets aside what is there, and then ${reload}`
  )

/** A part of the file is damaged that somebody read; who opens it to write need not come by that. */
const damagedInside = (path: string): SinkError =>
  sinkError(
    new Damaged({ ours: true, setAside: null }),
    `${path} is damaged. Nothing was changed. Put a backup in its place, or move it away: then ${reload}`
  )

/** The file was found damaged while it was in use for writing. */
const damagedInUse = (path: string): SinkError =>
  sinkError(
    new Damaged({ ours: true, setAside: null }),
    `${path} is damaged. When this run ends it is set aside as ${path}.damaged-…, and so is a log beside it; nothing is deleted. ` +
      `Then ${reload}`
  )

/** The file was found damaged and was set aside. */
export const damagedAndSetAside = (path: string, name: string): SinkError =>
  sinkError(
    new Damaged({ ours: true, setAside: name }),
    `${damage(path, `${name}.wal`)} It was set aside as ${name}${
      existsSync(`${name}.wal`) ? ", its log too" : ""
    }; nothing was deleted. ${reload}`
  )

/** Another process, or another sink in this one, has the file; `pid` is null where it is not told which. */
export const locked = (path: string, pid: number | null, program?: string): SinkError => {
  const known = Number.isSafeInteger(pid) ? pid : null
  const name = program === undefined ? "" : ` (${printable(program)})`
  const who = known === null ? "another process" : known === process.pid ? "this process" : `process ${known}${name}`
  return sinkError(
    new Locked({ holder: known }),
    `${path} is open in ${who}. One process at a time can use it: run again when that one has ended.`
  )
}

/** The file was written by a newer program. */
export const tooNew = (path: string, found: number, supported: number): SinkError =>
  sinkError(
    new TooNew({ found, supported }),
    `${path} was written by a newer version of this program (format ${found}; this one knows up to ${supported}). ` +
      "Use that version, or another file."
  )

/** The file was written by a newer DuckDB, in this program or in another. */
const storageTooNew = (path: string, found: number, supported: number): SinkError =>
  sinkError(
    new TooNew({ found, supported }),
    `${path} was written by a newer version of DuckDB (its storage ${found}; this program reads up to ${supported}). Where a newer ` +
      "version of this program did it, use that one; otherwise check the path, for it is no database of wallet-statement."
  )

/** The database's words are for the user whose statement it is, made safe for a terminal. */
const queryRefused = (cause: unknown): SinkError => {
  const text = textOf(cause).replace(/^Failed to extract statements: /, "")
  if (text === "Failed to retrieve bind parameter index") {
    return sinkError(
      new QueryRefused({ kind: "no such parameter" }),
      "A value is given for a $name that the statement does not have."
    )
  }
  // All that the driver says of a text without a statement.
  if (text === "Error in native callback") {
    return sinkError(new QueryRefused({ kind: "no statement" }), "There is no statement in this text.")
  }
  const kind = kindOf(text)
  if (kind === "Out of Memory Error") return moreMemoryNeeded()
  const lines = text.split("\n").slice(0, mostLines).map((line) => printable(line, mostCharacters))
  return sinkError(new QueryRefused({ kind }), lines.join("\n  "))
}

/** Of what DuckDB says of a statement, in which it quotes values, however long they are. */
const [mostLines, mostCharacters] = [12, 300]

/** Whether the instance is unusable after this failure and must be closed. */
export const isFatal = (cause: unknown): boolean => /^(?:FATAL|INTERNAL) Error: /.test(textOf(cause))

const kindOf = (text: string): string => /^([A-Za-z ]+ Error): /.exec(text)?.[1] ?? "unknown error"

/** A file of ours with values that no version of the program writes. */
export const unreadable = (path: string): SinkError =>
  sinkError(
    new Damaged({ ours: true, setAside: null }),
    `The database ${path} holds values that this program writes nowhere, so nothing is added to it; \`verify\` says which. ` +
      "Put a copy of it from before in its place, or name a new file."
  )
