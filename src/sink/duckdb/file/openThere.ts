/**
 * Opens a file to write what it has room for: one that is not there is not made.
 */
import { Effect } from "effect"
import { exists } from "./createFile.ts"
import { openDatabase, type OpenOptions } from "./DatabaseFile.ts"

/** Opens a file for writing until the scope ends; where there is none it fails as reading it would. */
export const openThere = (path: string, options: OpenOptions = {}) =>
  Effect.flatMap(exists(path), (isThere) => openDatabase(path, isThere ? "write" : "read", options))
