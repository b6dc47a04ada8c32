/**
 * What a file is opened for, and how much memory, how many threads and which files the database may use then.
 */
import { availableParallelism } from "node:os"

/** What opening a file is for: a sink writes, everything else reads; a check reads all of it, in little memory. */
export type Access = "write" | "read" | "check"

/**
 * Bounds the memory of a long load, whatever the file's size. Until a checkpoint DuckDB keeps what was written in memory;
 * new rows it can put aside in the folder `FILE.tmp`, which it removes, but not rows that were written again. They take
 * two and a half times what they take in the log, so the limit leaves room for a log that is full and for the largest
 * window on top. A smaller log would have the last, not yet full group of rows written anew more often.
 *
 * One core is left to the program itself, which makes the next windows ready meanwhile.
 */
const writing = {
  checkpoint_threshold: "40MB",
  memory_limit: "150MB",
  threads: String(Math.max(availableParallelism() - 1, 1))
}

/**
 * A check asks several questions at once, each of which has a thread of its own then: with more threads a question took
 * a quarter more of the processor's time, measured. What a question needs beyond the limit lies in `FILE.tmp` meanwhile.
 */
const checking = { threads: "1" }

/**
 * What is asked of a file that is only read may come from anybody. DuckDB counts the file itself, its log and `FILE.tmp` as
 * inside when access to what is outside is off, and writes there; so all files are closed to it behind the one that is open.
 * What a question needs beyond its memory has no place then: it fails.
 */
const closed = "SET temp_directory=''; SET enable_external_access=false; SET disabled_filesystems='LocalFileSystem';"

/** Statements for a file that is only read. Who asks may bound the memory of questions further; it is half of what the machine or the container has otherwise. */
export const reading = (bytes: number): string => `${closed} SET memory_limit='${Math.floor(bytes / 1024)}KiB';`

/** How the database is set up for each, when it is opened. */
export const configurations: Readonly<Record<Access, Readonly<Record<string, string>>>> = {
  write: { ...writing, enable_external_access: "false" },
  check: { ...checking, enable_external_access: "false" },
  read: {}
}
